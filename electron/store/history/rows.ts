import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { HistoryKind, HistoryOutcome, HistoryRow } from '../../../shared/history/history.ts'
import type { WakeReason } from '../../../shared/queue/queue.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import type { Connection } from '../connection/connection.ts'
import { number, numberOrNull, shape, text, textOrNull, word, wordOrNull } from '../connection/table.ts'
import { cursorOf, type Key } from './keys.ts'

const ROWS = `
  SELECT h.seq, h.at, t.id AS "threadId", t.name AS "threadName", f.kind, f.outcome, f.cause, f.tier, f.reason,
    f.runner, h.run_id AS "runId", h.micros, h.count, r.summary, r.duration_ms AS "durationMs",
    (SELECT text FROM notes WHERE run_id = h.run_id) AS note,
    CASE WHEN h.run_id IS NULL AND f.outcome = 'merged' THEN (
      SELECT m.id FROM slots s JOIN runs m ON m.item_id = s.item_id
      WHERE s.thread_id = t.id AND s.due_at = h.at
    ) END AS joined
  FROM history h JOIN history_facets f ON f.id = h.facet JOIN threads t ON t.number = h.thread
    LEFT JOIN runs r ON r.id = h.run_id
  WHERE h.seq IN (SELECT value FROM json_each(?))`
const RECORD = shape({
  seq: number(),
  at: number(),
  threadId: word<ThreadId>(),
  threadName: text(),
  kind: word<HistoryKind>(),
  outcome: word<HistoryOutcome>(),
  cause: text(),
  tier: word<Tier | ''>(),
  reason: word<WakeReason | ''>(),
  runner: text(),
  runId: wordOrNull<RunId>(),
  micros: number(),
  count: number(),
  summary: textOrNull(),
  durationMs: numberOrNull(),
  note: textOrNull(),
  joined: wordOrNull<RunId>(),
})
type Record = ReturnType<typeof RECORD.read>

/** Field by field, for a page has hundreds of them. */
const toRow = (record: Record, snippet: string | null): HistoryRow => ({
  cursor: cursorOf(record),
  at: record.at,
  threadId: record.threadId,
  threadName: record.threadName,
  kind: record.kind,
  outcome: record.outcome,
  cause: record.cause,
  tier: record.tier === '' ? null : record.tier,
  reason: record.reason === '' ? null : record.reason,
  runner: record.runner,
  runId: record.runId ?? record.joined,
  durationMs: record.durationMs,
  usd: record.micros / 1e6,
  count: record.count,
  summary: record.summary ?? '',
  note: record.note,
  snippet,
})

/** In the order of their keys; of those that are gone by now none. */
export function rowsOf(
  { query }: Connection,
  keys: readonly Key[],
  snippets?: ReadonlyMap<number, string>,
): readonly HistoryRow[] {
  const records = new Map(
    query(RECORD, ROWS, JSON.stringify(keys.map((k) => k.seq))).map((record) => [record.seq, record]),
  )
  return keys.flatMap(({ seq }) => {
    const record = records.get(seq)
    return record === undefined ? [] : toRow(record, snippets?.get(seq) ?? null)
  })
}
