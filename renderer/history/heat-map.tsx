import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import {
  localDay,
  startOfLocalDay,
  type HistoryFigure,
  type HistoryFilter,
  type HistoryNote,
} from '../../shared/history/history.ts'
import type { Instant } from '../../shared/base/time.ts'
import { count } from '../kit/text/amounts.ts'
import { useBridge } from '../client/bridge.ts'
import { HISTORY_COPY as COPY, CHART_COPY } from './copy.ts'
import { NOTE_COPY } from '../notes/copy.ts'

const WEEKS = 53
const longDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const SHADE = [
  'fill-[var(--broken-fill)]',
  'fill-[var(--alert-fill)]',
  'fill-[var(--quiet-fill)] opacity-45',
  'fill-[var(--quiet-fill)] opacity-70',
  'fill-[var(--quiet-fill)]',
] as const
const LEVELS = [0.5, 0.8, 0.95, 0.999] as const

/** What a day's rows came to: the share of beats that were quiet among those that ran. null: none ran. */
const quietShare = (f: HistoryFigure): number | null => {
  const of = (o: keyof HistoryFigure['byOutcome']): number => f.byOutcome[o] ?? 0
  const ran = f.rows - of('skipped') - of('missed') - of('merged') - of('stopped')
  return ran <= 0 ? null : (of('quiet') + of('unchanged')) / ran
}
const cellText = (day: number, figure: HistoryFigure | undefined, notes: readonly HistoryNote[]): string => {
  const texts = notes.filter((note) => localDay(note.at) === day).map((note) => note.text)
  const share = figure === undefined ? null : quietShare(figure)
  const urgent = figure?.byOutcome.urgent ?? 0
  return (
    `${longDay.format(startOfLocalDay(day))}: ` +
    `${figure === undefined ? CHART_COPY.nothingOnRecord : share === null ? CHART_COPY.dueTimes(count(figure.rows)) : CHART_COPY.quietOf(Math.floor(share * 100), count(figure.rows))}${urgent > 0 ? `, ${count(urgent)} urgent` : ''}${texts.length === 0 ? '' : `; ${NOTE_COPY.mark(texts)}`}`
  )
}

function yearSummary(days: readonly HistoryFigure[]): string {
  const shares = days.map(quietShare).filter((s) => s !== null)
  return COPY.yearSummary(
    days.length,
    shares.filter((s) => s >= LEVELS[2]).length,
    days.filter((f) => (f.byOutcome.urgent ?? 0) > 0).length,
  )
}

/**
 * Twelve months, a cell a day, a column a week; the upper corner marks an urgent one, the lower one a note.
 * Arrow keys walk it, Enter shows the day.
 */
export function HeatMap({
  filter,
  notes,
  isTable,
  onDay,
}: {
  filter: HistoryFilter
  notes: readonly HistoryNote[]
  isTable: boolean
  onDay: (from: Instant, to: Instant) => void
}): ReactNode {
  const { api } = useBridge()
  const [opened] = useState(() => Date.now())
  const today = localDay(opened)
  const monday = today - ((today + 3) % 7) - (WEEKS - 1) * 7
  const { from: _from, to: _to, ...rest } = filter
  const figures = useQuery({
    ...api.history.figures.queryOptions({
      input: { filter: { ...rest, from: startOfLocalDay(monday) }, by: 'day' },
    }),
    staleTime: 60_000,
  })
  const byDay = new Map((figures.data ?? []).map((f) => [localDay(f.at), f]))
  const noted = new Set(notes.map((note) => localDay(note.at)))
  const [at, setAt] = useState(today)
  const [shown, setShown] = useState<number | null>(null)
  const grid = useRef<SVGSVGElement>(null)
  const show = (day: number): void => onDay(startOfLocalDay(day), startOfLocalDay(day + 1))
  const onKeyDown = (event: KeyboardEvent): void => {
    const to: number | undefined = {
      ArrowLeft: at - 7,
      ArrowRight: at + 7,
      ArrowUp: at - 1,
      ArrowDown: at + 1,
      Home: monday,
      End: today,
    }[event.key]
    if (event.key === 'Enter') show(at)
    else if (to === undefined) return
    else {
      const next = Math.min(today, Math.max(monday, to))
      setAt(next)
      grid.current?.querySelector<SVGElement>(`[data-day="${next}"]`)?.focus()
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const days = Array.from({ length: today - monday + 1 }, (_, i) => monday + i)
  if (isTable)
    return (
      <div
        className="mx-4 my-2 max-h-52 overflow-auto"
        tabIndex={0}
        role="region"
        aria-label={CHART_COPY.yearAsTable}
      >
        <table className="w-full text-left text-12">
          <tbody>
            {days
              .filter((d) => byDay.has(d) || noted.has(d))
              .reverse()
              .map((d) => (
                <tr key={d} className="border-t border-line">
                  <td className="py-0.5">{cellText(d, byDay.get(d), notes)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    )
  return (
    <div className="mx-4 my-2">
      <svg
        ref={grid}
        role="group"
        aria-label={CHART_COPY.yearGrid}
        viewBox={`0 0 ${WEEKS * 12} 86`}
        className="block w-full max-w-[760px]"
        onKeyDown={onKeyDown}
        onPointerLeave={() => setShown(null)}
      >
        {days.map((day) => {
          const figure = byDay.get(day)
          const share = figure === undefined ? null : quietShare(figure)
          const [x, y] = [Math.floor((day - monday) / 7) * 12, ((day - monday) % 7) * 12]
          return (
            <g key={day}>
              <rect
                data-day={day}
                role="button"
                tabIndex={day === at ? 0 : -1}
                aria-label={cellText(day, figure, notes)}
                x={x + 1}
                y={y + 1}
                width={10}
                height={10}
                rx={2}
                onFocus={() => {
                  setAt(day)
                  setShown(day)
                }}
                onBlur={() => setShown(null)}
                onPointerEnter={() => setShown(day)}
                onClick={() => show(day)}
                className={
                  'focus-visible:stroke-[var(--accent)] focus-visible:stroke-2 ' +
                  `${figure === undefined ? 'fill-[var(--sunken)]' : share === null ? 'fill-[var(--tick)]' : SHADE[LEVELS.filter((l) => share >= l).length]}`
                }
              />
              {noted.has(day) && (
                <path
                  d={`M${x + 1} ${y + 11}v-6l6 6z`}
                  className="pointer-events-none fill-[var(--accent)]"
                />
              )}
              {(figure?.byOutcome.urgent ?? 0) > 0 && (
                <path
                  d={`M${x + 5} ${y + 1}h6v6z`}
                  className="pointer-events-none fill-[var(--urgent-fill)]"
                />
              )}
            </g>
          )
        })}
      </svg>
      <p className="text-12 text-ink-2">{yearSummary([...byDay.values()])}</p>
      <p aria-hidden className="h-5 text-11 text-ink-2">
        {shown === null ? (
          <span className="text-ink-3">{COPY.yearLegend}</span>
        ) : (
          cellText(shown, byDay.get(shown), notes)
        )}
      </p>
    </div>
  )
}
