import { findHidden } from '../../base/hidden-text.ts'
import { oneLine } from '../../base/one-line.ts'

/** A line as long as this is no task; nothing longer is looked through. */
const LONGEST = 1000

/** Each alternative is bounded, so that a text takes time in proportion to its length. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:cross-pollination suggestion|so far the other threads|system note)\b|^\W{0,5}(?:assistant|system|user):/i,
    'imitates what is said to an agent',
  ],
  [
    /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|prompts?|rules?|above|previous|prior|earlier)\b/i,
    'reads like an order to an agent',
  ],
  [
    /\b(?:you are now|you must now|act as|pretend to be|new instructions?|system prompt|developer mode|do not tell)\b/i,
    'reads like an order to an agent',
  ],
  [
    /<\/?(?:system|assistant|user|instructions?|tool|function)\b|\[\/?INST\]|<\|/i,
    'imitates the marks of a prompt',
  ],
  [
    /\b(?:prerequisites?|before you (?:begin|start)|first (?:install|run|download))\b.{0,20}[:,-]/i,
    'asks to run something first',
  ],
  [
    /\b(?:curl|wget|fetch|iwr|invoke-webrequest)\b.{0,300}?(?:\|\s{0,5}(?:sudo\s{1,5})?(?:env\s{1,5})?(?:\/\S{0,40}\/)?(?:ba|z|da|k|fi)?sh\b|\|\s{0,5}(?:python|node|perl|ruby|iex)\w{0,4}\b)/i,
    'runs what it downloads',
  ],
  [/\b(?:ba|z|da|k)?sh\b.{0,20}(?:<\(|\$\(|`)\s{0,5}(?:curl|wget)\b/i, 'runs what it downloads'],
  [/\b(?:eval|source|iex)\s.{0,20}(?:curl|wget)\b/i, 'runs what it downloads'],
  [/\bbase64\b.{0,20}(?:-d\b|-D\b|--decode\b)|\bfrombase64string\b|\batob\(/i, 'runs encoded text'],
  [/[A-Za-z0-9+]{50}/, 'holds encoded text'],
  [/\\x[0-9a-f]{2}(?:\\x[0-9a-f]{2}){7}/i, 'holds encoded text'],
]

/**
 * Why a line of one repository is not passed on to another's prompt, as the end of a sentence; null: it may be, as quoted
 * data. A guess from its words: what it lets through is still nothing but data.
 */
export function withheldBecause(line: string): string | null {
  if (line.length > LONGEST) return `has ${line.length} characters, at most ${LONGEST} are passed on`
  const hidden = findHidden(line)
  if (hidden !== null) return 'holds hidden characters'
  const plain = oneLine(line)
  return SIGNS.find(([sign]) => sign.test(plain))?.[1] ?? null
}
