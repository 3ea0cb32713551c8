import type { Ids } from '../engine/ports/ports.ts'
import type { Touched } from '../engine/ports/records.ts'
import type { Store } from '../engine/ports/store.ts'
import { agentsRoom } from './agents/agents-room.ts'
import { permissionsRoom } from './agents/permissions-room.ts'
import { alertsRoom } from './alerts/alerts-room.ts'
import { incidentsRoom } from './alerts/incidents-room.ts'
import { webhooksRoom } from './alerts/webhooks-room.ts'
import { attemptsRoom } from './attempts/attempts-room.ts'
import { dailyRoom } from './attempts/daily-room.ts'
import { deadEndsRoom } from './attempts/dead-ends-room.ts'
import { clampFuture } from './clamp-future.ts'
import { connect } from './connection/connection.ts'
import type { Database } from './connection/driver.ts'
import { eventsRoom } from './events/events-room.ts'
import { historyRoom } from './history/history-room.ts'
import { notesRoom } from './history/notes-room.ts'
import { hubRoom } from './hub/hub-room.ts'
import { jobsRoom } from './jobs/jobs-room.ts'
import { knowledgeRoom } from './playbook/knowledge-room.ts'
import { suspectsRoom } from './playbook/suspects-room.ts'
import { tasksRoom } from './playbook/tasks-room.ts'
import { versionsRoom } from './playbook/versions-room.ts'
import { workRoom } from './playbook/work-room.ts'
import { backtestsRoom } from './pollination/backtests-room.ts'
import { pollinationRoom } from './pollination/pollination-room.ts'
import { queueRoom } from './queue/queue-room.ts'
import { conversationRoom } from './runs/conversation-room.ts'
import { runsRoom } from './runs/runs-room.ts'
import { metaRoom } from './settings/meta.ts'
import { settingsRoom, type SettingsKeeper } from './settings/settings-room.ts'
import { threadsRoom } from './threads/threads-room.ts'

/**
 * The one writer of the history, over an opened database: the only floor with SQL. Each room has a folder
 * with the codecs of its tables; `connection/` is what they share, `schema/` the tables themselves,
 * `archive/` and `backup/` work on whole files. Rooms know shared/ and the types of their ports, and decide nothing about
 * the domain: they write what they are told.
 */
export function createStore(db: Database, ids: Ids, settings: SettingsKeeper): Store {
  const onCommit = new Set<(touched: Touched) => void>()
  const onRefusal = new Set<() => void>()
  const onDamage = new Set<(message: string) => void>()
  const connection = connect(db, ids, {
    committed(touched) {
      for (const listener of [...onCommit]) listener(touched)
    },
    refused() {
      for (const listener of [...onRefusal]) listener()
    },
    damaged(message) {
      for (const listener of [...onDamage]) listener(message)
    },
  })
  return {
    threads: threadsRoom(connection),
    queue: queueRoom(connection),
    runs: runsRoom(connection),
    events: eventsRoom(connection),
    jobs: jobsRoom(connection),
    knowledge: knowledgeRoom(connection),
    webhooks: webhooksRoom(connection),
    agents: agentsRoom(connection),
    permissions: permissionsRoom(connection),
    conversation: conversationRoom(connection),
    notes: notesRoom(connection),
    alerts: alertsRoom(connection),
    incidents: incidentsRoom(connection),
    versions: versionsRoom(connection),
    tasks: tasksRoom(connection),
    suspects: suspectsRoom(connection),
    work: workRoom(connection),
    pollination: pollinationRoom(connection),
    backtests: backtestsRoom(connection),
    attempts: attemptsRoom(connection),
    daily: dailyRoom(connection),
    deadEnds: deadEndsRoom(connection),
    history: historyRoom(connection),
    settings: settingsRoom(connection, settings),
    meta: metaRoom(connection),
    hub: hubRoom(connection),
    clampFuture: (now) =>
      connection.verb((touch) => {
        touch('all')
        clampFuture(connection, now)
      }),
    together: connection.together,
    writeProblem: connection.writeProblem,
    refuseWrites: connection.refuseWrites,
    onCommit: joins(onCommit),
    onRefusal: joins(onRefusal),
    onDamage: joins(onDamage),
    close: () => db.close(),
  }
}

/** Takes one more; returns its end. */
const joins =
  <T>(all: Set<T>) =>
  (one: T): (() => void) => {
    all.add(one)
    return () => void all.delete(one)
  }
