import {
  MATCH_BEGIN,
  MATCH_END,
  type HistoryPage,
  type HistoryPlace,
} from '../../../shared/history/history.ts'
import type { Connection } from '../connection/connection.ts'
import type { SqlValue } from '../connection/driver.ts'
import { number, shape, text } from '../connection/table.ts'
import { cursorOf, keyOf, type Key } from './keys.ts'
import { rowsOf } from './rows.ts'
import type { Scope } from './scope.ts'

/**
 * Rows looked through at a time for a search with further filters, so that nobody waits long for it: a page may
 * come back short, and says how far it looked.
 */
const WINDOW = 20_000

const MATCH = shape({ seq: number(), at: number(), snippet: text() })
const MATCHES = (filters: string): string => `
  SELECT h.seq, h.at, snippet(history_words, -1, '${MATCH_BEGIN}', '${MATCH_END}', '…', 18) AS snippet
  FROM history_words w JOIN history h ON h.seq = w.rowid
  WHERE history_words MATCH ? AND w.rowid < ? AND w.rowid >= ? AND h.at >= ? AND h.at < ?${filters}
  ORDER BY w.rowid DESC LIMIT ?`

/** Newest record first: for a search the order of record is the order. */
export function searchPage(
  connection: Connection,
  scope: Scope,
  match: string,
  place: HistoryPlace,
  limit: number,
  note: string | null,
): HistoryPage {
  const newest = connection.count('SELECT max(seq) FROM history') + 1
  const after = 'after' in place ? keyOf(place.after) : null
  const { matches, lookedTo } = look(connection, scope, match, Math.min(after?.seq ?? newest, newest), limit)
  const shown = matches.slice(0, limit)
  const last = matches.length > limit ? shown.at(-1) : placeOf(connection, lookedTo)
  return {
    rows: rowsOf(connection, shown, new Map(matches.map((m) => [m.seq, m.snippet]))),
    newer: null,
    older: last === undefined ? null : cursorOf(last),
    lookedTo: last?.at ?? null,
    note,
  }
}

/** One more than `limit`, if there are so many; `lookedTo`: nothing older was looked at; 0: all was. */
function look(
  { query }: Connection,
  scope: Scope,
  match: string,
  below: number,
  limit: number,
): { readonly matches: readonly ReturnType<typeof MATCH.read>[]; readonly lookedTo: number } {
  const lists = [
    ...(scope.threads === null ? [] : [['h.thread', scope.threads] as const]),
    ...(scope.facets === null ? [] : [['h.facet', scope.facets] as const]),
  ]
  const wanted = MATCHES(
    lists.map(([column]) => ` AND ${column} IN (SELECT value FROM json_each(?))`).join(''),
  )
  const values = lists.map(([, list]): SqlValue => JSON.stringify(list))
  const isNarrow = lists.length > 0 || scope.from > 0 || scope.to < Number.MAX_SAFE_INTEGER
  const low = isNarrow ? Math.max(0, below - WINDOW) : 0
  const matches = query(MATCH, wanted, match, below, low, scope.from, scope.to, ...values, limit + 1)
  return { matches, lookedTo: low }
}

/** Where a search goes on that looked down to this row; undefined: at its end. */
function placeOf({ count }: Connection, seq: number): Key | undefined {
  if (seq === 0) return undefined
  return { at: count('SELECT at FROM history WHERE seq >= ? ORDER BY seq LIMIT 1', seq), seq }
}
