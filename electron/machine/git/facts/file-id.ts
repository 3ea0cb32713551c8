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
 * Tells this repository from any other that comes to stand at the same path: number and birth of its .git, or
 * of itself where it is bare. null: this file system's numbers do not last.
 */
export async function fileIdOf(location: GitLocation): Promise<string | null> {
  const before = known.get(location)
  if (before !== undefined) return before
  const { path, hasGitEntry } = location
  const entry = hasGitEntry ? join(path, '.git') : path
  const isRenumbered = process.platform === 'linux' && RENUMBERED.has((await statfs(entry)).type)
  const found = await stat(entry, { bigint: true })
  const fileId = isRenumbered ? null : `${found.ino}:${found.birthtimeNs}`
  // What was exchanged meanwhile is another's.
  if (printOfStats(found) === location.print) known.set(location, fileId)
  return fileId
}
