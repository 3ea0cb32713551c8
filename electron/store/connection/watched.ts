import { HistoryDamaged } from '../../../shared/base/faults.ts'
import type { Database, Statement } from './driver.ts'

/** Does the call; where that finds the database damaged it throws HistoryDamaged. */
type Watch = <T>(call: () => T) => T

/** `onDamage`: called before each HistoryDamaged is thrown. */
export const damageWatch =
  (onDamage: (cause: Error) => void): Watch =>
  (call) => {
    try {
      return call()
    } catch (error) {
      if (error instanceof HistoryDamaged || !isDamage(error)) throw error
      onDamage(error)
      throw new HistoryDamaged(error)
    }
  }

/** The same database, of which each call is watched. */
export const watched = (db: Database, watch: Watch): Database => ({
  exec: (sql) => watch(() => db.exec(sql)),
  prepare: (sql) =>
    watchedStatement(
      watch(() => db.prepare(sql)),
      watch,
    ),
  close: () => db.close(),
})

const watchedStatement = (statement: Statement, watch: Watch): Statement => ({
  run: (...values) => watch(() => statement.run(...values)),
  get: (...values) => watch(() => statement.get(...values)),
  all: (...values) => watch(() => statement.all(...values)),
})

/** Primary result codes of SQLite: pages that are none, or a file that is no database. */
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26
function isDamage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { errcode } = error as { readonly errcode?: unknown }
  const primary = typeof errcode === 'number' ? errcode & 0xff : null
  const isNamed = /database disk image is malformed|file is not a database/.test(error.message)
  return primary === SQLITE_CORRUPT || primary === SQLITE_NOTADB || isNamed
}
