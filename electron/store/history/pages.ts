import {
  localDay,
  startOfLocalDay,
  type HistoryFilter,
  type HistoryIndex,
  type HistoryPage,
  type HistoryPlace,
} from '../../../shared/history/history.ts'
import { searchQuery } from '../../../shared/history/search-query.ts'
import type { HistoryRoom } from '../../engine/ports/store/history.ts'
import type { Connection } from '../connection/connection.ts'
import { number, shape } from '../connection/table.ts'
import { countRows, cursorOf, FIRST, keyOf, keysFrom, type Key } from './keys.ts'
import { rowsOf } from './rows.ts'
import { scopeOf, type Scope } from './scope.ts'
import { searchPage } from './search.ts'
import { notedRuns } from './settle.ts'

type Pages = Pick<HistoryRoom, 'page' | 'index' | 'rowsIn' | 'newest'>

/** Rows in their order, a page at a time, from any place of it. */
export const pages = (connection: Connection): Pages => ({
  page: (filter, place, limit) => page(connection, filter, place, limit),
  index: (filter) => index(connection, filter),
  rowsIn: (filter, from, to) => countRows(connection, scopeOf(connection, filter), from, to),
  newest(filter, below, direction) {
    const seq = direction === 'older' ? 0 : Number.MAX_SAFE_INTEGER
    const keys = keysFrom(connection, scopeOf(connection, filter), { at: below, seq }, direction, 0, 1)
    return rowsOf(connection, keys)[0] ?? null
  },
})

const BARE = { lookedTo: null, note: null }

function page(
  connection: Connection,
  filter: HistoryFilter,
  place: HistoryPlace,
  limit: number,
): HistoryPage {
  const scope = scopeOf(connection, filter)
  if (filter.text !== undefined && filter.text.trim() !== '') {
    const { match, note } = searchQuery(filter.text)
    return match === null
      ? { rows: [], newer: null, older: null, lookedTo: null, note }
      : searchPage(connection, scope, match, place, limit, note)
  }
  return 'before' in place
    ? newerPage(connection, scope, place.before, limit)
    : olderPage(connection, scope, place, limit)
}

function newerPage(connection: Connection, scope: Scope, before: string, limit: number): HistoryPage {
  const start = keyOf(before) ?? { at: scope.from, seq: 0 }
  const keys = keysFrom(connection, scope, start, 'newer', 0, limit + 1)
  const rows = [...rowsOf(connection, keys.slice(0, limit))].reverse()
  return {
    ...BARE,
    rows,
    newer: keys.length > limit ? (rows[0]?.cursor ?? null) : null,
    older: rows.at(-1)?.cursor ?? null,
  }
}

function olderPage(
  connection: Connection,
  scope: Scope,
  place: Exclude<HistoryPlace, { readonly before: string }>,
  limit: number,
): HistoryPage {
  const start = 'below' in place ? startBelow(place, scope) : (keyOf(place.after) ?? FIRST)
  const bounded = start.at >= scope.to ? { at: scope.to, seq: 0 } : start
  const skip = 'below' in place ? place.skip : 0
  const keys = keysFrom(connection, scope, bounded, 'older', skip, limit + 1)
  const rows = rowsOf(connection, keys.slice(0, limit))
  return {
    ...BARE,
    rows,
    newer: rows[0]?.cursor ?? null,
    older: keys.length > limit ? (rows.at(-1)?.cursor ?? null) : null,
  }
}

/** What was written after the list was begun does not move its rows. */
function startBelow(place: Extract<HistoryPlace, { readonly below: number }>, scope: Scope): Key {
  const at = Math.min(place.below, scope.to)
  const top = keyOf(place.top)
  return top !== null && top.at < at ? { at: top.at, seq: top.seq + 1 } : { at, seq: 0 }
}

const DAY = shape({ day: number(), n: number() })
const RUNNING = shape({ at: number(), thread: number(), facet: number() })

function index(connection: Connection, filter: HistoryFilter): HistoryIndex {
  const { query } = connection
  const scope = scopeOf(connection, filter)
  const start = scope.to < FIRST.at ? { at: scope.to, seq: 0 } : FIRST
  const newest = keysFrom(connection, scope, start, 'older', 0, 1)[0]
  const unlisted = notedRuns(connection)
  if (newest === undefined) return { days: [], total: 0, top: null, from: scope.from, unlisted }
  const [first, last] = [localDay(scope.from), localDay(newest.at)]
  const facets = scope.facets === null ? [] : [JSON.stringify(scope.facets)]
  const rows = query(
    DAY,
    `SELECT day, sum(n) AS n FROM history_days
      WHERE thread IN (SELECT value FROM json_each(?)) AND day >= ? AND day <= ?
        ${facets.length === 0 ? '' : 'AND facet IN (SELECT value FROM json_each(?))'}
      GROUP BY day ORDER BY day DESC`,
    JSON.stringify(scope.threads ?? [0]),
    first,
    last,
    ...facets,
  )
  const days = new Map(rows.map(({ day, n }) => [day, n]))
  // What the figures cannot know: days of which only a part is asked for or kept, and what still runs.
  for (const day of new Set([first, last]))
    days.set(day, countRows(connection, scope, startOfLocalDay(day), startOfLocalDay(day + 1)))
  for (const day of runningDays(connection, scope))
    if (day > first && day < last) days.set(day, (days.get(day) ?? 0) + 1)
  const sorted = [...days].filter(([, n]) => n > 0).sort((a, b) => b[0] - a[0])
  return {
    days: sorted.map(([day, n]) => [startOfLocalDay(day + 1), n] as const),
    total: sorted.reduce((sum, [, n]) => sum + n, 0),
    top: cursorOf(newest),
    from: scope.from,
    unlisted,
  }
}

/** The day of each run of the scope that is not over. */
const runningDays = ({ query }: Connection, { threads, facets }: Scope): readonly number[] =>
  query(
    RUNNING,
    `SELECT h.at, h.thread, h.facet FROM history_facets f JOIN history h ON h.facet = f.id
      WHERE f.outcome = 'running'`,
  )
    .filter((run) => (threads?.includes(run.thread) ?? true) && (facets?.includes(run.facet) ?? true))
    .map((run) => localDay(run.at))
