import type { HistoryFilter } from '../../../shared/history/history.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Connection } from '../connection/connection.ts'
import type { RowOf } from '../connection/table.ts'
import { THREADS } from '../threads/tables.ts'
import { HISTORY_FACETS } from './tables.ts'

export type Facet = RowOf<typeof HISTORY_FACETS>

/** The lists of a filter, and the part of a facet that each is about. */
export const DIMENSIONS = [
  ['outcomes', 'outcome'],
  ['tiers', 'tier'],
  ['reasons', 'reason'],
  ['runners', 'runner'],
  ['kinds', 'kind'],
] as const

/** `but`: the list that does not count. */
export const fits = (filter: HistoryFilter, facet: Facet, but: string | null = null): boolean =>
  DIMENSIONS.every(
    ([list, part]) =>
      list === but || filter[list] === undefined || (filter[list] as readonly string[]).includes(facet[part]),
  )
export const isByFacet = (filter: HistoryFilter): boolean =>
  DIMENSIONS.some(([list]) => filter[list] !== undefined)

/** By their number. */
export const facetsOf = ({ list }: Connection): ReadonlyMap<number, Facet> =>
  new Map(list(HISTORY_FACETS, '').map((facet) => [facet.id, facet]))

/** A filter as the tables have it. null: not filtered by it; an empty list: nothing fits. */
export interface Scope {
  readonly threads: readonly number[] | null
  readonly facets: readonly number[] | null
  readonly from: Instant
  readonly to: Instant
}

const NUMBER = THREADS.pick('number')

export function scopeOf(connection: Connection, filter: HistoryFilter): Scope {
  const { find, list } = connection
  const oldest = oldestRowAt(connection)
  return {
    threads: filter.threads?.flatMap((id) => find(NUMBER, 'WHERE id = ?', id)?.number ?? []) ?? null,
    facets: isByFacet(filter)
      ? list(HISTORY_FACETS, '').flatMap((facet) => (fits(filter, facet) ? facet.id : []))
      : null,
    from: Math.max(filter.from ?? oldest, oldest),
    to: filter.to ?? Number.MAX_SAFE_INTEGER,
  }
}

/**
 * Older rows are being deleted, or are gone: also when more is kept from now on they do not come back, and
 * only the figures tell of them.
 */
export const oldestRowAt = ({ count }: Connection): Instant =>
  count("SELECT max(CAST(value AS INTEGER)) FROM meta WHERE key IN ('history_from', 'history_counted')")
