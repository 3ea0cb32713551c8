import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
  type UIEvent,
} from 'react'
import { heightOf, lastTop, rowAtScroll, scrollAtRow, type Scale } from './filter.ts'
import { ROW_PX } from './row.tsx'
import type { Window } from './use-history.ts'

/** Higher than any screen: a list that is not bounded by its page must not lay out all its rows. */
const MOST_VIEW_PX = 4000

type Scroller = RefObject<HTMLDivElement | null>

interface Wanted {
  readonly total: number
  /** Asked for from outside: this row comes to the upper edge. A new object asks again. */
  readonly goTo: { readonly row: number } | null
  readonly onWindow: (window: Window) => void
}
interface ListScroll extends Window {
  readonly scale: Scale
  readonly top: number // row at the upper edge, with its fraction
  readonly active: number // row that has, or would have, the focus
  readonly activate: (row: number) => void
  /** The row comes to the upper edge. */
  readonly place: (row: number) => void
  readonly onScroll: (event: UIEvent<HTMLDivElement>) => void
}

/** Where a list stands that is longer than any page may be high. */
export function useListScroll(scrollerRef: Scroller, { total, goTo, onWindow }: Wanted): ListScroll {
  const own = useRef(0) // where we put the scrollbar: its event is no wish of the person
  const viewPx = useViewPx(scrollerRef)
  const [wantedTop, setTop] = useState(0)
  const [active, activate] = useState(0)
  const scale: Scale = { total, rowPx: ROW_PX, viewPx }
  const top = Math.min(wantedTop, lastTop(scale))
  const first = Math.floor(top)
  const last = Math.min(total - 1, Math.ceil(top + viewPx / ROW_PX))
  const place = (to: number): void => {
    const next = Math.min(lastTop(scale), Math.max(0, to))
    setTop(next)
    if (scrollerRef.current === null) return
    scrollerRef.current.scrollTop = scrollAtRow(next, scale)
    own.current = scrollerRef.current.scrollTop
  }
  const current = useRef({ top, scale, place })
  useLayoutEffect(() => {
    current.current = { top, scale, place }
  })
  useWheel(scrollerRef, current)
  useEffect(() => onWindow({ first, last: Math.max(first, last) }), [onWindow, first, last])
  const [gone, setGone] = useState(goTo)
  if (gone !== goTo) {
    setGone(goTo)
    if (goTo !== null) {
      setTop(goTo.row)
      activate(goTo.row)
    }
  }
  // The bar follows what was asked for, and rows that come or go do not move what is read.
  useLayoutEffect(() => {
    if (scrollerRef.current === null) return
    scrollerRef.current.scrollTop = scrollAtRow(current.current.top, current.current.scale)
    own.current = scrollerRef.current.scrollTop
  }, [scrollerRef, goTo, total, viewPx])
  const onScroll = ({ currentTarget: { scrollTop } }: UIEvent<HTMLDivElement>): void => {
    if (Math.abs(scrollTop - own.current) < 1.5) return
    own.current = scrollTop
    setTop(rowAtScroll(scrollTop, scale))
  }
  return { scale, top, first, last, active, activate, place, onScroll }
}

/** The height for rows. */
function useViewPx(scroller: Scroller): number {
  const [viewPx, setViewPx] = useState(400)
  useEffect(() => {
    const element = scroller.current
    if (element === null || typeof ResizeObserver === 'undefined') return
    const watch = new ResizeObserver(() =>
      setViewPx(Math.min(MOST_VIEW_PX, Math.max(ROW_PX, element.clientHeight - ROW_PX))),
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [scroller])
  return viewPx
}

/** Where the bar is a scale, a turn of the wheel must still be rows and not days. */
function useWheel(
  scroller: Scroller,
  current: RefObject<{
    readonly top: number
    readonly scale: Scale
    readonly place: (row: number) => void
  }>,
): void {
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const onWheel = (event: WheelEvent): void => {
      const { top, scale, place } = current.current
      if (event.ctrlKey || event.deltaY === 0 || heightOf(scale) >= scale.total * scale.rowPx) return
      event.preventDefault()
      place(top + event.deltaY / (event.deltaMode === 1 ? 1 : ROW_PX))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [scroller, current])
}

interface Walked {
  readonly list: ListScroll
  readonly at: number // the row with the focus
  readonly onEnter: (row: number) => void
}

/** The list is walked by keys; a row that is walked to has the focus, as soon as it is there. */
export function useListKeys(
  scroller: Scroller,
  { list, at, onEnter }: Walked,
): (event: KeyboardEvent) => void {
  const { scale, first, active } = list
  const wantsFocus = useRef(false)
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    focusRow(scroller.current, active)
  }, [scroller, active, first])
  const walkTo = (row: number): void => {
    wantsFocus.current = true
    if (row === at) focusRow(scroller.current, at)
    list.activate(row)
    const perView = scale.viewPx / ROW_PX
    if (row < list.top) list.place(row)
    else if (row + 1 > list.top + perView) list.place(row + 1 - perView)
  }
  return (event) => {
    const to = stepsFrom(at, scale)[event.key]
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter') onEnter(at)
    else if (to !== undefined) walkTo(Math.min(scale.total - 1, Math.max(0, to)))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}

interface Kept {
  readonly at: number // the row with the focus
  readonly total: number
  /** What stands in the row; undefined: not here yet. */
  readonly cursorOf: (row: number) => string | undefined
  readonly activate: (row: number) => void
}

/** Whoever stands on a row still stands on it when newer ones come above it. */
export function useRowKept(scroller: Scroller, { at, total, cursorOf, activate }: Kept): void {
  const seen = useRef({ at, total, cursor: cursorOf(at), wanted: -1 })
  useLayoutEffect(() => {
    const was = seen.current
    const to = at + total - was.total
    const cursor = cursorOf(at)
    const isPushed = was.at === at && to > at && was.cursor !== cursor && was.cursor === cursorOf(to)
    const mine = scroller.current?.querySelector(`[data-row="${at}"]`)
    const wanted = isPushed && was.cursor !== undefined && mine === document.activeElement ? to : -1
    seen.current = { at, total, cursor, wanted }
    if (was.wanted === at) focusRow(scroller.current, at)
    if (wanted !== -1) activate(wanted)
  })
}

function stepsFrom(at: number, { total, viewPx }: Scale): Partial<Record<string, number>> {
  const perPage = Math.max(1, Math.floor(viewPx / ROW_PX) - 1)
  return {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + perPage,
    PageUp: at - perPage,
    Home: 0,
    End: total - 1,
  }
}

const focusRow = (scroller: HTMLElement | null, row: number): void =>
  scroller?.querySelector<HTMLElement>(`[data-row="${row}"]`)?.focus({ preventScroll: true })
