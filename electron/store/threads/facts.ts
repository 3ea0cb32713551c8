import type { ThreadId } from '../../../shared/base/ids.ts'
import { STRIP_LENGTH } from '../../../shared/runs/strip.ts'
import type { ThreadFacts } from '../../engine/ports/records.ts'
import { ALERT } from '../alerts/tables.ts'
import type { Connection } from '../connection/connection.ts'
import { beatsOf } from '../runs/slots.ts'
import { RUN, RUN_DETAILS, RUNS } from '../runs/tables.ts'
import { THREADS } from './tables.ts'

const TASKS = RUN_DETAILS.pick('tasks')
const DURATION = RUNS.pick('durationMs')
const GLANCE = THREADS.pick('glance')

/** What is derived of a thread, as it was read last unless something touched the thread since. */
export function cachedFacts(connection: Connection, threadId: ThreadId): ThreadFacts {
  const { facts } = connection.cache
  const cached = facts.get(threadId)
  if (cached !== undefined) return cached
  const read = readFacts(connection, threadId)
  facts.set(threadId, read)
  return read
}

function readFacts(connection: Connection, threadId: ThreadId): ThreadFacts {
  const { list, find } = connection
  const last = find(
    RUN,
    `WHERE thread_id = ? AND kind = 'heartbeat' AND outcome IS NOT NULL AND skip_reason IS NOT 'cancelled'
      ORDER BY started_at DESC, id DESC LIMIT 1`,
    threadId,
  )
  const tasks = last === null ? [] : (find(TASKS, 'WHERE run_id = ?', last.id)?.tasks ?? [])
  const durations = list(
    DURATION,
    `WHERE thread_id = ? AND kind = 'heartbeat' AND duration_ms > 0
      AND outcome NOT IN ('skipped', 'interrupted') ORDER BY started_at DESC, id DESC LIMIT 9`,
    threadId,
  )
    .map((run) => run.durationMs ?? 0)
    .sort((a, b) => a - b)
  const bars = beatsOf(connection, threadId, STRIP_LENGTH)
  const unserved = bars.find((b) => b.isScheduled && (b.outcome === 'waiting' || b.outcome === 'running'))
  return {
    last,
    strip: {
      at: bars.map((b) => b.at),
      outcome: bars.map((b) => b.outcome),
      runs: bars.map((b) => (b.isScheduled ? null : b.runId)),
    },
    alerts: list(ALERT, 'WHERE thread_id = ? AND resolved_at IS NULL', threadId),
    glance: find(GLANCE, 'WHERE id = ?', threadId)?.glance ?? null,
    typicalMs: durations[Math.floor(durations.length / 2)] ?? null,
    tasksForAgent: tasks.filter((t) => t.status === 'needs_agent').length,
    oldestUnserved: unserved?.at ?? null,
  }
}
