const TYPED_IN = 'input, textarea, select, [contenteditable="true"]'
/** What fades out has given the keys back already. */
const OVER_ALL = ['dialog', 'alertdialog', 'menu', 'listbox']
  .map((role) => `[role="${role}"]:not([data-closed])`)
  .join(', ')
const LIST =
  '[role="grid"], [role="treegrid"], [role="table"], [role="list"], [role="listbox"], ul, ol, [data-list]'

const at = (event: KeyboardEvent): Element | null => (event.target instanceof Element ? event.target : null)

/** Single-letter shortcuts rest while someone types, or while a dialog or a menu is open. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return true
  return at(event)?.closest(`${TYPED_IN}, ${OVER_ALL}`) != null
}

export const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform)
export const isMod = (event: KeyboardEvent): boolean =>
  isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
export const isOverAll = (event: KeyboardEvent): boolean => at(event)?.closest(OVER_ALL) != null

/** Where single letters act: everywhere, in lists alone, nowhere. */
export type LetterKeys = 'on' | 'lists' | 'off'
/**
 * Whether this key is a single sign that the person does not want to act here. Text that is typed, and
 * menus that are searched by typing, are never meant.
 */
export function isUnwantedLetter(event: KeyboardEvent, wanted: LetterKeys): boolean {
  if (
    wanted === 'on' ||
    event.key.length !== 1 ||
    event.key === ' ' ||
    event.metaKey ||
    event.ctrlKey ||
    event.altKey
  )
    return false
  const target = at(event)
  if (target?.closest(`${TYPED_IN}, ${OVER_ALL}`) != null) return false
  return wanted === 'off' || target?.closest(LIST) == null
}

/** "k" for K on every layout: where the key gives no Latin sign, its place on the keyboard counts. */
function signOf({ key, code }: KeyboardEvent): string {
  const lower = key.toLowerCase()
  if (/^Digit\d$/.test(code)) return code.slice(5)
  return /^Key[A-Z]$/.test(code) && !/^[a-z]$/.test(lower) ? code.slice(3).toLowerCase() : lower
}

const NAMES: Readonly<Partial<Record<string, string>>> = { '+': 'Plus', ' ': 'Space' }
const BARE = /^(Control|Shift|Alt|AltGraph|Meta|CapsLock|NumLock|Fn|Dead|Process|Unidentified|Compose)$/
/**
 * A stroke as it is written in the list of commands; null: only a modifier yet, or a sign that no list can
 * name.
 */
export function strokeOf(event: KeyboardEvent): string | null {
  // Ctrl and Alt together are AltGr on Windows, which writes signs.
  if (BARE.test(event.key) || ((event.ctrlKey || event.metaKey) && (!isMod(event) || event.altKey)))
    return null
  const sign = event.shiftKey && event.code === 'Period' && isMod(event) ? '.' : signOf(event)
  const isSign = /^[^a-z0-9]$/.test(sign) && !(sign === '.' && isMod(event))
  const name = NAMES[sign] ?? (sign.length === 1 ? sign.toUpperCase() : event.key)
  if (!/^[!-~]+$/.test(name)) return null
  return [
    ...(isMod(event) ? ['Mod'] : []),
    ...(event.altKey ? ['Alt'] : []),
    ...(event.shiftKey && !isSign ? ['Shift'] : []),
    name,
  ].join('+')
}
/** Keys that mean the same in every text, and are left to it. */
const OF_TEXT = new Set([
  'Mod+A',
  'Mod+C',
  'Mod+V',
  'Mod+X',
  'Mod+Z',
  'Mod+Y',
  'Mod+S',
  'Mod+F',
  'Mod+\\',
  'Mod+Shift+Z',
  'Mod+Shift+V',
  'Mod+Shift+E',
  'Mod+Shift+1',
  'Mod+Shift+2',
  'Mod+Shift+3',
])
const OF_SYSTEM = new Set([
  'Mod+Q',
  'Mod+W',
  'Mod+M',
  'Mod+H',
  'Mod+R',
  'Mod+Shift+R',
  'Mod+Shift+I',
  'Alt+F4',
  'F11',
  'F12',
])
const WALKING =
  /(^|\+)(Tab|Escape|Enter|Space|Backspace|Delete|Insert|Home|End|PageUp|PageDown|ContextMenu|Arrow\w+)$/
export const isPair = (keys: string): boolean => keys.includes(' ')
/** Acts also while somebody types. */
export const isChord = (keys: string): boolean => /^(Mod|Alt)\+/.test(keys)
/** Whether a built-in stroke may be given up for another. */
export const mayMove = (builtIn: string): boolean =>
  !OF_TEXT.has(builtIn) && /^([A-Z] [A-Z]|(Shift\+|Alt\+)?[!-~]|Mod\+(Shift\+)?(Plus|[!-~]))$/.test(builtIn)
/**
 * Why nobody may choose this stroke: it is a key of walking and editing, or of the system. null: it may be
 * chosen.
 */
export const reservedFor = (keys: string): 'walking' | 'text' | 'system' | null => {
  if (WALKING.test(keys)) return 'walking'
  if (OF_TEXT.has(keys)) return 'text'
  if (OF_SYSTEM.has(keys)) return 'system'
  return null
}

/** By the built-in stroke; null: none. */
export type OwnKeys = Readonly<Record<string, string | null>>
/** What a person presses for a built-in stroke; null: nothing. */
export const keyFor = (own: OwnKeys, builtIn: string): string | null =>
  mayMove(builtIn) && Object.hasOwn(own, builtIn) ? (own[builtIn] ?? null) : builtIn

/** The event is meant for text, or for what lies over all. */
export const isWriting = (event: KeyboardEvent): boolean =>
  at(event)?.closest(`${TYPED_IN}, ${OVER_ALL}`) != null
/** A recorder wants to see every stroke as it is. */
export const isRecorded = (event: KeyboardEvent): boolean => at(event)?.closest('[data-records-keys]') != null

/**
 * One stroke as it is written in the list of commands: "Mod+Shift+B", "Alt+1", "?". A sign that needs Shift
 * on some layouts is meant with and without it.
 */
export function isStroke(event: KeyboardEvent, keys: string): boolean {
  const parts = keys.split('+')
  const key = (parts.pop() ?? '').toLowerCase()
  if (parts.includes('Mod') ? !isMod(event) : event.ctrlKey || event.metaKey) return false
  if (parts.includes('Alt') !== event.altKey) return false
  // On a Mac, Option with a digit writes a sign.
  if (event.altKey && /^\d$/.test(key) && event.key !== key && isWriting(event)) return false
  // With Shift the full stop is another sign on each layout; its place on the keyboard is meant.
  if (key === '.' && parts.includes('Shift'))
    return event.shiftKey && (event.key === '.' || event.code === 'Period')
  const isSign = key === 'plus' || /^[^a-z0-9]$/.test(key)
  if (!isSign && parts.includes('Shift') !== event.shiftKey) return false
  if (key === 'plus') return event.key === '+'
  if (isSign) return event.key === key
  return signOf(event) === key
}
