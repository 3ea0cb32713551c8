import type { NoteId, RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { HistoryKind, HistoryOutcome } from '../../../shared/history/history.ts'
import type { WakeReason } from '../../../shared/queue/queue.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import { number, numberOrNull, table, text, word, wordOrNull } from '../connection/table.ts'

/** What many rows share; '' where there is none. */
export const HISTORY_FACETS = table('history_facets', {
  id: number(),
  kind: word<HistoryKind>(),
  outcome: word<HistoryOutcome>(),
  cause: text(),
  tier: word<Tier | ''>(),
  reason: word<WakeReason | ''>(),
  runner: text(),
})

export const HISTORY = table('history', {
  seq: number(),
  at: number(),
  thread: number(),
  facet: number(),
  runId: wordOrNull<RunId>(),
  count: number(),
  started: number(),
  micros: number(),
  ms: numberOrNull(),
})

export const NOTES = table('notes', {
  id: word<NoteId>(),
  threadId: wordOrNull<ThreadId>(),
  runId: wordOrNull<RunId>(),
  at: number(),
  text: text(),
  writtenAt: number(),
})
