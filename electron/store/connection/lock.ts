import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadDriver, type Driver } from './driver.ts'

/**
 * Holds the data folder for one process by a lock of the operating system, which dies with the process.
 * null: someone else has it.
 */
export function lockFolder(folder: string, driver: Driver = loadDriver()): (() => void) | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const db = driver.open(join(folder, 'lock.db'))
  try {
    db.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return () => db.close()
  } catch {
    db.close()
    return null
  }
}
