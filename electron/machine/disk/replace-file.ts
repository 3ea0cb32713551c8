import { randomBytes } from 'node:crypto'
import { linkSync, renameSync, type Stats } from 'node:fs'
import { lstat, open, unlink, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf } from './answering/disk-reason.ts'
import { versionOf } from './heartbeat-bytes.ts'
import { readRegularFileSync } from './regular-file.ts'

type Replaced = 'replaced' | 'conflict'

/** Of a file that is replaced, whoever it belongs to. */
const LARGEST_BYTES = 64 * 1024 * 1024

/**
 * Of a name that `isTempName` recognises, so that what a crash leaves behind can be told from everything
 * else.
 */
const tempPath = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)
export const isTempName = (name: string, of: string): boolean =>
  name.startsWith(`.${of}.`) && /^[0-9a-f]{12}\.tmp$/.test(name.slice(of.length + 2))

/**
 * Puts `bytes` in the place of a file in one step: a reader, a crash or a full disk sees the old content or
 * the new, never a mixture (ARCHITECTURE I9). `expected`: the version it must have now, or null when there
 * must be none. Throws what the system says; then the old file stands untouched, unless the error says that
 * only the last sync failed.
 */
export async function replaceFile(
  path: string,
  bytes: Buffer,
  expected: string | null,
  like: Stats | null,
): Promise<Replaced> {
  const temp = tempPath(path)
  try {
    await writeWhole(temp, bytes, like)
    // From the last look to the step itself nothing else of this process can run: the block is the lock.
    if (expected === null) {
      if (!create(temp, path)) return 'conflict'
    } else {
      if (currentVersion(path) !== expected) return 'conflict'
      renameSync(temp, path)
    }
  } finally {
    await unlink(temp).catch(() => undefined) // gone after the rename; after anything else it must go
  }
  await syncFolder(dirname(path))
  return 'replaced'
}

/** A new file, every byte of it on the disk and read back: one `write` may stop short without an error. */
async function writeWhole(path: string, bytes: Buffer, like: Stats | null): Promise<void> {
  const file = await open(path, 'wx+', 0o600)
  try {
    let written = 0
    while (written < bytes.length) {
      const { bytesWritten } = await file.write(bytes, written, bytes.length - written, written)
      if (bytesWritten === 0)
        throw new Error(`the disk takes no more than ${written} of ${bytes.length} bytes`)
      written += bytesWritten
    }
    if (like !== null) await makeLike(file, like)
    else await file.chmod(0o644)
    await file.sync()
    const { size } = await file.stat()
    if (size !== bytes.length) throw new Error(`${size} of ${bytes.length} bytes arrived on the disk`)
    const back = Buffer.alloc(bytes.length)
    for (let read = 0; read < back.length; ) {
      const { bytesRead } = await file.read(back, read, back.length - read, read)
      if (bytesRead === 0) throw new Error(`only ${read} of ${bytes.length} bytes can be read back`)
      read += bytesRead
    }
    if (!back.equals(bytes)) throw new Error('other bytes can be read back than were written')
  } finally {
    await file.close()
  }
}

/** Owner first: a change of owner clears bits of the mode. */
async function makeLike(file: FileHandle, like: Stats): Promise<void> {
  const now = await file.stat()
  if (now.uid !== like.uid || now.gid !== like.gid)
    await file.chown(like.uid, like.gid).catch(() => undefined) // only root may give away
  await file.chmod(like.mode & 0o7777)
}

/** False: there is a file already. */
function create(temp: string, path: string): boolean {
  try {
    linkSync(temp, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK'].includes(codeOf(error) ?? ''))
      throw error
    // A file system without hard links: the best left is to look and rename.
    if (currentVersion(path) !== null) return false
    renameSync(temp, path)
    return true
  }
}

function currentVersion(path: string): string | null {
  try {
    return versionOf(readRegularFileSync(path, { maxBytes: LARGEST_BYTES, links: 'refuse' }))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/**
 * Makes the new name last over a power cut. Some systems cannot sync a folder; only a disk error counts.
 */
async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle | null = null
  try {
    folder = await open(path, 'r')
    await folder.sync()
  } catch (error) {
    if (codeOf(error) === 'EIO')
      throw new Error('the file was replaced, but the disk did not confirm that it will last', {
        cause: error,
      })
  } finally {
    await folder?.close().catch(() => undefined)
  }
}

/** null: nothing there. Links are not followed. */
export async function lstatOrNull(path: string): Promise<Stats | null> {
  try {
    return await lstat(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
