import type { ItemId, JobId, RunId, ThreadId } from '../../shared/base/ids.ts'
import { jobSpecSchema, type Job, type JobRun, type JobSpec } from '../../shared/jobs/job.ts'
import { classOf } from '../../shared/queue/queue.ts'
import type { Verbs } from './verbs.ts'
import type { WebhookEvent, WebhookTarget } from '../../shared/alerts/webhook.ts'
import type { Connection } from './connection/connection.ts'
import type { Row } from './connection/driver.ts'
import { json, jsonOrNull, text, toAlert } from './rows.ts'

type JobVerbs = Pick<
  Verbs,
  | 'jobs'
  | 'job'
  | 'nextJobAt'
  | 'saveJob'
  | 'changeJob'
  | 'removeJob'
  | 'recordJobRun'
  | 'jobRuns'
  | 'jobRunOfItem'
  | 'settleJobRun'
  | 'pages'
  | 'writePages'
  | 'knownTasks'
  | 'noteTasks'
>
type WebhookVerbs = Pick<
  Verbs,
  | 'webhooks'
  | 'saveWebhook'
  | 'removeWebhook'
  | 'noteWebhook'
  | 'queueDelivery'
  | 'takeRecoveries'
  | 'noteSent'
  | 'deliveries'
  | 'nextDeliveryAt'
  | 'rescheduleDelivery'
>

const number = (value: unknown): number | null => (value === null ? null : Number(value))

const toJob = (row: Row): Job => ({
  ...jobSpecSchema.parse(json<JobSpec>(row['spec'])),
  id: row['id'] as JobId,
  threadId: row['thread_id'] as ThreadId,
  createdAt: Number(row['created_at']),
  pause: jsonOrNull<NonNullable<Job['pause']>>(row['pause']),
  nextDueAt: number(row['next_due_at']),
  problem: text(row['problem']),
  failures: Number(row['failures']),
})

const toJobRun = (row: Row): JobRun => ({
  jobId: row['job_id'] as JobId,
  dueAt: Number(row['due_at']),
  state: row['state'] as JobRun['state'],
  byHand: row['by_hand'] === 1,
  attempt: Number(row['attempt']),
  count: Number(row['count']),
  itemId: row['item_id'] as ItemId | null,
  runId: row['run_id'] as RunId | null,
  startedAt: number(row['started_at']),
  finishedAt: number(row['finished_at']),
  summary: text(row['summary']),
})

export function jobVerbs({ sql, ids, verb }: Connection): JobVerbs {
  const job = (id: JobId): Job | null => {
    const row = sql('SELECT * FROM jobs WHERE id = ?').get(id)
    return row === undefined ? null : toJob(row)
  }
  return {
    jobs: (threadId) =>
      (threadId === undefined
        ? sql('SELECT * FROM jobs ORDER BY created_at, id').all()
        : sql('SELECT * FROM jobs WHERE thread_id = ? ORDER BY created_at, id').all(threadId)
      ).map(toJob),
    job,
    nextJobAt: () => number(sql('SELECT min(next_due_at) AS at FROM jobs').get()?.['at'] ?? null),
    saveJob: (id, threadId, spec, plan, now) =>
      verb((touch) => {
        const moved = job(id)?.threadId
        sql(
          `INSERT INTO jobs (id, thread_id, spec, created_at, next_due_at, problem) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET thread_id = excluded.thread_id, spec = excluded.spec, next_due_at = excluded.next_due_at, problem = excluded.problem, failures = 0`,
        ).run(id, threadId, JSON.stringify(spec), now, plan.nextDueAt, plan.problem)
        // What waits under the old words is not what a person wants now.
        withdraw(id)
        if (moved !== undefined) touch(moved)
        touch(threadId)
      }),
    changeJob: (id, change) =>
      verb((touch) => {
        if (change.pause !== undefined)
          sql('UPDATE jobs SET pause = ? WHERE id = ?').run(
            change.pause === null ? null : JSON.stringify(change.pause),
            id,
          )
        if (change.nextDueAt !== undefined)
          sql('UPDATE jobs SET next_due_at = ? WHERE id = ?').run(change.nextDueAt, id)
        if (change.problem !== undefined)
          sql('UPDATE jobs SET problem = ? WHERE id = ?').run(change.problem, id)
        if (change.failures !== undefined)
          sql('UPDATE jobs SET failures = ? WHERE id = ?').run(change.failures, id)
        if (change.pause != null) withdraw(id)
        const changed = job(id)
        if (changed !== null) touch(changed.threadId)
      }),
    removeJob: (id) =>
      verb((touch) => {
        const gone = job(id)
        withdraw(id)
        sql('DELETE FROM jobs WHERE id = ?').run(id)
        if (gone !== null) touch(gone.threadId)
      }),
    recordJobRun: (entry, item, now) =>
      verb((touch) => {
        const of = job(entry.jobId)
        if (of === null) return false
        const itemId = item === null ? null : ids<ItemId>('itm')
        const made = sql(
          'INSERT INTO job_runs (job_id, due_at, attempt, by_hand, state, count, item_id, ' +
            'finished_at, summary) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        ).run(
          entry.jobId,
          entry.dueAt,
          entry.attempt,
          entry.byHand ? 1 : 0,
          entry.state,
          entry.count,
          itemId,
          item === null ? now : null,
          entry.summary,
        )
        // a due time happens once, also when a tick is repeated after a crash
        if (Number(made.changes) === 0) return false
        if (item !== null)
          sql(
            'INSERT INTO queue_items (id, thread_id, kind, class, reasons, job_id, enqueued_at, ' +
              `not_before) VALUES (?, ?, 'job', ?, ?, ?, ?, ?)`,
          ).run(
            itemId,
            of.threadId,
            classOf(item.reasons, 'quick'),
            JSON.stringify(item.reasons),
            entry.jobId,
            now,
            item.notBefore,
          )
        touch(of.threadId)
        return true
      }),
    jobRuns: (id, limit) =>
      sql('SELECT * FROM job_runs WHERE job_id = ? ORDER BY due_at DESC, attempt DESC LIMIT ?')
        .all(id, limit)
        .map(toJobRun),
    jobRunOfItem(itemId) {
      const row = sql('SELECT * FROM job_runs WHERE item_id = ?').get(itemId)
      return row === undefined ? null : toJobRun(row)
    },
    settleJobRun: ({ jobId, dueAt, attempt }, state, summary, now) =>
      verb((touch) => {
        sql(
          'UPDATE job_runs SET state = ?, summary = ?, finished_at = ? WHERE job_id = ? AND due_at = ? AND attempt = ?',
        ).run(state, summary, now, jobId, dueAt, attempt)
        const of = job(jobId)
        if (of !== null) touch(of.threadId)
      }),

    pages: (threadId) =>
      sql('SELECT title, text, at FROM pages WHERE thread_id = ? ORDER BY title')
        .all(threadId)
        .map((r) => ({ title: String(r['title']), text: String(r['text']), at: Number(r['at']) })),
    writePages: (threadId, pages, now) =>
      verb((touch) => {
        touch(threadId)
        for (const page of pages) {
          sql(
            'INSERT INTO pages VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET text = excluded.text, at = excluded.at',
          ).run(threadId, page.title, page.text, now)
          sql(`DELETE FROM knowledge WHERE thread_id = ? AND kind = 'page' AND run_id = ?`).run(
            threadId,
            page.title,
          )
          sql(`INSERT INTO knowledge (text, kind, thread_id, run_id, at) VALUES (?, 'page', ?, ?, ?)`).run(
            `${page.title}\n${page.text}`,
            threadId,
            page.title,
            now,
          )
        }
      }),
    knownTasks: (threadId) =>
      new Map(
        sql('SELECT * FROM known_tasks WHERE thread_id = ?')
          .all(threadId)
          .map((r) => [String(r['key']), { triedAt: number(r['tried_at']), doneAt: number(r['done_at']) }]),
      ),
    noteTasks: (threadId, keys, tried) =>
      verb(() => {
        sql(
          `DELETE FROM known_tasks WHERE thread_id = ? AND key NOT IN (SELECT value FROM json_each(?))`,
        ).run(threadId, JSON.stringify(keys))
        for (const key of keys)
          sql(
            'INSERT INTO known_tasks (thread_id, key, tried_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
          ).run(threadId, key, tried)
      }),
  }

  /** What waits of a job that was changed, paused or removed is not run any more; it stays on record. */
  function withdraw(id: JobId): void {
    sql(
      `UPDATE job_runs SET state = 'skipped', summary = 'The job was changed or paused before it ` +
        `started.' WHERE job_id = ? AND state = 'waiting'`,
    ).run(id)
    sql('DELETE FROM queue_items WHERE job_id = ?').run(id)
  }
}

/** One that came by an import without secrets has no address: kept, and off until a person gives it one. */
const whole = (target: WebhookTarget): WebhookTarget =>
  typeof target.url === 'string' ? target : { ...target, url: '', enabled: false }

export function webhookVerbs({ sql, verb }: Connection): WebhookVerbs {
  return {
    webhooks: () =>
      sql('SELECT target, last FROM webhook_targets ORDER BY id')
        .all()
        .map((r) => ({
          target: whole(json<WebhookTarget>(r['target'])),
          last: jsonOrNull<{ at: number; ok: boolean; text: string }>(r['last']),
        })),
    saveWebhook: (target) =>
      verb((touch) => {
        touch('all')
        sql(
          'INSERT INTO webhook_targets (id, target) VALUES (?, ?) ON CONFLICT DO UPDATE SET target = excluded.target',
        ).run(target.id, JSON.stringify(target))
      }),
    removeWebhook: (id) =>
      verb((touch) => {
        touch('all')
        sql('DELETE FROM webhook_targets WHERE id = ?').run(id)
      }),
    noteWebhook: (id, last) =>
      verb(() => void sql('UPDATE webhook_targets SET last = ? WHERE id = ?').run(JSON.stringify(last), id)),
    queueDelivery: (targetId, event, now) =>
      verb(
        () =>
          void sql('INSERT INTO deliveries (target_id, event, created_at, next_at) VALUES (?, ?, ?, ?)').run(
            targetId,
            JSON.stringify(event),
            now,
            now,
          ),
      ),
    noteSent: (id) => verb(() => void sql('UPDATE alerts SET recovery_wanted = 1 WHERE id = ?').run(id)),
    takeRecoveries: () => {
      const over = sql('SELECT * FROM alerts WHERE recovery_wanted = 1 AND resolved_at IS NOT NULL').all()
      if (over.length === 0) return []
      return verb(() => {
        sql(
          'UPDATE alerts SET recovery_wanted = 0 WHERE recovery_wanted = 1 AND resolved_at IS NOT NULL',
        ).run()
        // Another text took its place: the cause itself is not gone.
        return over.filter((row) => row['replaced'] === 0).map(toAlert)
      })
    },
    deliveries: (now) =>
      sql('SELECT * FROM deliveries WHERE next_at <= ? ORDER BY seq LIMIT 50')
        .all(now)
        .map((r) => ({
          seq: Number(r['seq']),
          targetId: String(r['target_id']),
          event: json<WebhookEvent>(r['event']),
          attempts: Number(r['attempts']),
        })),
    nextDeliveryAt: () => number(sql('SELECT min(next_at) AS at FROM deliveries').get()?.['at'] ?? null),
    rescheduleDelivery: (seq, at) =>
      verb(() => {
        if (at === null) sql('DELETE FROM deliveries WHERE seq = ?').run(seq)
        else sql('UPDATE deliveries SET attempts = attempts + 1, next_at = ? WHERE seq = ?').run(at, seq)
      }),
  }
}
