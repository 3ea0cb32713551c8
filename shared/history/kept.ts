import { DAY, type Instant } from '../base/time.ts'
import type { Settings } from '../settings/settings.ts'

/** What is older than these is deleted. */
export interface KeptSince {
  readonly details: Instant // outputs, wakes, and events that wait for no run: used up, told, listed or expired
  readonly runs: Instant // runs, due times, settled alerts, and what agents told to be known
  readonly spent: Instant // what starts of agents cost
  readonly questions: Instant // permissions that a run asked for
  readonly hours: Instant // figures by hour; figures by day stay
}

/** A question that nobody answered and that did not come back is no question any more. */
const QUESTIONS_KEPT_MS = 14 * DAY
const HOURS_KEPT_MS = 90 * DAY
/** Longer than a month, the longest time that a cap is for, wherever its days begin. */
const SPENT_KEPT_MS = 33 * DAY

export const keptSince = (
  { detailsKeptMs, runsKeptMs }: Pick<Settings, 'detailsKeptMs' | 'runsKeptMs'>,
  now: Instant,
): KeptSince => ({
  // Details without their run would be nobody's.
  details: now - Math.min(detailsKeptMs, runsKeptMs),
  runs: now - runsKeptMs,
  spent: now - Math.max(runsKeptMs, SPENT_KEPT_MS),
  questions: now - QUESTIONS_KEPT_MS,
  hours: now - HOURS_KEPT_MS,
})
