import { readlinkSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { readRegularFileSync } from '../regular-file.ts'
import { SETTINGS_FILE } from './settings-text.ts'

const MOST_BYTES = 1_000_000

/** ok(null): there is none. */
export function readText(file: string): Result<string | null, string> {
  try {
    const { size } = statSync(file)
    if (!statSync(file).isFile()) return err(`${SETTINGS_FILE} is no file`)
    if (size > MOST_BYTES) return err(`${SETTINGS_FILE} has ${size} bytes, at most ${MOST_BYTES} are read`)
    const bytes = readRegularFileSync(file, { maxBytes: MOST_BYTES, links: 'follow' })
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
