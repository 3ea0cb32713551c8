import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { DesktopBus } from '../../../e2e/harness/desktop-bus.ts'
import { socketClient } from '../../../electron/cli/kit/socket-client.ts'
import { findSocket } from '../../../electron/machine/network/socket-path.ts'
import { endOf, setStage, type Stage } from './desktop.ts'
import type { Bounds, Figure, Section } from './figure.ts'
import { processesOf, usedBy, type Used } from './processes.ts'
import { fleet } from './fleet.ts'

const THREADS = 60
const SECONDS = 60
/** The first look at every repository is over by then. */
const SETTLE_MS = 75_000

/** With nothing due, beside a bare Electron at the same time on one display: in the tray, then with a window. */
export const rest: Section = async (folder) => {
  const stage = await setStage(folder)
  const dataDir = await fleet(folder, THREADS)
  try {
    const tray = await sideBySide(stage, dataDir, ['--hidden'])
    const window = await sideBySide(stage, dataDir, [])
    const aSecond = (of: (used: Used) => number): number => (of(tray.ours) - of(tray.bare)) / SECONDS
    return [
      memory('memory in the tray ÷ bare', tray, { goal: 1.15, most: 1.3 }),
      memory('memory with a window ÷ bare', window, { goal: 1.25, most: 1.6 }),
      more(
        'processor at rest, beyond bare',
        aSecond((used) => used.cpuMs),
        {
          unit: 'ms/s',
          goal: 0.2,
          most: 10,
        },
      ),
      more(
        'switches at rest, beyond bare',
        aSecond((used) => used.switches),
        { unit: '/s', goal: 0.1, most: 10 },
      ),
      more(
        'switches of all threads at rest, beyond bare',
        aSecond((used) => used.threadSwitches),
        { unit: '/s', goal: 0.1, most: 30 },
      ),
      more('programs started at rest', tray.ours.starts, { unit: '', goal: 0, most: 0 }),
      more('bytes written at rest', aSecond((used) => used.written) * 60, {
        unit: 'B/min',
        goal: 4096,
        most: 262_144,
      }),
    ]
  } finally {
    stage.end()
  }
}

interface Spent extends Used {
  /** Programs. */
  readonly starts: number
}
type Pair = Readonly<Record<'ours' | 'bare', Spent>>

/** What each uses within the time; the memory is that of its end. */
async function sideBySide(stage: Stage, dataDir: string, args: readonly string[]): Promise<Pair> {
  const started: ChildProcess[] = []
  const desktops: DesktopBus[] = []
  const begin = async (app: readonly string[]): Promise<number> => {
    const desktop = await DesktopBus.start()
    desktops.push(desktop)
    const child = stage.begin(desktop, [...app, ...args], { THREADBEAT_DATA_DIR: dataDir })
    started.push(child)
    await desktop.firstTrayItem()
    return child.pid!
  }
  try {
    const pids = { bare: await begin(stage.bare), ours: await begin(stage.ours) }
    await pause(SETTLE_MS)
    return await atRest(dataDir, async () => {
      const [bare, ours] = await Promise.all([spentBy(pids.bare), spentBy(pids.ours)])
      return { bare, ours }
    })
  } finally {
    await Promise.all(started.map(endOf))
    for (const desktop of desktops) await desktop.stop()
  }
}

/** Each thread is due once a day: a minute in which one of them beat is no rest, and the next one is measured. */
async function atRest<T>(dataDir: string, measure: () => Promise<T>): Promise<T> {
  const client = socketClient(findSocket(dataDir))
  const lastBeats = async (): Promise<string> =>
    (await client.snapshot()).threads.map(({ last }) => last?.runId).join()
  for (let before = await lastBeats(); ; ) {
    const measured = await measure()
    const after = await lastBeats()
    if (after === before) return measured
    before = after
  }
}

async function spentBy(pid: number): Promise<Spent> {
  const before = usedBy(pid)
  const known = new Set(processesOf(pid))
  const starts = new Set<number>()
  for (let tenths = 0; tenths < SECONDS * 10; tenths++) {
    await pause(100)
    for (const child of processesOf(pid)) if (!known.has(child)) starts.add(child)
  }
  const now = usedBy(pid)
  return {
    memoryKb: now.memoryKb,
    cpuMs: now.cpuMs - before.cpuMs,
    switches: now.switches - before.switches,
    threadSwitches: now.threadSwitches - before.threadSwitches,
    written: now.written - before.written,
    starts: starts.size,
  }
}

const memory = (name: string, { ours, bare }: Pair, bounds: Bounds): Figure => ({
  name,
  value: ours.memoryKb / bare.memoryKb,
  unit: '',
  ...bounds,
  from: `${(ours.memoryKb / 1024).toFixed(0)} and ${(bare.memoryKb / 1024).toFixed(0)} MB, ${THREADS} threads`,
})
const more = (name: string, value: number, bounds: Bounds & { readonly unit: string }): Figure => ({
  name,
  value,
  ...bounds,
  from: `${THREADS} threads, ${SECONDS} s`,
})
