/** What an agent says when nothing needs attention. Beside other words it counts in these letters alone. */
export const OK_TOKEN = 'HEARTBEAT_OK'
/** Used where a stored or configured budget cannot be read. */
const FALLBACK_ACK_MAX_CHARS = 300

export type ReplyMode = 'heartbeat' | 'message'

interface Reply {
  /** Nothing to tell: the token alone, or nothing at all. */
  readonly shouldSkip: boolean
  /** What is left to tell, line breaks kept. */
  readonly text: string
  readonly didStrip: boolean // a token at an edge was taken off
}

/** A budget from settings or a case file: numbers and numeric texts count, anything unusable falls back. */
export function ackBudget(value: unknown): number {
  const n = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof n === 'number' && Number.isFinite(n) && n >= 0 ? n : FALLBACK_ACK_MAX_CHARS
}

const WORD = /[A-Za-z0-9_]/

/**
 * Reads a reply. The token alone (markup around it and other letters allowed) or an empty reply is OK. A
 * token at an edge beside other words is taken off and the words are told, unless they fit into
 * `ackMaxChars` and this is a heartbeat. A token in the middle of a text changes nothing.
 */
export function readReply(input: string | null | undefined, mode: ReplyMode, ackMaxChars: number): Reply {
  const trimmed = (input ?? '').trim()
  if (trimmed === '') return { shouldSkip: true, text: '', didStrip: false }
  if (isTokenAsSpoken(trimmed)) return { shouldSkip: true, text: '', didStrip: true }
  if (!trimmed.includes(OK_TOKEN)) return { shouldSkip: false, text: trimmed, didStrip: false }

  // The token may be dressed up (**HEARTBEAT_OK**, <b>…</b>, `…`): look at the text as written and without
  // its dress.
  const written = stripEdges(trimmed)
  const undressed = stripEdges(undress(trimmed))
  const found = written.didStrip && /[\p{L}\p{N}]/u.test(written.text) ? written : undressed
  if (!found.didStrip) return { shouldSkip: false, text: trimmed, didStrip: false }
  if (found.text === '') return { shouldSkip: true, text: '', didStrip: true }
  if (mode === 'heartbeat' && found.text.length <= ackMaxChars)
    return { shouldSkip: true, text: '', didStrip: true }
  return { shouldSkip: false, text: found.text, didStrip: true }
}

/** The whole reply is the token in other letters or with a blank, as small models write it. */
const isTokenAsSpoken = (text: string): boolean =>
  text.length <= 200 && /^[^\w\s]{0,4}heartbeat[ _]ok[^\w\s]{0,4}$/i.test(undress(text))

/**
 * Takes markup off that models put around the token: HTML tags, non-breaking spaces, and emphasis at the
 * edges.
 */
const undress = (text: string): string => {
  const plain = text
    .replace(/<[^<>\n]*>/g, ' ')
    .replace(/&nbsp;/gi, ' ')
    .trim()
  // By hand from both ends: a pattern for "marks up to the end" is quadratic on a long row of marks
  // elsewhere.
  let from = 0
  let to = plain.length
  while (from < to && MARKS.includes(plain[from]!)) from++
  while (to > from && MARKS.includes(plain[to - 1]!)) to--
  return plain.slice(from, to).trim()
}
const MARKS = '*`~_'

/** Takes tokens off both ends until none stands there. */
function stripEdges(input: string): { text: string; didStrip: boolean } {
  let text = input.trim()
  let didStrip = false
  for (;;) {
    if (text.startsWith(OK_TOKEN) && !WORD.test(text[OK_TOKEN.length] ?? '')) {
      text = tidyStart(text.slice(OK_TOKEN.length))
      didStrip = true
      continue
    }
    /* … nothing else. HEARTBEAT_OK.
     *                             ^ up to a few closing marks may follow the token */
    const tail = /HEARTBEAT_OK[^\w\s]{0,4}$/.exec(text)
    if (tail !== null && !WORD.test(text[tail.index - 1] ?? '')) {
      text = text.slice(0, tail.index).trimEnd()
      didStrip = true
      continue
    }
    return { text: collapse(text), didStrip }
  }
}

/**
 * After a leading token: its own punctuation goes ("HEARTBEAT_OK." alone is still OK), list marks of the
 * text stay.
 */
const tidyStart = (rest: string): string => {
  const text = rest.trimStart()
  return /^[^\w\s]{1,4}$/.test(text) ? '' : text.replace(/^[.,;:!]+\s*/, '')
}

/** Spaces inside a line are folded, line breaks kept: lists must survive. */
const collapse = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').trimEnd())
    .join('\n')
    .trim()
