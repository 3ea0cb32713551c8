import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { loadDriver, type Database, type Driver, type Row } from '../connection/driver.ts'

interface Salvaged {
  readonly rows: number
  readonly tables: Readonly<Record<string, number>>
  readonly damaged: readonly string[] // tables of which something could not be read
}

/**
 * Everything of a damaged history that can still be read, one JSON object a line: { table, row }. The
 * history itself is not touched. Throws when nothing can be read or written.
 */
export function salvage(database: string, target: string, driver: Driver = loadDriver()): Salvaged {
  const db = driver.open(database, { readOnly: true })
  let out: number | null = null
  const tables: Record<string, number> = {}
  const damaged: string[] = []
  try {
    const names = db
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' ORDER BY name",
      )
      .all()
      .map((r) => String(r['name']))
    out = openSync(target, 'wx', 0o600) // only now: where nothing can be read, no file is left
    const file = out
    for (const table of names) {
      let count = 0
      const isWhole = eachRow(db, table, (row) => {
        writeSync(file, `${JSON.stringify({ table, row }, asJson)}\n`)
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

function asJson(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
}

const STEP = 500
/** Row numbers tried one by one behind an unreadable one: more rows than a damaged page holds. */
const ONE_BY_ONE = 1024
/** How far ahead a readable row is looked for after that. */
const FARTHEST = 2 ** 52

/** False: something of it could not be read. */
function eachRow(db: Database, table: string, take: (row: Row) => void): boolean {
  const name = `"${table.replaceAll('"', '""')}"`
  try {
    db.prepare(`SELECT rowid FROM ${name} LIMIT 0`).all()
  } catch {
    return asOne(db, name, take) // without row numbers
  }
  const rowsFrom = db.prepare(
    `SELECT rowid AS "__rowid", * FROM ${name} WHERE rowid >= ? ORDER BY rowid LIMIT ?`,
  )
  let from = -FARTHEST
  let limit = STEP
  let isWhole = true
  for (;;) {
    let rows: readonly Row[]
    try {
      rows = rowsFrom.all(from, limit)
    } catch {
      isWhole = false
      if (limit > 1) {
        limit = Math.ceil(limit / 4)
        continue
      }
      const next = nextReadable(from, (at) => void rowsFrom.all(at, 1))
      if (next === null) return false
      // From that very place: the row found there may be the first of its page, and just below it the
      // damage begins again.
      from = next
      continue
    }
    if (rows.length === 0) return isWhole
    for (const { __rowid: id, ...row } of rows) {
      take(row)
      from = Number(id) + 1
    }
    limit = Math.min(STEP, limit * 2)
  }
}

/**
 * The first place behind `from` at which reading goes on, also where nothing follows: one by one, then by
 * steps that double, and back to where the damage ends. null: there is none.
 */
function nextReadable(from: number, read: (at: number) => void): number | null {
  const isReadable = (at: number): boolean => {
    try {
      read(at)
      return true
    } catch {
      return false
    }
  }
  const start = Math.max(from, 0) // what the app writes has numbers from 1
  for (let at = start + 1; at <= start + ONE_BY_ONE; at++) if (isReadable(at)) return at
  let damaged = start + ONE_BY_ONE
  let ahead = 2 * ONE_BY_ONE
  for (; !isReadable(start + ahead); ahead *= 2) {
    if (ahead >= FARTHEST) return null
    damaged = start + ahead
  }
  let readable = start + ahead
  while (readable - damaged > 1) {
    const middle = Math.floor((damaged + readable) / 2)
    if (isReadable(middle)) readable = middle
    else damaged = middle
  }
  return readable
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
