import { useEffect } from 'react'

const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
const TABBABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), ' +
  'textarea:not(:disabled), [tabindex]:not([tabindex="-1"])'

/**
 * A button that did its work, a banner that is over, a row that was dealt with: what goes away takes the
 * focus with it. The focus then goes to what stands nearest, so that nobody without a mouse begins again at
 * the top. Whoever clicked beside everything wanted no focus.
 */
export function useFocusKept(): void {
  useEffect(keepFocus, [])
}

interface Held {
  readonly element: HTMLElement
  readonly around: readonly Element[] // inmost first
  /** For the element and each of `around`: what stands beside it, what comes after it first. */
  readonly beside: readonly (readonly Element[])[]
}

/** Returns what ends it. */
function keepFocus(): () => void {
  let last: Held | null = null // null: nobody has it, and wants it so
  let page: Held | null = null // the last one outside of dialogs and menus
  let pending: ReturnType<typeof setTimeout> | undefined
  const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

  const onFocusIn = (event: FocusEvent): void => {
    if (!(event.target instanceof HTMLElement) || event.target === document.body) return
    last = held(event.target)
    if (event.target.closest(OVERLAY) === null) page = last
  }
  const onFocusOut = (event: FocusEvent): void => {
    if (event.relatedTarget !== null) return
    const left = event.target
    // What is being taken away is still there at this moment, and gone right after it.
    queueMicrotask(() => {
      if (left !== last?.element || !isLost() || !canHold(last.element)) return
      last = page = null
    })
  }
  const look = (): void => {
    pending = undefined
    if (!isLost() || last === null) return
    const inOverlay = last.around.some(
      (e) => e.isConnected && e.matches(OVERLAY) && !e.hasAttribute('data-closed'),
    )
    const had = inOverlay ? last : page
    if (had !== null) (canHold(had.element) ? had.element : nearest(had))?.focus({ preventScroll: true })
  }
  const onMutation = (): void => {
    // Later: a dialog that closes gives the focus back by itself, and knows better where to.
    if (pending === undefined && last !== null && isLost()) pending = setTimeout(look)
  }
  const watch = new MutationObserver(onMutation)
  watch.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', onFocusIn)
  document.addEventListener('focusout', onFocusOut)
  return () => {
    clearTimeout(pending)
    watch.disconnect()
    document.removeEventListener('focusin', onFocusIn)
    document.removeEventListener('focusout', onFocusOut)
  }
}

function held(element: HTMLElement): Held {
  const around: Element[] = []
  for (let e = element.parentElement; e !== null && e !== document.body; e = e.parentElement) around.push(e)
  return { element, around, beside: [element, ...around].map(besideOf) }
}

/** Cut off: in a long list the far ones are no neighbours. */
const NEIGHBOURS = 20
function besideOf(element: Element): readonly Element[] {
  const [after, before]: [Element[], Element[]] = [[], []]
  for (let e = element.nextElementSibling; e !== null && after.length < NEIGHBOURS; e = e.nextElementSibling)
    after.push(e)
  for (
    let e = element.previousElementSibling;
    e !== null && before.length < NEIGHBOURS;
    e = e.previousElementSibling
  )
    before.push(e)
  return [...after, ...before]
}

const canHold = (element: Element): boolean => element.isConnected && !element.matches(':disabled')

/** The next one of a list, else the one before it, else the first of what it stood in. */
function nearest({ around, beside }: Held): HTMLElement | null {
  for (const [i, e] of around.entries()) {
    if (!e.isConnected) continue
    for (const candidate of [...beside[i]!.filter((b) => b.parentElement === e), e]) {
      const found = firstIn(candidate)
      if (found !== undefined) return found
    }
  }
  return null
}

function firstIn(e: Element): HTMLElement | undefined {
  const inside = [...e.querySelectorAll<HTMLElement>(TABBABLE)]
  return [...(e instanceof HTMLElement && e.matches(TABBABLE) ? [e] : []), ...inside].find(
    (c) => c.tabIndex >= 0 && (c.checkVisibility?.() ?? true),
  )
}
