import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { programPath } from './program-path.ts'
import { userEnvironment } from './user-environment.ts'

/** Each process of a run carries the run's marker in this variable. */
export const MARKER_VARIABLE = 'THREADBEAT_RUN_ID'

/**
 * How a run's processes are found again, besides their process group, which a child leaves with one setsid:
 * - `limits`: by the marker in their environment, and by a resource limit with a number made from the
 *   marker. The kernel
 * hands limits down to every descendant and lets no one raise them, so also a child that clears its
 *   environment and
 *   daemonises is found. The limit used ("file locks") has had no effect since Linux 2.4.
 * - `marker`: by the environment alone (no prlimit, or the app itself runs inside such a limit).
 * - `group`: the process group only (not Linux).
 */
type Protection = 'limits' | 'marker' | 'group'

let known: Promise<{ protection: Protection; prlimit: string | null }> | null = null

export const protection = async (): Promise<Protection> => (await probe()).protection

/**
 * What stands in front of a command so that its processes carry the mark; empty where that is not possible.
 */
export async function markingPrefix(marker: string): Promise<readonly string[]> {
  const { prlimit } = await probe()
  const mark = markOf(marker)
  return prlimit === null ? [] : [prlimit, `--locks=${mark}:${mark}`, '--core=0:', '--']
}

function probe(): NonNullable<typeof known> {
  return (known ??= (async () => {
    if (process.platform !== 'linux') return { protection: 'group', prlimit: null }
    const prlimit = await programPath('prlimit', userEnvironment(), '/')
    const usable = prlimit !== null && lockLimitOf(readProc('self', 'limits')) === 'unlimited'
    return usable ? { protection: 'limits', prlimit } : { protection: 'marker', prlimit: null }
  })())
}

/** 48 bits of the marker's hash, with a high bit so that it cannot be a limit somebody set by hand. */
const markOf = (marker: string): string =>
  String(2 ** 52 + Number.parseInt(createHash('sha256').update(marker).digest('hex').slice(0, 12), 16))

export interface Marks {
  readonly entries: ReadonlySet<string> // THREADBEAT_RUN_ID=…
  readonly limits: ReadonlySet<string>
}

export const marksOf = (markers: readonly string[]): Marks => ({
  entries: new Set(markers.map((marker) => `${MARKER_VARIABLE}=${marker}`)),
  limits: new Set(markers.map(markOf)),
})

/**
 * Read anew right before anything is done to the process, so that a reused number never hits a stranger.
 */
export function isMarked(pid: number, marks: Marks): boolean {
  if (pid === process.pid) return false
  const limit = lockLimitOf(readProc(pid, 'limits'))
  if (limit !== null && marks.limits.has(limit)) return isAlive(pid)
  const environment = readProc(pid, 'environ')
  return environment !== '' && environment.split('\0').some((entry) => marks.entries.has(entry))
}

/** A zombie keeps its limits but is gone for our purposes. */
function isAlive(pid: number): boolean {
  const stat = readProc(pid, 'stat')
  return stat !== '' && !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
}

/**
 * Marked processes, Linux only. `since` looks only at processes started after that one, which is what makes
 * a look after each run cheap; numbers that have wrapped around are noticed and all are looked at.
 */
export async function findMarked(marks: Marks, since: number | null = null): Promise<readonly number[]> {
  if (process.platform !== 'linux') return []
  const found = new Set<number>()
  // A process may fork and end while we look, and its child may be missing from our list: so again while
  // new numbers are given out.
  for (let rounds = 0; rounds < 3; rounds++) {
    const newest = newestPid()
    const pids = since !== null && newest >= since ? pidsFrom(since, newest) : listPids()
    for (const [i, pid] of pids.entries()) {
      if (i % 64 === 63) await new Promise((next) => setImmediate(next))
      if (!found.has(pid) && isMarked(pid, marks)) found.add(pid)
    }
    if (newestPid() === newest) break
  }
  return [...found]
}

const FEW = 32

/**
 * Right after a short run only a handful of numbers was given out since: those are tried, without listing
 * all of /proc.
 */
function pidsFrom(from: number, newest: number): readonly number[] {
  const count = newest - from + 1
  return count <= FEW
    ? Array.from({ length: count }, (_, i) => from + i)
    : listPids().filter((pid) => pid >= from)
}

function listPids(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

const newestPid = (): number => Number(readProc('loadavg').trim().split(' ').at(-1) ?? 0)

const lockLimitOf = (limits: string): string | null =>
  /^Max file locks\s+\S+\s+(\S+)/m.exec(limits)?.[1] ?? null

/** '' when the process is gone or may not be read. */
function readProc(...path: readonly (string | number)[]): string {
  try {
    return readFileSync(`/proc/${path.join('/')}`, 'latin1')
  } catch {
    return ''
  }
}
