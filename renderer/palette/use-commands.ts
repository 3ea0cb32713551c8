import { useEffect } from 'react'
import type { Settings } from '../../shared/settings.ts'
import { useBridge } from '../bridge.ts'
import { isOverAll, isStroke, isTyping, isUnwantedLetter } from '../keys.ts'
import { useFleet } from '../live.ts'
import { COMMANDS, type Command } from './commands.ts'

/** After the first letter of a pair, within this time, the second one counts. */
const PAIR_MS = 1500

type Bound = readonly [keys: string, command: Command]
const bound: readonly Bound[] = COMMANDS.filter((c) => c.run !== undefined).flatMap((c) => c.keys.map((keys): Bound => [keys, c]))
const PAIRS = bound.filter(([keys]) => keys.includes(' '))
const STROKES = bound.filter(([keys]) => !keys.includes(' '))
/** What may happen above an open dialog: nothing but to see better, and to close the palette with the key that opened it. */
const ABOVE_DIALOGS = /^(palette|zoom\.)/

/** Hears every shortcut of the window, and keeps single letters from acting where the person does not want it. */
export function useCommands(): void {
  const bridge = useBridge()
  const letters = useFleet((fleet) => fleet.settings.letterKeys)
  useEffect(() => listen((command) => command.run?.(bridge), letters), [bridge, letters])
}

/** Returns what ends it. */
export function listen(run: (command: Command) => void, letters: Settings['letterKeys']): () => void {
  let first: { readonly letter: string; readonly until: number } | null = null
  // Before any part of the page sees the key: a letter that is switched off means nothing to any of them.
  const onCapture = (event: KeyboardEvent): void => {
    if (isUnwantedLetter(event, letters)) return event.stopImmediatePropagation()
    if (isTyping(event) || event.shiftKey || event.key.length !== 1) return
    const letter = event.key.toLowerCase()
    const pair = first !== null && event.timeStamp < first.until ? `${first.letter} ${letter}`.toUpperCase() : null
    const command = pair === null ? undefined : PAIRS.find(([keys]) => keys === pair)?.[1]
    first = command === undefined && PAIRS.some(([keys]) => keys.startsWith(letter.toUpperCase())) ? { letter, until: event.timeStamp + PAIR_MS } : null
    if (command === undefined) return
    event.preventDefault() // the letter alone means something else on some pages
    run(command)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return
    const command = STROKES.find(([keys]) => isStroke(event, keys) && (keys.length > 1 || !isTyping(event)))?.[1]
    if (command === undefined || (isOverAll(event) && !ABOVE_DIALOGS.test(command.id))) return
    event.preventDefault()
    run(command)
  }
  // The side buttons of a mouse, the same way whatever the desktop makes of them.
  const onMouse = (event: MouseEvent): void => {
    const id = event.button === 3 ? 'back' : event.button === 4 ? 'forward' : null
    if (id === null) return
    event.preventDefault()
    const command = COMMANDS.find((c) => c.id === id)
    if (event.type === 'mouseup' && command !== undefined) run(command)
  }
  addEventListener('keydown', onCapture, true)
  addEventListener('keydown', onKey)
  addEventListener('mousedown', onMouse)
  addEventListener('mouseup', onMouse)
  return () => {
    removeEventListener('keydown', onCapture, true)
    removeEventListener('keydown', onKey)
    removeEventListener('mousedown', onMouse)
    removeEventListener('mouseup', onMouse)
  }
}
