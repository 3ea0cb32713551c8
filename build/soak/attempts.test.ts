import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { playAttemptKills } from '../../electron/engine/testing/soak/attempt-kills.ts'
import { bundled } from './bundled.ts'

const KILLS = 20 // of the 1000 that `npm run soak:attempts` plays

it('counts each attempt once and hands over each intervention once, whichever write it dies before', async () => {
  const outfile = await bundled('attempts')
  const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
  console.log(`attempt kill seed: ${seed}`)
  try {
    const { killed, problems } = await playAttemptKills(KILLS, seed, [process.execPath, outfile, 'child'])
    expect(problems).toEqual([])
    expect(killed).toBeGreaterThan(KILLS / 2)
  } finally {
    rmSync(outfile, { force: true })
  }
}, 60_000)
