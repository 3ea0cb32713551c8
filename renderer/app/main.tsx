import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { ScrollerContext } from '../kit/scroller.ts'
import { useFocusKept } from './focus-kept.ts'

/** Each place remembers how far down it was; kept while the window lives. */
const scrolledTo = new Map<string, number>()

/**
 * The page. It comes back as it was left, also when what it shows arrives later than itself; and the focus
 * never falls out of the window.
 */
export function Main({ children }: { children: ReactNode }): ReactNode {
  const [path] = useLocation()
  const [main, setMain] = useState<HTMLElement | null>(null)
  const top = useRef<HTMLSpanElement>(null)
  useFocusKept()
  useLayoutEffect(() => (main === null ? undefined : restore(main, path)), [main, path])
  useLayoutEffect(() => {
    // What had the focus may have gone with the last page. Not the page itself takes it: a dialog gives the
    // focus back to something inside of that.
    if (
      main !== null &&
      (document.activeElement === null || document.activeElement === document.body) &&
      hasBeenUsed
    )
      top.current?.focus({ preventScroll: true })
    hasBeenUsed = true
  }, [main, path])
  return (
    <main
      ref={setMain}
      data-place={path} // of the page that is shown, behind the address while another one is loaded
      className="relative flex min-w-0 flex-1 flex-col overflow-y-auto [scrollbar-gutter:stable]"
    >
      {/* One child, whose height tells when anything above the table came or went. */}
      <div className="flex flex-1 shrink-0 flex-col">
        <span ref={top} tabIndex={-1} className="outline-none" />
        <ScrollerContext value={main}>{main !== null && children}</ScrollerContext>
      </div>
    </main>
  )
}
/** A window that has just opened gives its focus to nobody. */
let hasBeenUsed = false

const HANDS = ['wheel', 'pointerdown', 'keydown', 'touchmove'] as const

/** Returns what ends it. */
function restore(main: HTMLElement, path: string): () => void {
  const wanted = scrolledTo.get(path) ?? 0
  let isArriving = wanted > 0
  main.scrollTo({ top: wanted })
  const onScroll = (): void => {
    if (!isArriving) scrolledTo.set(path, main.scrollTop)
  }
  const arrive = (): void => {
    if (!isArriving) return
    if (Math.abs(main.scrollTop - wanted) > 1) main.scrollTo({ top: wanted })
    if (Math.abs(main.scrollTop - wanted) <= 1) isArriving = false
  }
  const letGo = (): void => void (isArriving = false) // a hand on the page knows better
  const content = main.firstElementChild
  const watch = typeof ResizeObserver === 'undefined' || content === null ? null : new ResizeObserver(arrive)
  if (content !== null) watch?.observe(content)
  main.addEventListener('scroll', onScroll, { passive: true })
  for (const hand of HANDS) addEventListener(hand, letGo, { passive: true })
  return () => {
    watch?.disconnect()
    main.removeEventListener('scroll', onScroll)
    for (const hand of HANDS) removeEventListener(hand, letGo)
  }
}
