import { build } from 'esbuild'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { playKills } from '../../electron/engine/testing/soak/kill.ts'

const ROUNDS = 4 // of the 200 that `npm run soak:kill` plays

it('loses nothing and does nothing twice when the process is killed at random moments', async () => {
  const outfile = resolve(`node_modules/.cache/kill-test-${process.pid}.mjs`)
  await build({
    entryPoints: [resolve('build/soak/kill.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.18',
    packages: 'external',
  })
  const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
  console.log(`kill seed: ${seed}`)
  try {
    const result = await playKills(ROUNDS, seed, [process.execPath, outfile, 'child'])
    expect(result).toMatchObject({ rounds: ROUNDS, lost: [], doubled: [], notRequeued: [] })
    expect(result.accepted).toBeGreaterThan(0)
  } finally {
    rmSync(outfile, { force: true })
  }
}, 60_000)
