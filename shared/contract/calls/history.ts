import { eventIterator, type } from '@orpc/contract'
import * as z from 'zod'
import {
  type CleanMessage,
  HISTORY_PAGE,
  type HistoryCounts,
  type HistoryFigure,
  type HistoryIndex,
  type HistoryNote,
  type HistoryPage,
  type HistoryRow,
  NOTE_CHARS,
  type Reliability,
  type Retention,
} from '../../history/history.ts'
import type { ExportMessage } from '../../history/export.ts'
import {
  base,
  threadId,
  runId,
  noteId,
  path,
  nothing,
  historyFilterSchema,
  historyPlaceSchema,
} from './inputs.ts'

export const historyCalls = {
  /** Runs, and due times without a run of their own, as one list; `runs.page` has runs alone. */
  history: {
    page: base
      .input(
        z.strictObject({
          filter: historyFilterSchema,
          place: historyPlaceSchema,
          limit: z.number().int().min(1).max(1000).default(HISTORY_PAGE),
        }),
      )
      .output(type<HistoryPage>()),
    index: base.input(z.strictObject({ filter: historyFilterSchema })).output(type<HistoryIndex>()),
    /** From figures: at once, and exact but for parts of a day. */
    counts: base.input(z.strictObject({ filter: historyFilterSchema })).output(type<HistoryCounts>()),
    /** By looking at each row; for a search too. */
    count: base.input(z.strictObject({ filter: historyFilterSchema })).output(type<{ rows: number }>()),
    /** How many rows are newer than `at`: where it lies in the list. */
    position: base
      .input(z.strictObject({ filter: historyFilterSchema, at: z.number().int() }))
      .output(type<{ row: number }>()),
    /** What a person may want to jump to; null: there is none. */
    find: base
      .input(z.strictObject({ filter: historyFilterSchema, what: z.enum(['alert', 'streak']) }))
      .output(type<HistoryRow | null>()),
    figures: base
      .input(z.strictObject({ filter: historyFilterSchema, by: z.enum(['hour', 'day']) }))
      .output(type<readonly HistoryFigure[]>()),
    reliability: base
      .input(
        z.strictObject({
          threads: z.array(threadId).min(1).max(60).optional(),
          days: z.number().int().min(1).max(366).default(30),
        }),
      )
      .output(type<Reliability>()),
    retention: base.output(type<Retention>()),
    /**
     * Deletes what is older than the settings keep, in small steps; ends early when nobody listens any
     * more.
     */
    clean: base.output(eventIterator(type<CleanMessage>())),
    /** Counts all figures anew from the rows. */
    rebuild: base.output(nothing),
    /** A place for an export, chosen in the system's dialog; null: cancelled. */
    choose: base
      .input(z.strictObject({ format: z.enum(['csv', 'jsonl']) }))
      .output(type<{ path: string | null }>()),
    /**
     * Writes the rows of the filter, newest first. Ended early, nothing stays of it. INVALID: the file
     * cannot be written.
     */
    export: base
      .input(z.strictObject({ filter: historyFilterSchema, format: z.enum(['csv', 'jsonl']), path }))
      .output(eventIterator(type<ExportMessage>())),
  },

  /** A person's own words on runs and moments, shown where the history is. */
  notes: {
    /** Newest first. */
    list: base
      .input(
        z.strictObject({
          runId: runId.optional(),
          threads: z.array(threadId).max(60).optional(),
          from: z.number().int().optional(),
          to: z.number().int().optional(),
          limit: z.number().int().min(1).max(1000).default(1000),
        }),
      )
      .output(type<readonly HistoryNote[]>()),
    /**
     * A new one on a run or, without, on a moment (`at` absent: now; `threadId` null: of the fleet), or
     * another text for `id`. One a run: another takes its place. INVALID: a time ahead.
     */
    save: base
      .input(
        z.strictObject({
          id: noteId.optional(),
          runId: runId.optional(),
          at: z.number().int().min(0).optional(),
          threadId: threadId.nullable().optional(),
          text: z.string().trim().min(1).max(NOTE_CHARS),
        }),
      )
      .output(type<HistoryNote>()),
    remove: base.input(z.strictObject({ id: noteId })).output(nothing),
  },
}
