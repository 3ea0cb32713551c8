import { useLayoutEffect, useRef, type RefObject } from 'react'
import { hasMotion } from '../../parts/strip/use-slide.ts'

const SLIDE_MS = 240

/** Rows that change their place slide there; at once where motion is not wanted. `order`: their keys. */
export function useSliding(order: string): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(new Map<Element, number>())
  useLayoutEffect(() => {
    const now = new Map<Element, number>()
    for (const row of list.current?.children ?? []) {
      const top = row instanceof HTMLElement ? row.offsetTop : 0
      const moved = (before.current.get(row) ?? top) - top
      if (moved !== 0 && hasMotion())
        row.animate?.([{ transform: `translateY(${moved}px)` }, { transform: 'none' }], {
          duration: SLIDE_MS,
          easing: 'ease-out',
        })
      now.set(row, top)
    }
    before.current = now
  }, [order])
  return list
}
