import { useState, type RefObject } from 'react'
import { useWidth } from '../kit/use-width.ts'
import type { Layout } from './head.tsx'

/** Below this the two views do not fit beside each other. */
const BOTH_FIT_PX = 760
/** Kept while the window lives. */
let chosen: Layout = 'both'

interface Views {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly fits: boolean // both beside each other
  readonly layout: Layout
  readonly choose: (layout: Layout) => void
  /** To the next view, in the order of the buttons. */
  readonly turn: () => void
}

/** Source, board, or both beside each other. */
export function useLayout(): Views {
  const [wanted, setWanted] = useState<Layout>(chosen)
  const [frame, width] = useWidth<HTMLDivElement>()
  const fits = width === 0 || width >= BOTH_FIT_PX
  const layout: Layout = wanted === 'both' && !fits ? 'source' : wanted
  const choose = (next: Layout): void => {
    chosen = next
    setWanted(next)
  }
  return { frame, fits, layout, choose, turn: () => choose(nextOf(layout, fits)) }
}

const nextOf = (layout: Layout, fits: boolean): Layout => {
  if (layout === 'source') {
    if (fits) return 'both'
    return 'board'
  }
  if (layout === 'both') return 'board'
  return 'source'
}
