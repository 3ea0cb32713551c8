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
  readonly suppressedBy: 'duplicate' | 'settled' | 'muted' | 'notice' | 'undeliverable' | null
  readonly acknowledgedAt: Instant | null
  readonly resolvedAt: Instant | null // a later run found it gone
}

/** What a run raises; the store turns it into a new alert or updates the open one. */
export interface RaisedAlert {
  readonly key: string | null
  readonly severity: Severity
  readonly text: string
}
