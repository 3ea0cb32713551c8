import { createContext, use, useLayoutEffect, useRef, type RefObject } from 'react'
import type { AppContext } from '../client/bridge.ts'
import type { Command } from './command.ts'

/** A command, with what it would be done to at the moment when a key is pressed. */
export interface Bound {
  readonly id: string
  readonly keys: readonly string[]
  /** false: there is nothing to do it to; the key may mean something else. */
  readonly perform: (app: AppContext) => boolean
}

/** `target` is asked when a key is pressed; null: nothing to do it to. */
export const bind = <Target>(command: Command<Target>, target: () => Target | null): Bound => ({
  id: command.id,
  keys: [...command.keys, ...(command.also ?? [])],
  perform(app) {
    const found = target()
    if (found === null || command.enabled?.(app, found) === false) return false
    command.run(app, found)
    return true
  },
})

/** A part of the page whose keys act while the focus is inside of it; `within` null: anywhere on the page. */
export interface Scope {
  readonly within: (() => HTMLElement | null) | null
  readonly bounds: () => readonly Bound[]
}
/** null: nobody listens, as in the small window at the tray. */
export const ScopesContext = createContext<Set<Scope> | null>(null)

/** As long as the component stands, these commands hear their keys; inside of `within`, if it is given. */
export function useKeys(bounds: readonly Bound[], within?: RefObject<HTMLElement | null>): void {
  const scopes = use(ScopesContext)
  const newest = useRef(bounds)
  useLayoutEffect(() => {
    newest.current = bounds
  })
  useLayoutEffect(() => {
    if (scopes === null) return
    const scope: Scope = {
      within: within === undefined ? null : () => within.current,
      bounds: () => newest.current,
    }
    scopes.add(scope)
    return () => void scopes.delete(scope)
  }, [scopes, within])
}

/** What may hear a key pressed at `target`: the innermost part first, then the page, the newest part first. */
export function boundsAt(scopes: ReadonlySet<Scope>, target: EventTarget | null): readonly Bound[] {
  const around = [...scopes].flatMap((scope) => {
    const element = scope.within?.() ?? null
    return element !== null && target instanceof Node && element.contains(target) ? [{ scope, element }] : []
  })
  around.sort((a, b) => (a.element.contains(b.element) ? 1 : -1))
  const page = [...scopes].filter((scope) => scope.within === null).reverse()
  return [...around.map(({ scope }) => scope), ...page].flatMap((scope) => scope.bounds())
}
