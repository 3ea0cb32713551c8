import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ThreadId } from '../base/ids.ts'
import { HOUR, MINUTE } from '../base/time.ts'
import { rollUp, type KeptFact } from './roll-up.ts'

const outcome = (seq: number, at: number, fields: Partial<KeptFact> = {}): KeptFact => ({
  epoch: 'e',
  seq,
  at,
  kind: 'outcome',
  thread: 'thr_1' as ThreadId,
  body: { run: `run_${seq}`, outcome: 'quiet', durationMs: 10, usd: 0.5 },
  isSent: true,
  ...fields,
})

it('makes one row of a thread and hour, at the place of the last', () => {
  const two = outcome(5, 40 * MINUTE, { body: { outcome: 'broken', durationMs: 7, usd: null } })
  expect(rollUp([outcome(1, MINUTE), outcome(3, 20 * MINUTE), two, outcome(9, HOUR)])).toEqual([
    {
      seq: 5,
      gone: [1, 3],
      body: {
        rolled: 3,
        fromSeq: 1,
        toSeq: 5,
        from: MINUTE,
        to: 40 * MINUTE,
        outcomes: { quiet: 2, broken: 1 },
        durationMs: 27,
        usd: 1,
      },
    },
  ])
})

it.each([
  ['another thread', { thread: 'thr_2' as ThreadId }],
  ['another start', { epoch: 'f' }],
  ['what the hub has not', { isSent: false }],
  ['another hour', { at: HOUR }],
])('never joins with %s', (_, fields) => {
  expect(rollUp([outcome(1, MINUTE), outcome(2, 2 * MINUTE, fields)])).toEqual([])
})

it('loses no outcome, whatever the rows are', () => {
  const fact = fc.record({
    seq: fc.integer({ min: 1, max: 10_000 }),
    at: fc.integer({ min: 0, max: 3 * HOUR }),
    thread: fc.constantFrom('thr_1' as ThreadId, 'thr_2' as ThreadId),
    epoch: fc.constantFrom('e', 'f'),
    isSent: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.uniqueArray(fact, { selector: ({ seq }) => seq, maxLength: 60 }), (facts) => {
      const rolled = rollUp(facts.map(({ seq, at, ...fields }) => outcome(seq, at, fields)))
      const inside = rolled.flatMap(({ seq, gone }) => [...gone, seq])
      expect(new Set(inside).size).toBe(inside.length)
      for (const { seq, gone, body } of rolled) {
        expect(body).toMatchObject({
          rolled: gone.length + 1,
          outcomes: { quiet: gone.length + 1 },
          toSeq: seq,
        })
        expect(Math.max(...gone)).toBeLessThan(seq)
      }
    }),
  )
})
