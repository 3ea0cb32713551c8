import type { RunId, ThreadId } from '../../shared/base/ids.ts'
import {
  localDay,
  MATCH_BEGIN,
  MATCH_END,
  searchQuery,
  startOfLocalDay,
  type HistoryFilter,
  type HistoryIndex,
  type HistoryPage,
  type HistoryPlace,
  type HistoryRow,
} from '../../shared/history/history.ts'
import type { WakeReason } from '../../shared/queue/queue.ts'
import type { Tier } from '../../shared/schedule/tier.ts'
import type { Instant } from '../../shared/base/time.ts'
import type { Verbs } from './verbs.ts'
import type { Connection } from './connection/connection.ts'
import type { Row, SqlValue } from './connection/driver.ts'

type PageVerbs = Pick<Verbs, 'historyPage' | 'historyIndex' | 'historyRowsIn' | 'historyNewest'>

/** Place of a row: time, then order of record. */
interface Key {
  readonly at: Instant
  readonly seq: number
}
const FIRST: Key = { at: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER }
const keyOf = (cursor: string | undefined): Key | null => {
  const [at, seq] = (cursor ?? '').split('/').map(Number)
  return Number.isSafeInteger(at) && Number.isSafeInteger(seq) ? { at: at!, seq: seq! } : null
}
const cursorOf = ({ at, seq }: Key): string => `${at}/${seq}`

/** A filter as the tables know it. null: not filtered by it; an empty list: nothing fits. */
interface Scope {
  readonly threads: readonly number[] | null
  readonly facets: readonly number[] | null
  readonly from: Instant
  readonly to: Instant
}

/**
 * Older rows are being deleted, or are gone: also when more is kept from now on they do not come back, and
 * only the figures tell of them.
 */
export const oldestRowAt = ({ sql }: Pick<Connection, 'sql'>): Instant =>
  Number(
    sql(
      "SELECT max(CAST(value AS INTEGER)) AS at FROM meta WHERE key IN ('history_from', 'history_counted')",
    ).get()?.['at'] ?? 0,
  )

export function scopeOf({ sql }: Connection, filter: HistoryFilter): Scope {
  const { threads, outcomes, tiers, reasons, runners, kinds } = filter
  const isIn = (list: readonly string[] | undefined, value: unknown): boolean =>
    list === undefined || list.includes(String(value))
  const byFacet = [outcomes, tiers, reasons, runners, kinds].some((list) => list !== undefined)
  const oldest = oldestRowAt({ sql })
  return {
    threads:
      threads === undefined
        ? null
        : threads.flatMap((id) => {
            const row = sql('SELECT number FROM threads WHERE id = ?').get(id)
            return row === undefined ? [] : [Number(row['number'])]
          }),
    facets: !byFacet
      ? null
      : sql('SELECT * FROM history_facets')
          .all()
          .filter(
            (f) =>
              isIn(outcomes, f['outcome']) &&
              isIn(tiers, f['tier']) &&
              isIn(reasons, f['reason']) &&
              isIn(runners, f['runner']) &&
              isIn(kinds, f['kind']),
          )
          .map((f) => Number(f['id'])),
    from: Math.max(filter.from ?? oldest, oldest),
    to: filter.to ?? Number.MAX_SAFE_INTEGER,
  }
}

/** One index range for each value of the filter: each is in order by itself, whatever the table's size. */
interface Range {
  readonly where: string
  readonly values: readonly number[]
}
function rangesOf({ threads, facets }: Scope): readonly Range[] {
  if (threads === null && facets === null) return [{ where: '', values: [] }]
  if (facets === null) return threads!.map((t) => ({ where: 'thread = ? AND ', values: [t] }))
  if (threads === null) return facets.map((f) => ({ where: 'facet = ? AND ', values: [f] }))
  return threads.flatMap((t) =>
    facets.map((f) => ({ where: 'thread = ? AND facet = ? AND ', values: [t, f] })),
  )
}
const OLDER = (where: string): string =>
  `SELECT at, seq FROM history WHERE ${where}at >= ? AND (at, seq) < (?, ?) ORDER BY at DESC, seq DESC LIMIT ? OFFSET ?`
const NEWER = (where: string): string =>
  `SELECT at, seq FROM history WHERE ${where}at < ? AND (at, seq) > (?, ?) ORDER BY at, seq LIMIT ? OFFSET ?`
/** For the test that looks at their plans. */
export const PAGE_QUERIES = [
  '',
  'thread = ? AND ',
  'facet = ? AND ',
  'thread = ? AND facet = ? AND ',
].flatMap((where) => [OLDER(where), NEWER(where)])

/** Keys of up to `limit` rows in their order, merged from all ranges; `skip` of them left out before. */
function keysFrom(
  { sql }: Connection,
  scope: Scope,
  start: Key,
  direction: 'older' | 'newer',
  skip: number,
  limit: number,
): readonly Key[] {
  const ranges = rangesOf(scope)
  const isBefore = (a: Key, b: Key): boolean =>
    direction === 'older'
      ? a.at > b.at || (a.at === b.at && a.seq > b.seq)
      : a.at < b.at || (a.at === b.at && a.seq < b.seq)
  const read = (range: Range, from: Key, n: number, offset: number): Key[] =>
    sql(direction === 'older' ? OLDER(range.where) : NEWER(range.where))
      .all(...range.values, direction === 'older' ? scope.from : scope.to, from.at, from.seq, n, offset)
      .map((r) => ({ at: Number(r['at']), seq: Number(r['seq']) }))
  if (ranges.length === 1) return read(ranges[0]!, start, limit, skip)
  const batch = Math.max(8, Math.ceil((2 * (limit + skip)) / Math.max(1, ranges.length)))
  const heads = ranges
    .map((range) => ({ range, keys: read(range, start, batch, 0), next: 0 }))
    .filter((h) => h.keys.length > 0)
  const found: Key[] = []
  for (let taken = 0; taken < skip + limit && heads.length > 0; taken++) {
    let best = 0
    for (let i = 1; i < heads.length; i++)
      if (isBefore(heads[i]!.keys[heads[i]!.next]!, heads[best]!.keys[heads[best]!.next]!)) best = i
    const head = heads[best]!
    const key = head.keys[head.next++]!
    if (taken >= skip) found.push(key)
    if (head.next < head.keys.length) continue
    head.keys = head.keys.length < batch ? [] : read(head.range, key, batch, 0)
    head.next = 0
    if (head.keys.length === 0) heads.splice(best, 1)
  }
  return found
}

const ROWS = `
  SELECT h.seq, h.at, t.id AS thread_id, t.name, f.kind, f.outcome, f.cause, f.tier, f.reason, f.runner, h.run_id, h.ms, h.micros, h.count, r.summary, r.duration_ms, (SELECT text FROM notes WHERE run_id = h.run_id) AS note,
    CASE WHEN h.run_id IS NULL AND f.outcome = 'merged' THEN (SELECT m.id FROM slots s JOIN runs m ON m.item_id = s.item_id WHERE s.thread_id = t.id AND s.due_at = h.at) END AS joined
  FROM history h JOIN history_facets f ON f.id = h.facet JOIN threads t ON t.number = h.thread LEFT JOIN runs r ON r.id = h.run_id WHERE h.seq IN (SELECT value FROM json_each(?))`

const toRow = (row: Row, snippet: string | null): HistoryRow => ({
  cursor: cursorOf({ at: Number(row['at']), seq: Number(row['seq']) }),
  at: Number(row['at']),
  threadId: row['thread_id'] as ThreadId,
  threadName: String(row['name']),
  kind: row['kind'] as HistoryRow['kind'],
  outcome: row['outcome'] as HistoryRow['outcome'],
  cause: String(row['cause']),
  tier: row['tier'] === '' ? null : (row['tier'] as Tier),
  reason: row['reason'] === '' ? null : (row['reason'] as WakeReason),
  runner: String(row['runner']),
  runId: (row['run_id'] ?? row['joined']) as RunId | null,
  durationMs: row['duration_ms'] === null ? null : Number(row['duration_ms']),
  usd: Number(row['micros']) / 1e6,
  count: Number(row['count']),
  summary: row['summary'] === null ? '' : String(row['summary']),
  note: row['note'] as string | null,
  snippet,
})

/**
 * Rows looked through for a search with further filters, at a time and in all: a page may come back short,
 * and says how far it looked.
 */
const WINDOW = 20_000
const WINDOWS = 8
const FOUND = (filters: string): string => `
  SELECT h.seq, h.at, snippet(history_words, -1, '${MATCH_BEGIN}', '${MATCH_END}', '…', 18) AS snippet FROM history_words w JOIN history h ON h.seq = w.rowid
  WHERE history_words MATCH ? AND w.rowid < ? AND w.rowid >= ? AND h.at >= ? AND h.at < ?${filters} ORDER BY w.rowid DESC LIMIT ?`

export function pageVerbs(connection: Connection): PageVerbs {
  const { sql } = connection
  const rowsOf = (keys: readonly Key[], snippets?: ReadonlyMap<number, string>): readonly HistoryRow[] => {
    const rows = new Map(
      sql(ROWS)
        .all(JSON.stringify(keys.map((k) => k.seq)))
        .map((r) => [Number(r['seq']), r]),
    )
    return keys.flatMap(({ seq }) => {
      const row = rows.get(seq)
      return row === undefined ? [] : [toRow(row, snippets?.get(seq) ?? null)]
    })
  }

  /** Newest record first; for a search the order of record is the order. */
  function search(
    scope: Scope,
    match: string,
    place: HistoryPlace,
    limit: number,
    note: string | null,
  ): HistoryPage {
    const after = 'after' in place ? keyOf(place.after) : null
    const newest = Number(sql('SELECT max(seq) AS seq FROM history').get()?.['seq'] ?? 0) + 1
    let high = Math.min(after?.seq ?? newest, newest)
    const lists = [
      ...(scope.threads === null
        ? []
        : [[' AND h.thread IN (SELECT value FROM json_each(?))', scope.threads] as const]),
      ...(scope.facets === null
        ? []
        : [[' AND h.facet IN (SELECT value FROM json_each(?))', scope.facets] as const]),
    ]
    const isNarrow = lists.length > 0 || scope.from > 0 || scope.to < Number.MAX_SAFE_INTEGER
    const found: Row[] = []
    for (let i = 0; i < WINDOWS && high > 0 && found.length <= limit; i++) {
      const low = isNarrow ? Math.max(0, high - WINDOW) : 0
      found.push(
        ...sql(FOUND(lists.map(([text]) => text).join(''))).all(
          match,
          high,
          low,
          scope.from,
          scope.to,
          ...lists.map(([, list]) => JSON.stringify(list) as SqlValue),
          limit + 1 - found.length,
        ),
      )
      high = low
    }
    const isMore = found.length > limit || high > 0
    const keys = found.slice(0, limit).map((r) => ({ at: Number(r['at']), seq: Number(r['seq']) }))
    const last =
      found.length > limit
        ? keys.at(-1)
        : high > 0
          ? {
              at: Number(
                sql('SELECT at FROM history WHERE seq >= ? ORDER BY seq LIMIT 1').get(high)?.['at'] ?? 0,
              ),
              seq: high,
            }
          : undefined
    return {
      rows: rowsOf(keys, new Map(found.map((r) => [Number(r['seq']), String(r['snippet'])]))),
      newer: null,
      older: isMore && last !== undefined ? cursorOf(last) : null,
      lookedTo: isMore && last !== undefined ? last.at : null,
      note,
    }
  }

  const count = (scope: Scope, from: Instant, to: Instant): number =>
    rangesOf(scope).reduce(
      (sum, { where, values }) =>
        sum +
        Number(
          sql(`SELECT count(*) AS n FROM history WHERE ${where}at >= ? AND at < ?`).get(
            ...values,
            Math.max(from, scope.from),
            Math.min(to, scope.to),
          )?.['n'] ?? 0,
        ),
      0,
    )

  return {
    historyPage(filter, place, limit): HistoryPage {
      const scope = scopeOf(connection, filter)
      const query = filter.text === undefined || filter.text.trim() === '' ? null : searchQuery(filter.text)
      if (query !== null)
        return query.match === null
          ? { rows: [], newer: null, older: null, lookedTo: null, note: query.note }
          : search(scope, query.match, place, limit, query.note)
      if ('before' in place) {
        const keys = keysFrom(
          connection,
          scope,
          keyOf(place.before) ?? { at: scope.from, seq: 0 },
          'newer',
          0,
          limit + 1,
        )
        const rows = [...rowsOf(keys.slice(0, limit))].reverse()
        return {
          rows,
          newer: keys.length > limit ? (rows[0]?.cursor ?? null) : null,
          older: rows.at(-1)?.cursor ?? null,
          lookedTo: null,
          note: null,
        }
      }
      const below = 'below' in place ? { at: Math.min(place.below, scope.to), seq: 0 } : null
      const top = 'below' in place ? keyOf(place.top) : null
      const start =
        below === null
          ? (keyOf('after' in place ? place.after : undefined) ?? FIRST)
          : top !== null && top.at < below.at
            ? { at: top.at, seq: top.seq + 1 }
            : below
      const bounded = start.at >= scope.to ? { at: scope.to, seq: 0 } : start
      const skip = 'below' in place ? place.skip : 0
      const keys = keysFrom(connection, scope, bounded, 'older', skip, limit + 1)
      const rows = rowsOf(keys.slice(0, limit))
      return {
        rows,
        newer: rows[0]?.cursor ?? null,
        older: keys.length > limit ? (rows.at(-1)?.cursor ?? null) : null,
        lookedTo: null,
        note: null,
      }
    },

    historyIndex(filter): HistoryIndex {
      const scope = scopeOf(connection, filter)
      const newest = keysFrom(
        connection,
        scope,
        scope.to < FIRST.at ? { at: scope.to, seq: 0 } : FIRST,
        'older',
        0,
        1,
      )[0]
      if (newest === undefined) return { days: [], total: 0, top: null, from: scope.from }
      const [first, last] = [localDay(scope.from), localDay(newest.at)]
      const lists = scope.facets === null ? [] : [JSON.stringify(scope.facets)]
      const rows = sql(
        'SELECT day, sum(n) AS n FROM history_days WHERE thread IN (SELECT value FROM json_each(?)) ' +
          'AND day >= ? AND day <= ' +
          `?${lists.length === 0 ? '' : ' AND facet IN (SELECT value FROM json_each(?))'} GROUP BY day ` +
          'ORDER BY day DESC',
      ).all(JSON.stringify(scope.threads ?? [0]), first, last, ...lists)
      const days = new Map(rows.map((r) => [Number(r['day']), Number(r['n'])]))
      // What the figures cannot know: days of which only a part is asked for or kept, and what still runs.
      for (const day of new Set([first, last]))
        days.set(day, count(scope, startOfLocalDay(day), startOfLocalDay(day + 1)))
      const running = sql(
        'SELECT h.at, h.thread, h.facet FROM history_facets f JOIN history h ON h.facet = f.id WHERE ' +
          `f.outcome = 'running'`,
      ).all()
      for (const r of running) {
        const day = localDay(Number(r['at']))
        const fits =
          (scope.threads?.includes(Number(r['thread'])) ?? true) &&
          (scope.facets?.includes(Number(r['facet'])) ?? true) &&
          day > first &&
          day < last
        if (fits) days.set(day, (days.get(day) ?? 0) + 1)
      }
      const sorted = [...days].filter(([, n]) => n > 0).sort((a, b) => b[0] - a[0])
      return {
        days: sorted.map(([day, n]) => [startOfLocalDay(day + 1), n] as const),
        total: sorted.reduce((sum, [, n]) => sum + n, 0),
        top: cursorOf(newest),
        from: scope.from,
      }
    },
    historyRowsIn: (filter, from, to) => count(scopeOf(connection, filter), from, to),
    historyNewest(filter, below, direction) {
      const scope = scopeOf(connection, filter)
      return (
        rowsOf(
          keysFrom(
            connection,
            scope,
            { at: below, seq: direction === 'older' ? 0 : Number.MAX_SAFE_INTEGER },
            direction,
            0,
            1,
          ),
        )[0] ?? null
      )
    },
  }
}
