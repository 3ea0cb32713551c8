import { chmod, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../../../shared/base/error-message.ts'

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
        await writeFile(temporary, text, { mode: 0o600 })
        await chmod(temporary, 0o600) // one that a crash left keeps the mode it had
        await rename(temporary, join(dataDir, name))
        known.set(name, text)
        isFailing = false
      } catch (error) {
        await unlink(temporary).catch(() => undefined)
        if (!isFailing) failed(name, messageOf(error))
        isFailing = true
      }
    }
  }
}
