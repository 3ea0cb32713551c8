import type { Span } from '../schedule/closed-spans.ts'
import type { Settings } from '../settings/settings.ts'
import { DAY, localTime, localTimeToday, nextTimeShown, type Instant } from '../base/time.ts'

type QuietHours = NonNullable<Settings['quietHours']>

/** Windows that touch are one: more than a week of them is for ever, and nobody asks further. */
const MOST_WINDOWS = 8

/** When the quiet that holds at `at` ends, windows that follow at once included; null: it is not quiet. */
export function quietUntil(quiet: QuietHours | null, at: Instant, timeZone: string): Instant | null {
  let end: Instant | null = null
  for (let i = 0; i < MOST_WINDOWS; i++) {
    const next: Instant | null = quiet === null ? null : endOfWindow(quiet, end ?? at, timeZone)
    if (next === null) return end
    end = next
  }
  return end
}

/** The stretches of [from, to] that are quiet. */
export function quietSpans(
  quiet: QuietHours | null,
  from: Instant,
  to: Instant,
  timeZone: string,
): readonly Span[] {
  const spans: Span[] = []
  for (let at: Instant | null = quiet === null ? null : from; at !== null && at < to; ) {
    const end = quietUntil(quiet, at, timeZone)
    if (end !== null) spans.push({ from: at, to: Math.min(end, to) })
    at = end ?? nextTimeShown(quiet!.start, at, timeZone)
  }
  return spans
}

export const isQuiet = (
  { quietHours }: Pick<Settings, 'quietHours'>,
  at: Instant,
  timeZone: string,
): boolean => quietUntil(quietHours, at, timeZone) !== null

/** When beats that rest at `at` because it is quiet may start again; null: they do not rest. */
export const beatsRestUntil = (
  { quietHours, quietPausesBeats }: Pick<Settings, 'quietHours' | 'quietPausesBeats'>,
  at: Instant,
  timeZone: string,
): Instant | null => (quietPausesBeats ? quietUntil(quietHours, at, timeZone) : null)

/** When a beat that is due then starts, as far as quiet hours decide; null: none is due. */
export const startsAt = (
  dueAt: Instant | null,
  settings: Pick<Settings, 'quietHours' | 'quietPausesBeats'>,
  timeZone: string,
): Instant | null => (dueAt === null ? null : (beatsRestUntil(settings, dueAt, timeZone) ?? dueAt))

/**
 * Of the window that holds `at`; a window that began the day before counts as well. The weekday is that of
 * its start.
 */
function endOfWindow(quiet: QuietHours, at: Instant, timeZone: string): Instant | null {
  // From noon a day's length away is the neighbouring day, whatever the clocks did at night.
  const noon = localTimeToday('12:00', at, timeZone)
  if (noon === null) return null
  for (const day of [noon, noon - DAY]) {
    if (!quiet.days.includes(weekdayOf(day, timeZone))) continue
    const start = localTimeToday(quiet.start, day, timeZone)
    const end = localTimeToday(quiet.end, quiet.end > quiet.start ? day : day + DAY, timeZone)
    if (start !== null && end !== null && start <= at && at < end) return end
  }
  return null
}

/** As Date.getDay() in the zone: 0 is Sunday. */
function weekdayOf(at: Instant, timeZone: string): number {
  const local = localTime(at, timeZone)
  return local === null ? 0 : new Date(Date.UTC(local.year, local.month - 1, local.day)).getUTCDay()
}
