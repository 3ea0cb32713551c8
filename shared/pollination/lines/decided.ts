import type { ThreadId } from '../../base/ids.ts'
import { DAY, type Instant } from '../../base/time.ts'
import type { Tier } from '../../schedule/tier.ts'

/** What a person decided about a suggestion. */
export interface DecidedSuggestion {
  readonly number: number // what people call it
  readonly threadId: ThreadId
  /** Id of the canonical check. */
  readonly pattern: string
  /** adapted: accepted with another line or tier than was suggested. */
  readonly state: 'accepted' | 'adapted' | 'declined'
  readonly tier: Tier
  readonly text: string // the line as it was written, or as it was declined
  readonly because: string // as the person read it
  readonly reason: string // of a no, in the person's words; '': none was given
  readonly at: Instant
}
export type NewDecision = Omit<DecidedSuggestion, 'number'>

/** A no holds for this long; then the same may be suggested once more. */
export const DECLINED_MS = 30 * DAY
