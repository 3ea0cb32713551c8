import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { shortText, SUMMARY } from '../../shared/views/summary-names.ts'
import { esbuildOptions, presentEntries } from '../bundle.mjs'
import { root } from '../machine/machine.mjs'

/**
 * `npm run bench:short [-- RUNS]`: how long a prompt waits for `threadbeat status --short`, as a ratio to
 * `node -e 0` in the same minutes on the same machine, the two taking turns. Exits 1 above 1.5.
 */
const MOST = 1.5
const runs = Number(process.argv[2] ?? 60)
const folder = mkdtempSync(path.join(tmpdir(), 'bench-short-'))
const bundles = path.join(root, 'node_modules/.cache/bench-short')
mkdirSync(bundles, { recursive: true })
try {
  const entry = presentEntries().entries.find((e) => e.to === 'cli.cjs')
  if (entry === undefined) throw new Error('there is no entry cli.cjs')
  const command = path.join(bundles, 'cli.cjs')
  await build({ ...esbuildOptions(entry), outfile: command })
  writeFileSync(path.join(folder, SUMMARY.short), shortText('♥ 2!', 10, Date.now()))
  const answered = spawnSync(process.execPath, [command, '--data-dir', folder, 'status', '--short'], {
    encoding: 'utf8',
  })
  if (answered.status !== 10 || answered.stdout !== '♥ 2!\n')
    throw new Error(`it answered ${JSON.stringify(answered.stdout)} with code ${answered.status}`)

  const times: { bare: number[]; short: number[] } = { bare: [], short: [] }
  const take = (list: number[], args: readonly string[]): void => {
    const began = performance.now()
    spawnSync(process.execPath, args, { stdio: 'ignore' })
    list.push(performance.now() - began)
  }
  for (let i = 0; i < runs; i++) {
    take(times.bare, ['-e', '0'])
    take(times.short, [command, '--data-dir', folder, 'status', '--short'])
  }
  const median = (list: readonly number[]): number =>
    [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]!
  const ratio = median(times.short) / median(times.bare)
  console.log(
    `status --short ${median(times.short).toFixed(1)} ms, node -e 0 ${median(times.bare).toFixed(1)} ` +
      `ms: ratio ${ratio.toFixed(2)} (medians of ${runs}, at most ${MOST})`,
  )
  process.exitCode = ratio > MOST ? 1 : 0
} finally {
  rmSync(folder, { recursive: true, force: true })
}
