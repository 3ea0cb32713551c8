import type { Result } from '../../shared/base/result.ts'
import type { Ids } from '../engine/ports/ports.ts'
import type { Touched } from '../engine/ports/records.ts'
import type { Store } from '../engine/ports/store.ts'
import { agentVerbs } from './agents.ts'
import { alertVerbs } from './alerts.ts'
import { connect } from './connection.ts'
import type { Database } from './driver.ts'
import { eventVerbs } from './events.ts'
import { historyVerbs } from './history.ts'
import { pageVerbs } from './history-page.ts'
import { noteVerbs } from './notes.ts'
import { jobVerbs, webhookVerbs } from './jobs.ts'
import { tellingVerbs } from './telling.ts'
import { retentionVerbs } from './retention.ts'
import { rollupVerbs } from './rollups.ts'
import { threadVerbs } from './threads.ts'
import { versionVerbs } from './versions.ts'
import { inRooms, type Verbs } from './verbs.ts'
import { workVerbs } from './work.ts'

/** Settings that stand in a file of their own. */
interface SettingsKeeper {
  values(): Readonly<Record<string, unknown>>
  /** An error is a sentence. */
  change(change: Readonly<Record<string, unknown>>): Result<null, string>
}

/**
 * The one writer of the history, over an opened database. `settings` absent: they stand in the history
 * itself, as in tests.
 */
export function createStore(db: Database, ids: Ids, settings?: SettingsKeeper): Store {
  const listeners = new Set<(touched: Touched) => void>()
  const connection = connect(db, ids, (touched) => {
    for (const listener of [...listeners]) listener(touched)
  })
  const threads = threadVerbs(connection)
  const verbs: Verbs = {
    ...threads,
    ...workVerbs(connection),
    ...agentVerbs(connection),
    ...alertVerbs(connection),
    ...tellingVerbs(connection),
    ...eventVerbs(connection),
    ...jobVerbs(connection),
    ...webhookVerbs(connection),
    ...historyVerbs(connection),
    ...pageVerbs(connection),
    ...rollupVerbs(connection),
    ...noteVerbs(connection),
    ...retentionVerbs(connection, settings?.values ?? threads.settings),
    ...versionVerbs(connection),
    ...(settings !== undefined && {
      settings: settings.values,
      changeSettings: (change: Readonly<Record<string, unknown>>) =>
        connection.verb((touch) => {
          const changed = settings.change(change)
          if (!changed.ok) throw new Error(changed.error)
          touch('all')
        }),
    }),
  }
  return {
    ...inRooms(verbs),
    together: connection.together,
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => db.close(),
  }
}
