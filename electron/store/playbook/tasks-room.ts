import type { ThreadId } from '../../../shared/base/ids.ts'
import type { TaskTiming } from '../../../shared/playbook/lint/lint-problem.ts'
import type { TaskStatus } from '../../../shared/runs/run.ts'
import type { TasksRoom } from '../../engine/ports/store/playbook.ts'
import type { Connection } from '../connection/connection.ts'
import { shape } from '../connection/table.ts'
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
