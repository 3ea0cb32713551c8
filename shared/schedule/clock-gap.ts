import { SECOND, type Instant } from '../base/time.ts'

/** A longer time between two ticks means that the machine slept, or that the clock was set. */
const GAP_MS = 90 * SECOND

/** How the clock moved while nobody looked. */
export interface ClockGap {
  readonly cause: 'app closed' | 'asleep' | 'set back'
  /** From the tick before; negative: the clock was set back. null: there was none before. */
  readonly byMs: number | null
}

/** `before`: when somebody looked last, null: never since the start. null: no gap. */
export function clockGap(before: Instant | null, now: Instant): ClockGap | null {
  if (before === null) return { cause: 'app closed', byMs: null }
  const byMs = now - before
  if (byMs < -SECOND) return { cause: 'set back', byMs }
  return byMs > GAP_MS ? { cause: 'asleep', byMs } : null
}

/** Why due times of this gap were missed; null: it made nobody miss anything. */
export const missedBecause = (gap: ClockGap | null): 'asleep' | 'app closed' | null =>
  gap === null || gap.cause === 'set back' ? null : gap.cause
