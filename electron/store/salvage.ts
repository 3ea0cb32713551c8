import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { loadDriver, type Database, type Driver, type Row } from './driver.ts'

export interface Salvaged {
  readonly rows: number
  readonly tables: Readonly<Record<string, number>>
  readonly damaged: readonly string[] // tables of which something could not be read
}

/** Everything of a damaged history that can still be read, one JSON object a line: { table, row }. The history itself is not touched. Throws when nothing can be read or written. */
export function salvage(database: string, target: string, driver: Driver = loadDriver()): Salvaged {
  const db = driver.open(database, { readOnly: true })
  let out: number | null = null
  const tables: Record<string, number> = {}
  const damaged: string[] = []
  try {
    const names = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name").all().map((r) => String(r['name']))
    out = openSync(target, 'wx', 0o600) // only now: where nothing can be read, no file is left
    const file = out
    for (const table of names) {
      let count = 0
      const isWhole = eachRow(db, table, (row) => {
        writeSync(file, `${JSON.stringify({ table, row }, (_key, v: unknown) => (typeof v === 'bigint' ? Number(v) : v instanceof Uint8Array ? Buffer.from(v).toString('base64') : v))}\n`)
        count++
      })
      tables[table] = count
      if (!isWhole) damaged.push(table)
    }
    fsyncSync(out)
  } finally {
    if (out !== null) closeSync(out)
    db.close()
  }
  return { rows: Object.values(tables).reduce((sum, n) => sum + n, 0), tables, damaged }
}

const STEP = 500
/** How far ahead a readable row is looked for behind an unreadable one. */
const FARTHEST = 2 ** 40

/** False: something of it could not be read. */
function eachRow(db: Database, table: string, take: (row: Row) => void): boolean {
  const name = `"${table.replaceAll('"', '""')}"`
  try {
    db.prepare(`SELECT rowid FROM ${name} LIMIT 0`).all()
  } catch {
    return asOne(db, name, take) // without row numbers
  }
  let after = -(2 ** 52)
  let isWhole = true
  const read = (limit: number): readonly Row[] => db.prepare(`SELECT rowid AS "__rowid", * FROM ${name} WHERE rowid > ? ORDER BY rowid LIMIT ${limit}`).all(after)
  for (;;) {
    let rows: readonly Row[]
    try {
      rows = read(STEP)
    } catch {
      isWhole = false
      try {
        rows = read(1)
      } catch {
        const next = nextReadable(db, name, after)
        if (next === null) return false
        after = next - 1
        continue
      }
    }
    if (rows.length === 0) return isWhole
    for (const { __rowid: id, ...row } of rows) {
      take(row)
      after = Number(id)
    }
  }
}

/** The first row that can be read again, by steps that double. */
function nextReadable(db: Database, name: string, after: number): number | null {
  for (let ahead = 1; ahead < FARTHEST; ahead *= 2) {
    try {
      const row = db.prepare(`SELECT rowid AS id FROM ${name} WHERE rowid >= ? ORDER BY rowid LIMIT 1`).get(Math.max(after, 0) + ahead)
      if (row === undefined) return null
      db.prepare(`SELECT * FROM ${name} WHERE rowid = ?`).get(row['id']!)
      return Number(row['id'])
    } catch {
      // Still in the damaged part.
    }
  }
  return null
}

/** All or nothing: these tables are small. */
function asOne(db: Database, name: string, take: (row: Row) => void): boolean {
  try {
    for (const row of db.prepare(`SELECT * FROM ${name}`).all()) take(row)
    return true
  } catch {
    return false
  }
}
