import { build } from 'esbuild'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { playAttemptKills } from '../../electron/engine/testing/soak/attempt-kills.ts'

const KILLS = 20 // of the 1000 that `npm run soak:attempts` plays

it('counts each attempt once and hands over each intervention once, whichever write it dies before', async () => {
  const outfile = resolve(`node_modules/.cache/attempts-test-${process.pid}.mjs`)
  await build({
    entryPoints: [resolve('build/soak/attempts.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.18',
    packages: 'external',
  })
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
