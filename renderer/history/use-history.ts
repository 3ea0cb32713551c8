import { useCallback, useEffect, useState } from 'react'
import { toast } from '../kit/shown/toast.ts'
import type { HistoryFilter } from '../../shared/history/history.ts'
import type { Instant } from '../../shared/base/time.ts'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { navigate, PLACES, useHashSearch } from '../client/navigation.ts'
import { HISTORY_COPY as COPY } from './copy.ts'
import { filterOf, searchOf } from './filter.ts'
import { useFound } from './rows/found.ts'
import { useNumbered } from './rows/numbered.ts'
import type { Rows } from './rows/rows.ts'

/** Of the rows, those in view. */
export interface Window {
  readonly first: number // row at the upper edge, whole
  readonly last: number
}

/** What the address asks for, its rows, and where in them the page stands. */
export interface History {
  readonly filter: HistoryFilter
  /** Without its text: what can be counted by index alone. */
  readonly countable: HistoryFilter
  readonly isSearch: boolean
  readonly rows: Rows
  readonly window: Window
  readonly onWindow: (window: Window) => void
  /** This row is to come to the upper edge. null: none was asked for. */
  readonly goTo: { readonly row: number } | null
  readonly goToNewest: () => void
  readonly change: (filter: HistoryFilter, replace?: boolean) => void
  readonly jumpTo: (at: Instant) => Promise<void>
  readonly jumpFor: (what: 'alert' | 'streak') => Promise<void>
}

export function useHistory(): History {
  const { client } = useBridge()
  const filter = filterOf(useHashSearch())
  const isSearch = filter.text !== undefined
  const [window, setWindow] = useState<Window>({ first: 0, last: 30 })
  const [goTo, setGoTo] = useState<{ readonly row: number } | null>(null)
  const numbered = useNumbered(filter, window.first, window.last, !isSearch)
  const found = useFound(filter, window.first, window.last, isSearch)
  const { text: _, ...countable } = filter
  const onWindow = useCallback(
    (next: Window) => setWindow((w) => (w.first === next.first && w.last === next.last ? w : next)),
    [],
  )
  const goToNewest = useCallback(() => setGoTo({ row: 0 }), [])
  const change = useCallback(
    (next: HistoryFilter, replace = false) => {
      const search = searchOf(next)
      navigate(search === '' ? PLACES.history : `${PLACES.history}?${search}`, { replace })
      goToNewest()
    },
    [goToNewest],
  )
  async function jumpTo(at: Instant): Promise<void> {
    const place = await attempt(client.history.position({ filter: countable, at }))
    if (place !== null) setGoTo({ row: place.row })
  }
  async function jumpFor(what: 'alert' | 'streak'): Promise<void> {
    const row = await attempt(client.history.find({ filter: countable, what }).then((r) => r ?? 'none'))
    if (row === null) return
    if (row === 'none') toast(what === 'alert' ? COPY.noAlert : COPY.noStreak)
    else await jumpTo(row.at)
  }
  const rows = isSearch ? found : numbered
  return { filter, countable, isSearch, rows, window, onWindow, goTo, goToNewest, change, jumpTo, jumpFor }
}

/** So many are counted without being asked. */
const COUNTED_AT_ONCE = 1000

/**
 * Rows counted one by one, on demand; few of them at once. null: not counted for this filter. `about`: their
 * number as it is known without that, by which they are counted anew; 0: not known.
 */
export function useExactCount(
  filter: HistoryFilter,
  about: number,
): readonly [rows: number | null, count: () => void] {
  const { client } = useBridge()
  const search = searchOf(filter)
  const key = `${search} ${about}`
  const [exact, setExact] = useState<{ readonly key: string; readonly rows: number } | null>(null)
  const count = useCallback(() => {
    const asked = client.history.count({ filter: filterOf(new URLSearchParams(search)) })
    void attempt(asked).then((c) => c !== null && setExact({ key, rows: c.rows }))
  }, [client, search, key])
  const isFew = about > 0 && about <= COUNTED_AT_ONCE
  useEffect(() => {
    if (isFew) count()
  }, [isFew, count])
  return [exact?.key === key ? exact.rows : null, count]
}
