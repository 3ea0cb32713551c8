import type { Database } from '../connection/driver.ts'

export const tablesOf = (db: Database): readonly string[] =>
  db
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT GLOB " +
        "'sqlite_*' ORDER BY name",
    )
    .all()
    .map((r) => String(r['name']))

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Without the number that SQLite itself counts up: it names another row elsewhere. */
export function columnsOf(db: Database, table: string): readonly string[] {
  const columns = db.prepare('SELECT name, type, pk FROM pragma_table_info(?)').all(table)
  const keys = columns.filter((c) => Number(c['pk']) > 0)
  const counted =
    keys.length === 1 && String(keys[0]?.['type']).toUpperCase() === 'INTEGER'
      ? String(keys[0]?.['name'])
      : null
  return columns.map((c) => String(c['name'])).filter((name) => name !== counted)
}
