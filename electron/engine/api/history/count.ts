import type { Instant } from '../../../../shared/base/time.ts'
import type { HistoryFilter, HistoryPage } from '../../../../shared/history/history.ts'
import { searchQuery } from '../../../../shared/history/search-query.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Store } from '../../ports/store.ts'
import { breath } from '../../pulse/breath.ts'
import { NEVER } from './streak.ts'

interface CountParts {
  readonly ports: Pick<Ports, 'clock'>
  readonly store: Pick<Store, 'history'>
}

export const isSearch = ({ text }: HistoryFilter): boolean => text !== undefined && text.trim() !== ''

/** How many rows there are, in steps; what was counted until then, when it is broken off. */
export const countRows = (
  filter: HistoryFilter,
  parts: CountParts,
  signal: AbortSignal | undefined,
): Promise<number> =>
  isSearch(filter) ? countPages(filter, parts, signal) : countDays(filter, parts, signal)

const ROWS_A_STEP = 1000
const DAYS_A_STEP = 30

/** A text has no sums to add up: its pages are turned. */
async function countPages(
  filter: HistoryFilter,
  { ports, store }: CountParts,
  signal: AbortSignal | undefined,
): Promise<number> {
  if (searchQuery(filter.text ?? '').match === null) return 0
  let rows = 0
  let older: string | null = `${NEVER}/${NEVER}`
  while (older !== null && signal?.aborted !== true) {
    const page: HistoryPage = store.history.page(filter, { after: older }, ROWS_A_STEP)
    rows += page.rows.length
    older = page.older
    await breath(ports.clock)
  }
  return rows
}

/** The newest end is open, for what came meanwhile. */
async function countDays(
  filter: HistoryFilter,
  { ports, store }: CountParts,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { days } = store.history.index(filter)
  let rows = 0
  for (let i = 0; i < days.length && signal?.aborted !== true; i += DAYS_A_STEP) {
    const above = i === 0 ? NEVER : days[i]![0]
    rows += store.history.rowsIn(filter, days[i + DAYS_A_STEP]?.[0] ?? 0, above)
    await breath(ports.clock)
  }
  return rows
}

/** How many rows are newer than that. */
export function rowsAfter(at: Instant, filter: HistoryFilter, { history }: Pick<Store, 'history'>): number {
  const newer = history.index(filter).days.filter(([below]) => below > at)
  const day = newer.at(-1)
  if (day === undefined) return 0
  return newer.slice(0, -1).reduce((sum, [, n]) => sum + n, 0) + history.rowsIn(filter, at + 1, day[0])
}
