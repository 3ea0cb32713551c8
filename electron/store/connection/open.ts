import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { MIGRATIONS } from '../schema/schema.ts'
import { migrate, schemaVersion, strangeSchema } from '../schema/version.ts'
import { loadDriver, type Database, type Driver } from './driver.ts'

/**
 * Of a history that is made new. A beat changes a few bytes in each of some fifty pages, and each is written
 * whole: small ones wear a disk a third as much, for which a long page of the history costs a half more.
 */
const PAGE_BYTES = 1024
/** Pages in the write-ahead log from which on they are copied into the file: 4 MB. */
const CHECKPOINT_PAGES = 4000
/** What a statement would take back, which is a few pages, goes through no file. */
const TEMP_IN_MEMORY = 'PRAGMA temp_store = MEMORY'

interface OpenDatabase {
  readonly db: Database
  readonly migratedFrom: number | null // null: the schema was current
}

/**
 * How much of a file is read before it is taken for sound. 'first pages': the schema and a row of each table,
 * however long the history is; for one that was sound when it was closed, or is read to its end by somebody
 * else at once.
 */
export type Reading = 'all pages' | 'first pages'

/**
 * Opens the history: integrity check, backup before each change of the schema, then the changes one by one.
 * store.corrupt: damaged, or of a schema that this app cannot read; nothing is changed or thrown away.
 * `path` ':memory:' for tests.
 */
export function openDatabase(
  path: string,
  driver: Driver = loadDriver(),
  migrations: readonly string[] = MIGRATIONS,
  reading: Reading = 'all pages',
): Result<OpenDatabase, Fault> {
  if (path !== ':memory:' && !hasBytes(path) && hasBackups(path)) return err(lostHistory(path))
  const opened = openSound(path, driver, migrations.length, reading)
  if (!opened.ok) return opened
  const db = opened.value
  const strange = strangeSchema(db, migrations)
  if (strange !== null) {
    db.close()
    return err(fault('store.corrupt', `${path} ${strange.text} and is left untouched.`))
  }
  // A schema is made at once: a valid database without one is not of somebody who began.
  if (schemaVersion(db) === 0 && path !== ':memory:' && hasBackups(path)) {
    db.close()
    return err(lostHistory(path))
  }
  const ready = makeReady(db, path)
  if (!ready.ok) return ready
  const version = schemaVersion(db)
  if (version !== migrations.length) {
    if (version > 0) backUp(db, path, version)
    migrate(db, migrations)
    // Not for a change of the schema, which may be as large as the history.
    db.exec(TEMP_IN_MEMORY)
  }
  return ok({ db, migratedFrom: version === migrations.length ? null : version })
}

const hasBytes = (path: string): boolean => existsSync(path) && statSync(path).size > 0

function hasBackups(path: string): boolean {
  const folder = join(dirname(path), 'backups')
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.db'))
}

/** One that is missing, or empty, where backups of it lie, is not begun anew in silence. */
const lostHistory = (path: string): Fault =>
  fault(
    'store.corrupt',
    `${path} is ${existsSync(path) ? 'empty' : 'missing'}, and backups of it lie in the folder "backups" beside ` +
      'it. To begin anew, move that folder away.',
  )

function openSound(path: string, driver: Driver, current: number, reading: Reading): Result<Database, Fault> {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let db: Database | null = null
  try {
    db = driver.open(path)
    db.exec('PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000')
    const isCurrent = schemaVersion(db) === current
    // As the first of all: once the schema has been read, it is read again behind this.
    if (isCurrent) db.exec(TEMP_IN_MEMORY)
    // Nothing is built on pages that nobody has read.
    const isBrief = reading === 'first pages' && isCurrent
    const verdict = isBrief ? firstPages(db, path) : allPages(db)
    if (verdict === 'ok') return ok(db)
    db.close()
    return err(fault('store.corrupt', damagedText(path, verdict)))
  } catch (error) {
    db?.close()
    return err(cannotOpen(path, error))
  }
}

const allPages = (db: Database): string => String(db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'])

/** Throws where one of them cannot be read. */
function firstPages(db: Database, path: string): string {
  const pages = Number(db.prepare('PRAGMA page_count').get()?.['page_count'])
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0").all()
  for (const { name } of tables) db.prepare(`SELECT 1 FROM "${String(name)}" NOT INDEXED LIMIT 1`).get()
  // What the log holds beyond the file's end is written into it when that is folded in.
  const hasLog = existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0
  const held = statSync(path).size / Number(db.prepare('PRAGMA page_size').get()?.['page_size'])
  return hasLog || pages <= held ? 'ok' : `it should have ${pages} pages and has ${Math.floor(held)}`
}

/** What a start would refuse with, all pages of a history read that others may have open; null: it is sound. */
export function damageIn(path: string, driver: Driver): string | null {
  try {
    const db = driver.open(path, { readOnly: true })
    try {
      const verdict = allPages(db)
      return verdict === 'ok' ? null : damagedText(path, verdict)
    } finally {
      db.close()
    }
  } catch (error) {
    return damagedText(path, messageOf(error))
  }
}

/** `verdict`: in the words of SQLite. */
export const damagedText = (path: string, verdict: string): string =>
  `${path} is damaged: ${verdict}. It was left as it is; backups lie in the folder "backups" beside it.`

/** Not before it is known to be ours: the way it is written stands in the file itself. */
function makeReady(db: Database, path: string): Result<null, Fault> {
  try {
    db.exec(
      `PRAGMA page_size = ${PAGE_BYTES}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`,
    )
    return ok(null)
  } catch (error) {
    db.close()
    return err(cannotOpen(path, error))
  }
}

const cannotOpen = (path: string, error: unknown): Fault =>
  fault('store.corrupt', `${path} cannot be opened: ${messageOf(error)}`)

function backUp(db: Database, path: string, version: number): void {
  const folder = join(dirname(path), 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const target = join(folder, `before-schema-${version + 1}.db`)
  if (existsSync(target)) copyFileSync(target, `${target}.older`)
  rmSync(target, { force: true })
  db.prepare('VACUUM INTO ?').run(target)
}
