import type { NoteId, RunId, ThreadId } from '../../../../shared/base/ids.ts'
import type { Instant } from '../../../../shared/base/time.ts'
import type { KeptSince } from '../../../../shared/history/kept.ts'
import type {
  HistoryCounts,
  HistoryFigure,
  HistoryFilter,
  HistoryIndex,
  HistoryNote,
  HistoryPage,
  HistoryPlace,
  HistoryRow,
  NoteFilter,
  Reliability,
  Retention,
} from '../../../../shared/history/history.ts'

/** What the history holds; `due`: rows that are older than is kept. */
export type HistorySize = Omit<Retention, 'detailsKeptMs' | 'runsKeptMs' | 'nextAt' | 'waitsMs'>

export interface HistoryRoom {
  /**
   * Runs and due times without a run of their own, in one order. As cheap anywhere in the history as at its
   * end.
   */
  page(filter: HistoryFilter, place: HistoryPlace, limit: number): HistoryPage
  /** A search (`filter.text`) is not part of it. */
  index(filter: HistoryFilter): HistoryIndex
  /** Exactly, by looking at each row between the two instants; without the search. */
  rowsIn(filter: HistoryFilter, from: Instant, to: Instant): number
  /** The first row older than `below`, or at it and newer. */
  newest(filter: HistoryFilter, below: Instant, direction: 'older' | 'newer'): HistoryRow | null
  /** Oldest first, only those with rows. */
  figures(filter: HistoryFilter, by: 'hour' | 'day'): readonly HistoryFigure[]
  counts(filter: HistoryFilter): HistoryCounts
  reliability(threads: readonly ThreadId[] | undefined, days: number, now: Instant): Reliability
  /**
   * Counts one day anew from its rows; null: the first of which all rows are there. Returns the next day,
   * null after the last.
   */
  rebuildFigures(day: number | null): number | null
  size(kept: KeptSince): HistorySize
  /** Of the oldest run whose output is kept. */
  oldestDetailsAt(): Instant | null
  /** Deletes what is older than is kept, a few rows at a time; true: there is more. */
  prune(kept: KeptSince): boolean
  /** What a day brought, for a sentence about it. */
  dayFigures(
    from: Instant,
    to: Instant,
  ): { readonly beats: number; readonly alerts: number; readonly missed: number }
  /**
   * Ended runs with their details, due times, settled alerts and used-up events; returns how many runs.
   * Money spent stays counted.
   */
  clear(id: ThreadId): number
}

export interface NotesRoom {
  /** Newest first. */
  list(filter: NoteFilter, limit: number): readonly HistoryNote[]
  get(id: NoteId): HistoryNote | null
  /** One a run: another takes its place. `id` null: a new one. */
  save(
    note: {
      readonly id: NoteId | null
      readonly runId: RunId | null
      readonly threadId: ThreadId | null
      readonly at: Instant
      readonly text: string
    },
    now: Instant,
  ): HistoryNote
  remove(id: NoteId): boolean
}
