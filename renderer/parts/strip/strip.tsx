import { memo, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { Instant } from '../../../shared/base/time.ts'
import type { Strip as StripBars } from '../../../shared/runs/strip.ts'
import type { SlotFate } from '../../../shared/runs/outcome-words.ts'
import { stripSummary } from './strip-summary.ts'
import { useTheme } from '../../kit/theme.ts'
import { useMark, type Drawn, type Mark, type MarkOptions } from './use-mark.ts'
import { hasMotion, useSlide } from './use-slide.ts'
import {
  barLeft,
  BAR_HEIGHT,
  drawStrip,
  inkOf,
  stripWidth,
  TABLE_STRIP,
  type StripShape,
} from './strip-draw.ts'

const NO_RUNS: StripBars['runs'] = []

interface StripProps extends MarkOptions {
  at: readonly Instant[]
  outcome: readonly SlotFate[]
  runs?: StripBars['runs'] // absent: all of them were due
  name: string
  bars: number // newest that are drawn
  width?: number
  shape?: StripShape
  tabIndex?: number
}

/**
 * One bar for each due time and each beat that had none, newest at the right edge. Arrow keys walk the bars, Enter opens one, one sentence
 * says it all.
 */
export const Strip = memo(function Strip(props: StripProps): ReactNode {
  const { at, outcome, runs = NO_RUNS, name, bars, shape = TABLE_STRIP, tabIndex = 0 } = props
  const from = Math.max(0, outcome.length - bars)
  const fates = useMemo(() => outcome.slice(from), [outcome, from])
  const drawn: Drawn = { at, runs, from, fates, width: props.width ?? stripWidth(bars, shape), shape }
  const canvas = useDrawing(drawn)
  const frame = useRef<HTMLDivElement>(null)
  useSlide(canvas, at.at(-1), shape.bar + shape.gap)
  const { mark, handlers } = useMark(frame, drawn, props)
  return (
    <div
      ref={frame}
      role="slider"
      tabIndex={fates.length === 0 ? -1 : tabIndex}
      aria-label={`${name}, ${stripSummary({ outcome: fates })}`}
      aria-orientation="horizontal"
      aria-valuemin={1}
      aria-valuemax={Math.max(1, fates.length)}
      aria-valuenow={(mark?.index ?? Math.max(0, fates.length - 1)) + 1}
      aria-valuetext={mark === null ? stripSummary({ outcome: fates }) : mark.text}
      className="relative shrink-0 rounded-[3px]"
      style={{ width: drawn.width, height: shape.height }}
      {...handlers}
    >
      {fates.length === 0 && (
        <span aria-hidden className="absolute inset-x-0 bottom-0 border-b border-dashed border-line-strong" />
      )}
      <div className="overflow-hidden">
        <canvas ref={canvas} style={{ width: drawn.width, height: shape.height }} className="block" />
      </div>
      <Running drawn={drawn} />
      {mark !== null && <Marked drawn={drawn} mark={mark} />}
    </div>
  )
})

function useDrawing({ runs, from, fates, width, shape }: Drawn): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useTheme()
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context == null || canvas.current === null) return
    const ratio = window.devicePixelRatio || 1
    canvas.current.width = Math.round(width * ratio)
    canvas.current.height = Math.round(shape.height * ratio)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    const bars = fates.map((fate, i) => ({ fate, isScheduled: runs[from + i] == null }))
    drawStrip(context, bars, width, shape, inkOf(theme))
  }, [runs, from, fates, width, shape, theme])
  return canvas
}

/** A bar of what goes on now grows and then breathes, so it is no part of the picture. */
function Running({ drawn }: { drawn: Drawn }): ReactNode {
  const { fates } = drawn
  const settling = useSettling(drawn)
  return (
    <>
      {fates.map((fate, i) =>
        fate === 'running' ? (
          <Over key={drawn.at[drawn.from + i]} drawn={drawn} index={i} look="animate-grow" />
        ) : null,
      )}
      {settling.at !== null && (
        <Over drawn={drawn} index={fates.length - 1} look="animate-settle" onEnd={settling.end} />
      )}
    </>
  )
}

/** The newest bar while it turns from a beat that runs into what came of it; null: it does not. */
function useSettling({ at, fates }: Drawn): { readonly at: Instant | null; readonly end: () => void } {
  const [newest, fate] = [at.at(-1), fates.at(-1)]
  const [ran, setRan] = useState<Instant | null>(null)
  if (fate === 'running' && newest !== undefined && ran !== newest) setRan(newest)
  const isOver = ran !== null && ran === newest && fate !== 'running'
  return { at: isOver && hasMotion() ? ran : null, end: () => setRan(null) }
}

/** A bar of the page over the one of the picture. */
function Over({
  drawn: { fates, width, shape },
  index,
  look,
  onEnd,
}: {
  drawn: Drawn
  index: number
  look: string
  onEnd?: () => void
}): ReactNode {
  const fate = fates[index] ?? 'running'
  return (
    <span
      className={`pointer-events-none absolute bottom-0 origin-bottom rounded-[1px] bg-accent ${look}`}
      style={{
        left: barLeft(index, fates.length, width, shape),
        width: shape.bar,
        height: Math.round(shape.height * BAR_HEIGHT[fate]),
      }}
      onAnimationEnd={onEnd}
    />
  )
}

function Marked({ drawn: { fates, width, shape }, mark }: { drawn: Drawn; mark: Mark }): ReactNode {
  return (
    <>
      <span
        className="pointer-events-none absolute inset-y-0 border-b-2 border-accent"
        style={{
          left: barLeft(mark.index, fates.length, width, shape) - 1,
          width: shape.bar + 2,
          bottom: -3,
        }}
      />
      {createPortal(
        <div
          className="pointer-events-none fixed z-50 -translate-x-1/2 -translate-y-full rounded-control bg-inverse px-2 py-1 text-12 whitespace-nowrap text-on-inverse"
          style={{ left: mark.x, top: mark.y - 4 }}
        >
          {mark.text}
        </div>,
        document.body,
      )}
    </>
  )
}
