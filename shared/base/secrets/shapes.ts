import { COLOURED, TOKEN_SHAPES, type Shape } from './token-shapes.ts'

/** What stands in place of a credential. */
export const REDACTED = '[redacted]'

/** The most characters that a match of a shape has, with what it looks at behind it. */
export const LONGEST_MATCH = 20_000

const COLOUR = `(?:${COLOURED})?`
const QUOTE = '(?:\\\\{0,3}["\'`])'
const BETWEEN = `${QUOTE}?${COLOUR}[ \\t]{0,4}(?:=>|[:=])${COLOUR}[ \\t]{0,4}`
const NAMES =
  '(?:token|secret|passw(?:or)?d|passphrase|authorization|(?:api|access|private|secret)[_-]?key|credential)s?'
const VARIABLES =
  '(?:TOKEN|SECRET|PASSW(?:OR)?D|PASSPHRASE|_PASS|_PWD|APIKEY|' +
  '(?:API|ACCESS|PRIVATE|SECRET|SIGNING|ENCRYPTION)_KEY|CREDENTIALS?)'
const IN_QUOTES = '[^\\s"\'`\\\\\\u001b]'
const BARE = '[^\\s"\'`\\\\\\u001b,;&<>)}\\]]'
/** Where the credential stands instead, or a word for it. */
const isPlaceholder = (value: string): boolean => /^(?:[$<{*%[=:>]|x{3}|\.{3})/i.test(value) || isTaken(value)
const isTaken = (value: string): boolean => value.includes(REDACTED.slice(0, -1))
const isCode = (value: string): boolean => value.includes('(') || /^[\w$]+(?:\.[\w$]+)+$/.test(value)
/** Has what no word has: a digit among letters, a capital behind a small letter, or signs. */
const isScrambled = (value: string): boolean =>
  (/\d/.test(value) && /[A-Za-z]/.test(value)) || /[a-z][A-Z]|[!@#^+=~?|](?![.!?:]*$)/.test(value)
const isQuoted = (value: string): boolean => !isPlaceholder(value) && isScrambled(value)
const isBare = (value: string): boolean => isQuoted(value) && !isCode(value)
const isInHeader = (value: string): boolean =>
  !isPlaceholder(value) && (/[\d=+]|[a-z][A-Z]/.test(value) || value.length >= 32)
const isAssigned = (value: string): boolean =>
  !isPlaceholder(value) && !isCode(value) && !/^(?:\d+|\.{0,2}\/.*)$/.test(value)

export const SHAPES: readonly Shape[] = [
  ...TOKEN_SHAPES,
  {
    kind: 'a token in an address',
    hints: ['://'],
    pattern: /(:\/\/)[A-Za-z0-9_-]{20,255}(?=@)/g,
    accepts: isQuoted,
  },
  {
    kind: 'the key of an account',
    hints: ['AccountKey=', 'SharedAccessKey=', 'sig='],
    pattern: /((?:AccountKey|SharedAccessKey)=|[?&]sig=)[\w+/%=-]{20,512}/g,
  },
  {
    kind: 'the address of a webhook',
    hints: ['hooks.slack.com/services/', '/api/webhooks/'],
    pattern: /((?:hooks\.slack\.com\/services|discord(?:app)?\.com\/api\/webhooks)\/)[\w/-]{20,200}/g,
  },
  {
    kind: 'a password in an address',
    hints: ['://'],
    pattern: /(:\/\/)[^/\s:@"'`]{0,200}:[^/\s@"'`$<{*%[][^/\s@"'`]{2,200}(?=@)/g,
  },
  {
    kind: 'a password',
    hints: [],
    pattern: new RegExp(
      `(${NAMES}${BETWEEN}${QUOTE}${COLOUR})${IN_QUOTES}{8,512}(?=${COLOUR}${QUOTE})`,
      'gi',
    ),
    accepts: isQuoted,
  },
  {
    kind: 'a password',
    hints: [],
    pattern: new RegExp(`(${NAMES}${BETWEEN})${BARE}{8,512}`, 'gi'),
    accepts: isBare,
  },
  {
    kind: 'a password',
    hints: [],
    pattern: /("pass(?:word|wd|phrase)"[ \t]{0,4}:[ \t]{0,4}")[^"\\\r\n\u001b]{8,512}(?=")/gi,
    accepts: isQuoted,
  },
  {
    kind: 'a password',
    hints: ['-u', '--user'],
    pattern: /((?:^|[ \t])(?:-u|--user)(?:[ \t]{1,4}|=)["']?[\w.@-]{1,100}:)[^\s"']{6,512}/gm,
    accepts: (value) => !isPlaceholder(value) && !/^\d+$/.test(value),
  },
  {
    kind: 'a password',
    hints: ['--pass', '--token', '--secret', '--api'],
    pattern: new RegExp(`(--${NAMES}[ \\t]{1,4}${QUOTE}?)${BARE}{6,512}`, 'gi'),
    accepts: isBare,
  },
  {
    kind: 'a password', // of .netrc
    hints: ['password '],
    pattern: /(\blogin[ \t\r\n]{1,8}\S{1,200}[ \t\r\n]{1,8}password[ \t\r\n]{1,8})\S{4,512}/g,
    accepts: (value) => !isPlaceholder(value),
  },
  {
    kind: 'a password', // of .pgpass
    hints: [':'],
    pattern: /^([\w.*-]{1,200}:(?:\d{4,5}|\*):[\w*-]{1,100}:[\w.*-]{1,100}:)[^\s:]{4,200}$/gm,
    accepts: (value) => !isPlaceholder(value),
  },
  {
    kind: 'a password', // in a sentence
    hints: [],
    pattern: new RegExp(`(\\b${NAMES} (?:is|was|=) ${QUOTE}?)${BARE}{6,512}`, 'gi'),
    accepts: isBare,
  },
  {
    kind: 'a cookie',
    hints: ['ookie:', 'OOKIE:'],
    pattern: /((?:set-)?cookie:[ \t]{0,4}[\w.-]{1,100}=)[^\s;,"']{8,4096}/gi,
    accepts: isInHeader,
  },
  {
    kind: 'a password',
    hints: ['TOKEN', 'SECRET', 'PASS', '_PWD', 'KEY', 'CREDENTIAL'],
    pattern: new RegExp(`(${VARIABLES}${QUOTE}?(?:=|: ?)${QUOTE}?)${BARE}{8,512}`, 'g'),
    accepts: isAssigned,
  },
  {
    kind: 'a password',
    hints: [],
    pattern: /((?:Bearer|Basic)[ \t]{1,4})[A-Za-z0-9._~+/=-]{8,2000}/gi,
    accepts: isInHeader,
  },
  {
    kind: 'a password',
    hints: [],
    pattern: new RegExp(
      `(authorization${BETWEEN}${QUOTE}?[a-z-]{2,20}[ \\t]{1,4})${IN_QUOTES}{8,2000}`,
      'gi',
    ),
    accepts: isInHeader,
  },
]

/**
 * In our own lines of a log, where nothing has to stay as it was: whatever stands behind a telling name, and
 * what begins like a token, however short.
 */
export const LOG_SHAPES: readonly Shape[] = [
  { kind: 'a password', hints: [], pattern: /(\b(?:Bearer|Basic)[ \t]{1,4})[A-Za-z0-9._~+/=-]{6,2000}/gi },
  {
    kind: 'an access token',
    hints: [],
    pattern: /\b(?:gh[pousr]_|github_pat_|sk-|xox[abp]-|AKIA|tb_)[A-Za-z0-9_-]{10,512}/g,
  },
  {
    kind: 'a password',
    hints: [],
    pattern: new RegExp(
      `(${NAMES}${QUOTE}?\\s{0,8}[:=]\\s{0,8}${QUOTE}?)(?!Bearer |Basic |\\[redacted)[^\\s"'\`\\\\,}]{1,512}`,
      'gi',
    ),
    accepts: (value) => !isTaken(value),
  },
]

/** Of one line that a person is asked about, so that a question too many does no harm. */
const IN_A_LINE =
  /(?<![A-Za-z])(?:password|passwd|secret|api[_-]?key|access[_-]?token)["']?\s{0,4}[:=]\s{0,4}["']?(?!\$|<|\{|\*|x{3})[^\s"']{8,}/i

/** What kind of credential a line seems to hold; null: none. */
export function findSecret(line: string): string | null {
  if (line.length < 12) return null
  const shape = SHAPES.find((one) => candidates(line, one).some(({ isOne }) => isOne))
  return shape?.kind ?? (IN_A_LINE.test(line) ? 'a password' : null)
}

/** False: no line of this text holds one; asked once, where each line would be looked through. */
export const mayHoldSecret = (text: string): boolean =>
  SHAPES.some((one) => hasHint(text, one, 0) && text.search(one.pattern) >= 0) || IN_A_LINE.test(text)

/** A place that looks like a shape; `from` to `end` was read for it. */
export interface Candidate {
  readonly from: number
  readonly start: number // of the credential
  readonly end: number
  readonly isOne: boolean
}

/** Those that begin at `at` or later. */
export function candidates(text: string, shape: Shape, at = 0): readonly Candidate[] {
  if (!hasHint(text, shape, at)) return []
  const { pattern, accepts } = shape
  const found: Candidate[] = []
  pattern.lastIndex = at
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const end = match.index + match[0].length
    const start = match.index + (match[1]?.length ?? 0)
    found.push({ from: match.index, start, end, isOne: accepts?.(text.slice(start, end)) ?? true })
  }
  return found
}

const hasHint = (text: string, { hints }: Shape, at: number): boolean =>
  hints.length === 0 || hints.some((hint) => text.includes(hint, at))

/** A variable of this name holds a credential more often than not: its value is not shown. */
export const isSecretName = (name: string): boolean => /KEY|TOKEN|SECRET|PASSW|CREDENTIAL/i.test(name)
