import { candidates, LOG_SHAPES, LONGEST_MATCH, REDACTED, SHAPES, type Candidate } from './shapes.ts'
import type { Shape } from './token-shapes.ts'
import { seenText } from './unseen.ts'

/** Takes credentials out of what is kept and shown. In time that grows with the text, whatever it is. */
export interface Redactor {
  redact(text: string): string
  /** Every text inside a value that is or will be JSON; keys and all else stay. */
  redactIn<T>(value: T): T
  /** For pieces of one text, see RedactStream. */
  readonly scan: Scan
}

/** How a text is looked through, for whoever has it piece by piece. */
export interface Scan {
  /** What looks like a credential and begins at `at` or later, by its beginning. */
  find(text: string, at: number): readonly Candidate[]
  /** As many characters decide about a place in front of them. */
  readonly reach: number
  /** Literal credentials of more than one line. */
  readonly longValues: readonly string[]
}

/** `values`: credentials word for word, of any shape. */
export const createRedactor = (values: readonly string[] = []): Redactor => redactorOf(SHAPES, values)

function redactorOf(shapes: readonly Shape[], values: readonly string[]): Redactor {
  const literals = writtenForms(values)
  const all = literals.length === 0 ? shapes : [valueShape(literals), ...shapes]
  const find = (text: string, at: number): readonly Candidate[] => {
    const found = all.flatMap((shape) => candidates(text, shape, at))
    const seen = seenText(text)
    if (seen !== null) found.push(...all.flatMap((shape) => candidatesSeen(seen, shape, at)))
    return found.sort((a, b) => a.from - b.from)
  }
  const redact = (text: string): string => replaced(text, 0, text.length, find(text, 0))
  const redactIn = <T>(value: T): T => mapTexts(value, redact) as T
  // Twice: what a reader does not see may stand between.
  const reach = 2 * Math.max(LONGEST_MATCH, ...literals.map((value) => value.length + 1))
  return { redact, redactIn, scan: { find, reach, longValues: literals.filter((v) => /[\r\n]/.test(v)) } }
}

/** Of the text as a reader sees it; each reaches over what stands unseen inside of it. */
const candidatesSeen = (
  seen: NonNullable<ReturnType<typeof seenText>>,
  shape: Shape,
  at: number,
): readonly Candidate[] =>
  candidates(seen.text, shape, seen.indexOf(at)).map((found) => ({
    ...found,
    from: seen.placeOf(found.from),
    start: seen.placeOf(found.start),
    end: seen.placeOf(found.end - 1) + 1,
  }))

/** As they are, and as they stand in JSON and in an address; the longest first, for one may begin another. */
const writtenForms = (values: readonly string[]): readonly string[] =>
  [...new Set(values.flatMap((v) => [v, JSON.stringify(v).slice(1, -1), encodedForUrl(v)]))].sort(
    (a, b) => b.length - a.length,
  )

/** Half of a surrogate pair has no such form. */
function encodedForUrl(value: string): string {
  try {
    return encodeURIComponent(value)
  } catch {
    return value
  }
}

const valueShape = (literals: readonly string[]): Shape => ({
  kind: 'a value of the environment',
  hints: literals,
  pattern: new RegExp(literals.map((v) => v.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&')).join('|'), 'g'),
})

/** The text from `from` to `to`; places that overlap are one. */
export function replaced(text: string, from: number, to: number, found: readonly Candidate[]): string {
  const hits = found.filter(({ isOne, end }) => isOne && end <= to).sort((a, b) => a.start - b.start)
  if (hits.length === 0) return text.slice(from, to)
  const parts: string[] = []
  let done = from
  let until = -1
  for (const { start, end } of hits) {
    if (start >= until) {
      parts.push(text.slice(done, start), REDACTED)
      until = end
    }
    until = Math.max(until, end)
    done = until
  }
  return `${parts.join('')}${text.slice(done, to)}`
}

function mapTexts(value: unknown, turn: (text: string) => string): unknown {
  if (typeof value === 'string') return turn(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, turn))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, turn)]))
}

const ofLogs = redactorOf([...SHAPES, ...LOG_SHAPES], [])
/** For our own logs and reports. */
export const redactSecrets = (text: string): string => ofLogs.redact(text)
