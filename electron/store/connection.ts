import type { ThreadId } from '../../shared/ids.ts'
import type { Ids } from '../engine/ports.ts'
import type { Store, Touched } from '../engine/store-port.ts'
import type { Thread } from '../../shared/thread.ts'
import type { Database, Statement } from './driver.ts'
import { atomically } from './open.ts'

/** What the verb files share: prepared statements made once, transactions, and which threads a commit touched. */
export interface Connection {
  readonly ids: Ids
  /** Counts changes of what agents have used up, so that nobody sums it up again for nothing. */
  readonly spent: { version: number }
  sql(text: string): Statement
  /** One transaction, inside an outer one if there is one; what was touched is announced after the outermost has committed. */
  verb<T>(work: (touch: (id: ThreadId | 'all') => void) => T): T
  /** Threads as they stand, read once until something touches them: everything asks for them at every turn. */
  readonly threads: { readonly byId: Map<ThreadId, Thread>; all: readonly Thread[] | null }
  /** The waiting heartbeat of each thread as far as it is known, so that wakes that add nothing cost nothing. */
  readonly beats: Map<ThreadId, WaitingBeat | null>
}
export type WaitingBeat = NonNullable<ReturnType<Store['waitingBeat']>>

export function connect(db: Database, ids: Ids, committed: (touched: Touched) => void): Connection {
  const statements = new Map<string, Statement>()
  let touched: Set<ThreadId> | null = null // null: no transaction is open
  let everything = false
  const beats = new Map<ThreadId, WaitingBeat | null>()
  const threads: Connection['threads'] = { byId: new Map(), all: null }
  const forget = (id: ThreadId | 'all'): void => {
    threads.all = null
    if (id === 'all') threads.byId.clear()
    else threads.byId.delete(id)
  }
  return {
    beats,
    threads,
    ids,
    spent: { version: 0 },
    sql(text) {
      let statement = statements.get(text)
      if (statement === undefined) statements.set(text, (statement = db.prepare(text)))
      return statement
    },
    verb(work) {
      const touch = (id: ThreadId | 'all'): void => {
        forget(id)
        if (id === 'all') everything = true
        else touched?.add(id)
      }
      if (touched !== null) return work(touch)
      const mine = (touched = new Set<ThreadId>())
      everything = false
      let value
      try {
        value = atomically(db, () => work(touch))
      } catch (error) {
        beats.clear() // they may tell of what was rolled back
        forget('all')
        throw error
      } finally {
        touched = null
      }
      if (everything || mine.size > 0) committed(everything ? 'all' : mine)
      return value
    },
  }
}
