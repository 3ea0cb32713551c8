import { useEffect } from 'react'
import type { Settings } from '../../shared/settings/settings.ts'
import { useBridge } from '../client/bridge.ts'
import {
  eventOf,
  isChord,
  isOverAll,
  isPair,
  isRecorded,
  isStroke,
  isTyping,
  isUnwantedLetter,
  isWriting,
  type OwnKeys,
} from '../kit/keys.ts'
import { useFleet } from '../client/live.ts'
import { COMMANDS, type Command } from './commands.ts'
import { keymapOf } from './keymap.ts'

/** After the first letter of a pair, within this time, the second one counts. */
const PAIR_MS = 1500

type Bound = readonly [keys: string, command: Command]
const bound: readonly Bound[] = COMMANDS.filter((c) => c.run !== undefined).flatMap((c) =>
  c.keys.map((keys): Bound => [keys, c]),
)
const PAIRS = new Map(bound.filter(([keys]) => isPair(keys)))
const STROKES = bound.filter(([keys]) => !isPair(keys))
/**
 * What may happen above an open dialog: nothing but to see better, and to close the palette with the key
 * that opened it.
 */
const ABOVE_DIALOGS = /^(palette|zoom\.)/

/**
 * Hears every shortcut of the window, and keeps single letters from acting where the person does not want
 * it.
 */
export function useCommands(): void {
  const bridge = useBridge()
  const letters = useFleet((fleet) => fleet.settings.letterKeys)
  const own = useFleet((fleet) => fleet.settings.keys)
  useEffect(() => listen((command) => command.run?.(bridge), letters, own), [bridge, letters, own])
}

/**
 * Returns what ends it. Parts of the page hear the built-in strokes only: a stroke of the person's own is
 * told on to them as the one it stands for.
 */
export function listen(
  run: (command: Command) => void,
  letters: Settings['letterKeys'],
  own: OwnKeys = {},
): () => void {
  const { pairs, moved, gone } = keymapOf(own)
  const told = new WeakSet<Event>()
  // a built-in stroke of the window that means nothing any more; the text may still have a use for it
  const spent = new WeakSet<Event>()
  const act = (builtIn: string, event: KeyboardEvent): void => {
    event.preventDefault() // the key alone means something else on some pages
    const pair = PAIRS.get(builtIn)
    if (pair !== undefined) return run(pair)
    const meant = eventOf(builtIn)
    told.add(meant)
    ;(event.target ?? document.body).dispatchEvent(meant)
  }
  let first: { readonly letter: string; readonly until: number } | null = null
  // Before any part of the page sees the key: a letter that is switched off means nothing to any of them.
  const onCapture = (event: KeyboardEvent): void => {
    if (told.has(event) || isRecorded(event)) return
    if (isUnwantedLetter(event, letters)) return event.stopImmediatePropagation()
    if (!isTyping(event) && !event.shiftKey && event.key.length === 1) {
      const letter = event.key.toUpperCase()
      const pair = first !== null && event.timeStamp < first.until ? `${first.letter} ${letter}` : null
      const found = pairs.find(([keys]) => keys === pair)
      first =
        found === undefined && pairs.some(([keys]) => keys.startsWith(`${letter} `))
          ? { letter, until: event.timeStamp + PAIR_MS }
          : null
      if (found !== undefined) {
        if (found[1] !== found[0]) event.stopImmediatePropagation()
        return act(found[1], event)
      }
    }
    const writes = isWriting(event)
    const hit = moved.find(
      ([keys, builtIn]) =>
        isStroke(event, keys) && (!writes || (isChord(keys) && (isChord(builtIn) || isPair(builtIn)))),
    )
    if (hit !== undefined) {
      event.stopImmediatePropagation()
      return act(hit[1], event)
    }
    const ended = gone.find(({ builtIn }) => isStroke(event, builtIn) && (!writes || isChord(builtIn)))
    if (ended?.commands.some((c) => c.run !== undefined) === true) spent.add(event)
    else if (ended !== undefined) event.stopImmediatePropagation()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return
    if (spent.has(event)) return event.preventDefault() // the application's menu must not hear it either
    const command = STROKES.find(
      ([keys]) => isStroke(event, keys) && (keys.length > 1 || !isTyping(event)),
    )?.[1]
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
