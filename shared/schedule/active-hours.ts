import { isTimeZone, parseClock } from '../base/time.ts'

/**
 * When interval beats may start, as written by the person. Kept as text: an unreadable window is shown, and
 * counts as closed.
 */
export interface ActiveHours {
  readonly start: string // "HH:MM", inclusive
  readonly end: string // "HH:MM" or "24:00", exclusive; before start: over midnight
  readonly timeZone: string // IANA name; '' means the system's
}

/** null: readable. */
export function activeHoursProblem(window: ActiveHours): string | null {
  if (parseClock(window.start) === null) return `the start must be HH:MM, got "${window.start}"`
  if (parseClock(window.end, true) === null) return `the end must be HH:MM or 24:00, got "${window.end}"`
  if (window.timeZone !== '' && !isTimeZone(window.timeZone)) return `unknown time zone "${window.timeZone}"`
  if (window.start === window.end)
    return `start and end are both ${window.start}, so no beat could ever start`
  return null
}
