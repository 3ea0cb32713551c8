/**
 * Characters that a reader does not see but a machine does: format characters (bidi overrides, zero width,
 * tags), variation selectors and other ignorables, control characters, line separators, halves of surrogate
 * pairs.
 */
export const HIDDEN = /[\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?![\t\n\r])\p{Cc}/u
const HIDDEN_ALL = new RegExp(HIDDEN, 'gu')
/**
 * Those of them that have no honest reason to stand where they stand. Emoji need joiners and selectors, scripts
 * without case need joiners.
 */
export const DECEPTIVE = new RegExp(
  [
    `(?![\\u200C\\u200D\\uFE0E\\uFE0F])(?:${HIDDEN.source})`,
    String.raw`(?<!\p{Extended_Pictographic}|[\p{Emoji_Modifier}\u20E3#*0-9])[\uFE0E\uFE0F]`,
    String.raw`(?<!\p{Extended_Pictographic}|[\p{Emoji_Modifier}\uFE0F\u20E3#*0-9\p{Lo}\p{M}])\u200D`,
    String.raw`(?<![\p{Lo}\p{M}])\u200C`,
  ].join('|'),
  'gu',
)

interface HiddenCharacter {
  readonly at: number // index in the line
  readonly name: string // "U+202E"
}

/** The first deceptive character of a line; null: none. A file may start with a byte order mark. */
export function findHidden(line: string, startsFile = false): HiddenCharacter | null {
  if (!HIDDEN.test(line)) return null
  for (const { 0: char, index } of line.matchAll(DECEPTIVE))
    if (!(startsFile && index === 0 && char === '\uFEFF')) return { at: index, name: codeName(char) }
  return null
}

/** For showing: every hidden character as its code, "a‮b" → "a<U+202E>b". */
export const revealHidden = (text: string): string => text.replace(HIDDEN_ALL, shownCode)

/**
 * Where a person decides about a text, nothing of it may be missing: one line, with what a terminal or a
 * page would hide or obey as its code.
 */
export const exactLine = (text: string): string => revealHidden(text).replace(/[\t\n\r]/g, shownCode)

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
  HIDDEN.test(text) ? text.replace(DECEPTIVE, by) : text

/**
 * For showing what others wrote, with nothing missing: hidden characters as their codes, but those that emoji
 * and scripts without case need as they are.
 */
export const revealDeceptive = (text: string): string =>
  HIDDEN.test(text) ? text.replace(DECEPTIVE, shownCode) : text

/** For a text of JSON: hidden characters as its own escapes, which are read as what they stand for. */
export const escapeHidden = (json: string): string =>
  json.replace(HIDDEN_ALL, (char) =>
    char.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )

/** Colours, cursor moves and titles of terminals. */
const ESCAPES = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007]*(?:\u0007|\u001b\\)/g
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu
/**
 * What a program printed, as lines for a page. What only a terminal obeys (colours, bells, backspaces) is usual
 * there and left out; what would deceive a reader is shown by its code.
 */
export const printedLines = (text: string): string[] =>
  revealDeceptive(text.replaceAll('\r\n', '\n').replace(ESCAPES, '').replace(CONTROLS, ''))
    .replace(/\n$/, '')
    .split('\n')

/** A name or path of somebody else inside a sentence: one line in quotation marks that it cannot close. */
export const inQuotes = (text: string, chars = 120): string =>
  JSON.stringify(cut(stripHidden(text).replace(/\s+/g, ' '), chars))
export const cut = (text: string, chars: number): string =>
  text.length <= chars
    ? text
    : ownText(
        `${text.slice(0, chars).replace(/[\uD800-\uDBFF]$/, '')}… (${text.length - chars} more characters)`,
      )
/** A part of a text keeps the whole of it in memory, where the runtime makes it a view (V8): this is a copy. */
export const ownText = (text: string): string => text.split('').join('')

const codeName = (char: string): string =>
  `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** "<U+202E>" */
export const shownCode = (char: string): string => `<${codeName(char)}>`
