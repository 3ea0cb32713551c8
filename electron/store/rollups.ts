import {
  DURATION_BOUNDS_MS,
  localDay,
  quantileOf,
  startOfLocalDay,
  type HistoryCounts,
  type HistoryFigure,
  type HistoryFilter,
  type HistoryKind,
  type HistoryOutcome,
  type Reliability,
} from '../../shared/history/history.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import type { WakeReason } from '../../shared/queue/queue.ts'
import type { Tier } from '../../shared/schedule/tier.ts'
import { HOUR } from '../../shared/base/time.ts'
import type { Verbs } from './verbs.ts'
import type { Connection } from './connection/connection.ts'
import type { Row } from './connection/driver.ts'
import { scopeOf } from './history-page.ts'
import { FILL_DAYS, FILL_HOURS } from './schema/figures.ts'

/**
 * Figures by hour and by day. Days are those of the system's zone at the moment a row is written: when the
 * zone changes, days that are counted already keep their old borders until `rebuildFigures`; hours are
 * hours of UTC and never move.
 */
type RollupVerbs = Pick<Verbs, 'historyFigures' | 'historyCounts' | 'reliability' | 'rebuildFigures'>

const BUCKETS = [...DURATION_BOUNDS_MS.map((_, i) => `d${i}`), `d${DURATION_BOUNDS_MS.length}`]
const SUMS = BUCKETS.map((d) => `sum(${d}) AS ${d}`).join(', ')

export function rollupVerbs(connection: Connection): RollupVerbs {
  const { sql, verb } = connection
  const facets = (): ReadonlyMap<number, Row> =>
    new Map(
      sql('SELECT * FROM history_facets')
        .all()
        .map((f) => [Number(f['id']), f]),
    )
  const each = (list: readonly number[] | null): string => JSON.stringify(list ?? [0])

  return {
    historyFigures(filter, by): readonly HistoryFigure[] {
      const scope = scopeOf(connection, filter)
      const [table, key] = by === 'hour' ? ['history_hours', 'hour'] : ['history_days', 'day']
      // Day figures outlive their rows.
      const from = filter.from ?? 0
      const [first, last] =
        by === 'hour'
          ? [Math.floor(from / HOUR), Math.ceil(scope.to / HOUR) - 1]
          : [localDay(from), scope.to > 8e15 ? 1e9 : localDay(scope.to - 1)]
      const where =
        `WHERE thread IN (SELECT value FROM json_each(?)) AND ${key} >= ? AND ${key} <= ` +
        `?${scope.facets === null ? '' : ' AND facet IN (SELECT value FROM json_each(?))'}`
      const values = [
        each(scope.threads),
        first,
        last,
        ...(scope.facets === null ? [] : [each(scope.facets)]),
      ]
      const rows = sql(
        `SELECT ${key} AS k, facet, sum(n) AS n, sum(starts) AS starts, sum(micros) AS micros FROM ` +
          `${table} ${where} GROUP BY ${key}, facet ORDER BY ${key}`,
      ).all(...values)
      const lengths = new Map(
        sql(`SELECT ${key} AS k, ${SUMS} FROM ${table} ${where} GROUP BY ${key}`)
          .all(...values)
          .map((r) => [Number(r['k']), BUCKETS.map((d) => Number(r[d]))]),
      )
      const known = facets()
      const figures = new Map<
        number,
        {
          rows: number
          byOutcome: Partial<Record<HistoryOutcome, number>>
          starts: number
          micros: number
          usdByRunner: Record<string, number>
        }
      >()
      for (const row of rows) {
        const at = Number(row['k'])
        const figure = figures.get(at) ?? { rows: 0, byOutcome: {}, starts: 0, micros: 0, usdByRunner: {} }
        figures.set(at, figure)
        const facet = known.get(Number(row['facet']))
        const outcome = String(facet?.['outcome']) as HistoryOutcome
        figure.rows += Number(row['n'])
        figure.byOutcome[outcome] = (figure.byOutcome[outcome] ?? 0) + Number(row['n'])
        figure.starts += Number(row['starts'])
        figure.micros += Number(row['micros'])
        const runner = String(facet?.['runner'])
        if (Number(row['micros']) > 0)
          figure.usdByRunner[runner] = (figure.usdByRunner[runner] ?? 0) + Number(row['micros']) / 1e6
      }
      return [...figures].map(([k, { micros, ...figure }]) => ({
        at: by === 'hour' ? k * HOUR : startOfLocalDay(k),
        ...figure,
        usd: micros / 1e6,
        medianMs: quantileOf(lengths.get(k) ?? [], 0.5),
        p95Ms: quantileOf(lengths.get(k) ?? [], 0.95),
      }))
    },

    historyCounts(filter): HistoryCounts {
      const { threads, from, to } = scopeOf(connection, filter)
      const known = facets()
      const [first, last] = [localDay(from), to > 8e15 ? 1e9 : localDay(to - 1)]
      const DIMENSIONS = [
        ['outcomes', 'outcome'],
        ['tiers', 'tier'],
        ['reasons', 'reason'],
        ['runners', 'runner'],
        ['kinds', 'kind'],
      ] as const
      const fits = (facet: Row, but: string | null): boolean =>
        DIMENSIONS.every(
          ([list, column]) =>
            list === but ||
            filter[list] === undefined ||
            (filter[list] as readonly string[]).includes(String(facet[column])),
        )
      const counts = {
        total: 0,
        outcomes: {} as Record<string, number>,
        tiers: {} as Record<string, number>,
        reasons: {} as Record<string, number>,
        runners: {} as Record<string, number>,
        kinds: {} as Record<string, number>,
        threads: {} as Record<ThreadId, number>,
      }
      for (const row of sql(
        'SELECT facet, sum(n) AS n FROM history_days WHERE thread IN (SELECT value FROM json_each(?)) ' +
          'AND day >= ? AND day <= ? GROUP BY facet',
      ).all(each(threads), first, last)) {
        const facet = known.get(Number(row['facet']))
        if (facet === undefined) continue
        if (fits(facet, null)) counts.total += Number(row['n'])
        for (const [list, column] of DIMENSIONS) {
          const value = String(facet[column])
          if (value !== '' && fits(facet, list))
            counts[list][value] = (counts[list][value] ?? 0) + Number(row['n'])
        }
      }
      const isFiltered = DIMENSIONS.some(([list]) => filter[list] !== undefined)
      const ids = isFiltered
        ? [...known.values()].filter((f) => fits(f, null)).map((f) => Number(f['id']))
        : null
      for (const row of sql(
        'SELECT t.id, (SELECT sum(n) FROM history_days d WHERE d.thread = t.number AND day >= ? AND ' +
          `day <= ?${ids === null ? '' : ' AND facet IN (SELECT value FROM json_each(?))'}) AS n ` +
          'FROM threads t',
      ).all(first, last, ...(ids === null ? [] : [each(ids)])))
        if (row['n'] !== null) counts.threads[row['id'] as ThreadId] = Number(row['n'])
      return counts as HistoryCounts & {
        outcomes: Partial<Record<HistoryOutcome, number>>
        tiers: Partial<Record<Tier, number>>
        reasons: Partial<Record<WakeReason, number>>
        kinds: Partial<Record<HistoryKind, number>>
      }
    },

    reliability(threads, days, now): Reliability {
      const scope = scopeOf(connection, {
        ...(threads !== undefined && { threads: [...threads] }),
      } satisfies HistoryFilter)
      const known = facets()
      const missed: Record<string, number> = {}
      let answered = 0
      for (const row of sql(
        'SELECT facet, sum(n) AS n, sum(slots) AS slots FROM history_days WHERE thread IN (SELECT ' +
          'value FROM json_each(?)) AND day > ? GROUP BY facet',
      ).all(each(scope.threads), localDay(now) - days)) {
        const facet = known.get(Number(row['facet']))
        if (facet?.['outcome'] === 'missed')
          missed[String(facet['cause'])] = (missed[String(facet['cause'])] ?? 0) + Number(row['slots'])
        // A beat that came of its due time, and due times that joined one; catching up answers none in
        // time.
        else if (
          facet?.['outcome'] === 'merged' ||
          (facet?.['kind'] === 'heartbeat' && facet['reason'] === 'interval')
        )
          answered += Number(row['n'])
      }
      const lost = Object.values(missed).reduce((a, b) => a + b, 0)
      return { days, answered, missed, share: answered + lost === 0 ? null : answered / (answered + lost) }
    },

    rebuildFigures: (asked) =>
      verb(() => {
        const counted = Number(
          sql("SELECT value FROM meta WHERE key = 'history_counted'").get()?.['value'] ?? 0,
        )
        const edge = (text: string): number | null => {
          const value = sql(text).get()?.['k']
          return value == null ? null : Number(value)
        }
        const days = (which: 'min' | 'max'): number[] =>
          [
            edge(`SELECT ${which}(day) AS k FROM history_days WHERE thread = 0`),
            ...[edge(`SELECT ${which}(at) AS k FROM history`)].map((at) =>
              at === null ? null : localDay(at),
            ),
          ].filter((d) => d !== null)
        if (days('max').length === 0) return null
        // The day in which old rows end is no longer whole: its figures stay as they were counted.
        const day = asked ?? (counted === 0 ? Math.min(...days('min')) : localDay(counted) + 1)
        const [start, end] = [startOfLocalDay(day), startOfLocalDay(day + 1)]
        const [hour, nextHour] = [Math.ceil(start / HOUR), Math.ceil(end / HOUR)]
        sql('DELETE FROM history_days WHERE day = ?').run(day)
        sql('DELETE FROM history_hours WHERE hour >= ? AND hour < ?').run(hour, nextHour)
        for (const statement of FILL_DAYS('h.at >= ? AND h.at < ?')) sql(statement).run(start, end)
        for (const statement of FILL_HOURS('h.at >= ? AND h.at < ?'))
          sql(statement).run(hour * HOUR, nextHour * HOUR)
        return day < Math.max(...days('max')) ? day + 1 : null
      }),
  }
}
