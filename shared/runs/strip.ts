import type { RunId } from '../base/ids.ts'
import type { Instant } from '../base/time.ts'
import type { SlotOutcome } from './run.ts'

/**
 * One bar for each due time and each beat that had none, in the order in which they began, newest last.
 * Parallel arrays keep 500 threads small on the wire.
 */
export interface Strip {
  readonly at: readonly Instant[]
  /** 'waiting' and 'running': the beat has not ended. */
  readonly outcome: readonly (SlotOutcome | 'merged' | 'waiting' | 'running')[]
  /** Of beats that had no due time; null: a due time. */
  readonly runs: readonly (RunId | null)[]
}

export const STRIP_LENGTH = 48
