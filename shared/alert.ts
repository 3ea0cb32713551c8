import type { AlertId, RunId, ThreadId } from './ids.ts'
import type { Severity } from './run.ts'
import type { Instant } from './time.ts'

export interface Alert {
  readonly id: AlertId
  readonly threadId: ThreadId
  readonly runId: RunId | null // the newest run that saw it; null: raised by the app itself
  /** Stable name of the cause (a task's key, 'broken', 'trust'); null for an agent's free text. */
  readonly key: string | null
  readonly severity: Severity
  readonly text: string
  readonly fingerprint: string // thread, key and normalised text
  readonly raisedAt: Instant
  readonly lastSeenAt: Instant
  readonly seen: number // times the same news came, the first included
  readonly deliveredAt: Instant | null // null: never shown as a notification; then suppressedBy says why, or it is still to be sent
  readonly suppressedBy: 'duplicate' | 'settled' | 'muted' | 'notice' | 'switched_off' | 'undeliverable' | null
  readonly acknowledgedAt: Instant | null // a person knows: silent until it is gone
  readonly snoozedUntil: Instant | null // out of the way until then; it comes back by itself. null: not snoozed
  readonly resolvedAt: Instant | null // a later run found it gone
}

/** Neither settled nor known to a person, and not out of the way for now. */
export const isOpen = (alert: Alert, now: Instant): boolean =>
  alert.resolvedAt === null && alert.acknowledgedAt === null && (alert.snoozedUntil === null || alert.snoozedUntil <= now)

/** What a run raises; the store turns it into a new alert or updates the open one. */
export interface RaisedAlert {
  readonly key: string | null
  readonly severity: Severity
  readonly text: string
}
