import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../base/time.ts'
import { readOutcomes } from './read-outcomes.ts'
import type { ToldOutcome } from '../status.ts'

const NOW = 100 * HOUR
const row = (body: ToldOutcome['body'], more: Partial<ToldOutcome> = {}): ToldOutcome => ({
  machine: 'm',
  skewMs: MINUTE,
  thread: 'thr_1',
  name: 'api',
  body,
  ...more,
})
const BODY = {
  run: 'run_1',
  item: 'heartbeat',
  outcome: 'skipped',
  skipReason: 'paused',
  startedAt: HOUR,
  finishedAt: HOUR + SECOND,
  summary: 'Paused.',
  usd: 0.25,
}
// This clock is ten seconds behind the hub's, the teller's a minute ahead of it.
const read = (one: ToldOutcome) => readOutcomes({ hubNow: NOW + 10 * SECOND, rows: [one], next: 'x' }, NOW)

it('tells a run of another machine by the clock here', () => {
  expect(read(row(BODY))).toEqual({
    next: 'x',
    rows: [
      {
        machine: 'm',
        run: 'run_1',
        thread: 'thr_1',
        threadName: 'api',
        item: 'heartbeat',
        outcome: 'skipped',
        skipReason: 'paused',
        summary: 'Paused.',
        startedAt: HOUR - 70 * SECOND,
        finishedAt: HOUR - 69 * SECOND,
        usd: 0.25,
      },
    ],
  })
})

it.each<[string, object]>([
  ['many runs that were rolled up into one row', { run: undefined, rolled: 3 }],
  ['an outcome that is not known here', { outcome: 'splendid' }],
  ['an item that is none', { item: 'tea' }],
  ['a run that began at no instant', { startedAt: null }],
])('leaves out %s, and the pages go on', (_, change) => {
  expect(read(row({ ...BODY, ...change }))).toEqual({ rows: [], next: 'x' })
})

it('leaves out what is of no thread, and reads what is not as it must be as not told', () => {
  expect(read(row(BODY, { thread: null })).rows).toEqual([])
  const odd = { finishedAt: 'soon', usd: 'much', skipReason: null, summary: 7 }
  expect(read(row({ ...BODY, ...odd }, { name: null })).rows).toMatchObject([
    { finishedAt: null, usd: null, skipReason: null, summary: '', threadName: null },
  ])
})

it('reads whatever comes, and keeps no text without an end', () => {
  const value = fc.oneof(fc.jsonValue(), fc.string({ minLength: 3000, maxLength: 9000 }))
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.keys(BODY)), value), (changes) => {
      expect(JSON.stringify(read(row({ ...BODY, ...changes }))).length).toBeLessThan(20_000)
    }),
  )
})
