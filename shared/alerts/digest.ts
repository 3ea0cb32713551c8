import type { Settings } from '../settings/settings.ts'
import { formatLocal, localTimeToday, DAY, type Instant } from '../base/time.ts'
import { plainLine, shorten } from '../base/one-line.ts'
import { plural } from '../base/amounts.ts'

/**
 * From so many threads on one sentence a day is worth a notification, unless the settings say otherwise.
 */
const DIGEST_FROM_THREADS = 5

export const isDigestOn = ({ digest }: Pick<Settings, 'digest'>, threads: number): boolean =>
  digest === 'on' || (digest === 'auto' && threads >= DIGEST_FROM_THREADS)

/** "2026-11-22" in the zone. */
const dateIn = (at: Instant, timeZone: string): string => formatLocal(at, timeZone).slice(0, 10)

/**
 * The local day whose digest is due now; null: none is. `lastDay`: the last one that had its digest; null:
 * none yet.
 */
export function digestDue(
  settings: Pick<Settings, 'digest' | 'digestAt'>,
  threads: number,
  lastDay: string | null,
  now: Instant,
  timeZone: string,
): string | null {
  if (!isDigestOn(settings, threads)) return null
  const at = localTimeToday(settings.digestAt, now, timeZone)
  if (at === null || now < at) return null
  const day = dateIn(now, timeZone)
  // Days that a journey over the date line brings again had theirs; a day far ahead was a wrong clock.
  const isWrongClock = lastDay !== null && lastDay > dateIn(now + 2 * DAY, timeZone)
  return lastDay !== null && lastDay >= day && !isWrongClock ? null : day
}

interface DigestFacts {
  readonly beats: number // of the day before
  readonly alerts: number // raised then
  readonly missed: number // due times that passed while nothing could run
  readonly toLookAt: number // open now
  /** Names of threads that sent no daily report. */
  readonly silent: readonly string[]
  readonly held: number // of these, told to nobody because it was quiet
}

/**
 * "Yesterday: 312 beats, 4 alerts, 1 missed. Three things to look at." null: there was nothing, and there
 * is nothing.
 */
export function digestText({ beats, alerts, missed, toLookAt, silent, held }: DigestFacts): string | null {
  if (beats === 0 && missed === 0 && toLookAt === 0 && silent.length === 0) return null
  const figures = [
    plural(beats, 'beat'),
    ...(alerts > 0 ? [plural(alerts, 'alert')] : []),
    ...(missed > 0 ? [`${missed} missed`] : []),
  ]
  return [
    `Yesterday: ${figures.join(', ')}.`,
    toLookAt === 0 ? 'Nothing needs you.' : `${counted(toLookAt)} to look at.`,
    ...(silent.length > 0 ? [silentText(silent)] : []),
    ...(held > 0 ? [heldText(held)] : []),
  ].join(' ')
}

const SILENT_NAMED = 3
const NAME_CHARS = 40
/** "No daily report from web, docs, lab and 2 more." */
function silentText(names: readonly string[]): string {
  const more = names.length - SILENT_NAMED
  const named = names.slice(0, SILENT_NAMED).map((name) => shorten(plainLine(name), NAME_CHARS))
  return `No daily report from ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

/** What the quiet hours held back, in one sentence. */
export const heldText = (held: number): string => `While it was quiet: ${plural(held, 'alert')}.`

const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']
const counted = (n: number): string => `${WORDS[n] ?? n} ${n === 1 ? 'thing' : 'things'}`
