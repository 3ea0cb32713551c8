import { HistoryDamaged } from '../../../shared/base/faults.ts'
import type { Database, Statement } from './driver.ts'
import { isDamage } from './sqlite-error.ts'

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
  function: (name, value) => watch(() => db.function(name, value)),
  close: () => db.close(),
})

const watchedStatement = (statement: Statement, watch: Watch): Statement => ({
  run: (...values) => watch(() => statement.run(...values)),
  get: (...values) => watch(() => statement.get(...values)),
  all: (...values) => watch(() => statement.all(...values)),
})
