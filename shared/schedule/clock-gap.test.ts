import { expect, it } from 'vitest'
import { HOUR, SECOND } from '../base/time.ts'
import { clockGap, missedBecause } from './clock-gap.ts'

const at = Date.UTC(2026, 2, 10, 8)

it('a pulse apart is no gap, nor is a clock that is corrected by a moment', () => {
  expect([clockGap(at, at + 30 * SECOND), clockGap(at, at - SECOND)]).toEqual([null, null])
})

it('the first look, a long time and a clock set back are gaps', () => {
  expect(clockGap(null, at)).toEqual({ cause: 'app closed', byMs: null })
  expect(clockGap(at, at + HOUR)).toEqual({ cause: 'asleep', byMs: HOUR })
  expect(clockGap(at, at - HOUR)).toEqual({ cause: 'set back', byMs: -HOUR })
})

it('a clock set back makes nobody miss a due time', () => {
  expect(
    [clockGap(null, at), clockGap(at, at + HOUR), clockGap(at, at - HOUR), null].map(missedBecause),
  ).toEqual(['app closed', 'asleep', null, null])
})
