import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { AgentsRoom } from '../../engine/ports/store/agents.ts'
import type { Connection } from '../connection/connection.ts'
import { WITHOUT_AGENT } from '../runs/read-runs.ts'
import { RUNS } from '../runs/tables.ts'
import { countStart } from './spending.ts'
import { GATE_MARKS, SESSIONS, SPENT } from './tables.ts'

const USED = SPENT.pick('threadId', 'runner', 'billing', 'startedAt', 'tokens', 'usd')
const SAVED = RUNS.pick('threadId', 'startedAt')
const SESSION = SESSIONS.pick('runner', 'id', 'lastActivityAt', 'totals')

/** A start that belongs to no thread. */
const NOBODY = { runId: '' as RunId, threadId: '' as ThreadId }

export function agentsRoom(connection: Connection): AgentsRoom {
  const { list, find, run, verb, cache } = connection
  return {
    spentVersion: () => cache.spentVersion,
    spentSince: (at) => list(USED, 'WHERE started_at >= ? ORDER BY started_at', at),
    addStart: (runner, billing, turn, now) =>
      verb((touch) => {
        touch('all')
        countStart(connection, { ...NOBODY, runner, billing, startedAt: now }, turn)
      }),
    savedSince: (at) =>
      list(SAVED, `WHERE started_at >= ? AND ${WITHOUT_AGENT}`, at).map((beat) => ({
        threadId: beat.threadId,
        at: beat.startedAt,
      })),
    session: (threadId) => find(SESSION, 'WHERE thread_id = ?', threadId),
    forgetSession: (threadId) =>
      verb((touch) => {
        run('DELETE FROM sessions WHERE thread_id = ?', threadId)
        touch(threadId)
      }),
    gateMarks: (threadId) =>
      Object.fromEntries(
        list(GATE_MARKS, 'WHERE thread_id = ?', threadId).map(({ tier, mark }) => [tier, mark]),
      ),
  }
}
