import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DesktopBus } from '../../e2e/harness/desktop-bus.ts'
import { manyThreads } from '../../e2e/harness/past.ts'
import { bundle } from '../bundle.mjs'
import { isLinux, root } from '../machine/machine.mjs'
import { startVirtualDisplay } from '../machine/virtual-display.mjs'
import { electronIn, writeBareTray } from './bare-tray.ts'
import { fillHistory } from './calm-load.ts'

/**
 * `npm run bench:start [-- PAIRS RUNS THREADS…]`: from the start of the process until the desktop has its tray icon, as
 * a ratio to a bare Electron that does nothing but show one, the two taking turns; and until the icon says how things
 * stand. RUNS: so many beats on record. Exits 1 above the ratio below.
 */
const MOST = 1.3
const [pairs = 15, runs = 0, ...counts] = process.argv.slice(2).map(Number)
const work = mkdtempSync(path.join(tmpdir(), 'threadbeat-start-'))

interface Start {
  readonly iconMs: number
  /** null: it never says more. */
  readonly knownMs: number | null
}

async function main(): Promise<void> {
  if (!(await bundle({ ifStale: true }))) throw new Error('The bundle is not complete.')
  const screen = isLinux ? await startVirtualDisplay() : null
  const desktop = await DesktopBus.start()
  const begin = await electronIn({ display: screen?.display ?? null, home: work })
  const bare = writeBareTray(path.join(work, 'bare'))
  const start = (app: readonly string[], dataDir: string | null): Promise<Start> =>
    startOnce(desktop, dataDir !== null, () =>
      begin(desktop, app, dataDir === null ? {} : { THREADBEAT_DATA_DIR: dataDir }),
    )
  try {
    for (const threads of counts.length === 0 ? [5, 60, 300] : counts) {
      const dataDir = path.join(work, `data-${threads}`)
      const folder = path.join(work, `made-${threads}`)
      mkdirSync(folder)
      await manyThreads(folder, dataDir, threads, 24)
      if (runs > 0) fillHistory(dataDir, runs)
      const all: { bare: Start[]; ours: Start[] } = { bare: [], ours: [] }
      for (let i = 0; i <= pairs; i++) {
        const [b, o] = [await start([bare], null), await start([root, '--hidden'], dataDir)]
        if (i === 0) continue // the first of each makes its profile
        all.bare.push(b)
        all.ours.push(o)
      }
      report(threads, all)
    }
  } finally {
    await desktop.stop()
    screen?.stop()
    rmSync(work, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The process is gone afterwards. */
async function startOnce(desktop: DesktopBus, says: boolean, begin: () => ChildProcess): Promise<Start> {
  const began = performance.now()
  const child = begin()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await desktop.firstTrayItem()
  const iconMs = performance.now() - began
  if (says) await desktop.trayItem()
  const knownMs = says ? performance.now() - began : null
  child.kill('SIGTERM')
  await ended
  await desktop.trayGone()
  return { iconMs, knownMs }
}

function report(threads: number, { bare, ours }: { bare: readonly Start[]; ours: readonly Start[] }): void {
  const ratio = (of: (start: Start) => number): number =>
    middle(ours.map((start, i) => of(start) / bare[i]!.iconMs))
  const icon = ratio((start) => start.iconMs)
  console.log(
    `${threads} threads, median of ${ours.length} pairs: icon after ${middle(ours.map((s) => s.iconMs)).toFixed(0)} ms, ` +
      `bare ${middle(bare.map((s) => s.iconMs)).toFixed(0)} ms, ratio ${icon.toFixed(2)} (at most ${MOST}); ` +
      `it says how things stand after ${ratio((s) => s.knownMs ?? Number.NaN).toFixed(2)} of that`,
  )
  if (icon > MOST) process.exitCode = 1
}

const middle = (of: readonly number[]): number => [...of].sort((a, b) => a - b)[Math.floor(of.length / 2)]!

await main()
