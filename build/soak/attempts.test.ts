import { expect, it } from 'vitest'
import { playAttemptKills } from '../../electron/engine/testing/soak/attempts/play.ts'
import { withSoakProgram } from './program.ts'

const KILLS = 20 // of the 1000 that `npm run soak:attempts` plays

it('loses and doubles no attempt, intervention, struck score, limit or voice, whichever write it dies at', async () => {
  const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
  console.log(`attempt kill seed: ${seed}`)
  await withSoakProgram('attempts', async (again) => {
    const { killed, problems } = await playAttemptKills(KILLS, seed, again)
    expect(problems).toEqual([])
    expect(killed).toBe(KILLS)
  })
})
