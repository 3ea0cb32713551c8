import { readdirSync, readFileSync } from 'node:fs'

/** What a process with all that it started has used since it began. */
export interface Used {
  /** What would be free without it: shared pages are divided among those that share them. */
  readonly memoryKb: number
  readonly cpuMs: number
  /** Times that the first thread of each process gave the processor away of its own accord. */
  readonly switches: number
  /** The same of all threads. */
  readonly threadSwitches: number
  /** Bytes that went to a disk, in whole pages of the system. */
  readonly written: number
}

const TICK_MS = 10

/** Linux only. */
export function usedBy(pid: number): Used {
  const used = { memoryKb: 0, cpuMs: 0, switches: 0, threadSwitches: 0, written: 0 }
  for (const one of processesOf(pid)) {
    used.memoryKb += Number(/^Pss:\s+(\d+)/m.exec(textOf(one, 'smaps_rollup'))?.[1] ?? 0)
    used.switches += switchesOf(one, 'status')
    for (const thread of threadsOf(one)) used.threadSwitches += switchesOf(one, `task/${thread}/status`)
    used.written += Number(/^write_bytes: (\d+)/m.exec(textOf(one, 'io'))?.[1] ?? 0)
    // With those of its children that have ended.
    used.cpuMs += statOf(one)
      .slice(11, 15)
      .reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0)
  }
  return used
}

/** Processor time of this process alone, in ms. */
export const ownCpuMs = (pid: number): number =>
  statOf(pid)
    .slice(11, 13)
    .reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0)

export function processesOf(root: number): readonly number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), Number(statOf(Number(name))[1] ?? 0)]),
  )
  const isOf = (pid: number): boolean => pid === root || (pid > 1 && isOf(parents.get(pid) ?? 0))
  return [...parents.keys()].filter(isOf)
}

const switchesOf = (pid: number, status: string): number =>
  Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(textOf(pid, status))?.[1] ?? 0)

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return [] // it has ended
  }
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
