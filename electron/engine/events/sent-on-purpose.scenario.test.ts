import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fatesOf, wrongWithSent } from '../testing/sent/fates.ts'
import { SentHistory } from '../testing/sent/history.ts'
import { step } from '../testing/sent/steps.ts'

it('whatever was sent on purpose is told, taken back, counted, or waits for a prompt that its thread names, whoever its runner is', async () => {
  const seed = Math.floor(performance.timeOrigin) % 1_000_003
  console.log(`sent seed: ${seed}`)
  const fates = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), async (steps) => {
      const history = new SentHistory()
      await history.begin()
      for (const one of steps) {
        await history.play(one)
        expect(await wrongWithSent(history)).toEqual([])
        for (const fate of fatesOf(history)) fates.add(fate)
      }
      await history.s.stop()
    }),
    { seed, numRuns: 40 },
  )
  expect([...fates].sort()).toEqual(['consumed', 'expired', 'gone', 'shown', 'told', 'waiting'])
}, 120_000)
