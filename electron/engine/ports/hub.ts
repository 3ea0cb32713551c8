import type { Fault } from '../../../shared/base/faults.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Fact } from '../../../shared/hub/fact.ts'
import type { Machine } from '../../../shared/hub/machine.ts'
import type { Mail, MailEnd, MailVerb } from '../../../shared/hub/mail.ts'

/** What a machine tells of itself while it is connected. */
export interface Presence {
  readonly version: string
  readonly now: Instant // its own clock
  readonly lastBeatAt: Instant | null
  readonly intervalMs: number | null
  readonly isAsleep?: boolean // true: it is about to sleep; whatever is told later without it says that it is awake
}

/** A thread or an alert of some machine, as its newest fact has it. */
export interface RemoteState {
  readonly machine: string
  readonly id: string // of the thread or the alert
  readonly kind: 'thread' | 'alert'
  readonly rev: number // of the hub; the cursor of `states`
  readonly at: Instant // of the fact
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * One connection to the hub, of one machine. Contract: nothing rejects; whatever the network does ends as a fault within
 * 30 s; each call may be repeated.
 */
export interface HubSession {
  /** For each epoch of this machine that the hub has rows of: the largest seq. */
  known(): Promise<Result<ReadonlyMap<string, number>, Fault>>
  /** One transaction; rows that the hub has already are passed over. */
  push(facts: readonly Fact[]): Promise<Result<void, Fault>>
  /** Clock skew follows from the answer: the hub's time when it took the row. */
  tell(presence: Presence): Promise<Result<{ readonly hubNow: Instant }, Fault>>
  machines(): Promise<Result<readonly Machine[], Fault>>
  /** What changed after that revision, oldest first, at most `limit`. */
  states(afterRev: number, limit: number): Promise<Result<readonly RemoteState[], Fault>>
  /** For this machine, seq above the cursor, neither settled nor expired, oldest first, at most `limit`. */
  mail(after: number, limit: number): Promise<Result<readonly Mail[], Fault>>
  /** Repeating it changes nothing. */
  settle(mailId: string, end: MailEnd, text: string): Promise<Result<void, Fault>>
  send(mail: {
    readonly id: string
    readonly to: string
    readonly verb: MailVerb
    readonly args: Readonly<Record<string, unknown>>
    readonly expiresAt: Instant
  }): Promise<Result<void, Fault>>
  /** What became of mail that this machine sent; null: nothing yet. */
  answers(
    ids: readonly string[],
  ): Promise<Result<ReadonlyMap<string, { readonly end: MailEnd; readonly text: string } | null>, Fault>>
  /** Rung, at most four times a second, when there may be mail or news; a ring may be missing or come twice. */
  onBell(listener: () => void): void
  /** Once, when the connection is gone. */
  onEnd(listener: (fault: Fault) => void): void
  close(): Promise<void>
}

/** hub.unreachable, hub.refused (login, TLS, left), hub.copy (another live connection has this identity), hub.newer. */
export interface Hub {
  connect(signal: AbortSignal): Promise<Result<HubSession, Fault>>
}
