import type { FaultCode } from '../base/faults.ts'
import { MINUTE, SECOND } from '../base/time.ts'

/** So that a hub which was away is not asked by a whole fleet at once. */
const FIRST_WITHIN_MS = 5 * SECOND
const MOST_MS = 5 * MINUTE
/** What a person has to settle first. */
const SETTLED_BY_PERSON: readonly FaultCode[] = ['hub.refused', 'hub.newer']
const PERSON_MS = 15 * MINUTE

/** A connection that lasted so long counts as a good one: its end is followed by a try at once. */
export const GOOD_MS = MINUTE

/**
 * How long to wait before the next try. `failures`: tries in a row that came to nothing, 0: a good connection has just
 * ended. `random`: from 0 to below 1. After the first try at least a minute lies between two.
 */
export function reconnectMs(code: FaultCode, failures: number, random: number): number {
  if (SETTLED_BY_PERSON.includes(code)) return PERSON_MS * (1 + random)
  if (failures <= 0) return FIRST_WITHIN_MS * random
  return Math.min(MINUTE * failures, MOST_MS) * (1 + random / 2)
}
