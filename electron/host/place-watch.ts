import { chmodSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Instant } from '../../shared/base/time.ts'
import { DATABASE } from '../machine/archive/manifest.ts'
import { BACKUPS, backupName } from '../store/backup/backups.ts'
import type { Profile } from './profile.ts'

/**
 * An open file outlives its name: where the history was removed, moved away or exchanged, everything would go on
 * as if it were kept, and be gone at the next start. What is still open is saved among the backups, where
 * the data folder is there. Returns what is to be looked at again and again; null: the file is in its place.
 */
export function placeWatch(
  { dataDir, db }: Pick<Profile, 'dataDir' | 'db'>,
  now: () => Instant,
): () => string | null {
  const file = join(dataDir, DATABASE)
  const opened = numberOf(file)
  return () => {
    const there = numberOf(file)
    if (opened === null || there === opened || there === null) return null
    const saved = saveOpen()
    const kept = saved === null ? '' : ` What it held is saved as backups/${saved}.`
    return `${file} was removed, moved away or exchanged while Threadbeat had it open.${kept}`
  }

  function saveOpen(): string | null {
    const name = backupName('asked', now())
    const target = join(dataDir, BACKUPS, name)
    try {
      if (!existsSync(dataDir)) return null // it is not ours to make anew
      mkdirSync(join(dataDir, BACKUPS), { recursive: true, mode: 0o700 })
      db.prepare('VACUUM INTO ?').run(`${target}.tmp`)
      chmodSync(`${target}.tmp`, 0o600)
      renameSync(`${target}.tmp`, target)
      return name
    } catch {
      return null
    }
  }
}

/** By which the system knows the file; 'gone': there is none. null: the disk does not say, as for a moment. */
function numberOf(file: string): string | null {
  try {
    const stats = statSync(file, { throwIfNoEntry: false })
    return stats === undefined ? 'gone' : `${stats.dev}:${stats.ino}`
  } catch {
    return null
  }
}
