import { expect, it } from 'vitest'
import { DAY } from '../base/time.ts'
import { keptSince } from './kept.ts'

it('keeps details no longer than their run, whatever the settings say, and what was spent for a month at least', () => {
  const NOW = 1000 * DAY
  expect(keptSince({ detailsKeptMs: 30 * DAY, runsKeptMs: 365 * DAY }, NOW)).toEqual({
    details: 970 * DAY,
    runs: 635 * DAY,
    spent: 635 * DAY,
    questions: 986 * DAY,
    hours: 910 * DAY,
  })
  expect(keptSince({ detailsKeptMs: 30 * DAY, runsKeptMs: 10 * DAY }, NOW)).toMatchObject({
    details: 990 * DAY,
    runs: 990 * DAY,
    spent: 967 * DAY,
  })
})
