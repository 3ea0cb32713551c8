import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { HistoryFigure, HistoryNote } from '../../../shared/history/history.ts'
import { HISTORY_COPY as COPY, CHART_COPY } from '../copy.ts'
import { cellText, notedDays, shadeOf, WEEKS, yearSummary, type Year } from './year.ts'

interface GridProps {
  readonly year: Year
  readonly notes: readonly HistoryNote[]
  readonly at: number // the day that Tab reaches
  readonly onAt: (day: number) => void
  readonly onDay: (day: number) => void
}

/** A cell a day, a column a week. Arrow keys walk it, Enter shows the day. */
export function DayGrid({ year, notes, at, onAt, onDay }: GridProps): ReactNode {
  const [shown, setShown] = useState<number | null>(null)
  const grid = useRef<SVGSVGElement>(null)
  const noted = notedDays(notes)
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = stepsFrom(at, year)[event.key]
    if (event.key === 'Enter') onDay(at)
    else if (to === undefined) return
    else {
      const next = Math.min(year.today, Math.max(year.monday, to))
      onAt(next)
      grid.current?.querySelector<SVGElement>(`[data-day="${next}"]`)?.focus()
    }
    event.preventDefault()
    event.stopPropagation()
  }
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
        {year.days.map((day) => (
          <Day
            key={day}
            day={day}
            x={Math.floor((day - year.monday) / 7) * 12}
            y={((day - year.monday) % 7) * 12}
            figure={year.byDay.get(day)}
            text={cellText(day, year.byDay.get(day), notes)}
            isNoted={noted.has(day)}
            isActive={day === at}
            onActive={() => onAt(day)}
            onShow={setShown}
            onDay={onDay}
          />
        ))}
      </svg>
      <p className="text-12 text-ink-2">{yearSummary([...year.byDay.values()])}</p>
      <p aria-hidden className="h-5 text-11 text-ink-2">
        {shown === null ? (
          <span className="text-ink-3">{COPY.yearLegend}</span>
        ) : (
          cellText(shown, year.byDay.get(shown), notes)
        )}
      </p>
    </div>
  )
}

const stepsFrom = (at: number, { monday, today }: Year): Partial<Record<string, number>> => ({
  ArrowLeft: at - 7,
  ArrowRight: at + 7,
  ArrowUp: at - 1,
  ArrowDown: at + 1,
  Home: monday,
  End: today,
})

interface DayProps {
  readonly day: number
  readonly x: number
  readonly y: number
  readonly figure: HistoryFigure | undefined
  readonly text: string
  readonly isNoted: boolean
  readonly isActive: boolean
  readonly onActive: () => void
  readonly onShow: (day: number | null) => void
  readonly onDay: (day: number) => void
}

/** The upper corner marks an urgent day, the lower one a note. */
function Day({ day, x, y, figure, text, isNoted, isActive, onActive, onShow, onDay }: DayProps): ReactNode {
  return (
    <g>
      <rect
        data-day={day}
        role="button"
        tabIndex={isActive ? 0 : -1}
        aria-label={text}
        x={x + 1}
        y={y + 1}
        width={10}
        height={10}
        rx={2}
        onFocus={() => {
          onActive()
          onShow(day)
        }}
        onBlur={() => onShow(null)}
        onPointerEnter={() => onShow(day)}
        onClick={() => onDay(day)}
        className={`focus-visible:stroke-[var(--accent)] focus-visible:stroke-2 ${shadeOf(figure)}`}
      />
      {isNoted && (
        <path d={`M${x + 1} ${y + 11}v-6l6 6z`} className="pointer-events-none fill-[var(--accent)]" />
      )}
      {(figure?.byOutcome.urgent ?? 0) > 0 && (
        <path d={`M${x + 5} ${y + 1}h6v6z`} className="pointer-events-none fill-[var(--urgent-fill)]" />
      )}
    </g>
  )
}
