import { writeFileSync } from 'node:fs'
import { loadDriver, type Database, type Driver } from '../connection/driver.ts'
import { openDatabase } from '../connection/open.ts'

/** Tables that belong to another one, which makes them. */
const OWN_TABLES = `SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*'`

/** What the packaged addon can do besides; built-in SQLite cannot yet. */
type Copied = Database & { serialize?(): Uint8Array; deserialize?(image: Uint8Array): void }

let usual: Driver | null = null
let text: string | null = null
let image: Uint8Array | null = null // of a database that the text has made

/**
 * The usual driver, whose databases in memory have the newest schema from the first. The steps that lead to it take
 * longer than most tests; they are taken once in a process, for what they come to.
 */
export function readyInMemory(): Driver {
  usual ??= loadDriver()
  return readyDriver(usual, (path) => path === ':memory:')
}

/** `isNew`: asked before a database is opened, whether there is nothing in it yet. */
export const readyDriver = (driver: Driver, isNew: (path: string) => boolean): Driver => ({
  ...driver,
  open(path, options) {
    if (!isNew(path)) return driver.open(path, options)
    if (path !== ':memory:') return openNewFile(path, driver, options)
    const db: Copied = driver.open(path, options)
    const ready = db.deserialize === undefined ? null : imageOfNewest(driver)
    if (ready === null) db.exec(textOfNewest())
    else db.deserialize!(ready)
    return db
  },
})

function openNewFile(path: string, driver: Driver, options: Parameters<Driver['open']>[1]): Database {
  const ready = imageOfNewest(driver)
  if (ready !== null) writeFileSync(path, ready)
  const db = driver.open(path, options)
  if (ready === null) db.exec(textOfNewest())
  return db
}

/** Byte for byte; copying these takes a third of the time that the text takes. null: this driver hands none out. */
function imageOfNewest(driver: Driver): Uint8Array | null {
  if (image !== null) return image
  const db: Copied = driver.open(':memory:')
  try {
    if (db.serialize === undefined) return null
    db.exec(textOfNewest())
    return (image = db.serialize())
  } finally {
    db.close()
  }
}

function textOfNewest(): string {
  if (text !== null) return text
  const opened = openDatabase(':memory:')
  if (!opened.ok) throw new Error(opened.error.message)
  text = textOf(opened.value.db)
  opened.value.db.close()
  return text
}

function textOf(db: Database): string {
  const names = db
    .prepare(OWN_TABLES)
    .all()
    .map((row) => String(row['name']))
  const made = db
    .prepare(`SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*'
      ORDER BY type = 'trigger', rowid`)
    .all()
    .filter(
      ({ type, name, sql }) =>
        type !== 'table' || names.includes(String(name)) || /^CREATE VIRTUAL/i.test(String(sql)),
    )
    .map(({ sql }) => String(sql))
  const pragmas = ['application_id', 'user_version'].map(
    (name) => `PRAGMA ${name} = ${String(db.prepare(`PRAGMA ${name}`).get()?.[name])}`,
  )
  // Before there are triggers.
  const firstTrigger = made.findIndex((sql) => /^CREATE TRIGGER/i.test(sql))
  return [
    'PRAGMA foreign_keys = OFF; BEGIN',
    ...made.slice(0, firstTrigger),
    ...[...names, 'sqlite_sequence'].flatMap((name) => rowsOf(db, name)),
    ...made.slice(firstTrigger),
    ...pragmas,
    'COMMIT; PRAGMA foreign_keys = ON',
  ].join(';\n')
}

function rowsOf(db: Database, table: string): readonly string[] {
  const columns = db
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map((row) => `"${String(row['name'])}"`)
  return db
    .prepare(`SELECT ${columns.map((name) => `quote(${name})`).join(` || ', ' || `)} AS row FROM "${table}"`)
    .all()
    .map(({ row }) => `INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${String(row)})`)
}
