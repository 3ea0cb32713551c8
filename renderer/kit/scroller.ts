import { createContext, use } from 'react'

/** The element that scrolls the page; null before the first paint. */
export const ScrollerContext = createContext<HTMLElement | null>(null)
export const useScroller = (): HTMLElement | null => use(ScrollerContext)
