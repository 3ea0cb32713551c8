import { defaultRangeExtractor, useVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useScroller } from '../../kit/scroller.ts'
import { GROUP_HEIGHT } from './group-row.tsx'

export const HEAD_HEIGHT = 32
/** Of the bar for chosen rows, with the room around it. */
const BAR_HEIGHT = 72
/** In lines, above and below those in sight. */
const OVERSCAN = 10

/** One line of a long list: the head of a group, or a row. */
interface VirtualLine {
  readonly key: string
  readonly isHead: boolean
}

interface VirtualLines {
  /** Goes onto what holds the lines. */
  readonly list: RefObject<HTMLDivElement | null>
  readonly rows: Virtualizer<HTMLElement, Element>
  /** Where the lines begin in the page, in px. */
  readonly offset: number
  /** The head of the group in view, which stays at the top. -1: none. */
  readonly stuck: RefObject<number>
}

/**
 * Which lines are drawn: those in view, and some whose own place is out of sight. `kept`: the line with the
 * focus, which would be lost with it; -1: none.
 */
export function useVirtualLines(
  items: readonly VirtualLine[],
  rowHeight: number,
  kept: number,
  isChoosing: boolean,
): VirtualLines {
  const scroller = useScroller()
  const list = useRef<HTMLDivElement>(null)
  const offset = useOffset(list, scroller)
  const heads = useMemo(() => items.flatMap((item, i) => (item.isHead ? [i] : [])), [items])
  const stuck = useRef(-1)
  const overscan = useOverscan()
  const rangeExtractor = useCallback(
    (range: Range) => {
      stuck.current = heads.findLast((i) => i <= range.startIndex) ?? -1
      return [...new Set([stuck.current, kept, ...defaultRangeExtractor(range)])]
        .filter((i) => i >= 0 && i < range.count)
        .sort((a, b) => a - b)
    },
    [heads, kept],
  )
  // oxlint-disable-next-line react/incompatible-library -- not memoised by the compiler, which is what it needs
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: (i) => (items[i]?.isHead === true ? GROUP_HEIGHT : rowHeight),
    overscan,
    scrollMargin: offset,
    useFlushSync: false,
    getItemKey: (i) => items[i]?.key ?? i,
    initialRect: { width: 1000, height: innerHeight / 2 }, // about what cards and filters leave of the window
    rangeExtractor,
    scrollPaddingEnd: isChoosing ? BAR_HEIGHT : 0,
    scrollPaddingStart: HEAD_HEIGHT + (heads.length > 0 ? GROUP_HEIGHT : 0),
  })
  // Sizes are known, not measured: other heights or another order are all there is to tell.
  useLayoutEffect(() => rows.measure(), [rows, rowHeight, heads])
  return { list, rows, offset, stuck }
}

/** The table begins below the cards, which come and go. */
function useOffset(list: RefObject<HTMLDivElement | null>, scroller: HTMLElement | null): number {
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    const page = scroller?.firstElementChild
    if (scroller === null || page == null || typeof ResizeObserver === 'undefined') return
    const look = (): void => {
      const top = list.current?.getBoundingClientRect().top
      if (top !== undefined)
        setOffset(Math.round(top - scroller.getBoundingClientRect().top + scroller.scrollTop))
    }
    look() // with the first frame: the table would be drawn as if it began at the top
    const watch = new ResizeObserver(look)
    watch.observe(page)
    return () => watch.disconnect()
  }, [list, scroller])
  return offset
}

/** Lines out of sight wait for the first frame, which is for those in sight; without frames there is nothing to wait for. */
function useOverscan(): number {
  const [isDrawn, setDrawn] = useState(typeof requestIdleCallback === 'undefined')
  useEffect(() => {
    if (isDrawn) return
    const id = requestIdleCallback(() => setDrawn(true), { timeout: 500 })
    return () => cancelIdleCallback(id)
  }, [isDrawn])
  return isDrawn ? OVERSCAN : 0
}
