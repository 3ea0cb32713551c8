import { MAX_TAGS } from '../../../shared/threads/thread.ts'
import { FLEET } from '../copy.ts'
import { COLUMNS, type ColumnKey } from './columns.ts'
import {
  FACET_WORD,
  FACETS,
  FILTER_WORD,
  FLEET_FILTERS,
  type Facet,
  type FleetFilter,
  type Wanted,
} from './filter.ts'

/**
 * What the fleet shows and in which order; stands in the address, so that going back, a bookmark and a
 * saved view bring it again.
 */

export const GROUPINGS = ['none', 'state', 'tag', 'folder'] as const
export type Grouping = (typeof GROUPINGS)[number]
export const GROUPING_WORD: Record<Grouping, string> = FLEET.groupings

export interface FleetQuery extends Wanted {
  readonly sort: { readonly by: ColumnKey; readonly down: boolean } | null // null: attention first
  readonly group: Grouping
}
/** A query that was given a name. */
export const LONGEST_VIEW_NAME = 40

export const EVERYTHING: FleetQuery = {
  state: 'all',
  tags: [],
  runner: null,
  has: [],
  q: '',
  sort: null,
  group: 'none',
}

const oneOf = <T extends string>(all: readonly T[], value: string | null): T | null =>
  all.find((v) => v === value) ?? null

/** Whatever the address says that is no such thing is left out. */
export function readQuery(search: URLSearchParams): FleetQuery {
  const sort = search.get('sort') ?? ''
  const by = oneOf(Object.keys(COLUMNS) as ColumnKey[], sort.replace(/^-/, ''))
  return {
    state: oneOf<FleetFilter>(FLEET_FILTERS, search.get('state')) ?? 'all',
    tags: [...new Set(search.getAll('tag').filter((tag) => tag !== ''))].slice(0, MAX_TAGS),
    runner: search.get('runner') || null,
    has: FACETS.filter((facet) => search.getAll('has').includes(facet)),
    q: search.get('q') ?? '',
    sort: by === null || COLUMNS[by].compare === null ? null : { by, down: sort.startsWith('-') },
    group: oneOf<Grouping>(GROUPINGS, search.get('group')) ?? 'none',
  }
}

/** "state=overdue&tag=infra"; '' for everything. */
export function writeQuery(query: FleetQuery): string {
  const pairs: [string, string][] = [
    ...(query.state === 'all' ? [] : [['state', query.state] as [string, string]]),
    ...query.tags.map((tag): [string, string] => ['tag', tag]),
    ...(query.runner === null ? [] : [['runner', query.runner] as [string, string]]),
    ...query.has.map((facet): [string, string] => ['has', facet]),
    ...(query.q === '' ? [] : [['q', query.q] as [string, string]]),
    ...(query.sort === null
      ? []
      : [['sort', `${query.sort.down ? '-' : ''}${query.sort.by}`] as [string, string]]),
    ...(query.group === 'none' ? [] : [['group', query.group] as [string, string]]),
  ]
  return new URLSearchParams(pairs).toString()
}

/** "Running + tag infra + “red”"; '' when nothing is asked for. */
export const queryWords = (query: Wanted): string =>
  [
    query.state !== 'all' && FILTER_WORD[query.state],
    ...query.tags.map((tag) => FLEET.tagNamed(tag)),
    query.runner,
    ...query.has.map((facet: Facet) => FACET_WORD[facet].toLowerCase()),
    query.q !== '' && `“${query.q}”`,
  ]
    .filter(Boolean)
    .join(' + ')
