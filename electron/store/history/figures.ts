import { HOUR, type Instant } from '../../../shared/base/time.ts'
import {
  DURATION_BOUNDS_MS,
  localDay,
  quantileOf,
  startOfLocalDay,
  type HistoryFigure,
  type HistoryFilter,
  type HistoryOutcome,
} from '../../../shared/history/history.ts'
import type { Connection } from '../connection/connection.ts'
import type { SqlValue } from '../connection/driver.ts'
import { number, shape, type Codec } from '../connection/table.ts'
import { facetsOf, scopeOf } from './scope.ts'

/**
 * Days are those of the system's zone at the moment a row is written: when the zone changes, days that are
 * counted already keep their old borders until they are counted anew; hours are hours of UTC and never move.
 */
const GRIDS = {
  hour: {
    table: 'history_hours',
    beginOf: (hour: number): Instant => hour * HOUR,
    cells: (from: Instant, to: Instant) => [Math.floor(from / HOUR), Math.ceil(to / HOUR) - 1] as const,
  },
  day: {
    table: 'history_days',
    beginOf: startOfLocalDay,
    cells: (from: Instant, to: Instant) => [localDay(from), lastDay(to)] as const,
  },
}
/** The day before an instant that may be the largest there is. */
export const lastDay = (to: Instant): number => (to > 8e15 ? 1e9 : localDay(to - 1))

/** Figures of these threads; null: of the fleet. */
export const threadList = (threads: readonly number[] | null): string => JSON.stringify(threads ?? [0])

const CELL = shape({ cell: number(), facet: number(), n: number(), starts: number(), micros: number() })
const BUCKETS = [...DURATION_BOUNDS_MS.map((_, i) => `d${i}`), `d${DURATION_BOUNDS_MS.length}`]
const LENGTHS: Codec<readonly [cell: number, counts: readonly number[]]> = {
  read: (row) => [Number(row['cell']), BUCKETS.map((bucket) => Number(row[bucket]))],
}

export function figures(
  connection: Connection,
  filter: HistoryFilter,
  by: 'hour' | 'day',
): readonly HistoryFigure[] {
  const { query } = connection
  const scope = scopeOf(connection, filter)
  const { table, cells, beginOf } = GRIDS[by]
  const [first, last] = cells(filter.from ?? 0, scope.to) // figures outlive their rows
  const facets = scope.facets === null ? [] : [JSON.stringify(scope.facets)]
  const where = `WHERE thread IN (SELECT value FROM json_each(?)) AND ${by} >= ? AND ${by} <= ?
    ${facets.length === 0 ? '' : 'AND facet IN (SELECT value FROM json_each(?))'}`
  const values: readonly SqlValue[] = [threadList(scope.threads), first, last, ...facets]
  const rows = query(
    CELL,
    `SELECT ${by} AS cell, facet, sum(n) AS n, sum(starts) AS starts, sum(micros) AS micros FROM ${table}
      ${where} GROUP BY ${by}, facet ORDER BY ${by}`,
    ...values,
  )
  const lengths = new Map(
    query(
      LENGTHS,
      `SELECT ${by} AS cell, ${BUCKETS.map((d) => `sum(${d}) AS ${d}`).join(', ')} FROM ${table}
        ${where} GROUP BY ${by}`,
      ...values,
    ),
  )
  return [...summed(connection, rows)].map(([cell, { micros, ...sums }]) => ({
    at: beginOf(cell),
    ...sums,
    usd: micros / 1e6,
    medianMs: quantileOf(lengths.get(cell) ?? [], 0.5),
    p95Ms: quantileOf(lengths.get(cell) ?? [], 0.95),
  }))
}

interface Sums {
  rows: number
  readonly byOutcome: Partial<Record<HistoryOutcome, number>>
  starts: number
  micros: number
  readonly usdByRunner: Record<string, number>
}

/** By cell, over all facets. */
function summed(
  connection: Connection,
  cells: readonly ReturnType<typeof CELL.read>[],
): ReadonlyMap<number, Sums> {
  const facets = facetsOf(connection)
  const figures = new Map<number, Sums>()
  for (const { cell, facet: id, n, starts, micros } of cells) {
    const sums = figures.get(cell) ?? { rows: 0, byOutcome: {}, starts: 0, micros: 0, usdByRunner: {} }
    figures.set(cell, sums)
    const { outcome, runner } = facets.get(id)!
    sums.rows += n
    sums.byOutcome[outcome] = (sums.byOutcome[outcome] ?? 0) + n
    sums.starts += starts
    sums.micros += micros
    if (micros > 0) sums.usdByRunner[runner] = (sums.usdByRunner[runner] ?? 0) + micros / 1e6
  }
  return figures
}
