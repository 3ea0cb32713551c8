import { useRef, useState, type KeyboardEvent, type PointerEvent, type SVGProps } from 'react'
import type { Instant } from '../../../shared/base/time.ts'
import type { Bar } from './chart-data.ts'

interface Marking {
  readonly bars: readonly Bar[]
  readonly stepPx: number // from one bar to the next
  readonly onZoom: (from: Instant | undefined, to: Instant | undefined) => void
  /** A note is wanted at that time. */
  readonly onNote: (at: Instant) => void
}
interface Mark {
  /** The bars that are marked, both counted; -1: none is. */
  readonly low: number
  readonly high: number
  /** The bar that is pointed at. null: none is. */
  readonly at: number | null
  readonly handlers: Pick<
    SVGProps<SVGSVGElement>,
    | 'onKeyDown'
    | 'onBlur'
    | 'onPointerDown'
    | 'onPointerMove'
    | 'onPointerLeave'
    | 'onPointerCancel'
    | 'onPointerUp'
  >
}

/**
 * Arrow keys walk the bars, with Shift they mark a stretch, Enter zooms to what is marked, N writes a note
 * there; a pointer does so by dragging.
 */
export function useMark({ bars, stepPx, onZoom, onNote }: Marking): Mark {
  /** From where the marking began to where it is; one bar where both are the same. */
  const [mark, setMark] = useState<{ readonly a: number; readonly b: number } | null>(null)
  const dragging = useRef(false)
  const last = bars.length - 1
  const low = mark === null ? -1 : Math.min(mark.a, mark.b, last)
  const high = mark === null ? -1 : Math.min(Math.max(mark.a, mark.b), last)
  const zoom = (): void => {
    if (low >= 0) onZoom(bars[low]?.from, bars[high]?.to)
    setMark(null)
  }
  const extend = (b: number, isStretch: boolean): void =>
    setMark((m) => (isStretch && m !== null ? { ...m, b } : { a: b, b }))
  const point = (event: PointerEvent): void => extend(indexAt(event, stepPx, last), dragging.current)
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = mark?.b ?? bars.length
    const to: number | undefined = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key]
    if (to !== undefined) extend(Math.min(last, Math.max(0, to)), event.shiftKey)
    else if (isNoteKey(event) && low >= 0) onNote(bars[low]!.from)
    else if (event.key === 'Enter' && mark !== null) zoom()
    else if (event.key === 'Escape' && mark !== null) setMark(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const handlers: Mark['handlers'] = {
    onKeyDown,
    onBlur: () => setMark(null),
    onPointerDown: (e) => {
      point(e)
      dragging.current = true
      e.currentTarget.setPointerCapture(e.pointerId)
    },
    onPointerMove: point,
    onPointerLeave: () => !dragging.current && setMark(null),
    onPointerCancel: () => {
      dragging.current = false
      setMark(null)
    },
    onPointerUp: () => {
      if (dragging.current) zoom()
      dragging.current = false
    },
  }
  return { low, high, at: mark?.b ?? null, handlers }
}

const isNoteKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'n' && !ctrlKey && !metaKey && !altKey

function indexAt(event: PointerEvent, stepPx: number, last: number): number {
  const x = event.clientX - event.currentTarget.getBoundingClientRect().left
  return Math.min(last, Math.max(0, Math.floor(x / Math.max(1, stepPx))))
}
