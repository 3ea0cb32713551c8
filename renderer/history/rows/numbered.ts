import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import {
  HISTORY_PAGE,
  type HistoryFilter,
  type HistoryIndex,
  type HistoryPage,
} from '../../../shared/history/history.ts'
import { useBridge } from '../../client/bridge.ts'
import { placeOfRow, searchOf } from '../filter.ts'
import { isAtTop, KEPT_MS, type Rows } from './rows.ts'
import { useMoves } from './use-moves.ts'

/** A page that a fast drag only passes is not fetched. */
const PASSING_MS = 70

interface Seen {
  readonly search: string
  readonly moves: number | null // null: not known, at some time before
}

function pagesBetween(first: number, last: number): readonly number[] {
  const [from, to] = [Math.floor(first / HISTORY_PAGE), Math.floor(last / HISTORY_PAGE)]
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/** How often rows came or changed while the page stands, at most once a second. */
function useMoveCount(): number {
  const [moves, setMoves] = useState(0)
  useMoves(() => {
    setMoves((n) => n + 1)
    return Promise.resolve()
  })
  return moves
}

/**
 * How often rows had moved when those of this filter were counted. What was counted before the page was
 * opened, or before other filters were set, may be old.
 */
function useSeen(filter: HistoryFilter, moves: number): readonly [number | null, (moves: number) => void] {
  const { api } = useBridge()
  const queries = useQueryClient()
  const search = searchOf(filter)
  const isKept = (): boolean =>
    queries.getQueryData(api.history.index.queryKey({ input: { filter } })) !== undefined
  const atFirst = (): Seen => ({ search, moves: isKept() ? null : moves })
  const [seen, setSeen] = useState(atFirst)
  if (seen.search !== search) setSeen(atFirst)
  const see = useCallback(
    (now: number) => setSeen((was) => (was.search === search ? { search, moves: now } : was)),
    [search],
  )
  return [seen.moves, see]
}

const hasRunning = (page: Partial<HistoryPage> | undefined): boolean =>
  page?.rows?.some((row) => row.outcome === 'running') ?? false

/** What is asked for and known, for what keeps it true. */
interface Asked {
  readonly filter: HistoryFilter
  readonly enabled: boolean
  readonly counted: HistoryIndex | undefined
  readonly isTop: boolean
  /** Pages in view. */
  readonly wanted: readonly number[]
  readonly optionsOf: ReturnType<typeof usePageOptions>
  /** Reads the index once more, to tell why it could not be read. */
  readonly refetch: () => Promise<unknown>
}

/**
 * At the newest row the list follows what moves; elsewhere it stands still until it is asked, and tells only how
 * the runs in view ended. Returns whether other rows came since, and what takes that back.
 */
function useFollowing(asked: Asked): readonly [stale: boolean, forget: () => void] {
  const { filter, enabled, counted, isTop, wanted, optionsOf, refetch } = asked
  const { api, client } = useBridge()
  const queries = useQueryClient()
  const moves = useMoveCount()
  const [seen, setSeen] = useSeen(filter, moves)
  const search = searchOf(filter)
  const [outdated, setOutdated] = useState<string | null>(null) // the search that it was
  const orderRef = useRef({ asked: 0, shown: 0 })
  const isFollowing = enabled && seen !== moves && isTop
  /**
   * What is in view is fetched under the new count before the list changes over to it: no row is blank in
   * between.
   */
  const follow = useEffectEvent(async (): Promise<void> => {
    const order = ++orderRef.current.asked
    const newest = await client.history.index({ filter })
    // A row that came to its end has the same place: what was read under the same newest row may be old.
    await Promise.all(
      wanted.map((page) => queries.prefetchQuery({ ...optionsOf(page, newest), staleTime: 0 })),
    )
    if (order < orderRef.current.shown) return // a later answer was faster
    orderRef.current.shown = order
    queries.setQueryData(api.history.index.queryKey({ input: { filter } }), newest)
    setOutdated(null)
  })
  useEffect(() => {
    if (isFollowing)
      void follow()
        .catch(() => refetch())
        .then(() => setSeen(moves)) // a failure is told as one of the index
  }, [isFollowing, moves, refetch, setSeen])
  /** The search where other rows came; null: none did, or the list follows. */
  const standStill = useEffectEvent(async (): Promise<string | null> => {
    void queries.invalidateQueries({
      queryKey: api.history.page.key(),
      predicate: ({ state }) => hasRunning(state.data as Partial<HistoryPage> | undefined),
      refetchType: isTop ? 'none' : 'active',
    })
    if (!enabled || isTop) return null
    const newest = await client.history.index({ filter })
    return newest.top !== counted?.top || newest.total !== counted?.total ? search : null
  })
  useEffect(() => {
    if (moves > 0)
      standStill().then(
        (other) => other !== null && setOutdated(other),
        () => undefined, // told when rows are asked for
      )
  }, [moves])
  return [
    enabled && !isTop && outdated === search,
    () => {
      setOutdated(null)
      setSeen(moves)
    },
  ]
}

function usePageOptions(filter: HistoryFilter) {
  const { api } = useBridge()
  return (page: number, within: HistoryIndex | undefined) => {
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
}

/** The newest value that stood for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PASSING_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Every row of the history by its number; only the pages around `first` to `last` are fetched and kept. */
export function useNumbered(filter: HistoryFilter, first: number, last: number, enabled: boolean): Rows {
  const { api } = useBridge()
  const queries = useQueryClient()
  const index = useQuery({
    ...api.history.index.queryOptions({ input: { filter } }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    enabled,
  })
  const wanted = useMemo(() => pagesBetween(first, last), [first, last])
  const key = wanted.join(' ')
  const isSettled = useSettled(key) === key
  const { data: counted, refetch } = index
  const optionsOf = usePageOptions(filter)
  const mayFetch = enabled && counted !== undefined && !index.isPlaceholderData
  const pages = useQueries({
    queries: wanted.map((page) => ({
      ...optionsOf(page, counted),
      enabled: mayFetch && (isSettled || page === 0),
    })),
  })
  const isTop = isAtTop(first, last)
  const [stale, forget] = useFollowing({ filter, enabled, counted, isTop, wanted, optionsOf, refetch })
  const byPage = new Map<number, HistoryPage | undefined>(wanted.map((page, i) => [page, pages[i]?.data]))
  return {
    total: counted?.total ?? 0,
    pending: counted === undefined && !index.isError,
    index: counted ?? null,
    more: false,
    lookedTo: null,
    note: null,
    counts: null,
    error: index.error ?? pages.find((p) => p.isError)?.error ?? null,
    row: (i) => byPage.get(Math.floor(i / HISTORY_PAGE))?.rows[i % HISTORY_PAGE],
    stale,
    refresh: () => {
      forget()
      void queries.invalidateQueries({ queryKey: api.history.key() })
    },
  }
}
