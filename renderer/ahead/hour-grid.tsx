import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Foreseen, Foresight } from '../../shared/contract/beats.ts'
import { HOUR, type Instant } from '../../shared/base/time.ts'
import { inkOf, type Ink } from '../parts/strip/strip-draw.ts'
import { useWidth } from '../kit/use-width.ts'
import { HOURS_COPY as COPY } from '../queue/copy.ts'
import { navigate, threadPath } from '../client/navigation.ts'
import { useTheme } from '../kit/theme.ts'
import { clockTime } from '../kit/time.ts'
import { cellText, hoursOf, rowsOf, type HourRow } from './hours.ts'

const HEIGHT = 34
const ROWS_AT_FIRST = 40
/** Share of the row's height: a daily beat stands out as it does in the strips of what was. */
const HEIGHT_OF = { quick: 0.3, hourly: 0.55, daily: 0.85 } as const

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
  const { from } = foresight
  // What is left out comes after the last entry: those hours are not empty, they are not listed.
  const knownTo = foresight.more > 0 ? (foresight.entries.at(-1)?.at ?? from) : foresight.to
  const textOf = (cell: readonly Foreseen[], hour: number): string =>
    `${cellText(cell, from, hour)}${from + (hour + 1) * HOUR > knownTo ? COPY.notListed : ''}`
  const at = { row: Math.min(focused.row, rows.length - 1), hour: Math.min(focused.hour, hours - 1) }
  const onKeyDown = (event: KeyboardEvent): void => {
    const { row, hour } = at
    const to: Place | undefined = {
      ArrowLeft: { row, hour: hour - 1 },
      ArrowRight: { row, hour: hour + 1 },
      ArrowUp: { row: row - 1, hour },
      ArrowDown: { row: row + 1, hour },
      Home: { row, hour: 0 },
      End: { row, hour: hours - 1 },
    }[event.key]
    const open = rows[row]
    if (event.key === 'Enter' && open !== undefined) navigate(threadPath(open.threadId))
    else if (to === undefined) return
    else if (to.row >= 0 && to.row < rows.length && to.hour >= 0 && to.hour < hours) {
      setFocused(to)
      grid.current?.querySelector<HTMLElement>(`[data-cell="${to.row}-${to.hour}"]`)?.focus()
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const text =
    shown === null || rows[shown.row] === undefined
      ? null
      : `${named ? `${rows[shown.row]!.name}, ` : ''}${textOf(rows[shown.row]!.cells[shown.hour] ?? [], shown.hour)}`
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
        <Axis from={from} hours={hours} named={named} />
        {rows.map((row, i) => (
          <div
            key={row.threadId}
            role="row"
            className={
              'flex items-center border-t border-line [contain-intrinsic-height:35px] ' +
              `[content-visibility:auto] ${named ? '' : 'border-line'}`
            }
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
              {knownTo < foresight.to && (
                <div
                  aria-hidden
                  className="hatched absolute inset-y-0 right-0 text-line"
                  style={{ left: `${((knownTo - from) / (hours * HOUR)) * 100}%` }}
                />
              )}
              <Marks row={row} from={from} hours={hours} />
              <div className="absolute inset-0 flex">
                {row.cells.map((cell, hour) => (
                  <span
                    key={hour}
                    role="gridcell"
                    data-cell={`${i}-${hour}`}
                    tabIndex={i === at.row && hour === at.hour ? 0 : -1}
                    aria-label={`${row.name}, ${textOf(cell, hour)}`}
                    className={
                      'h-full flex-1 focus-visible:outline-offset-[-2px] ' +
                      `${shown?.row === i && shown.hour === hour ? 'bg-accent/10' : ''}`
                    }
                    onFocus={() => {
                      setFocused({ row: i, hour })
                      setShown({ row: i, hour })
                    }}
                    onBlur={() => setShown(null)}
                    onPointerEnter={() => setShown({ row: i, hour })}
                    onClick={() => named && navigate(threadPath(row.threadId))}
                  />
                ))}
              </div>
            </div>
          </div>
        ))}
      </div>
      <p aria-hidden className="min-h-9 border-t border-line px-4 py-2 text-12 text-ink-2">
        {text ?? <Legend />}
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

const fullHours = (from: Instant, hours: number): readonly Instant[] => {
  const first = new Date(from).setMinutes(60, 0, 0)
  return Array.from({ length: hours }, (_, i) => first + i * HOUR).filter((at) => at < from + hours * HOUR)
}
const isNumbered = (at: Instant): boolean => new Date(at).getHours() % 3 === 0

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

const Legend = (): ReactNode => (
  <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-3">
    <span className="flex items-center gap-1.5">
      <span className="flex h-3 items-end gap-px">
        <span className="h-1 w-1 bg-[var(--tick)]" />
        <span className="h-2 w-1 bg-[var(--tick)]" />
        <span className="h-3 w-1 bg-[var(--neutral-fill)]" />
      </span>{' '}
      {COPY.legend.beats}
    </span>
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

function Marks({ row, from, hours }: { row: HourRow; from: Instant; hours: number }): ReactNode {
  const [frame, width] = useWidth<HTMLDivElement>()
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useTheme()
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context == null || canvas.current === null || width === 0) return
    const ratio = window.devicePixelRatio || 1
    canvas.current.width = Math.round(width * ratio)
    canvas.current.height = Math.round(HEIGHT * ratio)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    draw(context, row.entries, from, hours, width, {
      ...inkOf(theme),
      accent: getComputedStyle(canvas.current).color,
    })
  }, [row, from, hours, width, theme])
  return (
    <div ref={frame} aria-hidden className="absolute inset-0">
      <canvas ref={canvas} className="block text-accent" style={{ width, height: HEIGHT }} />
    </div>
  )
}

function draw(
  c: CanvasRenderingContext2D,
  entries: readonly Foreseen[],
  from: Instant,
  hours: number,
  width: number,
  ink: Ink & { readonly accent: string },
): void {
  c.clearRect(0, 0, width, HEIGHT)
  c.lineWidth = 1
  c.fillStyle = ink.tick
  c.globalAlpha = 0.35
  for (const at of fullHours(from, hours))
    if (isNumbered(at)) c.fillRect(Math.round(((at - from) / (hours * HOUR)) * width), 0, 1, HEIGHT)
  c.globalAlpha = 1
  // Beats first, so that what is rare lies on top.
  for (const e of [...entries].sort((a, b) => Number(a.kind !== 'beat') - Number(b.kind !== 'beat'))) {
    const x = Math.round(((e.at - from) / (hours * HOUR)) * width)
    if (e.kind === 'beat') {
      const h = Math.round((HEIGHT - 8) * HEIGHT_OF[e.tier ?? 'quick'])
      const y = HEIGHT - 4 - h
      if (e.held === null) {
        c.fillStyle = e.tier === 'daily' ? ink.neutral : ink.tick
        c.fillRect(x, y, 3, h)
      } else outlined(c, ink.neutral, () => c.strokeRect(x + 0.5, y + 0.5, 3, h - 1))
      continue
    }
    const y = 9
    c.beginPath()
    if (e.kind === 'job') {
      c.moveTo(x, y - 5)
      c.lineTo(x + 5, y)
      c.lineTo(x, y + 5)
      c.lineTo(x - 5, y)
      c.closePath()
    } else c.arc(x, y, 4, 0, 2 * Math.PI)
    if (e.held !== null) outlined(c, ink.neutral, () => c.stroke())
    else if (e.kind === 'job') {
      c.fillStyle = ink.accent
      c.fill()
    } else {
      c.strokeStyle = ink.accent
      c.lineWidth = 2
      c.stroke()
      c.lineWidth = 1
    }
  }
}

function outlined(c: CanvasRenderingContext2D, colour: string, stroke: () => void): void {
  c.strokeStyle = colour
  c.setLineDash([2, 1.5])
  stroke()
  c.setLineDash([])
}
