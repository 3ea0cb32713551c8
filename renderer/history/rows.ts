import {
  keepPreviousData,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import {
  HISTORY_PAGE,
  type HistoryFilter,
  type HistoryIndex,
  type HistoryPage,
  type HistoryRow,
} from '../../shared/history/history.ts'
import type { Instant } from '../../shared/base/time.ts'
import { useBridge } from '../client/bridge.ts'
import { useFleet } from '../client/live.ts'
import { placeOfRow, searchOf } from './filter.ts'

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
  /** Rows came since what is shown was counted. */
  readonly stale: boolean
  readonly refresh: () => void
}
/** A page that a fast drag only passes is not fetched. */
const PASSING_MS = 70
/** Pages nobody looks at are forgotten soon. */
const KEPT_MS = 15_000

interface Seen {
  readonly search: string
  readonly beats: string // '': not known, at some time before
}

function pagesBetween(first: number, last: number): readonly number[] {
  const [from, to] = [Math.floor(first / HISTORY_PAGE), Math.floor(last / HISTORY_PAGE)]
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/**
 * How far the beats were when the rows of this filter were counted. What was counted before the page was
 * opened, or before other filters were set, may be old.
 */
function useSeen(filter: HistoryFilter, beats: string): readonly [string, (beats: string) => void] {
  const { api } = useBridge()
  const queries = useQueryClient()
  const search = searchOf(filter)
  const isKept = (): boolean =>
    queries.getQueryData(api.history.index.queryKey({ input: { filter } })) !== undefined
  const atFirst = (): Seen => ({ search, beats: isKept() ? '' : beats })
  const [seen, setSeen] = useState(atFirst)
  if (seen.search !== search) setSeen(atFirst)
  const see = useCallback(
    (now: string) => setSeen((was) => (was.search === search ? { search, beats: now } : was)),
    [search],
  )
  return [seen.beats, see]
}

/** Every row of the history by its number; only the pages around `first` to `last` are fetched and kept. */
export function useNumbered(filter: HistoryFilter, first: number, last: number, enabled: boolean): Rows {
  const { api, client } = useBridge()
  const queries = useQueryClient()
  const index = useQuery({
    ...api.history.index.queryOptions({ input: { filter } }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    enabled,
  })
  const beats = useFleet((fleet) => `${fleet.today.beats} ${fleet.running}`)
  const [seen, setSeen] = useSeen(filter, beats)
  // At the newest row the list follows; elsewhere it stands still until it is asked.
  const isFollowing = enabled && seen !== beats && first === 0 && last < 60
  const wanted = useMemo(() => pagesBetween(first, last), [first, last])
  const key = wanted.join(' ')
  const [settled, setSettled] = useState(key)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), PASSING_MS)
    return () => clearTimeout(timer)
  }, [key])
  const counted = index.data
  const optionsOf = (page: number, within: HistoryIndex | undefined) => {
    const place = within === undefined ? null : placeOfRow(page * HISTORY_PAGE, within.days)
    const input = {
      filter,
      limit: HISTORY_PAGE,
      place: {
        below: place?.below ?? 0,
        skip: place?.skip ?? 0,
        ...(within?.top != null && { top: within.top }),
      },
    }
    return { ...api.history.page.queryOptions({ input }), staleTime: Infinity, gcTime: KEPT_MS }
  }
  const mayFetch = enabled && counted !== undefined && !index.isPlaceholderData
  const pages = useQueries({
    queries: wanted.map((page) => ({
      ...optionsOf(page, counted),
      enabled: mayFetch && (settled === key || page === 0),
    })),
  })
  /**
   * What is in view is fetched under the new count before the list changes over to it: no row is blank in
   * between.
   */
  const follow = useEffectEvent(async (): Promise<void> => {
    const newest = await client.history.index({ filter })
    await Promise.all(wanted.map((page) => queries.prefetchQuery(optionsOf(page, newest))))
    queries.setQueryData(api.history.index.queryKey({ input: { filter } }), newest)
  })
  const { refetch } = index
  useEffect(() => {
    if (isFollowing)
      void follow()
        .catch(() => refetch())
        .then(() => setSeen(beats)) // a failure is told as one of the index
  }, [isFollowing, beats, refetch, setSeen])
  const byPage = new Map<number, HistoryPage | undefined>(wanted.map((page, i) => [page, pages[i]?.data]))
  return {
    total: counted?.total ?? 0,
    pending: counted === undefined && !index.isError,
    index: counted ?? null,
    more: false,
    lookedTo: null,
    note: null,
    error: index.error ?? pages.find((p) => p.isError)?.error ?? null,
    row: (i) => byPage.get(Math.floor(i / HISTORY_PAGE))?.rows[i % HISTORY_PAGE],
    stale: enabled && seen !== beats && !isFollowing,
    refresh: () => {
      setSeen(beats)
      void queries.invalidateQueries({ queryKey: api.history.key() })
    },
  }
}

/**
 * Search results: more are fetched when the end comes near, and by themselves while a page came back short.
 */
export function useFound(filter: HistoryFilter, last: number, enabled: boolean): Rows {
  const { api } = useBridge()
  const found = useInfiniteQuery({
    ...api.history.page.infiniteOptions({
      input: (after: string | undefined) => ({
        filter,
        limit: HISTORY_PAGE,
        place: after === undefined ? { below: Number.MAX_SAFE_INTEGER, skip: 0 } : { after },
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.older ?? undefined,
    }),
    enabled,
    staleTime: 10_000,
    gcTime: KEPT_MS,
  })
  const rows = useMemo(() => found.data?.pages.flatMap((p) => p.rows) ?? [], [found.data])
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = found
  const isNear = enabled && hasNextPage && !isFetchingNextPage && last >= rows.length - 40
  useEffect(() => {
    if (isNear) void fetchNextPage()
  }, [isNear, fetchNextPage])
  const newest = found.data?.pages.at(-1)
  return {
    total: rows.length,
    row: (i) => rows[i],
    pending: found.data === undefined && !found.isError,
    error: found.error,
    index: null,
    more: hasNextPage,
    lookedTo: newest?.lookedTo ?? null,
    note: newest?.note ?? null,
    stale: false,
    refresh: () => void found.refetch(),
  }
}
