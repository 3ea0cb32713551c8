import type { Ids } from '../engine/ports.ts'
import type { Store, Touched } from '../engine/store-port.ts'
import { agentVerbs } from './agents.ts'
import { alertVerbs } from './alerts.ts'
import { connect } from './connection.ts'
import type { Database } from './driver.ts'
import { eventVerbs } from './events.ts'
import { historyVerbs } from './history.ts'
import { jobVerbs, webhookVerbs } from './jobs.ts'
import { threadVerbs } from './threads.ts'
import { workVerbs } from './work.ts'

/** The one writer of the history, over an opened database. */
export function createStore(db: Database, ids: Ids): Store {
  const listeners = new Set<(touched: Touched) => void>()
  const connection = connect(db, ids, (touched) => {
    for (const listener of [...listeners]) listener(touched)
  })
  return {
    ...threadVerbs(connection),
    ...workVerbs(connection),
    ...agentVerbs(connection),
    ...alertVerbs(connection),
    ...eventVerbs(connection),
    ...jobVerbs(connection),
    ...webhookVerbs(connection),
    ...historyVerbs(connection),
    together: (work) => connection.verb(() => work()),
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => db.close(),
  }
}
