import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countFlags, dueFlags, NO_FLAG_RUNS, REDIRECT_EVERY, type FlagRuns } from './flag-runs.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
const KEYS = ['a', 'b', '__proto__', 'constructor'] as const

/** A daily run; it may end badly, be told twice, or go down with the app before its end is on record. */
interface Beat {
  readonly keys: readonly string[] // that stand from here on
  readonly kind: 'read' | 'daily' | 'failed'
  readonly isToldTwice: boolean
}
const beat: fc.Arbitrary<Beat> = fc.record({
  keys: fc.subarray([...KEYS], { minLength: 0 }),
  kind: fc.constantFrom('read', 'daily', 'daily', 'daily', 'daily', 'failed'),
  isToldTwice: fc.boolean(),
})
/** Mostly the same flags for long. */
const beats = fc
  .array(fc.record({ beat, times: fc.nat(12) }), { maxLength: 12 })
  .map((runs) => runs.flatMap(({ beat: one, times }) => Array<Beat>(times + 1).fill(one)))

/** Looked up in the whole past instead of being counted along: daily runs since the flag was not there last. */
function stoodFor(key: string, past: readonly Beat[]): number {
  const gone = past.findLastIndex(({ keys, kind }) => kind !== 'failed' && !keys.includes(key))
  return past.slice(gone + 1).filter(({ kind }) => kind === 'daily').length
}

describe(`flags counted by daily runs, seed ${seed}`, () => {
  it('are due when they have stood for five, and each five more, as the whole past says', () => {
    fc.assert(
      fc.property(beats, (all) => {
        let state: FlagRuns = NO_FLAG_RUNS
        all.forEach(({ keys, kind, isToldTwice }, i) => {
          // A restart: what was kept is read again.
          const due = dueFlags((state = JSON.parse(JSON.stringify(state)) as FlagRuns))
          for (const key of KEYS) {
            const stood = stoodFor(key, all.slice(0, i))
            const wanted = stood >= REDIRECT_EVERY && stood % REDIRECT_EVERY === 0
            // What was not answered yet stays due.
            if (wanted) expect(due.has(key), `${key} at ${i}`).toBe(true)
            if (stood < REDIRECT_EVERY) expect(due.has(key), `${key} at ${i}`).toBe(false)
          }
          if (kind === 'read') state = countFlags(state, { kind: 'seen', keys })
          if (kind !== 'daily') return
          state = countFlags(state, { kind: 'answered', keys: [...due] })
          const event = { kind: 'daily', run: `run ${i}`, keys } as const
          state = countFlags(state, event)
          if (isToldTwice) expect(countFlags(state, event)).toBe(state)
        })
      }),
      { seed, numRuns: 300 },
    )
  })

  it('are asked about in the daily runs 6, 11, 16 …, where each is answered', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (runs) => {
        let state = NO_FLAG_RUNS
        const askedIn: number[] = []
        for (let run = 1; run <= runs; run++) {
          const due = [...dueFlags(state)]
          if (due.length > 0) askedIn.push(run)
          state = countFlags(state, { kind: 'answered', keys: due })
          state = countFlags(state, { kind: 'daily', run: String(run), keys: ['a'] })
        }
        expect(askedIn).toEqual(
          Array.from({ length: runs }, (_, i) => i + 1).filter(
            (run) => run > 1 && run % REDIRECT_EVERY === 1,
          ),
        )
      }),
      { seed, numRuns: 60 },
    )
  })

  it('are bounded, and those that are counted keep their place', () => {
    const many = Array.from({ length: 5000 }, (_, i) => `flag ${i}`)
    let state = countFlags(NO_FLAG_RUNS, { kind: 'daily', run: '1', keys: ['z'] })
    for (let run = 2; run < 9; run++)
      state = countFlags(state, { kind: 'daily', run: String(run), keys: [...many, 'z'] })
    expect(state.flags).toHaveLength(20)
    expect(state.flags[0]).toEqual({ key: 'z', runs: 8, asked: 0 })
  })
})
