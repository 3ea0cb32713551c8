import { DAY, localTimeToday, startOfDay, type Instant } from '../base/time.ts'

/**
 * The latest instant up to `now` at which clocks in the zone showed one of the times, today or yesterday;
 * null: none can be read.
 */
export function lastTimeShown(times: readonly string[], now: Instant, timeZone: string): Instant | null {
  const noonYesterday = (localTimeToday('12:00', now, timeZone) ?? now) - DAY
  const shown = times
    .flatMap((clock) => [
      localTimeToday(clock, now, timeZone),
      localTimeToday(clock, noonYesterday, timeZone),
    ])
    .filter((at): at is Instant => at !== null && at <= now)
  return shown.length === 0 ? null : Math.max(...shown)
}

/**
 * A task that begins with `@HH:MM` is due at the first beat after that time, once for each of its times a
 * day. One that was never done is due for a time of today alone: a task written in the morning with
 * `@23:55` is not late for yesterday. `doneAt` null: never done.
 */
export function isTimedDue(
  times: readonly string[],
  doneAt: Instant | null,
  now: Instant,
  timeZone: string,
): boolean {
  const shownAt = lastTimeShown(times, now, timeZone)
  if (shownAt === null) return false
  return doneAt === null ? shownAt >= startOfDay(now, timeZone) : Math.min(doneAt, now) < shownAt
}
