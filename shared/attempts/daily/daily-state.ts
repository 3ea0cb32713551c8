import type { Instant } from '../../base/time.ts'
import { NO_FLAG_RUNS, type FlagRuns } from './flag-runs.ts'

/** What a daily beat of a thread without a metric may ask of its agent besides its list. */
export const DAILY_INTERVENTIONS = ['reflect', 'redirect', 'consolidate'] as const
export type DailyIntervention = (typeof DAILY_INTERVENTIONS)[number]

export const REFLECTION_ABOUT = ['day', 'flags', 'week'] as const
/** day: what the day taught. flags: another approach to flags that stand. week: conclusions of the master. */
export type ReflectionAbout = (typeof REFLECTION_ABOUT)[number]

/** What decides when one thread is asked. Plain JSON: it is kept as it stands. */
export interface DailyState {
  readonly flags: FlagRuns
  readonly reflectedOn: string | null // "YYYY-MM-DD" in the thread's zone, of the last daily beat that reflected; null: none did
  readonly weekFrom: Instant | null // of the master: when it drew conclusions last, or began to; null: neither
}
export const NEW_DAILY_STATE: DailyState = { reflectedOn: null, flags: NO_FLAG_RUNS, weekFrom: null }

/** Characters of one answer. */
export const ANSWER_CHARS: Readonly<Record<ReflectionAbout, number>> = { day: 2000, flags: 2000, week: 6000 }
