import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState, type PointerEvent, type ReactNode } from 'react'
import type { HistoryFilter } from '../../shared/history.ts'
import { DAY, type Instant } from '../../shared/time.ts'
import { plural } from '../../shared/words.ts'
import { messageOf } from '../actions.tsx'
import { count, money } from '../amounts.ts'
import { useBridge } from '../bridge.ts'
import { Button } from '../components/button.tsx'
import { Pill } from '../components/pill.tsx'
import { useWidth } from '../components/use-width.ts'
import { HISTORY_COPY as COPY } from '../copy/history.ts'
import { clockTime, runTime } from '../time.ts'
import { barsOf, grainOf, PART_WORD, PARTS, silences, type Bar, type Part, type Silence } from './chart-data.ts'
import { hasWholeTime } from './filter.ts'
import { HeatMap } from './heat-map.tsx'

const HEIGHT = 84
/** Pixels: a day alone is a bar, not a wall. */
const WIDEST = 28
const dayWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const longDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
/** "12 Nov", "12 Nov 14:00" or "12 Nov – 18 Nov 2026". */
const barWords = (bar: Bar): string => (bar.to - bar.from < DAY - 2 * 3_600_000 ? `${dayWords.format(bar.from)} ${clockTime(bar.from)}` : bar.to - bar.from < 2 * DAY - 1 ? longDay.format(bar.from) : `${dayWords.format(bar.from)} – ${longDay.format(bar.to - 1)}`)

const VIEWS = { rows: 'Rows', length: 'Length', cost: 'Cost', year: 'Year' } as const
type View = keyof typeof VIEWS
const FILL: Record<Part, string> = { well: 'fill-[var(--tick)]', not: 'fill-[var(--neutral-fill)]', look: 'fill-[var(--alert-fill)]', broken: 'fill-[var(--broken-fill)]', urgent: 'fill-[var(--urgent-fill)]' }

/** The rows of the filter over time, from figures: never from rows. */
export function Charts({ filter, onZoom }: { filter: HistoryFilter; onZoom: (from: Instant | undefined, to: Instant | undefined) => void }): ReactNode {
  const { api } = useBridge()
  const [view, setView] = useState<View>('rows')
  const [isTable, setTable] = useState(false)
  const [opened] = useState(() => Date.now())
  const { text: _, ...counted } = filter
  const by = grainOf(counted, opened)
  const figures = useQuery({ ...api.history.figures.queryOptions({ input: { filter: counted, by } }), staleTime: 30_000, placeholderData: keepPreviousData, enabled: view !== 'year' })
  const bars = barsOf(figures.data ?? [], counted, by, Math.max(opened, figures.dataUpdatedAt))
  const quiet = hasWholeTime(counted) ? silences(bars) : []
  const summary = summaryOf(view, bars, quiet)
  return (
    <figure aria-labelledby="history-chart" className="m-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-2">
        <div role="group" aria-label="Chart" className="flex gap-1">{(Object.keys(VIEWS) as View[]).map((v) => <Pill key={v} pressed={view === v} onClick={() => setView(v)}>{VIEWS[v]}</Pill>)}</div>
        <figcaption id="history-chart" className="min-w-0 flex-1 truncate text-12 text-ink-2" title={view === 'year' ? undefined : summary}>{view === 'year' ? 'Share of quiet rows, day by day, twelve months' : figures.isError ? messageOf(figures.error) : summary}</figcaption>
        {(filter.from !== undefined || filter.to !== undefined) && <Button size="s" look="ghost" onClick={() => onZoom(undefined, undefined)}>{COPY.zoomOut}</Button>}
        <Button size="s" look="ghost" aria-pressed={isTable} onClick={() => setTable(!isTable)}>{isTable ? COPY.chartBack : COPY.chartTable}</Button>
      </div>
      {view === 'year' ? <HeatMap filter={counted} isTable={isTable} onDay={(from, to) => { setView('rows'); onZoom(from, to) }} /> : isTable ? <BarTable bars={bars} /> : <BarChart bars={bars} quiet={quiet} view={view} onZoom={onZoom} />}
    </figure>
  )
}

function summaryOf(view: View, bars: readonly Bar[], quiet: readonly Silence[]): string {
  const rows = bars.reduce((n, b) => n + b.rows, 0)
  if (rows === 0) return 'No rows in these dates.'
  if (view === 'cost') return `${money(bars.reduce((n, b) => n + b.usd, 0))} and ${plural(bars.reduce((n, b) => n + b.starts, 0), 'agent start')} in all.`
  if (view === 'length') {
    const known = bars.filter((b) => b.medianMs !== null)
    const last = known.at(-1)
    return last === undefined ? 'Nothing of a length in these dates.' : `Half of the runs take less than about ${runTime(last.medianMs ?? 0)}, all but one in twenty less than ${runTime(last.p95Ms ?? 0)}, as of ${barWords(last)}.`
  }
  const of = (part: Part): number => bars.reduce((n, b) => n + b.parts[part], 0)
  const worst = (['urgent', 'broken', 'look', 'not'] as const).filter((p) => of(p) > 0).map((p) => `${count(of(p))} ${PART_WORD[p]}`)
  const silent = quiet.map((s) => `${dayWords.format(s.from)} – ${dayWords.format(s.to - 1)}`)
  return `${count(rows)} rows, ${Math.floor((of('well') / rows) * 100)} % quiet${worst.length === 0 ? '' : `; ${worst.join(', ')}`}.${silent.length === 0 ? '' : ` Nothing on record ${silent.slice(-2).join(' and ')}.`}`
}

function BarChart({ bars, quiet, view, onZoom }: { bars: readonly Bar[]; quiet: readonly Silence[]; view: Exclude<View, 'year'>; onZoom: (from: Instant | undefined, to: Instant | undefined) => void }): ReactNode {
  const [frame, width] = useWidth<HTMLDivElement>()
  const [drag, setDrag] = useState<{ readonly a: number; readonly b: number } | null>(null)
  const [hover, setHover] = useState<number | null>(null)
  const dragging = useRef(false)
  const step = bars.length === 0 || width === 0 ? 0 : width / bars.length
  const valueOf = (b: Bar): number => (view === 'rows' ? b.rows : view === 'cost' ? b.usd : Math.max(b.p95Ms ?? 0, b.medianMs ?? 0))
  const most = Math.max(...bars.map(valueOf), 1e-9)
  const y = (value: number): number => (value / most) * (HEIGHT - 6)
  const indexAt = (e: PointerEvent): number => Math.min(bars.length - 1, Math.max(0, Math.floor((e.clientX - e.currentTarget.getBoundingClientRect().left) / Math.max(1, step))))
  const shown = hover === null ? undefined : bars[hover]
  return (
    <div ref={frame} className="mx-4 mt-1">
      <svg
        width={width} height={HEIGHT} aria-hidden className="block touch-none"
        onPointerDown={(e) => { dragging.current = true; e.currentTarget.setPointerCapture(e.pointerId); setDrag({ a: indexAt(e), b: indexAt(e) }) }}
        onPointerMove={(e) => { setHover(indexAt(e)); if (dragging.current) setDrag((d) => d && { ...d, b: indexAt(e) }) }}
        onPointerLeave={() => setHover(null)}
        onPointerCancel={() => { dragging.current = false; setDrag(null) }}
        onPointerUp={() => {
          dragging.current = false
          if (drag !== null) onZoom(bars[Math.min(drag.a, drag.b)]?.from, bars[Math.max(drag.a, drag.b)]?.to)
          setDrag(null)
        }}
      >
        {quiet.map((s) => {
          const [a, b] = [bars.findIndex((x) => x.from === s.from), bars.findIndex((x) => x.to === s.to) + 1]
          return <rect key={s.from} x={a * step} width={(b - a) * step} y={0} height={HEIGHT} className="fill-[var(--sunken)]" />
        })}
        {bars.map((bar, i) => {
          const w = Math.min(WIDEST, Math.max(1, step - (step > 4 ? 1.5 : 0.5)))
          const x = step > WIDEST ? i * step + (step - w) / 2 : i * step
          if (view !== 'rows') return <g key={bar.from}>{view === 'length' && bar.medianMs !== null ? <><rect x={x} width={w} y={HEIGHT - y(bar.p95Ms ?? 0)} height={y(bar.p95Ms ?? 0)} className="fill-[var(--tick)]" /><rect x={x} width={w} y={HEIGHT - y(bar.medianMs)} height={y(bar.medianMs)} className="fill-[var(--neutral-fill)]" /></> : view === 'cost' && bar.usd > 0 ? <rect x={x} width={w} y={HEIGHT - y(bar.usd)} height={y(bar.usd)} className="fill-[var(--accent)]" /> : null}</g>
          let base = HEIGHT
          return <g key={bar.from}>{PARTS.filter((p) => bar.parts[p] > 0).map((p) => {
            // What wants a person is seen even where it is one of a thousand.
            const h = Math.max(p === 'well' || p === 'not' ? 1 : 2.5, y(bar.parts[p]))
            base -= h
            return <rect key={p} x={x} width={w} y={base} height={h} className={FILL[p]} />
          })}</g>
        })}
        <line x1={0} x2={width} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="stroke-[var(--border)]" />
        {drag !== null && <rect x={Math.min(drag.a, drag.b) * step} width={(Math.abs(drag.b - drag.a) + 1) * step} y={0} height={HEIGHT} className="fill-[var(--accent)] opacity-20" />}
      </svg>
      <div className="flex h-6 items-center justify-between gap-4 text-11 text-ink-3">
        <span>{bars[0] === undefined ? '' : barWords(bars[0])}</span>
        <span className="truncate text-ink-2">{shown === undefined ? (bars.length > 1 ? COPY.brushHint : '') : `${barWords(shown)}: ${barText(shown, view)}`}</span>
        <span>{bars.length < 2 ? '' : barWords(bars.at(-1)!)}</span>
      </div>
    </div>
  )
}

const barText = (bar: Bar, view: View): string =>
  view === 'cost' ? `${money(bar.usd)}, ${plural(bar.starts, 'agent start')}` : view === 'length' ? (bar.medianMs === null ? 'nothing ran' : `about ${runTime(bar.medianMs)}, at most ${runTime(bar.p95Ms ?? 0)}`) : bar.rows === 0 ? 'no rows' : PARTS.filter((p) => bar.parts[p] > 0).map((p) => `${count(bar.parts[p])} ${PART_WORD[p]}`).join(', ')

function BarTable({ bars }: { bars: readonly Bar[] }): ReactNode {
  return (
    <div className="mx-4 my-2 max-h-52 overflow-auto" tabIndex={0} role="region" aria-label="The chart as a table">
      <table className="w-full text-left text-12 tabular-nums">
        <thead className="text-11 text-ink-3"><tr>{['Dates', ...PARTS.map((p) => PART_WORD[p]), 'rows', 'agent starts', 'cost', 'median', '95 %'].map((h) => <th key={h} scope="col" className="py-1 pr-3 font-medium first-letter:uppercase">{h}</th>)}</tr></thead>
        <tbody>{[...bars].reverse().map((b) => <tr key={b.from} className="border-t border-line">{[barWords(b), ...PARTS.map((p) => count(b.parts[p])), count(b.rows), count(b.starts), money(b.usd), b.medianMs === null ? '–' : runTime(b.medianMs), b.p95Ms === null ? '–' : runTime(b.p95Ms)].map((cell, i) => <td key={i} className="py-0.5 pr-3 whitespace-nowrap">{cell}</td>)}</tr>)}</tbody>
      </table>
    </div>
  )
}
