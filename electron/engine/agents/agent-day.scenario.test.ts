import { expect, it } from 'vitest'
import { playAgentDay } from '../testing/soak/agent-day.ts'

// The whole is `npm run bench:agent-day`.
it('a day of the template costs less than a third of the starts that whole lists cost, and misses nothing', async () => {
  const seed = Math.floor(performance.timeOrigin) % 1_000_000
  console.log(`agent day seed: ${seed}`)
  const day = { repositories: 6, hours: 8, seed }
  const pair = await playAgentDay({ ...day, gate: 'needed' })
  const whole = await playAgentDay({ ...day, gate: 'changes' })
  expect([pair.missed, whole.missed]).toEqual([0, 0])
  expect(pair.beats).toBeGreaterThan(6 * 8 * 7)
  expect(pair.starts).toBeLessThan(0.3 * whole.starts)
})
