import { type Instant } from '../base/time.ts'
import { type SlotOutcome } from './run.ts'

/** One bar per due slot, newest last. Parallel arrays keep 500 threads small on the wire. */
export interface Strip {
  readonly at: readonly Instant[]
  /** 'waiting' and 'running' are slots whose beat has not ended. */
  readonly outcome: readonly (SlotOutcome | 'merged' | 'waiting' | 'running')[]
}

export const STRIP_LENGTH = 48
