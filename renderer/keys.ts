import type { Settings } from '../shared/settings.ts'

const TYPED_IN = 'input, textarea, select, [contenteditable="true"]'
/** What fades out has given the keys back already. */
const OVER_ALL = ['dialog', 'alertdialog', 'menu', 'listbox'].map((role) => `[role="${role}"]:not([data-closed])`).join(', ')
const LIST = '[role="grid"], [role="treegrid"], [role="table"], [role="list"], [role="listbox"], ul, ol, [data-list]'

const at = (event: KeyboardEvent): Element | null => (event.target instanceof Element ? event.target : null)

/** Single-letter shortcuts rest while someone types, or while a dialog or a menu is open. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return true
  return at(event)?.closest(`${TYPED_IN}, ${OVER_ALL}`) != null
}

const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform)
export const isMod = (event: KeyboardEvent): boolean => (isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey)
export const isOverAll = (event: KeyboardEvent): boolean => at(event)?.closest(OVER_ALL) != null

/** Whether this key is a single sign that the person does not want to act here. Text that is typed, and menus that are searched by typing, are never meant. */
export function isUnwantedLetter(event: KeyboardEvent, wanted: Settings['letterKeys']): boolean {
  if (wanted === 'on' || event.key.length !== 1 || event.key === ' ' || event.metaKey || event.ctrlKey || event.altKey) return false
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

/** One stroke as it is written in the list of commands: "Mod+Shift+B", "Alt+1", "?". A sign that needs Shift on some layouts is meant with and without it. */
export function isStroke(event: KeyboardEvent, keys: string): boolean {
  const parts = keys.split('+')
  const key = (parts.pop() ?? '').toLowerCase()
  if (parts.includes('Mod') ? !isMod(event) : event.ctrlKey || event.metaKey) return false
  if (parts.includes('Alt') !== event.altKey) return false
  const isSign = key === 'plus' || /^[^a-z0-9]$/.test(key)
  if (!isSign && parts.includes('Shift') !== event.shiftKey) return false
  return key === 'plus' ? event.key === '+' : isSign ? event.key === key : signOf(event) === key
}
