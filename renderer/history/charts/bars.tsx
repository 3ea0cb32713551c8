import type { ReactNode } from 'react'
import type { HistoryNote } from '../../../shared/history/history.ts'
import { notesIn } from '../../notes/notes.tsx'
import type { View } from './bar-words.ts'
import { PARTS, type Bar, type Part, type Silence } from './chart-data.ts'

export const HEIGHT = 84
/** Pixels: a day alone is a bar, not a wall. */
const WIDEST = 28
const FILL: Record<Part, string> = {
  well: 'fill-[var(--tick)]',
  not: 'fill-[var(--neutral-fill)]',
  look: 'fill-[var(--alert-fill)]',
  broken: 'fill-[var(--broken-fill)]',
  urgent: 'fill-[var(--urgent-fill)]',
}

interface BarsProps {
  readonly bars: readonly Bar[]
  readonly view: Exclude<View, 'year'>
  readonly step: number // pixels from one to the next
}
/** In pixels; `yOf` of a value is its height. */
interface Place {
  readonly bar: Bar
  readonly x: number
  readonly w: number
  readonly yOf: (value: number) => number
}

export function Bars({ bars, view, step }: BarsProps): ReactNode {
  const most = Math.max(...bars.map((bar) => valueOf(bar, view)), 1e-9)
  const yOf = (value: number): number => (value / most) * (HEIGHT - 6)
  const w = Math.min(WIDEST, Math.max(1, step - (step > 4 ? 1.5 : 0.5)))
  const inset = step > WIDEST ? (step - w) / 2 : 0
  return bars.map((bar, i) => (
    <g key={bar.from}>
      <OneBar view={view} bar={bar} x={i * step + inset} w={w} yOf={yOf} />
    </g>
  ))
}

function valueOf(bar: Bar, view: BarsProps['view']): number {
  if (view === 'rows') return bar.rows
  if (view === 'cost') return bar.usd
  return Math.max(bar.p95Ms ?? 0, bar.medianMs ?? 0)
}

function OneBar({ view, ...place }: Place & { readonly view: BarsProps['view'] }): ReactNode {
  if (view === 'length') return <LengthBar {...place} />
  return view === 'cost' ? <CostBar {...place} /> : <RowsBar {...place} />
}

function LengthBar({ bar: { medianMs, p95Ms }, x, w, yOf }: Place): ReactNode {
  if (medianMs === null) return null
  const column = (ms: number, look: string): ReactNode => (
    <rect x={x} width={w} y={HEIGHT - yOf(ms)} height={yOf(ms)} className={look} />
  )
  return (
    <>
      {column(p95Ms ?? 0, 'fill-[var(--tick)]')}
      {column(medianMs, 'fill-[var(--neutral-fill)]')}
    </>
  )
}

function CostBar({ bar, x, w, yOf }: Place): ReactNode {
  const heights = bar.byRunner.map(([, usd]) => yOf(usd))
  return bar.byRunner.map(([runner], r) => (
    <rect
      key={runner}
      x={x}
      width={w}
      y={HEIGHT - sum(heights.slice(0, r + 1))}
      height={heights[r]}
      className="fill-[var(--accent)]"
      opacity={1 - 0.28 * Math.min(r, 2)}
    />
  ))
}

function RowsBar({ bar, x, w, yOf }: Place): ReactNode {
  const parts = PARTS.filter((p) => bar.parts[p] > 0)
  // What wants a person is seen even where it is one of a thousand.
  const heights = parts.map((p) => Math.max(p === 'well' || p === 'not' ? 1 : 2.5, yOf(bar.parts[p])))
  return parts.map((p, i) => (
    <rect
      key={p}
      x={x}
      width={w}
      y={HEIGHT - sum(heights.slice(0, i + 1))}
      height={heights[i]}
      className={FILL[p]}
    />
  ))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

/** Stretches without a beat, behind the bars. */
export function Silences({
  quiet,
  bars,
  step,
}: {
  quiet: readonly Silence[]
  bars: readonly Bar[]
  step: number
}): ReactNode {
  return quiet.map((s) => {
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
  })
}

/** A line down from a flag at each bar with a note. */
export function NoteMarks({
  notes,
  bars,
  step,
}: {
  notes: readonly HistoryNote[]
  bars: readonly Bar[]
  step: number
}): ReactNode {
  return bars.map((bar, i) =>
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
  )
}
