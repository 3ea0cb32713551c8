import { useEffect, useRef, useState, type RefObject } from 'react'

/** The element's width in px; 0 before the first layout. */
export function useWidth<T extends HTMLElement>(): [RefObject<T | null>, number] {
  const element = useRef<T>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (element.current === null || typeof ResizeObserver === 'undefined') return
    const watch = new ResizeObserver(([entry]) =>
      setWidth(Math.round(entry?.borderBoxSize[0]?.inlineSize ?? 0)),
    )
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [])
  return [element, width]
}
