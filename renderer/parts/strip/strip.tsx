import {
  memo,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import type { Instant } from '../../../shared/base/time.ts'
import { OUTCOME_WORD, type SlotFate } from '../../../shared/runs/outcome-words.ts'
import { stripSummary } from './strip-summary.ts'
import { useTheme } from '../../kit/theme.ts'
import { tableTime } from '../../kit/time.ts'
import {
  barAt,
  barLeft,
  BAR_HEIGHT,
  drawStrip,
  inkOf,
  stripWidth,
  TABLE_STRIP,
  type StripShape,
} from './strip-draw.ts'

interface StripProps {
  at: readonly Instant[]
  outcome: readonly SlotFate[]
  name: string
  bars: number // newest that are drawn
  width?: number
  shape?: StripShape
  tabIndex?: number
  /** A line for the pointer and for people who listen; absent: time and outcome. */
  describe?: (index: number) => string
  onOpen?: (at: Instant) => void
}

/**
 * One bar per due slot, newest at the right edge. Arrow keys walk the bars, Enter opens one, one sentence
 * says it all.
 */
export const Strip = memo(function Strip({
  at,
  outcome,
  name,
  bars,
  width,
  shape = TABLE_STRIP,
  tabIndex = 0,
  describe,
  onOpen,
}: StripProps): ReactNode {
  const from = Math.max(0, outcome.length - bars)
  const fates = useMemo(() => outcome.slice(from), [outcome, from])
  const w = width ?? stripWidth(bars, shape)
  const canvas = useRef<HTMLCanvasElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  const [mark, setMark] = useState<{ index: number; x: number; y: number; text: string } | null>(null)

  useSlide(canvas, at.at(-1), shape.bar + shape.gap)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context == null || canvas.current === null) return
    const ratio = window.devicePixelRatio || 1
    canvas.current.width = Math.round(w * ratio)
    canvas.current.height = Math.round(shape.height * ratio)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    drawStrip(context, fates, w, shape, inkOf(theme))
  }, [fates, w, shape, theme])

  const textOf = (index: number): string => {
    if (describe !== undefined) return describe(from + index)
    const fate = fates[index]
    const instant = at[from + index]
    return fate === undefined || instant === undefined
      ? ''
      : `${tableTime(instant, Date.now())} · ${OUTCOME_WORD[fate]}`
  }
  const point = (index: number): void => {
    const box = frame.current?.getBoundingClientRect()
    if (box !== undefined)
      setMark({
        index,
        x: box.left + barLeft(index, fates.length, w, shape) + shape.bar / 2,
        y: box.top,
        text: textOf(index),
      })
  }
  const onPointerMove = (event: PointerEvent): void => {
    const box = event.currentTarget.getBoundingClientRect()
    const index = barAt(event.clientX - box.left, fates.length, w, shape)
    if (index === null) setMark(null)
    else if (index !== mark?.index) point(index)
  }
  const open = (index: number): void => {
    const instant = at[from + index]
    if (instant !== undefined) onOpen?.(instant)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = mark?.index ?? fates.length
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: fates.length - 1 }[event.key]
    if (to !== undefined) {
      if (to >= 0 && to < fates.length) point(to)
    } else if (event.key === 'Enter' && mark !== null) open(mark.index)
    else if (event.key === 'Escape' && mark !== null) setMark(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

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
      style={{ width: w, height: shape.height }}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setMark(null)}
      onBlur={() => setMark(null)}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (mark === null) return
        event.stopPropagation()
        open(mark.index)
      }}
    >
      {fates.length === 0 && (
        <span aria-hidden className="absolute inset-x-0 bottom-0 border-b border-dashed border-line-strong" />
      )}
      <div className="overflow-hidden">
        <canvas ref={canvas} style={{ width: w, height: shape.height }} className="block" />
      </div>
      {fates.map((fate, i) =>
        fate === 'running' ? (
          <span
            key={at[from + i]}
            className="absolute bottom-0 animate-breathe rounded-[1px] bg-accent"
            style={{
              left: barLeft(i, fates.length, w, shape),
              width: shape.bar,
              height: Math.round(shape.height * BAR_HEIGHT.running),
            }}
          />
        ) : null,
      )}
      {mark !== null && (
        <>
          <span
            className="pointer-events-none absolute inset-y-0 border-b-2 border-accent"
            style={{
              left: barLeft(mark.index, fates.length, w, shape) - 1,
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
      )}
    </div>
  )
})

const SLIDE_MS = 160

/** A new due time moves the older ones by one bar to the left; at once where motion is not wanted. */
function useSlide(
  canvas: RefObject<HTMLCanvasElement | null>,
  newest: Instant | undefined,
  pitch: number,
): void {
  const before = useRef(newest)
  useEffect(() => {
    const isNew = before.current !== undefined && newest !== undefined && newest > before.current
    before.current = newest
    if (!isNew || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    together(() =>
      canvas.current?.animate?.([{ transform: `translateX(${pitch}px)` }, { transform: 'none' }], {
        duration: SLIDE_MS,
        easing: 'ease-out',
      }),
    )
  }, [canvas, newest, pitch])
}

/** A few beats that end at once are felt; where many do, their strips are only drawn. */
const MOST_SLIDES = 4
let asked: (() => void)[] = []
function together(slide: () => void): void {
  asked.push(slide)
  if (asked.length > 1) return
  queueMicrotask(() => {
    const slides = asked
    asked = []
    if (slides.length <= MOST_SLIDES) for (const each of slides) each()
  })
}
