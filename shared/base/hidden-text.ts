/**
 * Characters that a reader does not see but a machine does: format characters (bidi overrides, zero width,
 * tags), variation selectors and other ignorables, control characters, line separators, halves of surrogate
 * pairs.
 */
const HIDDEN = /[\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?![\t\n\r])\p{Cc}/u
const HIDDEN_ALL = new RegExp(HIDDEN, 'gu')
const EMOJI_BEFORE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\u20E3#*0-9]$/u
const CASELESS_BEFORE = /[\p{Lo}\p{M}]$/u

interface HiddenCharacter {
  readonly at: number // index in the line
  readonly name: string // "U+202E"
}

/** The first hidden character of a line that has no honest reason to stand there; null: none. */
export function findHidden(line: string, startsFile = false): HiddenCharacter | null {
  if (!HIDDEN.test(line)) return null
  for (const { 0: char, index } of line.matchAll(HIDDEN_ALL)) {
    if (!isHonest(char, line.slice(Math.max(0, index - 4), index), startsFile && index === 0))
      return { at: index, name: codeName(char) }
  }
  return null
}

/** For showing: every hidden character as its code, "a‮b" → "a<U+202E>b". */
export const revealHidden = (text: string): string =>
  text.replace(HIDDEN_ALL, (char) => `<${codeName(char)}>`)

/**
 * Where a person decides about a text, nothing of it may be missing: one line, with what a terminal or a
 * page would hide or obey as its code.
 */
export const exactLine = (text: string): string =>
  revealHidden(text).replace(/[\t\n\r]/g, (char) => `<${codeName(char)}>`)

/** U+FFFD stands for it, as in CommonMark: much that keeps text ends it there, and loses what follows. */
export const withoutNul = (text: string): string =>
  text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text

/** For machines, and for texts from elsewhere: without any hidden character. */
export const stripHidden = (text: string): string => text.replace(HIDDEN_ALL, '')

/**
 * For showing what others wrote as it was meant: without hidden characters, but with those that emoji and
 * scripts without case need.
 */
export const stripDeceptive = (text: string, by = ''): string =>
  text.replace(HIDDEN_ALL, (char, at: number) =>
    isHonest(char, text.slice(Math.max(0, at - 4), at), false) ? char : by,
  )

/** Colours, cursor moves and titles of terminals. */
const ESCAPES = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007]*(?:\u0007|\u001b\\)/g
/** What a program printed, as lines for a page: nothing of it obeys or hides. */
export const printedLines = (text: string): string[] =>
  stripDeceptive(text.replaceAll('\r\n', '\n').replace(ESCAPES, '')).replace(/\n$/, '').split('\n')

/** A name or path of somebody else inside a sentence: one line in quotation marks that it cannot close. */
export const inQuotes = (text: string, chars = 120): string =>
  JSON.stringify(cut(stripHidden(text).replace(/\s+/g, ' '), chars))
export const cut = (text: string, chars: number): string =>
  text.length <= chars
    ? text
    : `${text.slice(0, chars).replace(/[\uD800-\uDBFF]$/, '')}… (${text.length - chars} more characters)`

/**
 * Emoji need joiners and selectors, scripts without case need joiners, a file may start with a byte order
 * mark.
 */
function isHonest(char: string, before: string, startsFile: boolean): boolean {
  switch (char) {
    case '\uFEFF':
      return startsFile
    case '\uFE0E':
    case '\uFE0F':
      return EMOJI_BEFORE.test(before) && !/[\uFE0E\uFE0F]$/.test(before)
    case '\u200D':
      return EMOJI_BEFORE.test(before) || CASELESS_BEFORE.test(before)
    case '\u200C':
      return CASELESS_BEFORE.test(before)
    default:
      return false
  }
}

const codeName = (char: string): string =>
  `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
