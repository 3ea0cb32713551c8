import { loadDriver, type Database, type Driver } from '../connection/driver.ts'
import { MIGRATIONS } from '../schema/schema.ts'
import { schemaVersion, strangeSchema } from '../schema/version.ts'

/**
 * Why a database of somebody's archive is not taken over; null: it is whole, ours, and not newer. Nothing
 * of it is executed: no triggers or views of its own.
 */
export function copyProblem(
  db: Database,
  driver: Driver = loadDriver(),
  migrations: readonly string[] = MIGRATIONS,
): string | null {
  db.exec('PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON')
  const verdict = String(db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'])
  if (verdict !== 'ok') return `is damaged: ${verdict}`
  const strange = strangeSchema(db, migrations)
  if (strange !== null) return strange.text
  const version = schemaVersion(db)
  if (version < 1) return 'is no history of Threadbeat: it has no schema version'
  const blank = driver.open(':memory:')
  try {
    // as when a history is opened: else a rebuilt table would change what refers to it
    blank.exec('PRAGMA foreign_keys = OFF')
    for (const step of migrations.slice(0, version)) blank.exec(step)
    const [ours, theirs] = [schemaOf(blank), schemaOf(db)]
    const strange = theirs.find((one) => !ours.includes(one)) ?? ours.find((one) => !theirs.includes(one))
    if (strange !== undefined)
      return `has another schema than Threadbeat's version ${version}: ${strange.split('\n')[0]}`
  } finally {
    blank.close()
  }
  const orphan = db.prepare('PRAGMA foreign_key_check').get()
  return orphan === undefined ? null : `is damaged: a row of ${String(orphan['table'])} belongs to nothing`
}

/** What ANALYZE makes; nothing else of a history may differ from ours. */
const STATISTICS = [
  'table sqlite_stat1\nCREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'table sqlite_stat4\nCREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
]

/** Every object, as "type name" and a line feed before its text. */
const schemaOf = (db: Database): readonly string[] =>
  db
    .prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name')
    .all()
    .map((r) => `${String(r['type'])} ${String(r['name'])}\n${String(r['sql'])}`)
    .filter((object) => !STATISTICS.includes(object))
