import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../../shared/base/error-message.ts'
import { loadDriver, type Database, type Driver } from './driver.ts'
import { isBusy } from './sqlite-error.ts'

/**
 * Holds the data folder for one process by a lock of the operating system, which dies with the process.
 * null: someone else has it. Throws a sentence with the path where the disk lets nobody lock it.
 */
export function lockFolder(folder: string, driver: Driver = loadDriver()): (() => void) | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'lock.db')
  let db: Database | null = null
  try {
    db = driver.open(file)
    const held = db
    held.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return () => held.close()
  } catch (error) {
    db?.close()
    if (isBusy(error)) return null
    throw new Error(`${file} cannot be locked: ${messageOf(error)}`, { cause: error })
  }
}
