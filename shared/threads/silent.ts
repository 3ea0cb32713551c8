import { DAY, HOUR, type Instant } from '../base/time.ts'
import { isSnoozed } from '../schedule/tier.ts'
import type { Thread } from './thread.ts'

/** What a thread's daily beat told, kept for the master. */
export interface DailyReport {
  readonly at: Instant // start of the beat
  readonly text: string
  readonly by: 'agent' | 'app' // who wrote it: the thread's agent, or the app from the result of the beat
}

/** So long after its daily tier came due, and one interval more, a thread is silent. */
export const SILENT_AFTER_MS = 2 * HOUR

interface Sender {
  readonly thread: Pick<Thread, 'role' | 'trustedAt' | 'pause' | 'removeAt' | 'tiers' | 'createdAt'>
  /** Between its beats, as they are really planned; 0: off. */
  readonly intervalMs: number
  /** When its daily tier came or comes due; null: it never ran. */
  readonly dueAt: Instant | null
  /** Lines of its daily tier; 0: it has nothing to report on, or its list is not known. */
  readonly dailyTasks: number
  /** Start of its newest run; null: none. */
  readonly lastRunAt: Instant | null
  readonly lateMs: number // of its oldest due time that nobody served
}

/**
 * Since when a thread that should report once a day has not: its last daily beat, or its beginning. null: it reports, or
 * nothing is expected of it. One that its failures have paused is expected. A machine that slept is not a silent thread: the app had a beat since, or one is late.
 */
export function silentSince(sender: Sender, now: Instant): Instant | null {
  const { thread, intervalMs, dailyTasks, lastRunAt, lateMs } = sender
  const { role, trustedAt, pause, removeAt, tiers, createdAt } = thread
  const isExpected =
    role === 'worker' && trustedAt !== null && removeAt === null && pause?.by !== 'person' && intervalMs > 0
  if (!isExpected || dailyTasks === 0 || isSnoozed(tiers.daily, now)) return null
  const dueAt = sender.dueAt ?? Math.max(createdAt, trustedAt) + DAY
  const slackMs = SILENT_AFTER_MS + intervalMs
  if (now - dueAt <= slackMs) return null
  const hadTurn = pause !== null || (lastRunAt !== null && lastRunAt >= dueAt) || lateMs > slackMs
  return hadTurn ? (tiers.daily.lastDoneAt ?? createdAt) : null
}
