import { FOREVER } from '../../../shared/alerts/alert.ts'
import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { RunOutcome } from '../../../shared/runs/run.ts'
import {
  slotCause,
  slotOutcome,
  type BeatView,
  type SlotRecord,
  type SlotView,
} from '../../../shared/runs/slot-view.ts'
import type { Connection } from '../connection/connection.ts'
import { flag, number, numberOrNull, shape, textOrNull, word, wordOrNull } from '../connection/table.ts'

const SLOT = shape({
  dueAt: number(),
  fate: word<SlotRecord['fate']>(),
  cause: textOrNull(),
  count: number(),
  runId: wordOrNull<RunId>(),
  outcome: wordOrNull<RunOutcome>(),
  isWaiting: flag(),
  startedAt: numberOrNull(),
})
/**
 * Those ahead of the next due time are of a clock that was set back since: they have not come yet, and what ran
 * for them stands among the beats.
 */
const NEWEST = `
  SELECT s.due_at AS "dueAt", s.fate, s.cause, s.count, r.id AS "runId", r.outcome,
    q.id IS NOT NULL AS "isWaiting", r.started_at AS "startedAt"
  FROM slots s LEFT JOIN runs r ON r.item_id = s.item_id LEFT JOIN queue_items q ON q.id = s.item_id
  WHERE s.thread_id = ?1 AND s.due_at < coalesce((SELECT next_due_at FROM threads WHERE id = ?1), ${FOREVER})
  ORDER BY s.due_at DESC LIMIT ?2`

/** The newest due times of a thread, oldest first. */
export const slotsOf = (connection: Connection, threadId: ThreadId, limit: number): readonly SlotView[] =>
  newestSlots(connection, threadId, limit).map(({ slot }) => slot)

const newestSlots = ({ query }: Connection, threadId: ThreadId, limit: number) =>
  query(SLOT, NEWEST, threadId, limit)
    .map(({ dueAt, fate, cause, count, runId, outcome, isWaiting, startedAt }) => ({
      startedAt,
      slot: {
        dueAt,
        outcome: slotOutcome({ fate, cause, isWaiting, run: runId === null ? null : { outcome } }),
        cause: slotCause({ fate, cause }),
        runId,
        count,
      },
    }))
    .reverse()

const compared = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

const BEAT = shape({
  runId: word<RunId>(),
  startedAt: number(),
  outcome: wordOrNull<RunOutcome>(),
  dueAt: numberOrNull(),
})
const NEWEST_BEATS = `
  SELECT r.id AS "runId", r.started_at AS "startedAt", r.outcome,
    (SELECT max(s.due_at) FROM slots s WHERE s.item_id = r.item_id) AS "dueAt"
  FROM runs r WHERE r.thread_id = ? AND r.kind = 'heartbeat' AND r.skip_reason IS NOT 'cancelled'
  ORDER BY r.started_at DESC, r.id DESC LIMIT ?`

/** The newest due times of a thread and the beats that had none, in the order in which they began. */
export function beatsOf(connection: Connection, threadId: ThreadId, limit: number): readonly BeatView[] {
  const due = newestSlots(connection, threadId, limit).map(({ startedAt, slot: { dueAt, ...slot } }) => ({
    began: startedAt ?? dueAt,
    bar: { ...slot, at: dueAt, isScheduled: true },
  }))
  const known = new Set(due.map(({ bar }) => bar.at))
  // Those without a due time, and those that began so late that newer due times have passed meanwhile.
  const others = connection
    .query(BEAT, NEWEST_BEATS, threadId, limit)
    .filter(({ dueAt }) => dueAt === null || !known.has(dueAt))
    .map(({ runId, startedAt, outcome, dueAt }) => ({
      began: startedAt,
      bar: {
        at: dueAt ?? startedAt,
        outcome: outcome ?? 'running',
        cause: null,
        runId,
        count: 1,
        isScheduled: dueAt !== null,
      } satisfies BeatView,
    }))
  return [...due, ...others]
    .sort(
      (a, b) => a.began - b.began || compared(a.bar.runId ?? '', b.bar.runId ?? '') || a.bar.at - b.bar.at,
    )
    .slice(-limit)
    .map(({ bar }) => bar)
}
