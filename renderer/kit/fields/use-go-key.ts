import { useEffectEvent, useLayoutEffect } from 'react'
import { isMod } from '../keys.ts'

/**
 * Mod+Enter does what the main button of a form or dialog does, with the focus anywhere in it: heard before any
 * field, as a checkbox keeps Enter to itself. Held down it is pressed once. `isMine`: whether it is meant here.
 */
export function useGoKey(go: () => void, isMine: (event: KeyboardEvent) => boolean = () => true): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isMod(event) || event.key !== 'Enter' || event.defaultPrevented) return
    // What is open over a field chooses with Enter.
    if (event.target instanceof Element && event.target.closest('[role=menu], [role=listbox]') !== null)
      return
    if (!isMine(event)) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) go()
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event)
    addEventListener('keydown', listener, true)
    return () => removeEventListener('keydown', listener, true)
  }, [])
}
