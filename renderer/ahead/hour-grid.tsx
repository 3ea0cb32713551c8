import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Foresight } from '../../shared/contract/beats.ts'
import { HOUR, type Instant } from '../../shared/base/time.ts'
import { HOURS_COPY as COPY } from '../queue/copy.ts'
import { navigate, threadPath } from '../client/navigation.ts'
import { clockTime } from '../kit/time.ts'
import { HEIGHT, Marks } from './hour-marks.tsx'
import { cellText, fullHours, hoursOf, isNumbered, rowsOf, type HourRow } from './hours.ts'

const ROWS_AT_FIRST = 40

interface Place {
  readonly row: number
  readonly hour: number
}

/** One row a thread, one cell an hour; arrow keys walk the cells, and one line below says what is in it. */
export function HourGrid({ foresight, named }: { foresight: Foresight; named: boolean }): ReactNode {
  const all = useMemo(() => rowsOf(foresight), [foresight])
  const [isWhole, setWhole] = useState(false)
  const rows = isWhole ? all : all.slice(0, ROWS_AT_FIRST)
  const hours = hoursOf(foresight)
  const [focused, setFocused] = useState<Place>({ row: 0, hour: 0 })
  const [shown, setShown] = useState<Place | null>(null)
  const grid = useRef<HTMLDivElement>(null)
  const at = { row: Math.min(focused.row, rows.length - 1), hour: Math.min(focused.hour, hours - 1) }
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = stepsFrom(at, hours)[event.key]
    const open = rows[at.row]
    if (event.key === 'Enter' && open !== undefined) navigate(threadPath(open.threadId))
    else if (to === undefined) return
    else if (to.row >= 0 && to.row < rows.length && to.hour >= 0 && to.hour < hours) {
      setFocused(to)
      grid.current?.querySelector<HTMLElement>(`[data-cell="${to.row}-${to.hour}"]`)?.focus()
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div>
      <div
        ref={grid}
        role="grid"
        aria-label={COPY.grid}
        aria-rowcount={rows.length}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setShown(null)}
      >
        <Axis from={foresight.from} hours={hours} named={named} />
        {rows.map((row, i) => (
          <Row
            key={row.threadId}
            {...{ row, foresight, hours, named, onShow: setShown, onFocus: setFocused }}
            place={i}
            tabbable={i === at.row ? at.hour : null}
            lit={shown?.row === i ? shown.hour : null}
          />
        ))}
      </div>
      <p aria-hidden className="min-h-9 border-t border-line px-4 py-2 text-12 text-ink-2">
        {placeWords(shown, { rows, foresight, named }) ?? <Legend isCounted={foresight.more > 0} />}
      </p>
      {all.length > rows.length && (
        <p className="border-t border-line px-4 py-2 text-12">
          <button
            type="button"
            className="rounded-[3px] font-medium hover:underline"
            onClick={() => setWhole(true)}
          >
            {COPY.others(all.length - rows.length)}
          </button>
        </p>
      )}
    </div>
  )
}

const stepsFrom = ({ row, hour }: Place, hours: number): Partial<Record<string, Place>> => ({
  ArrowLeft: { row, hour: hour - 1 },
  ArrowRight: { row, hour: hour + 1 },
  ArrowUp: { row: row - 1, hour },
  ArrowDown: { row: row + 1, hour },
  Home: { row, hour: 0 },
  End: { row, hour: hours - 1 },
})

/** null: no cell is pointed at. */
function placeWords(
  place: Place | null,
  of: { readonly rows: readonly HourRow[]; readonly foresight: Foresight; readonly named: boolean },
): string | null {
  const row = place === null ? undefined : of.rows[place.row]
  const cell = row?.cells[place?.hour ?? 0]
  if (place === null || row === undefined || cell === undefined) return null
  const words = cellText(cell, of.foresight.from, place.hour)
  return of.named ? `${row.name}, ${words}` : words
}

interface RowProps {
  readonly row: HourRow
  readonly place: number
  readonly foresight: Foresight
  readonly hours: number
  readonly named: boolean
  /** The hour that Tab reaches, and the one that is pointed at. null: none in this row. */
  readonly tabbable: number | null
  readonly lit: number | null
  readonly onShow: (place: Place | null) => void
  readonly onFocus: (place: Place) => void
}

function Row(props: RowProps): ReactNode {
  const { row, foresight, hours, named } = props
  const { from } = foresight
  return (
    <div
      role="row"
      className="flex items-center border-t border-line [contain-intrinsic-height:35px] [content-visibility:auto]"
    >
      {named && (
        <span role="rowheader" className="w-40 shrink-0 pr-3 pl-4 text-13 max-[1000px]:w-30">
          <button
            type="button"
            tabIndex={-1}
            title={row.name}
            className="max-w-full truncate rounded-[3px] hover:underline"
            onClick={() => navigate(threadPath(row.threadId))}
          >
            {row.name}
          </button>
        </span>
      )}
      <div className={`relative flex-1 ${named ? '' : 'ml-4'} mr-4`} style={{ height: HEIGHT }}>
        <Marks row={row} from={from} hours={hours} />
        <div className="absolute inset-0 flex">
          <Cells {...props} />
        </div>
      </div>
    </div>
  )
}

function Cells({ row, place, foresight, named, tabbable, lit, onShow, onFocus }: RowProps): ReactNode {
  return row.cells.map((cell, hour) => (
    <span
      key={hour}
      role="gridcell"
      data-cell={`${place}-${hour}`}
      tabIndex={hour === tabbable ? 0 : -1}
      aria-label={`${row.name}, ${cellText(cell, foresight.from, hour)}`}
      className={`h-full flex-1 focus-visible:outline-offset-[-2px] ${hour === lit ? 'bg-accent/10' : ''}`}
      onFocus={() => {
        onFocus({ row: place, hour })
        onShow({ row: place, hour })
      }}
      onBlur={() => onShow(null)}
      onPointerEnter={() => onShow({ row: place, hour })}
      onClick={() => named && navigate(threadPath(row.threadId))}
    />
  ))
}

/** Full hours of the clock, every third one with its number. */
function Axis({ from, hours, named }: { from: Instant; hours: number; named: boolean }): ReactNode {
  return (
    <div aria-hidden className="flex h-7 items-end pb-1 text-11 text-ink-3">
      {named && <span className="w-40 shrink-0 max-[1000px]:w-30" />}
      <div className={`relative mr-4 h-4 flex-1 ${named ? '' : 'ml-4'}`}>
        {fullHours(from, hours).map((at) => {
          const left = `${((at - from) / (hours * HOUR)) * 100}%`
          return isNumbered(at) && at < from + (hours - 0.8) * HOUR ? (
            <span key={at} className="absolute -translate-x-1/2 tabular-nums" style={{ left }}>
              {clockTime(at)}
            </span>
          ) : (
            <span
              key={at}
              className="absolute bottom-0 h-1 border-l border-line-strong/60"
              style={{ left }}
            />
          )
        })}
      </div>
    </div>
  )
}

const Legend = ({ isCounted }: { isCounted: boolean }): ReactNode => (
  <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-3">
    <span className="flex items-center gap-1.5">
      <span className="flex h-3 items-end gap-px">
        <span className="h-1 w-1 bg-[var(--tick)]" />
        <span className="h-2 w-1 bg-[var(--tick)]" />
        <span className="h-3 w-1 bg-[var(--neutral-fill)]" />
      </span>{' '}
      {COPY.legend.beats}
    </span>
    {isCounted && (
      <span className="flex items-center gap-1.5">
        <span className="h-1.5 w-5 bg-[var(--tick)]" /> {COPY.legend.counted}
      </span>
    )}
    <span className="flex items-center gap-1.5">
      <span className="size-2 rotate-45 bg-accent" /> job
    </span>
    <span className="flex items-center gap-1.5">
      <span className="size-2 rounded-full border-2 border-accent" /> {COPY.legend.timed}
    </span>
    <span className="flex items-center gap-1.5">
      <span className="h-3 w-1.5 border border-dashed border-[var(--neutral-fill)]" /> {COPY.legend.held}
    </span>
  </span>
)
