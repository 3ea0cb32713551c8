import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fatesOf, wrongWithSent } from '../testing/sent/fates.ts'
import { SentHistory } from '../testing/sent/history.ts'
import { step, WAYS, type Step } from '../testing/sent/steps.ts'

/** Plays a history, of which everything is right after each step. → what has become of what was sent. */
async function played(steps: readonly Step[]): Promise<readonly string[]> {
  const history = new SentHistory()
  await history.begin()
  for (const one of steps) {
    await history.play(one)
    expect(await wrongWithSent(history)).toEqual([])
  }
  const fates = fatesOf(history)
  await history.s.stop()
  return fates
}

it.each(Object.entries(WAYS))(
  'what was sent on purpose may be %s, and is accounted for',
  async (fate, steps) => {
    expect(await played(steps)).toContain(fate)
  },
)

it('the same twice in a row is counted twice when its thread gets a runner that reads no prompts', async () => {
  const same = { do: 'send', which: 0, from: 'inbox', urgent: false, wake: 'next' } as const
  await played([
    { do: 'runner', which: 0, to: 'command', withBeat: false },
    { ...same, again: false },
    { ...same, again: true },
    { do: 'runner', which: 0, to: 'local', withBeat: false },
  ])
})

it('whatever was sent on purpose is told, taken back, counted, or waits for a prompt that its thread names, whoever its runner is', async () => {
  const seed = Math.floor(performance.timeOrigin) % 1_000_003
  console.log(`sent seed: ${seed}`)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), async (steps) => {
      await played(steps)
    }),
    { seed, numRuns: 40 },
  )
})
