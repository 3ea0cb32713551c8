import { execFile } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { SECOND } from '../../../shared/base/time.ts'
import { sweepTemporary } from '../disk/temporary.ts'
import { findMarked, isMarked, MARKER_VARIABLE, marksOf, type Marks } from './marks.ts'

const POLL_MS = 15
const GIVE_UP_MS = 3 * SECOND

/**
 * Ends what outlived an app that died, by the markers of its unfinished runs, and removes its temporary
 * folders; returns how many processes were ended.
 */
export async function endOrphans(markers: readonly string[]): Promise<number> {
  const ended = markers.length === 0 ? 0 : await endByMarkers(markers)
  await sweepTemporary()
  return ended
}

const endByMarkers = (markers: readonly string[]): Promise<number> =>
  process.platform === 'darwin' ? endOrphansByPs(markers) : endMarked(marksOf(markers), SECOND)

/**
 * Asks the marked processes to end, then makes them. Returns how many there were. New ones that appear
 * meanwhile are ended too; what the kernel does not let die is left after three seconds.
 */
export async function endMarked(marks: Marks, graceMs: number, since: number | null = null): Promise<number> {
  const seen = new Set<number>()
  const startedAt = performance.now()
  for (;;) {
    const found = await findMarked(marks, since)
    if (found.length === 0) return seen.size
    const age = performance.now() - startedAt
    if (age > graceMs + GIVE_UP_MS) return seen.size
    for (const pid of found) {
      // Asked once; whoever is still there after the grace is killed each time round.
      if (age < graceMs && seen.has(pid)) continue
      if (isMarked(pid, marks)) send(pid, age < graceMs ? 'SIGTERM' : 'SIGKILL')
      seen.add(pid)
    }
    await wait(POLL_MS)
  }
}

export function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    return false
  }
}

/** macOS shows the environment of one's own processes through ps. */
async function endOrphansByPs(markers: readonly string[]): Promise<number> {
  const listing = await new Promise<string>((settle) => {
    execFile(
      '/bin/ps',
      ['-axww', '-E', '-o', 'pid=,command='],
      { maxBuffer: 64 * 1024 * 1024 },
      (error, stdout) => settle(error ? '' : stdout),
    )
  })
  const wanted = markers.map((marker) => `${MARKER_VARIABLE}=${marker}`)
  const pids = listing
    .split('\n')
    .filter((line) => wanted.some((entry) => line.split(' ').includes(entry)))
    .map((line) => Number.parseInt(line, 10))
  for (const pid of pids) send(pid, 'SIGTERM')
  await wait(SECOND)
  for (const pid of pids) send(pid, 'SIGKILL')
  return pids.length
}
