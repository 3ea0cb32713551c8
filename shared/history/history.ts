import type { NoteId, RunId, ThreadId } from '../base/ids.ts'
import type { WakeReason } from '../queue/queue.ts'
import { RUN_OUTCOMES, type RunOutcome } from '../runs/run.ts'
import type { Tier } from '../schedule/tier.ts'
import { DAY, type Instant } from '../base/time.ts'

/** The history as one list: runs, and due times without a run of their own. */

/**
 * How a row ended. The outcomes of runs, what still runs, and the fates of due times that no run of their
 * own answered.
 */
export const HISTORY_OUTCOMES = [...RUN_OUTCOMES, 'missed', 'merged', 'running'] as const
export type HistoryOutcome = RunOutcome | 'missed' | 'merged' | 'running'
export const HISTORY_KINDS = ['heartbeat', 'message', 'job', 'slot'] as const
export type HistoryKind = (typeof HISTORY_KINDS)[number]
/** Rows of one page. */
export const HISTORY_PAGE = 200

/** Absent: everything of that kind. `from` is included, `to` is not. */
export interface HistoryFilter {
  readonly threads?: ThreadId[] | undefined
  readonly outcomes?: HistoryOutcome[] | undefined
  readonly tiers?: Tier[] | undefined
  readonly reasons?: WakeReason[] | undefined
  readonly runners?: string[] | undefined
  readonly kinds?: HistoryKind[] | undefined
  readonly from?: Instant | undefined
  readonly to?: Instant | undefined
  /** Any length: what cannot be searched for is left out, and said so. */
  readonly text?: string | undefined
}

/** Where a page begins: behind a row, before one, or `skip` rows behind the newest one below an instant. */
export type HistoryPlace =
  | { readonly after: string } // older than this row
  | { readonly before: string } // newer than it
  // top: no newer row than this
  | { readonly below: Instant; readonly skip: number; readonly top?: string | undefined }

export interface HistoryRow {
  readonly cursor: string // its place in the order: at/seq
  readonly at: Instant // started, or due
  readonly threadId: ThreadId
  readonly threadName: string
  readonly kind: HistoryKind
  readonly outcome: HistoryOutcome
  readonly cause: string // why it was skipped or missed, or the fault's code; '' for none
  readonly tier: Tier | null
  readonly reason: WakeReason | null // the most important; null: none, as for messages
  readonly runner: string // '' for due times
  readonly runId: RunId | null // of a merged due time: the beat it joined
  readonly durationMs: number | null
  readonly usd: number
  readonly count: number // due times the row stands for
  readonly summary: string
  readonly note: string | null // a person's own words on the run
  /**
   * Of a search: where it was found, with MATCH_BEGIN and MATCH_END around what matched. null: no search.
   */
  readonly snippet: string | null
}
export const MATCH_BEGIN = '\u0001'
export const MATCH_END = '\u0002'

/** A person's own words on a run, or on a moment: "upgraded the CLI". */
export interface HistoryNote {
  readonly id: NoteId
  readonly at: Instant // the run's start, or that moment
  readonly threadId: ThreadId | null // null: of the fleet
  readonly threadName: string | null
  readonly runId: RunId | null // null: of a moment, or its run is not kept any more
  readonly text: string
  readonly writtenAt: Instant
}
export const NOTE_CHARS = 500
export interface NoteFilter {
  readonly runId?: RunId | undefined
  readonly threads?: readonly ThreadId[] | undefined // those of the fleet come with them
  readonly from?: Instant | undefined
  readonly to?: Instant | undefined
}

export interface HistoryPage {
  readonly rows: readonly HistoryRow[] // newest first
  readonly newer: string | null // cursor; null: none
  readonly older: string | null
  /** Of a search that is not at its end: it looked back to here. */
  readonly lookedTo: Instant | null
  readonly note: string | null // what of the search was left out; a sentence
}

/** How many rows lie where, newest day first: what a scrollbar needs to know of a million rows. */
export interface HistoryIndex {
  // below: the end of the day, exclusive
  readonly days: readonly (readonly [below: Instant, rows: number])[]
  readonly total: number
  readonly top: string | null // cursor of the newest row that is counted; null: no rows
  readonly from: Instant // nothing older is kept
  /** The newest runs, of whatever filter, that are in no list because the history cannot be written now. */
  readonly unlisted: number
}

/** Rows by each value of each filter, with the other filters as they are. */
export interface HistoryCounts {
  readonly total: number
  readonly outcomes: Partial<Record<HistoryOutcome, number>>
  readonly tiers: Partial<Record<Tier, number>>
  readonly reasons: Partial<Record<WakeReason, number>>
  readonly kinds: Partial<Record<HistoryKind, number>>
  readonly runners: Readonly<Record<string, number>>
  readonly threads: Readonly<Record<ThreadId, number>>
}

/** One hour, or one day by the clock on the wall. */
export interface HistoryFigure {
  readonly at: Instant // its beginning
  readonly rows: number
  readonly byOutcome: Partial<Record<HistoryOutcome, number>>
  readonly starts: number // of agents
  readonly usd: number
  readonly usdByRunner: Readonly<Record<string, number>>
  readonly medianMs: number | null // by buckets that double: about right; null: nothing with a length
  readonly p95Ms: number | null
}

export interface Reliability {
  readonly days: number
  readonly answered: number // due times that got their beat
  readonly missed: Readonly<Record<string, number>> // by cause
  readonly share: number | null // answered of both; null: no due times
}

export interface Retention {
  readonly runs: number
  readonly slots: number // due times without a run of their own
  readonly details: number // runs whose output is still kept
  readonly days: number // that have figures
  readonly bytes: number // of the file
  readonly freeBytes: number // inside it, for new rows
  readonly oldestAt: Instant | null
  readonly detailsKeptMs: number
  readonly runsKeptMs: number
  readonly nextAt: Instant // of the next clean-up
  readonly waitsMs: number // awake until a clock that jumped is believed and it deletes again; 0: it is
  readonly due: number // rows that it would delete
}
export type CleanMessage =
  | { readonly kind: 'progress'; readonly deleted: number; readonly of: number }
  | { readonly kind: 'done'; readonly deleted: number }

/**
 * Days since 1970-01-01 by the date on this machine's wall, as the figures count them, and the other way
 * round: the beginning of such a day.
 */
export const localDay = (at: Instant): number => {
  const d = new Date(at)
  return Date.UTC(d.getFullYear(), d.getMonth(), d.getDate()) / DAY
}
export const startOfLocalDay = (day: number): Instant => {
  const d = new Date(day * DAY)
  return new Date(d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate()).getTime()
}

/** Upper bounds of the buckets lengths are counted in; the last bucket has none. */
export const DURATION_BOUNDS_MS = [
  100, 250, 500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 120_000, 240_000, 480_000, 960_000,
  1_920_000,
] as const

/**
 * The length below which `share` of all lie, as if each bucket were filled evenly. null: there are none.
 */
export function quantileOf(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((a, b) => a + b, 0)
  if (total === 0) return null
  let left = share * total
  for (const [i, n] of counts.entries()) {
    if (n > 0 && left <= n) {
      const low = i === 0 ? 0 : DURATION_BOUNDS_MS[i - 1]!
      const high = DURATION_BOUNDS_MS[i] ?? low * 2
      return low + ((high - low) * left) / n
    }
    left -= n
  }
  return DURATION_BOUNDS_MS.at(-1)! * 2
}
