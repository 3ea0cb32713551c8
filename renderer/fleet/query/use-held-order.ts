import { useEffect, useRef, useState } from 'react'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { SECOND } from '../../../shared/base/time.ts'
import { heldOrder } from './order.ts'

const IDLE_MS = 3 * SECOND

/** Goes onto the table. */
export interface Holders {
  readonly onPointerEnter: () => void
  readonly onPointerMove: () => void
  readonly onPointerLeave: () => void
  readonly onKeyDown: () => void
  readonly onFocus: () => void
}
interface HeldOrder {
  readonly order: readonly ThreadId[]
  readonly holders: Holders
}

/**
 * Rows never jump under a hand: the order stands until nobody has moved or typed in the table for three
 * seconds. A pointer left lying there holds nothing, and another `wish` (a click on a column's head) counts
 * at once.
 */
export function useHeldOrder(fresh: readonly ThreadId[], wish = ''): HeldOrder {
  const [kept, setKept] = useState<{ readonly order: readonly ThreadId[]; readonly wish: string } | null>(
    null,
  ) // null: follows the fresh order
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const order = kept === null || kept.wish !== wish ? fresh : heldOrder(kept.order, fresh)
  const hold = (): void => {
    clearTimeout(timer.current)
    setKept((now) => (now !== null && now.wish === wish ? now : { order, wish }))
  }
  const letGoSoon = (): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setKept(null), IDLE_MS)
  }
  const touch = (): void => {
    hold()
    letGoSoon()
  }
  return {
    order,
    holders: {
      onPointerEnter: touch,
      onPointerMove: touch,
      onPointerLeave: letGoSoon,
      onKeyDown: touch,
      onFocus: touch,
    },
  }
}
