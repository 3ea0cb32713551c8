import {
  localDay,
  startOfLocalDay,
  type HistoryFigure,
  type HistoryFilter,
  type HistoryOutcome,
} from '../../../shared/history/history.ts'
import { DAY, HOUR, type Instant } from '../../../shared/base/time.ts'
import { CHART_COPY } from '../copy.ts'

/** Figures arranged for charts: bars of equal length in time, none left out. */

export interface Bar {
  readonly from: Instant
  readonly to: Instant
  readonly rows: number
  readonly parts: Readonly<Record<Part, number>> // rows by how much they want of a person
  readonly starts: number
  readonly usd: number
  readonly byRunner: readonly (readonly [runner: string, usd: number])[] // dearest of all bars first
  readonly medianMs: number | null
  readonly p95Ms: number | null
}
export const PARTS = ['well', 'not', 'look', 'broken', 'urgent'] as const
export type Part = (typeof PARTS)[number]
export const PART_WORD: Record<Part, string> = CHART_COPY.part
const PART_OF: Record<HistoryOutcome, Part> = {
  quiet: 'well',
  unchanged: 'well',
  running: 'well',
  skipped: 'not',
  missed: 'not',
  merged: 'not',
  stopped: 'not',
  interrupted: 'broken',
  broken: 'broken',
  alert: 'look',
  unproven: 'look',
  blocked: 'look',
  urgent: 'urgent',
}
const MOST_BARS = 130
/** Up to so many days are shown by the hour; hours are kept for 90 days. */
const BY_HOUR_DAYS = 8

/** By the hour or by the day. `now` ends a range that is open. */
export const grainOf = (filter: HistoryFilter, now: Instant): 'hour' | 'day' =>
  filter.from !== undefined &&
  (filter.to ?? now) - filter.from <= BY_HOUR_DAYS * DAY &&
  filter.from > now - 89 * DAY
    ? 'hour'
    : 'day'

export function barsOf(
  figures: readonly HistoryFigure[],
  filter: HistoryFilter,
  by: 'hour' | 'day',
  now: Instant,
): readonly Bar[] {
  const first = filter.from ?? figures[0]?.at
  if (first === undefined) return []
  const end = Math.min(filter.to ?? now, now)
  const cell = (at: Instant): number => (by === 'hour' ? Math.floor(at / HOUR) : localDay(at))
  const startOf = (k: number): Instant => (by === 'hour' ? k * HOUR : startOfLocalDay(k))
  const low = cell(first)
  const cells = Math.max(1, cell(Math.max(first, end - 1)) - low + 1)
  const size =
    [1, 2, 3, 4, 6, 7, 12, 14, 28].find((s) => cells / s <= MOST_BARS) ?? Math.ceil(cells / MOST_BARS)
  const groups = new Map<number, HistoryFigure[]>()
  for (const figure of figures) {
    const k = Math.floor((cell(figure.at) - low) / size)
    groups.set(k, [...(groups.get(k) ?? []), figure])
  }
  const spent = (list: readonly HistoryFigure[], runner: string): number =>
    sum(list.map((f) => f.usdByRunner[runner] ?? 0))
  const runners = [...new Set(figures.flatMap((f) => Object.keys(f.usdByRunner)))].sort(
    (a, b) => spent(figures, b) - spent(figures, a) || a.localeCompare(b),
  )
  return Array.from({ length: Math.ceil(cells / size) }, (_, i): Bar => {
    const group = groups.get(i) ?? []
    const parts: Record<Part, number> = { well: 0, not: 0, look: 0, broken: 0, urgent: 0 }
    for (const f of group)
      for (const [outcome, n] of Object.entries(f.byOutcome)) parts[PART_OF[outcome as HistoryOutcome]] += n
    // Of several days the middle one and the worst: what is known of each is only its own share.
    const medians = group
      .map((f) => f.medianMs)
      .filter((m) => m !== null)
      .sort((a, b) => a - b)
    return {
      from: startOf(low + i * size),
      to: startOf(low + (i + 1) * size),
      rows: sum(group.map((f) => f.rows)),
      parts,
      starts: sum(group.map((f) => f.starts)),
      usd: sum(group.map((f) => f.usd)),
      byRunner: runners.map((r) => [r, spent(group, r)] as const).filter(([, usd]) => usd > 0),
      medianMs: medians[Math.floor(medians.length / 2)] ?? null,
      p95Ms: group.reduce<number | null>(
        (most, f) => (f.p95Ms === null ? most : Math.max(most ?? 0, f.p95Ms)),
        null,
      ),
    }
  })
}
const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0)

export interface Silence {
  readonly from: Instant
  readonly to: Instant
}
/** Stretches without a row between the first and the last one. */
export function silences(bars: readonly Bar[]): readonly Silence[] {
  const found: { from: Instant; to: Instant }[] = []
  const last = bars.findLastIndex((b) => b.rows > 0)
  for (const bar of bars.slice(
    Math.max(
      0,
      bars.findIndex((b) => b.rows > 0),
    ),
    last + 1,
  )) {
    if (bar.rows > 0) continue
    const before = found.at(-1)
    if (before?.to === bar.from) before.to = bar.to
    else found.push({ from: bar.from, to: bar.to })
  }
  return found.filter((s) => s.to - s.from >= DAY)
}
