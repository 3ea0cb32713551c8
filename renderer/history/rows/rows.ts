import type { HistoryCounts, HistoryIndex, HistoryRow } from '../../../shared/history/history.ts'
import type { Instant } from '../../../shared/base/time.ts'

/** What the list shows, wherever its rows come from. */
export interface Rows {
  readonly total: number
  readonly row: (i: number) => HistoryRow | undefined // undefined: not here yet
  readonly error: unknown // null: none
  readonly pending: boolean // nothing is known yet
  readonly index: HistoryIndex | null // null: of a search
  /** Of a search. */
  readonly more: boolean
  readonly lookedTo: Instant | null
  readonly note: string | null
  /** Of a search that is at its end: what it found, by the choices of each list that it was not filtered by. */
  readonly counts: Partial<HistoryCounts> | null // null: not known by its rows
  /** Rows came since what is shown was counted. */
  readonly stale: boolean
  readonly refresh: () => void
}

/** Pages nobody looks at are forgotten soon. */
export const KEPT_MS = 15_000
/** Whether a list that shows these rows is at its newest row, and follows; elsewhere it stands still. */
export const isAtTop = (first: number, last: number): boolean => first === 0 && last < 60
