import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'

interface WriteOptions {
  readonly mode?: number // default: for the owner only
  /** Called before each step, for tests that end there. */
  readonly step?: (name: string) => void
}

/**
 * A small text in the place of a file, in one step: a reader, a crash or a full disk sees the old content or
 * the new. Throws what the system says; then nothing was changed.
 */
export function writeWholeFile(file: string, text: string, options: WriteOptions = {}): void {
  const { mode = 0o600, step = () => undefined } = options
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`)
  try {
    step('create')
    rmSync(temporary, { force: true }) // of a crash, or somebody's link
    writeSynced(temporary, text, mode, step)
    step('rename')
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  step('folder')
  syncFolder(path.dirname(file))
}

function writeSynced(file: string, text: string, mode: number, step: (name: string) => void): void {
  const handle = openSync(file, 'wx', mode)
  try {
    fchmodSync(handle, mode) // whatever the umask says
    const bytes = Buffer.from(text)
    for (let written = 0; written < bytes.length; ) {
      step('write')
      written += writeSync(handle, bytes, written)
    }
    step('sync')
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return // folders cannot be synced there
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } catch {
    // Some file systems refuse; the rename itself has happened.
  } finally {
    closeSync(handle)
  }
}
