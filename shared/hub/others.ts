import type { AlertId, ThreadId } from '../base/ids.ts'
import type { Severity } from '../base/severity.ts'
import type { Instant } from '../base/time.ts'
import type { RunOutcome } from '../runs/run.ts'
import type { ThreadState } from '../threads/states.ts'

/*
 * The other machines as this one knows them, without asking the hub. Every instant is by this machine's clock. What they
 * told was read field by field: what is not as it must be is left out.
 */

export interface RemoteThread {
  readonly machine: string
  readonly id: ThreadId
  readonly number: number
  readonly name: string
  readonly repoPath: string
  readonly state: ThreadState
  readonly because: string
  readonly isPaused: boolean
  readonly lastOutcome: RunOutcome | null
  readonly lastAt: Instant | null
  readonly openAlerts: number
  readonly toldAt: Instant
}

export interface RemoteAlert {
  readonly machine: string
  readonly id: AlertId
  readonly thread: ThreadId | null // null: of the machine itself
  readonly severity: Severity
  readonly text: string
  readonly raisedAt: Instant
  readonly acknowledgedAt: Instant | null
  readonly snoozedUntil: Instant | null
  readonly toldAt: Instant
}
