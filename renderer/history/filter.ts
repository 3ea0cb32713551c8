import {
  HISTORY_KINDS,
  HISTORY_OUTCOMES,
  localDay,
  startOfLocalDay,
  type HistoryFilter,
} from '../../shared/history/history.ts'
import { WAKE_REASONS } from '../../shared/queue/queue.ts'
import { TIERS } from '../../shared/schedule/tier.ts'
import { DAY, type Instant } from '../../shared/base/time.ts'

/**
 * The filter as it stands in the address, and back. What the address says that is no filter is left out.
 */

export const LISTS = ['threads', 'outcomes', 'tiers', 'reasons', 'runners', 'kinds'] as const
export type ListKey = (typeof LISTS)[number]
const KNOWN: Partial<Record<ListKey, readonly string[]>> = {
  outcomes: HISTORY_OUTCOMES,
  tiers: TIERS,
  reasons: WAKE_REASONS,
  kinds: HISTORY_KINDS,
}

export function filterOf(search: URLSearchParams): HistoryFilter {
  const filter: Record<string, unknown> = {}
  for (const key of LISTS) {
    const values = search
      .getAll(key)
      .filter((v) => KNOWN[key]?.includes(v) ?? (key === 'threads' ? v.startsWith('thr_') : v !== ''))
      .slice(0, 60)
    if (values.length > 0) filter[key] = values
  }
  for (const key of ['from', 'to'] as const) {
    const at = Number(search.get(key) ?? NaN)
    if (Number.isSafeInteger(at)) filter[key] = at
  }
  const text = search.get('q')
  if (text !== null && text.trim() !== '') filter['text'] = text
  return filter as HistoryFilter
}

export function searchOf(filter: HistoryFilter): string {
  const search = new URLSearchParams()
  for (const key of LISTS) for (const value of filter[key] ?? []) search.append(key, value)
  if (filter.from !== undefined) search.set('from', String(filter.from))
  if (filter.to !== undefined) search.set('to', String(filter.to))
  if (filter.text !== undefined && filter.text !== '') search.set('q', filter.text)
  return search.toString()
}

/** Without `undefined`, as the contract wants it. */
export const tidy = (
  filter: { readonly [K in keyof HistoryFilter]: HistoryFilter[K] | undefined },
): HistoryFilter =>
  Object.fromEntries(
    Object.entries(filter).filter(
      ([, v]) => v !== undefined && v !== '' && !(Array.isArray(v) && v.length === 0),
    ),
  ) as HistoryFilter

export function toggled(filter: HistoryFilter, key: ListKey, value: string): HistoryFilter {
  const list = (filter[key] ?? []) as readonly string[]
  return tidy({ ...filter, [key]: list.includes(value) ? list.filter((v) => v !== value) : [...list, value] })
}
export const isFiltered = (filter: HistoryFilter): boolean => Object.keys(filter).length > 0
/** Nothing but threads and dates is chosen: where no row is, nothing was. */
export const hasWholeTime = (filter: HistoryFilter): boolean =>
  LISTS.every((key) => key === 'threads' || filter[key] === undefined)

/** What a date field holds. */
export const dateText = (at: Instant): string => new Date(localDay(at) * DAY).toISOString().slice(0, 10)
/** The beginning of that day here; null: not a date. */
export function dateOf(text: string): Instant | null {
  const at = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) ? startOfLocalDay(at / DAY) : null
}

/**
 * Where the scrollbar of a million rows stands: browsers end at about 33 million px, so the bar is a scale
 * and not a ruler.
 */
const MOST_PX = 8_000_000
export interface Scale {
  readonly total: number // rows
  readonly rowPx: number
  readonly viewPx: number
}
export const heightOf = ({ total, rowPx }: Scale): number => Math.min(MOST_PX, total * rowPx)
export const lastTop = ({ total, rowPx, viewPx }: Scale): number => Math.max(0, total - viewPx / rowPx)
export function rowAtScroll(scrollPx: number, scale: Scale): number {
  const room = heightOf(scale) - scale.viewPx
  return room <= 0 ? 0 : Math.min(1, Math.max(0, scrollPx / room)) * lastTop(scale)
}
export function scrollAtRow(row: number, scale: Scale): number {
  const last = lastTop(scale)
  return last <= 0 ? 0 : Math.min(1, row / last) * Math.max(0, heightOf(scale) - scale.viewPx)
}

/**
 * Where the page begins whose first row has this number: in which day, and how far into it. null: there is
 * no such row.
 */
export function placeOfRow(
  row: number,
  days: readonly (readonly [below: Instant, rows: number])[],
): { readonly below: Instant; readonly skip: number } | null {
  let before = 0
  for (const [below, rows] of days) {
    if (row < before + rows) return { below, skip: row - before }
    before += rows
  }
  return null
}
