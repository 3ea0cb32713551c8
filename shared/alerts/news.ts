import { oneLine } from '../base/one-line.ts'
import { OK_TOKEN } from '../runs/reply.ts'
import { DAY, HOUR, type Instant } from '../base/time.ts'

/** News that was replaced by another text of its cause, and not seen to be gone, is not told again within this. */
export const DUPLICATE_ALERT_MS = DAY
/**
 * News of the same shape (only counts differ) within this updates the open item instead of making a new
 * one.
 */
export const SAME_SHAPE_MS = HOUR

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const UNIT = '(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)'
/**
 * What says when, how long or which object, but not what is the matter. Order matters: long forms first.
 */
const FOLDS: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d{2}-\d{2}[t ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:z|[+-]\d{2}:?\d{2})?/gi, '<date>'],
  [/\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b/g, '<date>'],
  [/\b\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b/g, '<date>'],
  [new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th)?\\.? ${MONTH}\\b(?:,? \\d{4})?`, 'gi'), '<date>'],
  [new RegExp(`\\b${MONTH} \\d{1,2}(?:st|nd|rd|th)?\\b(?:,? \\d{4})?`, 'gi'), '<date>'],
  [/\b\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?[ap]\.?m\b\.?)?(?:\s?(?:utc|gmt|z)\b)?/gi, '<time>'],
  [/\b\d{1,2}\s?[ap]m\b/gi, '<time>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<hash>'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gi, '<hash>'],
  [
    new RegExp(`\\b\\d+(?:\\.\\d+)?\\s?${UNIT}(?:[ ,]+(?:and )?\\d+(?:\\.\\d+)?\\s?${UNIT})*\\b`, 'gi'),
    '<duration>',
  ],
  [new RegExp(`\\b(?:\\d+(?:\\.\\d+)?(?:ms|s|m|h|d))+\\b`, 'gi'), '<duration>'],
]
const LIST_ITEM = /^\s*(?:[-*+•]|\d+[.)])\s+/

/**
 * The state a text reports: space, times, dates, durations, hashes and the order of list items folded;
 * counts stay.
 */
export function normaliseAlert(text: string): string {
  let folded = text.trim()
  for (const [pattern, word] of FOLDS) folded = folded.replace(pattern, word)
  const out: string[] = []
  let list: string[] = []
  const endList = (): void => {
    out.push(...list.sort())
    list = []
  }
  for (const raw of folded.split(/\r?\n/)) {
    const line = oneLine(raw)
    if (LIST_ITEM.test(raw)) list.push(`- ${line.replace(LIST_ITEM, '')}`)
    else if (line !== '') {
      endList()
      out.push(line)
    }
  }
  endList()
  return out.join('\n')
}

/** As normaliseAlert, with counts folded too. */
export const alertShape = (text: string): string => normaliseAlert(text).replace(/\d+/g, '#')

/** What was told, by normalised text: when it was told last. Read from the alerts in the history each time. */
export type Told = Readonly<Record<string, Instant>>

/**
 * Is this text news? Returns the next memory beside the answer. An all-clear tells nothing and makes the
 * next failure news again; a repeat does not renew the window. `hasMedia`: something is attached, which is news
 * each time; no alert has that, only behaviour cases that are kept as data (`npm run cases`).
 */
export function tellNews(
  told: Told,
  text: string,
  at: Instant,
  windowMs: number,
  hasMedia = false,
): { readonly tell: boolean; readonly told: Told } {
  if (text.trim() === '' || text.trim() === OK_TOKEN) return { tell: hasMedia, told: {} }
  const key = normaliseAlert(text)
  const last = told[key]
  if (!hasMedia && last !== undefined && at - last < windowMs) return { tell: false, told }
  return { tell: true, told: { ...told, [key]: at } }
}
