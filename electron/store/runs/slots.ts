import { FOREVER } from '../../../shared/alerts/alert.ts'
import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { RunOutcome } from '../../../shared/runs/run.ts'
import { slotCause, slotOutcome, type SlotRecord, type SlotView } from '../../../shared/runs/slot-view.ts'
import type { Connection } from '../connection/connection.ts'
import { flag, number, shape, textOrNull, word, wordOrNull } from '../connection/table.ts'

const SLOT = shape({
  dueAt: number(),
  fate: word<SlotRecord['fate']>(),
  cause: textOrNull(),
  count: number(),
  runId: wordOrNull<RunId>(),
  outcome: wordOrNull<RunOutcome>(),
  isWaiting: flag(),
})
/**
 * Those ahead of the next due time are of a clock that was set back since: they have not come yet, and what ran
 * for them stands among the beats.
 */
const NEWEST = `
  SELECT s.due_at AS "dueAt", s.fate, s.cause, s.count, r.id AS "runId", r.outcome,
    q.id IS NOT NULL AS "isWaiting"
  FROM slots s LEFT JOIN runs r ON r.item_id = s.item_id LEFT JOIN queue_items q ON q.id = s.item_id
  WHERE s.thread_id = ?1 AND s.due_at < coalesce((SELECT next_due_at FROM threads WHERE id = ?1), ${FOREVER})
  ORDER BY s.due_at DESC LIMIT ?2`

/** The newest due times of a thread, oldest first. */
export const slotsOf = ({ query }: Connection, threadId: ThreadId, limit: number): readonly SlotView[] =>
  query(SLOT, NEWEST, threadId, limit)
    .map(({ dueAt, fate, cause, count, runId, outcome, isWaiting }) => ({
      dueAt,
      outcome: slotOutcome({ fate, cause, isWaiting, run: runId === null ? null : { outcome } }),
      cause: slotCause({ fate, cause }),
      runId,
      count,
    }))
    .reverse()
