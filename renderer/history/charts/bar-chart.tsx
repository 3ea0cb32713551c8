import type { ReactNode } from 'react'
import type { HistoryNote } from '../../../shared/history/history.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { useWidth } from '../../kit/use-width.ts'
import { NOTE_COPY } from '../../notes/copy.ts'
import { notesIn } from '../../notes/notes.tsx'
import { barText, barWords, VIEWS, type View } from './bar-words.ts'
import { Bars, HEIGHT, NoteMarks, Silences } from './bars.tsx'
import type { Bar, Silence } from './chart-data.ts'
import { HISTORY_COPY as COPY } from '../copy.ts'
import { useMark } from './use-mark.ts'

interface Props {
  readonly bars: readonly Bar[]
  readonly quiet: readonly Silence[]
  readonly notes: readonly HistoryNote[]
  readonly view: Exclude<View, 'year'>
  readonly onZoom: (from: Instant | undefined, to: Instant | undefined) => void
  /** A note is wanted at that time. */
  readonly onNote: (at: Instant) => void
}

/** Bars over time, walked and marked by keys or pointer. */
export function BarChart({ bars, quiet, notes, view, onZoom, onNote }: Props): ReactNode {
  const [frame, width] = useWidth<HTMLDivElement>()
  const step = bars.length === 0 || width === 0 ? 0 : width / bars.length
  const { low, high, at, handlers } = useMark({ bars, stepPx: step, onZoom, onNote })
  const words = markWords({ bars, notes, view }, low, high)
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
          'aria-valuenow': Math.max(1, (at ?? bars.length - 1) + 1),
          'aria-valuetext': words === '' ? COPY.chartKeys : words,
        })}
        {...handlers}
      >
        <Silences quiet={quiet} bars={bars} step={step} />
        {low >= 0 && (
          <rect
            x={low * step}
            width={(high - low + 1) * step}
            y={0}
            height={HEIGHT}
            className="fill-[var(--accent)] opacity-15"
          />
        )}
        <Bars bars={bars} view={view} step={step} />
        <NoteMarks notes={notes} bars={bars} step={step} />
        <line x1={0} x2={width} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="stroke-[var(--border)]" />
      </svg>
      <div aria-hidden className="flex h-6 items-center justify-between gap-4 text-11 text-ink-3">
        <span>{bars[0] === undefined ? '' : barWords(bars[0])}</span>
        <span className="truncate text-ink-2">{words || (bars.length > 1 ? COPY.brushHint : '')}</span>
        <span>{bars.length < 2 ? '' : barWords(bars.at(-1)!)}</span>
      </div>
    </div>
  )
}

/** What is marked, in words; empty: nothing is. */
function markWords(
  { bars, notes, view }: Pick<Props, 'bars' | 'notes' | 'view'>,
  low: number,
  high: number,
): string {
  const bar = bars[low]
  if (bar === undefined) return ''
  if (high > low) return `${barWords(bar)} to ${barWords(bars[high]!)}: ${COPY.zoomHere}`
  const here = notesIn(notes, bar.from, bar.to).map((note) => note.text)
  const noted = here.length === 0 ? '' : `; ${NOTE_COPY.mark(here)}`
  return `${barWords(bar)}: ${barText(bar, view)}${noted}`
}
