import { expect, it } from 'vitest'
import { playAttemptKills } from '../../electron/engine/testing/soak/attempt-kills.ts'
import { withSoakProgram } from './program.ts'

const KILLS = 20 // of the 1000 that `npm run soak:attempts` plays

it('counts each attempt once and hands over each intervention once, whichever write it dies before', async () => {
  const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
  console.log(`attempt kill seed: ${seed}`)
  await withSoakProgram('attempts', async (again) => {
    const { killed, problems } = await playAttemptKills(KILLS, seed, again)
    expect(problems).toEqual([])
    expect(killed).toBeGreaterThan(KILLS / 2)
  })
}, 60_000)
