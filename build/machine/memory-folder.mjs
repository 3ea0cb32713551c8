/**
 * Where the folders of tests stand: in memory, where there is room. Thousands of files are made and deleted in a run,
 * and an ext4 without a journal passes over all that were deleted in the last minutes for each new one.
 */
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isLinux } from './machine.mjs'

const SHARED_MEMORY = '/dev/shm'
/** f_type of a tmpfs (statfs(2)). */
const TMPFS = 0x01021994
/** Eight times what a run holds at its peak. */
const ROOM_BYTES = 4 * 1024 ** 3
const NAME = /^tb-test-(\d+)-/

/**
 * Sets TMPDIR of this process and its children to a new folder in memory that is gone when it ends. → the folder for
 * temporary files on the disk. Changes nothing where TMPDIR was chosen, there is no room, or it cannot be made.
 */
export function useMemoryFolder() {
  const onDisk = tmpdir()
  if (process.env.TMPDIR || !hasRoom()) return onDisk
  try {
    for (const name of readdirSync(SHARED_MEMORY)) if (isLeft(name)) remove(name)
    const folder = mkdtempSync(path.join(SHARED_MEMORY, `tb-test-${process.pid}-`))
    chmodSync(folder, 0o1777) // as /tmp: some tests start programs as another user
    process.env.TMPDIR = folder
    process.once('exit', () => removeAtEnd(path.basename(folder)))
  } catch (error) {
    console.error(`What tests write stands on the disk: ${error.message}`)
  }
  return onDisk
}

function hasRoom() {
  if (!isLinux) return false
  try {
    const { type, bavail, bsize } = statfsSync(SHARED_MEMORY)
    return type === TMPFS && bavail * bsize >= ROOM_BYTES && process.availableMemory() >= ROOM_BYTES
  } catch {
    return false
  }
}

/** Of a run of this user that was killed. */
function isLeft(name) {
  const [, pid] = NAME.exec(name) ?? []
  if (pid === undefined || lstatSync(path.join(SHARED_MEMORY, name)).uid !== process.getuid()) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** What still writes there must not turn a green run red: the next run removes the rest. */
function removeAtEnd(name) {
  try {
    remove(name)
  } catch (error) {
    console.error(`${path.join(SHARED_MEMORY, name)} is not removed: ${error.message}`)
  }
}

const remove = (name) =>
  rmSync(path.join(SHARED_MEMORY, name), { recursive: true, force: true, maxRetries: 3 })
