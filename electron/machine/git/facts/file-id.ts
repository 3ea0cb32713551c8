import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitLocation } from '../git-location.ts'
import { printOfStats } from './sighting.ts'

/**
 * File systems that number their files anew when they are mounted, by the magic numbers of statfs(2): FUSE,
 * 9P, FAT, exFAT, CIFS, SMB 2.
 */
const RENUMBERED = new Set([0x65735546, 0x01021997, 0x4d44, 0x2011bab0, 0xff534d42, 0xfe534d42])

/** Of those that are found again. */
const known = new WeakMap<GitLocation, string | null>()

/**
 * Tells this repository from any other that comes to stand at the same path: number and birth of its .git, or of itself
 * where it is bare, and of the folders to which that leads (a linked worktree, a submodule). null: this file system's
 * numbers do not last.
 */
export async function fileIdOf(location: GitLocation): Promise<string | null> {
  const before = known.get(location)
  if (before !== undefined) return before
  const { path, gitDir, commonDir, hasGitEntry } = location
  const entry = hasGitEntry ? join(path, '.git') : path
  // A file that points elsewhere keeps its number whatever is written into it.
  const places = [...new Set([entry, gitDir, commonDir])]
  const found = await Promise.all(places.map(numberOf))
  const ids = found.map(({ id }) => id)
  const fileId = ids.includes(null) ? null : ids.join(' ')
  // What was exchanged meanwhile is another's.
  if (found[0]!.print === location.print) known.set(location, fileId)
  return fileId
}

async function numberOf(path: string): Promise<{ readonly id: string | null; readonly print: string }> {
  const isRenumbered = process.platform === 'linux' && RENUMBERED.has((await statfs(path)).type)
  const found = await stat(path, { bigint: true })
  return { id: isRenumbered ? null : `${found.ino}:${found.birthtimeNs}`, print: printOfStats(found) }
}
