import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fault, type Fault } from '../../shared/base/faults.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { loadDriver, type Database, type Driver } from './driver.ts'
import { MIGRATIONS } from './migrations.ts'

interface OpenDatabase {
  readonly db: Database
  readonly migratedFrom: number | null // null: the schema was current
}

/**
 * Opens the history: integrity check, backup before each change of the schema, then the changes one by one.
 * store.corrupt: damaged, or written by a newer app; nothing is changed or thrown away. `path` ':memory:'
 * for tests.
 */
export function openDatabase(
  path: string,
  driver: Driver = loadDriver(),
  migrations: readonly string[] = MIGRATIONS,
): Result<OpenDatabase, Fault> {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let db: Database
  try {
    db = driver.open(path)
    db.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000',
    )
    const verdict = String(db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'])
    if (verdict !== 'ok') {
      db.close()
      return err(
        fault(
          'store.corrupt',
          `${path} is damaged: ${verdict}. It was left as it is; backups lie in the folder "backups" beside it.`,
        ),
      )
    }
  } catch (error) {
    return err(
      fault(
        'store.corrupt',
        `${path} cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
      ),
    )
  }
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version > migrations.length) {
    db.close()
    return err(
      fault(
        'store.corrupt',
        `${path} has schema ${version}, this app knows up to ${migrations.length}: it was written by ` +
          'a newer Threadbeat and is left untouched.',
      ),
    )
  }
  if (version === migrations.length) return ok({ db, migratedFrom: null })
  if (version > 0) backUp(db, path, version)
  // Rebuilding a table that others refer to would delete their rows with it; the references are checked
  // before anything is committed.
  db.exec('PRAGMA foreign_keys = OFF')
  for (let next = version; next < migrations.length; next++) {
    atomically(db, () => {
      db.exec(migrations[next]!)
      const lost = db.prepare('PRAGMA foreign_key_check').all()
      if (lost.length > 0)
        throw new Error(`schema ${next + 1} would leave ${lost.length} rows without what they refer to`)
      db.exec(`PRAGMA user_version = ${next + 1}`)
    })
  }
  db.exec('PRAGMA foreign_keys = ON')
  return ok({ db, migratedFrom: version })
}

function backUp(db: Database, path: string, version: number): void {
  const folder = join(dirname(path), 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const target = join(folder, `before-schema-${version + 1}.db`)
  if (existsSync(target)) copyFileSync(target, `${target}.older`)
  rmSync(target, { force: true })
  db.prepare('VACUUM INTO ?').run(target)
}

/** Reading, deciding and writing in one uninterrupted block; nested calls join the outer one. */
export function atomically<T>(db: Database, work: () => T): T {
  if (inTransaction.has(db)) return work()
  db.exec('BEGIN IMMEDIATE')
  inTransaction.add(db)
  try {
    const value = work()
    db.exec('COMMIT')
    return value
  } catch (error) {
    try {
      db.exec('ROLLBACK')
    } catch {
      // SQLite has rolled back by itself; what went wrong first is what counts.
    }
    throw error
  } finally {
    inTransaction.delete(db)
  }
}
const inTransaction = new WeakSet<Database>()

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
