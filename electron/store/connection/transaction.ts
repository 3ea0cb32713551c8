import type { Database } from './driver.ts'

/** Reading, deciding and writing in one uninterrupted block; nested calls join the outer one. */
export function atomically<T>(db: Database, work: () => T): T {
  if (inTransaction.has(db)) return work()
  db.exec('BEGIN IMMEDIATE')
  inTransaction.add(db)
  try {
    const value = work()
    db.exec('COMMIT')
    return value
  } catch (error) {
    try {
      db.exec('ROLLBACK')
    } catch {
      // SQLite has rolled back by itself; what went wrong first is what counts.
    }
    throw error
  } finally {
    inTransaction.delete(db)
  }
}
const inTransaction = new WeakSet<Database>()
