import { constants } from 'node:fs'
import { chmod, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SUMMARY } from '../../../shared/views/summary-names.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { openRegularFile } from './regular-file.ts'

/** A named pipe in its place is an error, not something to wait at. */
const WRITE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NONBLOCK ?? 0)

/**
 * Files of the data folder that mirror the app, each replaced in one step and only when its content
 * changed. Nothing waits for the disk: what a power cut takes is written anew at the next start. Never
 * rejects; `failed` hears once of a folder that takes no files, and again after it took some.
 */
export function createSummaryFiles(
  dataDir: string,
  failed: (file: string, message: string) => void,
): (files: Record<string, string>) => Promise<void> {
  const known = new Map<string, string>()
  let isFailing = false
  return async (files) => {
    for (const [name, text] of Object.entries(files)) {
      if (known.get(name) === text) continue
      const temporary = join(dataDir, `.${name}.tmp`)
      try {
        await writeFile(temporary, text, { mode: 0o600, flag: WRITE })
        await chmod(temporary, 0o600) // one that a crash left keeps the mode it had
        await rename(temporary, join(dataDir, name))
        known.set(name, text)
        isFailing = false
      } catch (error) {
        await unlink(temporary).catch(() => undefined)
        known.delete(name) // whatever stands there now, it is not that
        if (name === SUMMARY.short) await writeInPlace(join(dataDir, name), text)
        if (!isFailing) failed(name, messageOf(error))
        isFailing = true
      }
    }
  }
}

/**
 * A full disk still takes what lies where a file has its place; what takes nothing at all must not go on saying
 * that all is well.
 */
async function writeInPlace(path: string, text: string): Promise<void> {
  try {
    const file = await openRegularFile(path, constants.O_RDWR, { links: 'refuse' })
    try {
      await file.write(text, 0)
      await file.truncate(Buffer.byteLength(text))
    } finally {
      await file.close()
    }
  } catch {
    await unlink(path).catch(() => undefined)
  }
}
