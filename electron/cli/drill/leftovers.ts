import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Where a drill was broken off: ends what still works in its folder, and takes away what was mounted there. */
export function endLeftovers(root: string): void {
  if (process.platform !== 'linux') return
  for (const pid of readdirSync('/proc'))
    if (/^\d+$/.test(pid) && Number(pid) !== process.pid && isInside(workingFolder(pid), root))
      try {
        process.kill(Number(pid), 'SIGKILL')
      } catch {
        // it ended meanwhile
      }
  for (const line of readFileSync('/proc/self/mounts', 'utf8').split('\n')) {
    const place = (line.split(' ')[1] ?? '').replaceAll(/\\(\d{3})/g, (_, octal: string) =>
      String.fromCharCode(parseInt(octal, 8)),
    )
    if (isInside(place, root)) spawnSync('umount', ['-l', place])
  }
}

const isInside = (place: string, root: string): boolean => place.startsWith(`${root}/`)

/** '' where it is another user's, or has ended. */
function workingFolder(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}
