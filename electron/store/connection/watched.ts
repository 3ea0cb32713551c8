import { HistoryDamaged } from '../../../shared/base/faults.ts'
import type { Database, Statement } from './driver.ts'

/** The same database; each call that finds it damaged tells so, and throws HistoryDamaged. */
export function watched(db: Database, onDamage: (cause: Error) => void): Database {
  const guarded = <T>(call: () => T): T => {
    try {
      return call()
    } catch (error) {
      if (!isDamage(error)) throw error
      onDamage(error)
      throw new HistoryDamaged(error)
    }
  }
  return {
    exec: (sql) => guarded(() => db.exec(sql)),
    prepare: (sql) =>
      watchedStatement(
        guarded(() => db.prepare(sql)),
        guarded,
      ),
    close: () => db.close(),
  }
}

const watchedStatement = (statement: Statement, guarded: <T>(call: () => T) => T): Statement => ({
  run: (...values) => guarded(() => statement.run(...values)),
  get: (...values) => guarded(() => statement.get(...values)),
  all: (...values) => guarded(() => statement.all(...values)),
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
