import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DesktopBus } from '../../e2e/harness/desktop-bus.ts'
import { manyThreads } from '../../e2e/harness/past.ts'
import { bundle } from '../bundle.mjs'
import { isLinux, root } from '../machine/machine.mjs'
import { startVirtualDisplay } from '../machine/virtual-display.mjs'
import { electronIn, writeBareTray } from './bare-tray.ts'

/**
 * `npm run bench:rest [-- THREADS SECONDS]`: the app in the tray with nothing due, beside a bare Electron with an icon
 * there, both at the same time on one display: memory, processor time, switches and starts of programs. Linux only: it
 * reads /proc. Exits 1 above the bounds below.
 */
const [threads = 60, seconds = 60] = process.argv.slice(2).map(Number)
/** Of the bare one's memory. */
const MOST_MEMORY = 1.3
/** Of a processor, beyond the bare one: a guard against growth. Less is aimed at. */
const MOST_MS_A_SECOND = 10
/** The first look at every repository is over by then. */
const SETTLE_MS = 75_000
const work = mkdtempSync(path.join(tmpdir(), 'threadbeat-rest-'))
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function main(): Promise<void> {
  if (!isLinux) throw new Error('bench:rest reads /proc, which only Linux has')
  if (!(await bundle({ ifStale: true }))) throw new Error('The bundle is not complete.')
  const screen = await startVirtualDisplay()
  const begin = await electronIn({ display: screen?.display ?? null, home: work })
  const started: ChildProcess[] = []
  const desktops: DesktopBus[] = []
  try {
    const dataDir = path.join(work, 'data')
    mkdirSync(path.join(work, 'made'))
    await manyThreads(path.join(work, 'made'), dataDir, threads, 24)
    const inTray = async (app: readonly string[], env: Record<string, string>): Promise<ChildProcess> => {
      const desktop = await DesktopBus.start()
      desktops.push(desktop)
      const child = begin(desktop, ['--disable-gpu', ...app], env)
      started.push(child)
      await desktop.firstTrayItem()
      return child
    }
    const bare = await inTray([writeBareTray(path.join(work, 'bare'))], {})
    const ours = await inTray([root, '--hidden'], { THREADBEAT_DATA_DIR: dataDir })
    await pause(SETTLE_MS)
    report(await compare(bare.pid!, ours.pid!))
  } finally {
    for (const child of started) child.kill('SIGTERM')
    await Promise.all(started.map((child) => new Promise((resolve) => child.once('exit', resolve))))
    for (const desktop of desktops) await desktop.stop()
    screen?.stop()
    rmSync(work, { recursive: true, force: true, maxRetries: 5 })
  }
}

interface Figures {
  readonly memoryKb: number
  readonly msASecond: number
  readonly switchesASecond: number
  /** Programs that were started. */
  readonly starts: number
}

async function compare(bare: number, ours: number): Promise<{ bare: Figures; ours: Figures }> {
  const before = { bare: lookAt(bare), ours: lookAt(ours) }
  const children = { bare: new Set<number>(), ours: new Set<number>() }
  const known = { bare: new Set(processesOf(bare)), ours: new Set(processesOf(ours)) }
  for (let tenths = 0; tenths < seconds * 10; tenths++) {
    await pause(100)
    for (const pid of processesOf(bare)) if (!known.bare.has(pid)) children.bare.add(pid)
    for (const pid of processesOf(ours)) if (!known.ours.has(pid)) children.ours.add(pid)
  }
  const since = (pid: number, { cpuMs, switches }: Look, starts: number): Figures => {
    const now = lookAt(pid)
    return {
      memoryKb: now.memoryKb,
      msASecond: (now.cpuMs - cpuMs) / seconds,
      switchesASecond: (now.switches - switches) / seconds,
      starts,
    }
  }
  return {
    bare: since(bare, before.bare, children.bare.size),
    ours: since(ours, before.ours, children.ours.size),
  }
}

function report({ bare, ours }: { bare: Figures; ours: Figures }): void {
  const memory = ours.memoryKb / bare.memoryKb
  const more = ours.msASecond - bare.msASecond
  console.log(
    `${threads} threads, ${seconds} s with nothing due, beside a bare Electron in the tray:\n` +
      `  memory ${mb(ours)} and ${mb(bare)} MB, ratio ${memory.toFixed(2)} (at most ${MOST_MEMORY})\n` +
      `  processor ${ours.msASecond.toFixed(2)} and ${bare.msASecond.toFixed(2)} ms a second ` +
      `(at most ${MOST_MS_A_SECOND} more)\n` +
      `  switches ${ours.switchesASecond.toFixed(1)} and ${bare.switchesASecond.toFixed(1)} a second\n` +
      `  programs started ${ours.starts} and ${bare.starts}`,
  )
  if (memory > MOST_MEMORY || more > MOST_MS_A_SECOND) process.exitCode = 1
}
const mb = ({ memoryKb }: Figures): string => (memoryKb / 1024).toFixed(0)

interface Look {
  /** What would be free without it: shared pages are divided among those that share them. */
  readonly memoryKb: number
  readonly cpuMs: number
  /** Times it gave the processor away of its own accord. */
  readonly switches: number
}

/** A process with all that it started. */
function lookAt(pid: number): Look {
  let [memoryKb, cpuMs, switches] = [0, 0, 0]
  for (const one of processesOf(pid)) {
    memoryKb += Number(/^Pss:\s+(\d+)/m.exec(textOf(one, 'smaps_rollup'))?.[1] ?? 0)
    switches += Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(textOf(one, 'status'))?.[1] ?? 0)
    const stat = statOf(one)
    // With those of its children that have ended.
    cpuMs += stat.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0)
  }
  return { memoryKb, cpuMs, switches }
}

function processesOf(root: number): readonly number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), Number(statOf(Number(name))[1] ?? 0)]),
  )
  const isOf = (pid: number): boolean => pid === root || (pid > 1 && isOf(parents.get(pid) ?? 0))
  return [...parents.keys()].filter(isOf)
}

/** The fields after the name: state, parent, … */
const statOf = (pid: number): readonly string[] =>
  textOf(pid, 'stat')
    .replace(/^.*\) /, '')
    .split(' ')

/** '': it has ended. */
function textOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

await main()
