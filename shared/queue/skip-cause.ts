import { MINUTE, type Instant } from '../base/time.ts'
import type { PowerDecision } from './power-policy.ts'

/** At most this often where the machine's power asks for calm. */
const CALM_MS = 30 * MINUTE

interface SkipFacts {
  readonly isPaused: boolean // the thread, or everything
  readonly power: PowerDecision
  readonly lastQuickAt: Instant | null // when the quick tier was last done; null: never
}

/** Why a due time that comes now starts nothing: its slot is skipped. null: a beat may follow. */
export function skipCause({ isPaused, power, lastQuickAt }: SkipFacts, now: Instant): string | null {
  if (isPaused) return 'paused'
  const isCalm = power.policy === 'calm' && lastQuickAt !== null && now - lastQuickAt < CALM_MS
  return power.policy === 'hold' || isCalm ? power.because : null
}
