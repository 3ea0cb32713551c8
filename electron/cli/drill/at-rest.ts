import { readFileSync } from 'node:fs'
import { startApp, type App } from './app.ts'
import type { Command } from './command.ts'
import { newFolder } from './lane.ts'

export interface CostAtRest {
  readonly cpuMsPerSecond: number
  /** All that the process wrote, to files and elsewhere, whether it has reached a disk or not. */
  readonly writtenBytes: number
  readonly seconds: number
}

/** After its start, and its first beat. */
const SETTLE_MS = 10_000
const QUIET_MS = 60_000

/** What the app costs while nothing happens, of its own process; or why that is not known here. */
export async function costAtRest(command: Command): Promise<CostAtRest | string> {
  if (process.platform !== 'linux') return 'not measured here: the system does not tell it of a process'
  const app = await startApp(command, newFolder(command.root))
  try {
    const { itemId } = await app.client.beat.start({ id: app.healthy })
    await app.client.beat.wait({ itemId })
    await pass(SETTLE_MS)
    const [before, begun] = [usedBy(app), performance.now()]
    await pass(QUIET_MS)
    const [after, ms] = [usedBy(app), performance.now() - begun]
    return {
      cpuMsPerSecond: (after.cpuMs - before.cpuMs) / (ms / 1000),
      writtenBytes: after.writtenBytes - before.writtenBytes,
      seconds: Math.round(ms / 1000),
    }
  } catch (error) {
    if (app.child.exitCode !== null) throw error
    return `not measured here: ${(error as Error).message}`
  } finally {
    await app.end()
  }
}

const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The kernel counts a process's time to programs in hundredths of a second, whatever its own clock. */
const TICK_MS = 10

function usedBy({ child }: App): { readonly cpuMs: number; readonly writtenBytes: number } {
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const io = readFileSync(`/proc/${child.pid}/io`, 'utf8')
  return {
    cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
    writtenBytes: Number(/^wchar: (\d+)$/m.exec(io)?.[1]),
  }
}
