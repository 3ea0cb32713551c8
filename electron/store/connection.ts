import type { ThreadId } from '../../shared/ids.ts'
import type { Ids } from '../engine/ports.ts'
import type { Database, Statement } from './driver.ts'
import { atomically } from './open.ts'

/** What the verb files share: prepared statements made once, transactions, and which threads a commit touched. */
export interface Connection {
  readonly ids: Ids
  sql(text: string): Statement
  /** One transaction; touched threads are announced after it has committed. */
  verb<T>(work: (touch: (id: ThreadId) => void) => T): T
}

export function connect(db: Database, ids: Ids, committed: (touched: ReadonlySet<ThreadId>) => void): Connection {
  const statements = new Map<string, Statement>()
  return {
    ids,
    sql(text) {
      let statement = statements.get(text)
      if (statement === undefined) statements.set(text, (statement = db.prepare(text)))
      return statement
    },
    verb(work) {
      const touched = new Set<ThreadId>()
      const value = atomically(db, () => work((id) => touched.add(id)))
      committed(touched)
      return value
    },
  }
}
