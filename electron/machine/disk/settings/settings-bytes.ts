import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { SETTINGS_FILE } from './settings-text.ts'

const MOST_BYTES = 1_000_000

/** ok(null): there is none. */
export function readText(file: string): Result<string | null, string> {
  try {
    const { size } = statSync(file)
    // reading a pipe would never end
    if (!statSync(file).isFile()) return err(`${SETTINGS_FILE} is no file`)
    if (size > MOST_BYTES) return err(`${SETTINGS_FILE} has ${size} bytes, at most ${MOST_BYTES} are read`)
    const bytes = readFileSync(file)
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ok(null)
    return err(
      `${SETTINGS_FILE} cannot be read: ` +
        `${error instanceof TypeError ? 'it is no UTF-8 text' : (error as Error).message}`,
    )
  }
}

/** Where a link leads, also to a file that is not there yet; any other path as it is. */
export function behindLink(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    try {
      return path.resolve(path.dirname(file), readlinkSync(file))
    } catch {
      return file
    }
  }
}

/** The old content or the new, whatever happens meanwhile. Throws what the system says. */
export function put(file: string, text: string, step: (name: string) => void): void {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    step('create')
    const handle = openSync(temporary, 'w', 0o600)
    try {
      const bytes = Buffer.from(text)
      for (let done = 0; done < bytes.length; ) {
        step('write')
        done += writeSync(handle, bytes, done)
      }
      step('sync')
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    step('rename')
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  step('folder')
  syncFolder(path.dirname(file))
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
