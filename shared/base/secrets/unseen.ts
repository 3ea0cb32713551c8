import { HIDDEN } from '../hidden-text.ts'

/**
 * What stands between the characters of a text without being read: escapes of a terminal (ECMA-48), as they are
 * or as JSON writes them, hidden characters, and what stands for a byte that was none.
 */
const ESCAPE = '(?:\\u001b|\\\\u001b)(?:\\[[0-?]{0,40}[ -/]{0,4}[@-~]|\\][^\\u0007\\u001b\\n]{0,400}\\u0007?)'
const UNSEEN = new RegExp(`(?:${ESCAPE}|\\uFFFD|${HIDDEN.source})+`, 'gu')

/** A text as it is read, and where its characters stand in the whole one. */
interface Seen {
  readonly text: string
  /** Of a place in the whole text: of the first character that is read there or behind it. */
  indexOf(at: number): number
  /** Of a character of `text`; at the end of `text` the end of the whole one. */
  placeOf(index: number): number
}

/** null: all of it is read. */
export function seenText(whole: string): Seen | null {
  const parts: { readonly at: number; readonly index: number; readonly text: string }[] = []
  let done = 0
  let length = 0
  const keep = (until: number): void => {
    if (until > done) parts.push({ at: done, index: length, text: whole.slice(done, until) })
    length += Math.max(0, until - done)
  }
  for (const { 0: unseen, index } of whole.matchAll(UNSEEN)) {
    keep(index)
    done = index + unseen.length
  }
  if (done === 0) return null
  keep(whole.length)
  const last = (key: 'at' | 'index', upTo: number): (typeof parts)[number] | undefined => {
    let [low, high] = [0, parts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (parts[middle]![key] <= upTo) low = middle + 1
      else high = middle
    }
    return parts[low - 1]
  }
  return {
    text: parts.map((part) => part.text).join(''),
    indexOf(at) {
      const part = last('at', at)
      return part === undefined ? 0 : part.index + Math.min(at - part.at, part.text.length)
    },
    placeOf(index) {
      const part = last('index', index)
      return part === undefined || index >= length ? whole.length : part.at + (index - part.index)
    },
  }
}
