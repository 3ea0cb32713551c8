import { useLayoutEffect, useMemo, useRef, type FocusEvent, type RefObject } from 'react'

/** The row that has the focus, or that had it when it went. */
export type FocusedRow = RefObject<{ readonly id: string; readonly index: number } | null>

export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/**
 * Rows come and go, by a person and by themselves: whoever stood on one stands on the next, never on
 * nothing.
 */
export function useRowFocus(order: readonly string[], focusedRef: FocusedRow) {
  const elements = useRef(new Map<string, HTMLElement>())
  useLayoutEffect(() => {
    const had = focusedRef.current
    if (had === null || !isFocusLost()) return
    const id = order.includes(had.id) ? had.id : order[Math.min(had.index, order.length - 1)]
    if (id !== undefined) elements.current.get(id)?.focus()
  })
  return useMemo(
    () => ({
      register: (id: string, element: HTMLElement | null): void =>
        void (element === null ? elements.current.delete(id) : elements.current.set(id, element)),
      focus: (id: string): void => elements.current.get(id)?.focus(),
      /** Whether the focus is on a row or on what stands in one. */
      hasFocus: (): boolean =>
        [...elements.current.values()].some((row) => row.contains(document.activeElement)),
      /**
       * For what holds the rows. What is taken from the page tells nobody that it lost the focus: only a
       * person who goes elsewhere comes through here.
       */
      onBlur: (event: FocusEvent<HTMLElement>): void => {
        const isWindow = event.relatedTarget === null && document.activeElement === event.target
        if (!isWindow && !event.currentTarget.contains(event.relatedTarget)) focusedRef.current = null
      },
    }),
    [focusedRef],
  )
}
