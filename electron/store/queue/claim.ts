import type { RunId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { QueueItem } from '../../../shared/queue/queue.ts'
import type { ClaimedRun } from '../../engine/ports/records.ts'
import type { Connection } from '../connection/connection.ts'
import { attachEvents } from '../events/keeping.ts'
import { JOB_RUNS } from '../jobs/tables.ts'
import { RUNS } from '../runs/tables.ts'
import { QUEUE_ITEMS } from './tables.ts'

const SESSION = QUEUE_ITEMS.pick('sessionId')

/** Inside the caller's transaction: the item becomes a run, which has the thread's events if it takes them. */
export function makeRun(
  connection: Connection,
  item: QueueItem,
  runner: string,
  takesEvents: boolean,
  now: Instant,
): ClaimedRun {
  const { update, run, cache } = connection
  const { id, marker, sessionId } = insertRun(connection, item, runner, now)
  run('DELETE FROM queue_items WHERE id = ?', item.id)
  cache.beats.delete(item.threadId)
  if (item.jobId !== null)
    update(JOB_RUNS, { itemId: item.id }, { state: 'running', runId: id, startedAt: now })
  return {
    id,
    itemId: item.id,
    threadId: item.threadId,
    kind: item.kind,
    reasons: item.reasons,
    askedTier: item.tier,
    withDue: item.withDue,
    message: item.text,
    sender: item.from,
    jobId: item.jobId,
    again: item.again,
    sessionId,
    startedAt: now,
    marker,
    ...(takesEvents ? attachEvents(connection, item.threadId, id) : { events: [], dropped: 0 }),
  }
}

/** Inside the caller's transaction: the item stays on record as a run that was deliberately not made. */
export function cancelItem(connection: Connection, item: QueueItem, summary: string, now: Instant): void {
  const { update, run, cache } = connection
  // In one step, since another run of the thread may be under way.
  insertRun(connection, item, '', now, {
    outcome: 'skipped',
    skipReason: 'cancelled',
    summary,
    finishedAt: now,
    durationMs: 0,
  })
  cache.beats.delete(item.threadId)
  update(JOB_RUNS, { itemId: item.id }, { state: 'skipped', finishedAt: now, summary })
  run('DELETE FROM queue_items WHERE id = ?', item.id)
}

function insertRun(
  { ids, find, insert }: Connection,
  item: QueueItem,
  runner: string,
  now: Instant,
  end: Parameters<typeof RUNS.write>[0] = {},
): { readonly id: RunId; readonly marker: string; readonly sessionId: string | null } {
  const [id, marker] = [ids<RunId>('run'), ids<string & RunId>('run')]
  const sessionId = find(SESSION, 'WHERE id = ?', item.id)?.sessionId ?? null
  insert(RUNS, {
    id,
    itemId: item.id,
    threadId: item.threadId,
    kind: item.kind,
    reasons: item.reasons,
    askedTier: item.tier,
    withDue: item.withDue,
    message: item.text,
    sender: item.from,
    jobId: item.jobId,
    again: item.again,
    sessionId,
    enqueuedAt: item.enqueuedAt,
    startedAt: now,
    runner,
    marker,
    ...end,
  })
  return { id, marker, sessionId }
}
