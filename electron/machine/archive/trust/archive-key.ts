import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
  type Stats,
} from 'node:fs'
import path from 'node:path'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { messageOf } from '../../../../shared/base/error-message.ts'
import { synced } from '../../../store/backup/files.ts'

/** The data folder's own key, by which it knows its archives again: 32 random bytes, for the owner only. */
export const KEY_FILE = 'archive.key'
const KEY_BYTES = 32

/**
 * The key of a data folder; ok(null): it has none yet. Never part of an export or a backup. file.unreadable:
 * it is a link, no regular file, of another size, another user's, or readable by others; nothing was changed.
 */
export function readKey(dataDir: string): Result<Buffer | null, Fault> {
  const file = path.join(dataDir, KEY_FILE)
  let handle: number
  try {
    handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return ok(null)
    return unusable(file, code === 'ELOOP' ? 'it is a link' : messageOf(error))
  }
  try {
    const stats = fstatSync(handle)
    const problem = problemOf(stats)
    if (problem !== null) return unusable(file, problem)
    const key = Buffer.alloc(KEY_BYTES)
    if (readSync(handle, key, 0, KEY_BYTES, 0) !== KEY_BYTES) return unusable(file, 'it is cut short')
    return ok(key)
  } catch (error) {
    return unusable(file, messageOf(error))
  } finally {
    closeSync(handle)
  }
}

/** As `readKey`, and makes the key where there is none. file.write_failed: it could not be made. */
export function keyOf(dataDir: string): Result<Buffer, Fault> {
  const there = readKey(dataDir)
  if (!there.ok) return there
  if (there.value !== null) return ok(there.value)
  try {
    makeKey(dataDir)
  } catch (error) {
    return err(
      fault('file.write_failed', `${path.join(dataDir, KEY_FILE)} could not be made: ${messageOf(error)}`),
    )
  }
  // Of two who make it at the same time both get the one that is there.
  const made = readKey(dataDir)
  if (!made.ok) return made
  return made.value === null
    ? err(fault('file.write_failed', `${path.join(dataDir, KEY_FILE)} is gone again`))
    : ok(made.value)
}

const unusable = (file: string, why: string): Result<never, Fault> =>
  err(
    fault(
      'file.unreadable',
      `${file}, the key that signs archives, cannot be used: ${why}. Mend it, or move it away: then a new ` +
        'one is made, and archives signed with it count as somebody else’s',
    ),
  )

/** null: a file as `makeKey` makes it. */
function problemOf(stats: Stats): string | null {
  if (!stats.isFile()) return 'it is no regular file'
  if (stats.size !== KEY_BYTES) return `it has ${stats.size} bytes, not ${KEY_BYTES}`
  if (process.platform === 'win32') return null
  if (stats.uid !== process.getuid?.()) return `it belongs to another user (uid ${stats.uid})`
  return (stats.mode & 0o077) === 0 ? null : 'others may read or write it (its mode must be 600)'
}

/** Whole under its name, or not there; never over one that is there. */
function makeKey(dataDir: string): void {
  const temporary = path.join(dataDir, `.archive.${randomBytes(6).toString('hex')}.tmp-key`)
  try {
    const handle = openSync(temporary, 'wx', 0o600)
    try {
      writeSync(handle, randomBytes(KEY_BYTES))
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    linkSync(temporary, path.join(dataDir, KEY_FILE))
    synced(dataDir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}
