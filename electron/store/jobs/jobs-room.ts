import type { ItemId, JobId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { WITHDRAWN, type Job } from '../../../shared/jobs/job.ts'
import { classOf } from '../../../shared/queue/queue.ts'
import type { JobsRoom } from '../../engine/ports/store/jobs.ts'
import type { Connection } from '../connection/connection.ts'
import { QUEUE_ITEMS } from '../queue/tables.ts'
import { JOB, JOB_RUNS, JOBS } from './tables.ts'

export const jobsRoom = (connection: Connection): JobsRoom => ({
  ...planning(connection),
  ...dueTimes(connection),
})

const jobOf = ({ find }: Connection, id: JobId): Job | null => find(JOB, 'WHERE id = ?', id)

type DueTimes = Pick<JobsRoom, 'recordRun' | 'runs' | 'runOfItem' | 'settleRun'>

function planning(connection: Connection): Omit<JobsRoom, keyof DueTimes> {
  const { list, value, run, insert, update, verb, remembered } = connection
  const all = remembered(() => list(JOB, 'ORDER BY created_at, id'))
  const nextDueAt = remembered(() => value('SELECT min(next_due_at) FROM jobs') as Instant | null)
  return {
    list: (threadId) => (threadId === undefined ? all() : all().filter((job) => job.threadId === threadId)),
    get: (id) => jobOf(connection, id),
    nextDueAt,
    save: (id, threadId, spec, plan, now) =>
      verb((touch) => {
        const before = jobOf(connection, id)
        insert(
          JOBS,
          { id, threadId, spec, createdAt: now, nextDueAt: plan.nextDueAt, problem: plan.problem },
          `ON CONFLICT DO UPDATE SET thread_id = excluded.thread_id, spec = excluded.spec,
            next_due_at = excluded.next_due_at, problem = excluded.problem, failures = 0`,
        )
        // What waits under the old words is not what a person wants now.
        withdraw(connection, id)
        if (before !== null) touch(before.threadId)
        touch(threadId)
      }),
    change: (id, change) =>
      verb((touch) => {
        update(JOBS, { id }, change)
        if (change.pause != null) withdraw(connection, id)
        const job = jobOf(connection, id)
        if (job !== null) touch(job.threadId)
      }),
    remove: (id) =>
      verb((touch) => {
        const job = jobOf(connection, id)
        withdraw(connection, id)
        run('DELETE FROM jobs WHERE id = ?', id)
        if (job !== null) touch(job.threadId)
      }),
  }
}

/** What waits of a job that was changed, paused or removed is not run any more; it stays on record. */
function withdraw({ run, update }: Connection, jobId: JobId): void {
  update(JOB_RUNS, { jobId, state: 'waiting' }, { state: 'skipped', summary: WITHDRAWN })
  run('DELETE FROM queue_items WHERE job_id = ?', jobId)
}

function dueTimes(connection: Connection): DueTimes {
  const { ids, list, find, insert, update, verb } = connection
  return {
    recordRun: (entry, item, now) =>
      verb((touch) => {
        const job = jobOf(connection, entry.jobId)
        if (job === null) return false
        const { jobId, dueAt, attempt, byHand, state, count, summary } = entry
        const itemId = item === null ? null : ids<ItemId>('itm')
        const finishedAt = item === null ? now : null
        const recorded = insert(
          JOB_RUNS,
          { jobId, dueAt, attempt, byHand, state, count, itemId, finishedAt, summary },
          'ON CONFLICT DO NOTHING',
        )
        // A due time happens once, also when a tick is repeated after a crash.
        if (recorded === 0) return false
        if (item !== null && itemId !== null)
          insert(QUEUE_ITEMS, {
            id: itemId,
            threadId: job.threadId,
            kind: 'job',
            class: classOf(item.reasons, 'quick'),
            reasons: item.reasons,
            jobId,
            enqueuedAt: now,
            notBefore: item.notBefore,
          })
        touch(job.threadId)
        return true
      }),
    runs: (id, limit) =>
      list(JOB_RUNS, 'WHERE job_id = ? ORDER BY due_at DESC, attempt DESC LIMIT ?', id, limit),
    runOfItem: (itemId) => find(JOB_RUNS, 'WHERE item_id = ?', itemId),
    settleRun: ({ jobId, dueAt, attempt }, state, summary, now) =>
      verb((touch) => {
        update(JOB_RUNS, { jobId, dueAt, attempt }, { state, summary, finishedAt: now })
        const job = jobOf(connection, jobId)
        if (job !== null) touch(job.threadId)
      }),
  }
}
