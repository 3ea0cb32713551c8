import type { ItemId, RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { TimelineEntry, TimelinePage } from '../../../shared/contract/beats.ts'
import type { WakeReason } from '../../../shared/queue/queue.ts'
import type { RunOutcome } from '../../../shared/runs/run.ts'
import type { Connection } from '../connection/connection.ts'
import { number, shape, word, wordOrNull, type Codec } from '../connection/table.ts'
import { droppedOf } from './keeping.ts'
import { EVENT } from './tables.ts'

/**
 * What happened to a thread, one row each: its place is its time, then where it stands in its own table.
 */
const TIMELINE = `
  SELECT * FROM (
    SELECT ${EVENT.columns}, seq * 2 AS place, NULL AS reason, NULL AS "itemId", NULL AS outcome
    FROM events WHERE thread_id = ?1 AND (at, seq * 2) < (?2, ?3)
    ORDER BY at DESC, seq DESC LIMIT ?4
  ) UNION ALL SELECT * FROM (
    SELECT ${wakeColumns()}, w.seq * 2 + 1, w.reason, w.item_id, r.outcome
    FROM wakes w LEFT JOIN runs r ON r.item_id = w.item_id
    WHERE w.thread_id = ?1 AND (w.at, w.seq * 2 + 1) < (?2, ?3)
    ORDER BY w.at DESC, w.seq DESC LIMIT ?4
  ) ORDER BY at DESC, place DESC LIMIT ?4`

/** In the places of an event's columns. */
function wakeColumns(): string {
  const has: Readonly<Record<string, string>> = { at: 'w.at', run_id: 'r.id' }
  return EVENT.columns
    .split(', ')
    .map((column) => has[column.split(' ')[0]!] ?? 'NULL')
    .join(', ')
}

interface Placed {
  readonly at: number
  readonly place: number
  readonly entry: TimelineEntry
}
const WAKE = shape({
  at: number(),
  place: number(),
  reason: wordOrNull<WakeReason>(), // null: an event
  itemId: word<ItemId>(),
  runId: wordOrNull<RunId>(),
  outcome: wordOrNull<RunOutcome>(),
})
const ENTRY: Codec<Placed> = {
  read(row) {
    const { at, place, reason, itemId, runId, outcome } = WAKE.read(row)
    if (reason !== null) return { at, place, entry: { kind: 'wake', at, reason, itemId, runId, outcome } }
    const { place: _1, reason: _2, itemId: _3, outcome: _4, ...event } = row
    return { at, place, entry: { kind: 'event', at, event: EVENT.read(event) } }
  },
}

export function timeline(
  connection: Connection,
  threadId: ThreadId,
  before: string | undefined,
  limit: number,
): TimelinePage {
  const { query, count } = connection
  const [at, place] = before === undefined ? [Number.MAX_SAFE_INTEGER, 0] : before.split('/').map(Number)
  const rows = query(ENTRY, TIMELINE, threadId, at!, place!, limit + 1)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    entries: shown.map((row) => row.entry),
    waiting: count(`SELECT count(*) FROM events WHERE thread_id = ? AND state = 'waiting'`, threadId),
    dropped: droppedOf(connection, threadId),
    next: rows.length > limit && last !== undefined ? `${last.at}/${last.place}` : null,
  }
}
