import { MINUTE, SECOND } from '../base/time.ts'
import type { Tier } from './tier.ts'

/** A task that takes longer belongs into a slower tier; the slowest has no limit. */
export const TIER_LIMIT_MS: Readonly<Record<Exclude<Tier, 'daily'>, number>> = {
  quick: 10 * SECOND,
  hourly: 5 * MINUTE,
}

/** Where a task that takes so long belongs. */
export function tierOfDuration(ms: number): Tier {
  if (ms <= TIER_LIMIT_MS.quick) return 'quick'
  return ms <= TIER_LIMIT_MS.hourly ? 'hourly' : 'daily'
}
