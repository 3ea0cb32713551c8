import { atomically } from '../connection/transaction.ts'
import type { Database } from '../connection/driver.ts'
import { MIGRATIONS } from './schema.ts'

/**
 * In the header of each history ("TBDB", PRAGMA application_id). Histories from before schema 1 of the first
 * release have none, and their versions are others' than ours.
 */
const APPLICATION_ID = 0x54_42_44_42

const pragma = (db: Database, name: 'user_version' | 'application_id'): number =>
  Number(db.prepare(`PRAGMA ${name}`).get()?.[name])

/** 0: nothing was written yet. */
export const schemaVersion = (db: Database): number => pragma(db, 'user_version')

export interface StrangeSchema {
  // foreign: another program's
  readonly kind: 'newer' | 'unreleased' | 'foreign'
  readonly text: string // what is the matter, after the name of the file
}
/** A valid database in which nothing was ever made. */
const isBlank = (db: Database): boolean =>
  Number(db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.['n']) === 0

/** null: the schema is one of ours, or the file has none yet. */
export function strangeSchema(
  db: Database,
  migrations: readonly string[] = MIGRATIONS,
): StrangeSchema | null {
  const version = schemaVersion(db)
  const application = pragma(db, 'application_id')
  if (version === 0 && application === 0 && isBlank(db)) return null
  if (version === 0 || (application !== 0 && application !== APPLICATION_ID))
    return { kind: 'foreign', text: 'is a database of another program, not a history of Threadbeat,' }
  if (application === 0)
    return {
      kind: 'unreleased',
      text: `has schema ${version} of a Threadbeat from before its first release, which this one cannot read`,
    }
  if (version > migrations.length)
    return {
      kind: 'newer',
      text:
        `has schema ${version}, this app knows up to ${migrations.length}: it was written by a newer ` +
        'Threadbeat',
    }
  return null
}

/**
 * One migration after the other, each in a transaction of its own. Throws when one fails, or would leave a
 * row without what it refers to; then the file is as the migration before has left it.
 */
export function migrate(db: Database, migrations: readonly string[]): void {
  // Rebuilding a table that others refer to would delete their rows with it; the references are checked
  // before anything is committed.
  db.exec('PRAGMA foreign_keys = OFF')
  for (let next = schemaVersion(db); next < migrations.length; next++) {
    atomically(db, () => {
      db.exec(migrations[next]!)
      const lost = db.prepare('PRAGMA foreign_key_check').all()
      if (lost.length > 0)
        throw new Error(`schema ${next + 1} would leave ${lost.length} rows without what they refer to`)
      db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${next + 1}`)
    })
  }
  db.exec('PRAGMA foreign_keys = ON')
}
