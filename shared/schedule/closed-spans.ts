import type { Instant } from '../base/time.ts'
import type { ActiveHours } from './active-hours.ts'
import { openSpans } from './schedule.ts'

/** The end is not a part of it. */
export interface Span {
  readonly from: Instant
  readonly to: Instant
}

/** The stretches of [from, to] in which no interval beat may start; none without active hours. */
export function closedSpans(
  window: ActiveHours | null,
  from: Instant,
  to: Instant,
  systemZone: string,
): readonly Span[] {
  if (window === null) return []
  const closed: Span[] = []
  let at = from
  // An open stretch ends with its last millisecond.
  for (const [opens, closes] of openSpans(window, from, to, systemZone)) {
    if (opens > at) closed.push({ from: at, to: opens })
    at = closes + 1
  }
  return at < to ? [...closed, { from: at, to }] : closed
}
