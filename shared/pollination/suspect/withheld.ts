import { findHidden } from '../../base/hidden-text.ts'
import { oneLine } from '../../base/one-line.ts'
import { foldLookalikes, foldShell, foldWords } from './fold.ts'
import { CODE_SIGNS, SHELL_SIGNS, TWO_ALPHABETS, WORD_SIGNS } from './signs.ts'

/** A line as long as this is no task; nothing longer is looked through. */
const LONGEST = 1000
/** A text is looked through in pieces of two of these, each overlapping the next. */
const HALF = 500

/**
 * Why a line of one repository is not passed on to another's prompt, as the end of a sentence; null: it may be, as quoted
 * data. A guess from its words: what it lets through is still nothing but data.
 */
export function withheldBecause(line: string): string | null {
  if (line.length > LONGEST) return `has ${line.length} characters, at most ${LONGEST} are passed on`
  if (findHidden(line) !== null) return 'holds hidden characters'
  const plain = oneLine(line)
  const words = foldWords(plain)
  const latin = foldLookalikes(words)
  return (
    signIn(WORD_SIGNS, words) ??
    signIn(WORD_SIGNS, latin) ??
    signIn(SHELL_SIGNS, foldShell(latin)) ??
    signIn(CODE_SIGNS, plain) ??
    (TWO_ALPHABETS.test(plain) ? 'mixes alphabets in one word' : null)
  )
}

/** The same of a text of any length: its length is no reason. */
export function suspectBecause(text: string): string | null {
  for (let at = 0; at === 0 || at < text.length; at += HALF) {
    const why = withheldBecause(text.slice(at, at + 2 * HALF))
    if (why !== null) return why
  }
  return null
}

const signIn = (signs: typeof WORD_SIGNS, text: string): string | null =>
  signs.find(([sign]) => (sign instanceof RegExp ? sign.test(text) : followEachOther(sign, text)))?.[1] ??
  null

/** Each behind the first place of the one before, which takes one look at the text for each. */
function followEachOther(signs: readonly RegExp[], text: string): boolean {
  let rest = text
  for (const sign of signs) {
    const found = sign.exec(rest)
    if (found === null) return false
    rest = rest.slice(found.index + found[0].length)
  }
  return true
}
