import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitLocation } from '../git-location.ts'

/**
 * File systems that number their files anew when they are mounted, by the magic numbers of statfs(2): FUSE,
 * 9P, FAT, exFAT, CIFS, SMB 2.
 */
const RENUMBERED = new Set([0x65735546, 0x01021997, 0x4d44, 0x2011bab0, 0xff534d42, 0xfe534d42])

/**
 * Tells this repository from any other that comes to stand at the same path: number and birth of its .git, or
 * of itself where it is bare. null: this file system's numbers do not last.
 */
export async function fileIdOf({ path, hasGitEntry }: GitLocation): Promise<string | null> {
  const entry = hasGitEntry ? join(path, '.git') : path
  if (process.platform === 'linux' && RENUMBERED.has((await statfs(entry)).type)) return null
  const { ino, birthtimeNs } = await stat(entry, { bigint: true })
  return `${ino}:${birthtimeNs}`
}
