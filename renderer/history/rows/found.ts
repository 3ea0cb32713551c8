import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import {
  HISTORY_PAGE,
  type HistoryCounts,
  type HistoryFilter,
  type HistoryRow,
} from '../../../shared/history/history.ts'
import { useBridge } from '../../client/bridge.ts'
import { filterOf, searchOf } from '../filter.ts'
import { isAtTop, KEPT_MS, type Rows } from './rows.ts'
import { useMoves } from './use-moves.ts'

/**
 * Search results: more are fetched when the end comes near, and by themselves while a page came back short.
 */
export function useFound(filter: HistoryFilter, first: number, last: number, enabled: boolean): Rows {
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
    staleTime: 0,
    gcTime: KEPT_MS,
  })
  const search = searchOf(filter)
  // The search whose results are older than rows that came.
  const [outdated, setOutdated] = useState<string | null>(null)
  useMoves(async () => {
    if (!enabled) return
    // What took many pages is not looked for again by itself.
    if (isAtTop(first, last) && found.data?.pages.length === 1) await found.refetch()
    else setOutdated(search)
  })
  const rows = useMemo(() => found.data?.pages.flatMap((p) => p.rows) ?? [], [found.data])
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = found
  const isNear = enabled && hasNextPage && !isFetchingNextPage && last >= rows.length - 40
  useEffect(() => {
    if (isNear) void fetchNextPage()
  }, [isNear, fetchNextPage])
  const isWhole = enabled && found.data !== undefined && !hasNextPage
  const counts = useMemo(
    () => (isWhole ? countsOf(rows, filterOf(new URLSearchParams(search))) : null),
    [isWhole, rows, search],
  )
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
    counts,
    stale: enabled && outdated === search,
    refresh: () => {
      setOutdated(null)
      void found.refetch()
    },
  }
}

const VALUE_OF = {
  outcomes: (row: HistoryRow) => row.outcome,
  threads: (row: HistoryRow) => row.threadId,
  reasons: (row: HistoryRow) => row.reason,
  tiers: (row: HistoryRow) => row.tier,
  kinds: (row: HistoryRow) => row.kind,
  runners: (row: HistoryRow) => row.runner,
} as const

/** Rows by the values of each list. What a list that is filtered by leaves out was not looked for: it has none. */
function countsOf(rows: readonly HistoryRow[], filter: HistoryFilter): Partial<HistoryCounts> {
  const counts: Record<string, Record<string, number>> = {}
  for (const [list, valueOf] of Object.entries(VALUE_OF)) {
    if (filter[list as keyof typeof VALUE_OF] !== undefined) continue
    const of: Record<string, number> = (counts[list] = {})
    for (const row of rows) {
      const value = valueOf(row) ?? ''
      if (value !== '') of[value] = (of[value] ?? 0) + 1
    }
  }
  return counts as Partial<HistoryCounts>
}
