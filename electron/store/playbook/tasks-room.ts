import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { TaskTiming } from '../../../shared/playbook/lint/lint-problem.ts'
import { shownStatus } from '../../../shared/runs/check-id.ts'
import type { LastResult, TaskStatus } from '../../../shared/runs/run.ts'
import { TIERS } from '../../../shared/schedule/tier.ts'
import type { TasksRoom } from '../../engine/ports/store/playbook.ts'
import type { Connection } from '../connection/connection.ts'
import { number, shape, word } from '../connection/table.ts'
import { taskResults } from '../runs/task-results.ts'
import { KNOWN_TASKS } from './tables.ts'

export function tasksRoom(connection: Connection): TasksRoom {
  const { list, run, insert, verb } = connection
  return {
    known: (threadId) =>
      new Map(
        list(KNOWN_TASKS, 'WHERE thread_id = ?', threadId).map(({ key, triedAt, doneAt }) => [
          key,
          { triedAt, doneAt },
        ]),
      ),
    note: (threadId, keys, tried) =>
      verb(() => {
        run(
          'DELETE FROM known_tasks WHERE thread_id = ? AND key NOT IN (SELECT value FROM json_each(?))',
          threadId,
          JSON.stringify(keys),
        )
        for (const key of keys)
          insert(KNOWN_TASKS, { threadId, key, triedAt: tried }, 'ON CONFLICT DO NOTHING')
      }),
    times: (threadId, beats) => taskTimes(connection, threadId, beats),
    lastResults: (threadId, since, beats) => lastResults(connection, { threadId, since, beats }),
  }
}

/** What waited for an approval or an agent took no time of its own. */
const EXECUTED: ReadonlySet<TaskStatus> = new Set(['passed', 'finding', 'failed'])
/** Runs that are looked through: a daily task stands in few of them. */
const LOOKED_BACK = 30
const RESULTS = shape({ tasks: taskResults() })

function taskTimes({ query }: Connection, threadId: ThreadId, beats: number): readonly TaskTiming[] {
  const runs = query(
    RESULTS,
    `SELECT d.tasks FROM runs r JOIN run_details d ON d.run_id = r.id
      WHERE r.thread_id = ? AND r.kind = 'heartbeat' AND r.outcome IS NOT NULL
      ORDER BY r.started_at DESC, r.id DESC LIMIT ?`,
    threadId,
    LOOKED_BACK,
  )
  const times = new Map<string, readonly number[]>()
  for (const { key, durationMs, status } of runs.flatMap((run) => run.tasks)) {
    if (!EXECUTED.has(status)) continue
    const known = times.get(key) ?? []
    if (durationMs !== null && known.length < beats) times.set(key, [...known, durationMs])
  }
  return [...times].map(([key, ms]) => ({ key, worstMs: Math.max(...ms), beats: ms.length }))
}

const WORKED = shape({ id: word<RunId>(), startedAt: number(), tasks: taskResults() })

/** Tier by tier: among many quick beats the few daily ones would not be found. */
function lastResults(
  { query }: Connection,
  {
    threadId,
    since,
    beats,
  }: { readonly threadId: ThreadId; readonly since: Instant; readonly beats: number },
): readonly LastResult[] {
  const last = new Map<string, LastResult>()
  for (const tier of TIERS) {
    const runs = query(
      WORKED,
      `SELECT r.id, r.started_at AS startedAt, d.tasks FROM runs r JOIN run_details d ON d.run_id = r.id
        WHERE r.thread_id = ? AND r.started_at >= ? AND r.kind = 'heartbeat' AND r.outcome IS NOT NULL AND r.tiers LIKE ?
        ORDER BY r.started_at DESC, r.id DESC LIMIT ?`,
      threadId,
      since,
      `%"${tier}"%`,
      beats,
    )
    for (const run of runs)
      for (const task of run.tasks) {
        if (task.tier !== tier) continue
        const { key, text, note, severity } = task
        const status = shownStatus(task, run.tasks)
        const known = last.get(key)
        // Where only case or markup differs, it is the same task, but another command.
        if (known !== undefined && known.text !== text) continue
        last.set(
          key,
          known === undefined
            ? { key, text, status, note, severity, runId: run.id, at: run.startedAt, before: [] }
            : { ...known, before: [...known.before, status] },
        )
      }
  }
  return [...last.values()]
}
