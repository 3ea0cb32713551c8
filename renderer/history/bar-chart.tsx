import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import type { HistoryNote } from '../../shared/history/history.ts'
import type { Instant } from '../../shared/base/time.ts'
import { useWidth } from '../kit/use-width.ts'
import { HISTORY_COPY as COPY } from './copy.ts'
import { NOTE_COPY } from '../notes/copy.ts'
import { barText, barWords, VIEWS, type View } from './bar-words.ts'
import { notesIn } from '../notes/notes.tsx'
import { PARTS, type Bar, type Part, type Silence } from './chart-data.ts'

const HEIGHT = 84
/** Pixels: a day alone is a bar, not a wall. */
const WIDEST = 28
const FILL: Record<Part, string> = {
  well: 'fill-[var(--tick)]',
  not: 'fill-[var(--neutral-fill)]',
  look: 'fill-[var(--alert-fill)]',
  broken: 'fill-[var(--broken-fill)]',
  urgent: 'fill-[var(--urgent-fill)]',
}

interface Props {
  readonly bars: readonly Bar[]
  readonly quiet: readonly Silence[]
  readonly notes: readonly HistoryNote[]
  readonly view: Exclude<View, 'year'>
  readonly onZoom: (from: Instant | undefined, to: Instant | undefined) => void
  /** A note is wanted at that time. */
  readonly onNote: (at: Instant) => void
}

/**
 * Bars over time. Arrow keys walk them, with Shift they mark a stretch, Enter zooms to what is marked, N
 * writes a note there; a pointer does so by dragging.
 */
export function BarChart({ bars, quiet, notes, view, onZoom, onNote }: Props): ReactNode {
  const [frame, width] = useWidth<HTMLDivElement>()
  /**
   * From where the marking began to where it is; one bar where both are the same. null: nothing is pointed
   * at.
   */
  const [mark, setMark] = useState<{ readonly a: number; readonly b: number } | null>(null)
  const dragging = useRef(false)
  const step = bars.length === 0 || width === 0 ? 0 : width / bars.length
  const valueOf = (b: Bar): number => {
    if (view === 'rows') return b.rows
    if (view === 'cost') return b.usd
    return Math.max(b.p95Ms ?? 0, b.medianMs ?? 0)
  }
  const most = Math.max(...bars.map(valueOf), 1e-9)
  const y = (value: number): number => (value / most) * (HEIGHT - 6)
  const last = bars.length - 1
  const [low, high] =
    mark === null ? [-1, -1] : [Math.min(mark.a, mark.b, last), Math.min(Math.max(mark.a, mark.b), last)]
  const isStretch = high > low
  const zoom = (): void => {
    if (low >= 0) onZoom(bars[low]?.from, bars[high]?.to)
    setMark(null)
  }
  const indexAt = (e: PointerEvent): number =>
    Math.min(
      last,
      Math.max(0, Math.floor((e.clientX - e.currentTarget.getBoundingClientRect().left) / Math.max(1, step))),
    )
  const point = (e: PointerEvent): void => {
    const b = indexAt(e)
    setMark((m) => (dragging.current && m !== null ? { ...m, b } : { a: b, b }))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = mark?.b ?? bars.length
    const to: number | undefined = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key]
    if (to !== undefined) {
      const b = Math.min(last, Math.max(0, to))
      setMark((m) => (event.shiftKey && m !== null ? { ...m, b } : { a: b, b }))
    } else if (
      event.key.toLowerCase() === 'n' &&
      low >= 0 &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey
    )
      onNote(bars[low]!.from)
    else if (event.key === 'Enter' && mark !== null) zoom()
    else if (event.key === 'Escape' && mark !== null) setMark(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const textOf = (bar: Bar): string => {
    const here = notesIn(notes, bar.from, bar.to)
    return `${barText(bar, view)}${here.length === 0 ? '' : `; ${NOTE_COPY.mark(here.map((note) => note.text))}`}`
  }
  const words = isStretch
    ? `${barWords(bars[low]!)} to ${barWords(bars[high]!)}: ${COPY.zoomHere}`
    : low >= 0
      ? `${barWords(bars[low]!)}: ${textOf(bars[low]!)}`
      : ''
  return (
    <div ref={frame} className="mx-4 mt-1">
      <svg
        width={width}
        height={HEIGHT}
        className="block touch-none rounded-[3px]"
        {...(bars.length > 0 && {
          role: 'slider',
          tabIndex: 0,
          'aria-label': COPY.chartLabel(VIEWS[view]),
          'aria-orientation': 'horizontal',
          'aria-valuemin': 1,
          'aria-valuemax': bars.length,
          'aria-valuenow': Math.max(1, (mark?.b ?? last) + 1),
          'aria-valuetext': words === '' ? COPY.chartKeys : words,
        })}
        onKeyDown={onKeyDown}
        onBlur={() => setMark(null)}
        onPointerDown={(e) => {
          point(e)
          dragging.current = true
          e.currentTarget.setPointerCapture(e.pointerId)
        }}
        onPointerMove={point}
        onPointerLeave={() => !dragging.current && setMark(null)}
        onPointerCancel={() => {
          dragging.current = false
          setMark(null)
        }}
        onPointerUp={() => {
          if (dragging.current) zoom()
          dragging.current = false
        }}
      >
        {quiet.map((s) => {
          const [a, b] = [bars.findIndex((x) => x.from === s.from), bars.findIndex((x) => x.to === s.to) + 1]
          return (
            <rect
              key={s.from}
              x={a * step}
              width={(b - a) * step}
              y={0}
              height={HEIGHT}
              className="fill-[var(--sunken)]"
            />
          )
        })}
        {low >= 0 && (
          <rect
            x={low * step}
            width={(high - low + 1) * step}
            y={0}
            height={HEIGHT}
            className="fill-[var(--accent)] opacity-15"
          />
        )}
        {bars.map((bar, i) => {
          const w = Math.min(WIDEST, Math.max(1, step - (step > 4 ? 1.5 : 0.5)))
          const x = step > WIDEST ? i * step + (step - w) / 2 : i * step
          if (view === 'length')
            return bar.medianMs === null ? null : (
              <g key={bar.from}>
                <rect
                  x={x}
                  width={w}
                  y={HEIGHT - y(bar.p95Ms ?? 0)}
                  height={y(bar.p95Ms ?? 0)}
                  className="fill-[var(--tick)]"
                />
                <rect
                  x={x}
                  width={w}
                  y={HEIGHT - y(bar.medianMs)}
                  height={y(bar.medianMs)}
                  className="fill-[var(--neutral-fill)]"
                />
              </g>
            )
          let base = HEIGHT
          if (view === 'cost')
            return (
              <g key={bar.from}>
                {bar.byRunner.map(([runner, usd], r) => {
                  base -= y(usd)
                  return (
                    <rect
                      key={runner}
                      x={x}
                      width={w}
                      y={base}
                      height={y(usd)}
                      className="fill-[var(--accent)]"
                      opacity={1 - 0.28 * Math.min(r, 2)}
                    />
                  )
                })}
              </g>
            )
          return (
            <g key={bar.from}>
              {PARTS.filter((p) => bar.parts[p] > 0).map((p) => {
                // What wants a person is seen even where it is one of a thousand.
                const h = Math.max(p === 'well' || p === 'not' ? 1 : 2.5, y(bar.parts[p]))
                base -= h
                return <rect key={p} x={x} width={w} y={base} height={h} className={FILL[p]} />
              })}
            </g>
          )
        })}
        {bars.map((bar, i) =>
          notesIn(notes, bar.from, bar.to).length === 0 ? null : (
            <g key={bar.from} data-note={i} className="pointer-events-none">
              <line
                x1={(i + 0.5) * step}
                x2={(i + 0.5) * step}
                y1={6}
                y2={HEIGHT}
                strokeDasharray="2 3"
                className="stroke-[var(--accent)]"
              />
              <path d={`M${(i + 0.5) * step - 5} 0h10l-5 8z`} className="fill-[var(--accent)]" />
            </g>
          ),
        )}
        <line x1={0} x2={width} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="stroke-[var(--border)]" />
      </svg>
      <div aria-hidden className="flex h-6 items-center justify-between gap-4 text-11 text-ink-3">
        <span>{bars[0] === undefined ? '' : barWords(bars[0])}</span>
        <span className="truncate text-ink-2">
          {words !== '' ? words : bars.length > 1 ? COPY.brushHint : ''}
        </span>
        <span>{bars.length < 2 ? '' : barWords(bars.at(-1)!)}</span>
      </div>
    </div>
  )
}
