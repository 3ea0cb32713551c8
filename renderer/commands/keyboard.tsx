import { use, useLayoutEffect, useState, type ReactNode } from 'react'
import { useBridge, type AppContext } from '../client/bridge.ts'
import { isOpening } from '../client/later.tsx'
import { useLive } from '../client/live.ts'
import {
  isChord,
  isOverAll,
  isPair,
  isRecorded,
  isStroke,
  isTyping,
  isUnwantedLetter,
  isWriting,
  keyFor,
  type LetterKeys,
  type OwnKeys,
} from '../kit/keys.ts'
import { APP, EVERYWHERE, PLACE_COMMANDS } from './app-commands.ts'
import { BINDINGS } from './keymap.ts'
import { bind, boundsAt, ScopesContext, type Bound, type Scope } from './scopes.ts'

/** After the first letter of a pair, within this time, the second one counts. */
const PAIR_MS = 1500
/**
 * What may happen above an open dialog: nothing but to see better, and to close the palette with the key
 * that opened it.
 */
const ABOVE_DIALOGS = /^(palette|zoom\.)/

const WINDOW: readonly Bound[] = [...EVERYWHERE, ...PLACE_COMMANDS].map((c) => bind(c, () => undefined))
const WINDOW_KEYS = new Set(WINDOW.flatMap((b) => b.keys))

/** Hears every key of the window. Stands once around the pages; another one inside of it does nothing. */
export function Keyboard({ children }: { children: ReactNode }): ReactNode {
  return use(ScopesContext) === null ? <Listening>{children}</Listening> : children
}

const NONE: OwnKeys = {}

function Listening({ children }: { children: ReactNode }): ReactNode {
  const app = useBridge()
  const letters = useLive((live) => live.fleet?.settings.letterKeys ?? 'on')
  const own = useLive((live) => live.fleet?.settings.keys ?? NONE)
  const [scopes] = useState(() => new Set<Scope>())
  // Heard as soon as anything is seen: a passive effect may come later than a key.
  useLayoutEffect(
    () => listen({ app, letters, own, scopes, everywhere: WINDOW }),
    [app, letters, own, scopes],
  )
  return <ScopesContext value={scopes}>{children}</ScopesContext>
}

interface Hearing {
  readonly app: AppContext
  /** Where single letters act. */
  readonly letters: LetterKeys
  /** The keys that a person chose in place of built-in ones. */
  readonly own: OwnKeys
  readonly scopes: ReadonlySet<Scope>
  /** What can be done anywhere; heard last. */
  readonly everywhere: readonly Bound[]
}

/** Returns what ends it. */
export function listen(hearing: Hearing): () => void {
  const isSecondOfPair = pairsOf(hearing.own)
  // Before any part of the page sees the key: a letter that is switched off means nothing to any of them,
  // and a key of the person's own is not what it else would be in a text.
  const onCapture = (event: KeyboardEvent): void => {
    if (isRecorded(event)) return
    if (isOpening()) return event.stopImmediatePropagation()
    if (isUnwantedLetter(event, hearing.letters)) return event.stopImmediatePropagation()
    const pair = isSecondOfPair(event)
    const isHeard =
      pair !== null
        ? (perform(hearing, event, (pressed) => pressed === pair), true)
        : perform(hearing, event, (pressed, builtIn) => pressed !== builtIn && isStroke(event, pressed))
    if (!isHeard) return
    event.preventDefault() // the key alone means something else on some pages
    event.stopImmediatePropagation()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || isRecorded(event)) return
    const isHeard = perform(
      hearing,
      event,
      (pressed, builtIn) => pressed === builtIn && isStroke(event, pressed),
    )
    if (isHeard || isGivenUp(hearing.own, event)) event.preventDefault()
  }
  const onMouse = (event: MouseEvent): void => sideButton(hearing.app, event)
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

/** Runs the first command that this key means here and that has something to do. */
function perform(
  { app, own, scopes, everywhere }: Hearing,
  event: KeyboardEvent,
  isMeant: (pressed: string, builtIn: string) => boolean,
): boolean {
  return [...boundsAt(scopes, event.target), ...everywhere].some((bound) =>
    bound.keys.some((builtIn) => {
      const pressed = keyFor(own, builtIn)
      return (
        pressed !== null &&
        isMeant(pressed, builtIn) &&
        mayAct(event, bound.id, pressed, builtIn) &&
        bound.perform(app)
      )
    }),
  )
}

/** In a text, and in what lies over all, only chords act; over dialogs almost none of them. */
const mayAct = (event: KeyboardEvent, id: string, pressed: string, builtIn: string): boolean =>
  !isWriting(event) ||
  (isChord(pressed) && (isChord(builtIn) || isPair(builtIn)) && (!isOverAll(event) || ABOVE_DIALOGS.test(id)))

/** A built-in stroke of the window that means nothing any more: the application's menu must not hear it. */
const isGivenUp = (own: OwnKeys, event: KeyboardEvent): boolean =>
  BINDINGS.some(
    ({ builtIn }) =>
      WINDOW_KEYS.has(builtIn) &&
      keyFor(own, builtIn) !== builtIn &&
      isStroke(event, builtIn) &&
      (!isWriting(event) || isChord(builtIn)),
  )

/** Tells of each key the pair of letters that it completes; null: none. */
function pairsOf(own: OwnKeys): (event: KeyboardEvent) => string | null {
  const pairs = BINDINGS.flatMap(({ builtIn }) => keyFor(own, builtIn) ?? []).filter(isPair)
  let first: { readonly letter: string; readonly until: number } | null = null
  return (event) => {
    if (isTyping(event) || event.shiftKey || event.key.length !== 1) return null
    const letter = event.key.toUpperCase()
    const pair = first !== null && event.timeStamp < first.until ? `${first.letter} ${letter}` : ''
    const isKnown = pairs.includes(pair)
    const begins = !isKnown && pairs.some((keys) => keys.startsWith(`${letter} `))
    first = begins ? { letter, until: event.timeStamp + PAIR_MS } : null
    return isKnown ? pair : null
  }
}

/** The side buttons of a mouse, the same way whatever the desktop makes of them. */
function sideButton(app: AppContext, event: MouseEvent): void {
  if (event.button !== 3 && event.button !== 4) return
  event.preventDefault()
  if (event.type === 'mouseup') (event.button === 3 ? APP.back : APP.forward).run(app)
}
