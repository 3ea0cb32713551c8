import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import {
  localDay,
  type HistoryCounts,
  type HistoryFilter,
  type Reliability,
} from '../../../shared/history/history.ts'
import type { Connection } from '../connection/connection.ts'
import { number, numberOrNull, shape, word } from '../connection/table.ts'
import { lastDay, threadList } from './figures.ts'
import { DIMENSIONS, facetsOf, fits, isByFacet, scopeOf, type Facet } from './scope.ts'

const FACET = shape({ facet: number(), n: number(), slots: number() })
const THREAD = shape({ id: word<ThreadId>(), n: numberOrNull() })

/** How many rows each further value of a filter would leave. */
export function counts(connection: Connection, filter: HistoryFilter): HistoryCounts {
  const { query } = connection
  const { threads, from, to } = scopeOf(connection, filter)
  const [first, last] = [localDay(from), lastDay(to)]
  const facets = facetsOf(connection)
  const sums = query(
    FACET,
    `SELECT facet, sum(n) AS n, sum(slots) AS slots FROM history_days
      WHERE thread IN (SELECT value FROM json_each(?)) AND day >= ? AND day <= ? GROUP BY facet`,
    threadList(threads),
    first,
    last,
  ).flatMap(({ facet, n }) => {
    const of = facets.get(facet)
    return of === undefined ? [] : [{ facet: of, n }]
  })
  const wanted = isByFacet(filter)
    ? [JSON.stringify([...facets.values()].flatMap((f) => (fits(filter, f) ? f.id : [])))]
    : []
  const ofThreads = query(
    THREAD,
    `SELECT t.id, (
        SELECT sum(n) FROM history_days d WHERE d.thread = t.number AND day >= ? AND day <= ?
          ${wanted.length === 0 ? '' : 'AND facet IN (SELECT value FROM json_each(?))'}
      ) AS n FROM threads t`,
    first,
    last,
    ...wanted,
  )
  return {
    total: sums.reduce((sum, { facet, n }) => sum + (fits(filter, facet) ? n : 0), 0),
    ...byValue(filter, sums),
    threads: Object.fromEntries(ofThreads.flatMap(({ id, n }) => (n === null ? [] : [[id, n]]))),
  }
}

/** Of each list by its values, as if that list were not filtered by. */
function byValue(
  filter: HistoryFilter,
  sums: readonly { readonly facet: Facet; readonly n: number }[],
): Omit<HistoryCounts, 'total' | 'threads'> {
  const of: Record<string, Record<string, number>> = {}
  for (const [list, part] of DIMENSIONS) {
    const values = (of[list] = {} as Record<string, number>)
    for (const { facet, n } of sums)
      if (facet[part] !== '' && fits(filter, facet, list))
        values[facet[part]] = (values[facet[part]] ?? 0) + n
  }
  return of as unknown as Omit<HistoryCounts, 'total' | 'threads'>
}

/** How reliably due times got their beat. */
export function reliability(
  connection: Connection,
  threads: readonly ThreadId[] | undefined,
  days: number,
  now: Instant,
): Reliability {
  const scope = scopeOf(connection, threads === undefined ? {} : { threads: [...threads] })
  const facets = facetsOf(connection)
  const missed: Record<string, number> = {}
  let answered = 0
  const sums = connection.query(
    FACET,
    `SELECT facet, sum(n) AS n, sum(slots) AS slots FROM history_days
      WHERE thread IN (SELECT value FROM json_each(?)) AND day > ? GROUP BY facet`,
    threadList(scope.threads),
    localDay(now) - days,
  )
  for (const { facet: id, n, slots } of sums) {
    const facet = facets.get(id)
    if (facet?.outcome === 'missed') missed[facet.cause] = (missed[facet.cause] ?? 0) + slots
    else if (facet !== undefined && isAnswer(facet)) answered += n
  }
  const lost = Object.values(missed).reduce((a, b) => a + b, 0)
  return { days, answered, missed, share: answered + lost === 0 ? null : answered / (answered + lost) }
}

/** A beat that came of its due time, and due times that joined one; catching up answers none in time. */
const isAnswer = ({ outcome, kind, reason }: Facet): boolean =>
  outcome === 'merged' || (kind === 'heartbeat' && reason === 'interval')
