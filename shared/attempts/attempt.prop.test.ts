import fc from 'fast-check'
import { expect, it } from 'vitest'
import { standingOf } from './attempt.ts'
import { counterOf, newCounters, reduce } from './counters.ts'
import { isBetter, type MinGain } from './gain.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
const minGain: fc.Arbitrary<MinGain> = fc.oneof(
  fc.constant({ kind: 'auto' } as const),
  fc.record({ kind: fc.constantFrom('absolute', 'percent'), by: fc.nat(9) }),
)

it('a word about an attempt is true of its score, whatever came before', () => {
  console.log(`standing seed: ${seed}`)
  const attempt = fc.record({ score: fc.option(fc.integer({ min: -50, max: 50 })), noise: fc.nat(9) })
  fc.assert(
    fc.property(
      fc.array(attempt, { minLength: 1, maxLength: 40 }),
      minGain,
      fc.constantFrom('lower', 'higher'),
      (attempts, gain, direction) => {
        let state = newCounters(direction)
        for (const { score, noise } of attempts) {
          const before = counterOf(state, 'a')
          const settled = { kind: 'settled', agent: 'a', class: 'real', actions: [], unseen: 0 } as const
          state = reduce(state, { ...settled, score, minGain: gain, noise }).state
          const after = counterOf(state, 'a')
          const standing = standingOf({ score, class: 'real' }, before, after, direction)
          const { best } = before
          const isNewBest = standing === 'best' || standing === 'small gain'
          expect(standing === 'failed').toBe(score === null)
          expect(after.best, 'the best is the score of the newest one that was called so').toBe(
            isNewBest ? score : best,
          )
          if (best === null || score === null) continue
          if (isNewBest || standing === 'within noise') expect(isBetter(score, best, direction)).toBe(true)
          if (standing === 'no gain') expect(isBetter(score, best, direction)).toBe(false)
          if (isNewBest) expect(Math.abs(score - best)).toBeGreaterThan(noise)
        }
      },
    ),
    { seed, numRuns: 500 },
  )
})
