import type { Ids } from '../engine/ports/ports.ts'
import type { Touched } from '../engine/ports/records.ts'
import type { Store } from '../engine/ports/store.ts'
import { agentVerbs } from './agents.ts'
import { alertVerbs } from './alerts.ts'
import { connect } from './connection/connection.ts'
import type { Database } from './connection/driver.ts'
import { eventVerbs } from './events.ts'
import { historyVerbs } from './history.ts'
import { pageVerbs } from './history-page.ts'
import { noteVerbs } from './notes.ts'
import { jobVerbs, webhookVerbs } from './jobs.ts'
import { tellingVerbs } from './telling.ts'
import { settingsRoom, type SettingsKeeper } from './settings/settings-room.ts'
import { retentionVerbs } from './retention.ts'
import { rollupVerbs } from './rollups.ts'
import { threadVerbs } from './threads.ts'
import { versionVerbs } from './versions.ts'
import { inRooms, type Verbs } from './verbs.ts'
import { workVerbs } from './work.ts'

/** The one writer of the history, over an opened database. */
export function createStore(db: Database, ids: Ids, settings: SettingsKeeper): Store {
  const listeners = new Set<(touched: Touched) => void>()
  const connection = connect(db, ids, (touched) => {
    for (const listener of [...listeners]) listener(touched)
  })
  const verbs: Verbs = {
    ...threadVerbs(connection),
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
    ...retentionVerbs(connection, () => settings.values()),
    ...versionVerbs(connection),
  }
  return {
    ...inRooms(verbs),
    settings: settingsRoom(connection, settings),
    together: connection.together,
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => db.close(),
  }
}
