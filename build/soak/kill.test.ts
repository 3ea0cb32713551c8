import { expect, it } from 'vitest'
import { playKills } from '../../electron/engine/testing/soak/kill.ts'
import { withSoakProgram } from './program.ts'

const ROUNDS = 4 // of the 200 that `npm run soak:kill` plays

it('loses nothing and does nothing twice when the process is killed at random moments', async () => {
  const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
  console.log(`kill seed: ${seed}`)
  await withSoakProgram('kill', async (again) => {
    const result = await playKills(ROUNDS, seed, again)
    expect(result).toMatchObject({ rounds: ROUNDS, lost: [], doubled: [], notRequeued: [] })
    expect(result.accepted).toBeGreaterThan(0)
  })
})
