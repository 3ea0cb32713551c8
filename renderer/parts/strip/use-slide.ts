import { useEffect, useRef, type RefObject } from 'react'
import type { Instant } from '../../../shared/base/time.ts'

const SLIDE_MS = 160

export const hasMotion = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches

/** A new due time moves the older ones by one bar to the left; at once where motion is not wanted. */
export function useSlide(
  canvas: RefObject<HTMLCanvasElement | null>,
  newest: Instant | undefined,
  pitch: number,
): void {
  const before = useRef(newest)
  useEffect(() => {
    const isNew = before.current !== undefined && newest !== undefined && newest > before.current
    before.current = newest
    if (!isNew || !hasMotion()) return
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
