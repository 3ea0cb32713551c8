import type { AlertId, RunId, ThreadId } from '../base/ids.ts'
import type { Severity } from '../base/severity.ts'
import type { Instant } from '../base/time.ts'
import { TAKEN_KEY } from '../runs/judge/alert-key.ts'
import type { KeptCommand } from '../events/command-again.ts'

export interface Alert {
  readonly id: AlertId
  readonly threadId: ThreadId
  readonly runId: RunId | null // the newest run that saw it; null: raised by the app itself
  /** Stable name of the cause (a task's key, 'broken', 'trust'); null for an agent's free text. */
  readonly key: string | null
  readonly severity: Severity
  readonly text: string
  readonly fingerprint: string // key and normalised text; compared among alerts of its thread alone
  readonly raisedAt: Instant
  readonly lastSeenAt: Instant
  readonly seen: number // times the same news came, the first included
  // null: never shown as a notification; then suppressedBy says why, or it is still to be sent
  readonly deliveredAt: Instant | null
  readonly suppressedBy: Suppression | null
  readonly acknowledgedAt: Instant | null // a person knows: silent until it is gone
  readonly note: string | null // what the person wrote when they acknowledged it
  // out of the way until then; it comes back by itself. UNTIL_CHANGE: until it is other news. null: not
  // snoozed
  readonly snoozedUntil: Instant | null
  // a person took it to an agent or a terminal; only a later run says that it is gone
  readonly handedOverAt: Instant | null
  readonly resolvedAt: Instant | null
  /**
   * beat: a later run, or the app itself, found it gone; replaced: newer news of the same cause stands
   * instead. null: not resolved.
   */
  readonly resolvedBy: 'beat' | 'person' | 'replaced' | null
  /**
   * The command whose failure it tells, where its newest news came from `threadbeat exec` itself: a person
   * may run it again. null: nothing of it can be run.
   */
  readonly again: KeptCommand | null
}

/** Another repository stands at the path of a thread that was trusted. */
export const EXCHANGED_KEY = 'exchanged'

/** Work of others waits, and its thread has no agent: told once, as seen it is settled. */
export const NO_AGENT_KEY = 'no_agent'

/** What an agent did, or what was kept, is no state of the thread: once a person has seen it, it is settled. */
export const SETTLED_ONCE_SEEN: readonly string[] = ['touched', NO_AGENT_KEY, TAKEN_KEY]

/** Each tells of something that happened: what nobody has seen yet stays when the next of its cause comes. */
export const ADDED_UP: readonly string[] = ['touched', TAKEN_KEY]

/** What a person may run again from it now; null: nothing. */
export const runsAgain = ({ again, resolvedAt }: Pick<Alert, 'again' | 'resolvedAt'>): KeptCommand | null =>
  resolvedAt === null ? again : null

/**
 * Why no banner was shown: quiet: held back by quiet hours, summed up when they end; summed_up: it was part
 * of that sentence; snoozed: it comes when the snooze ends; incident: told as a part of it; flapping: it
 * goes to and fro.
 */
export type Suppression =
  | 'duplicate'
  | 'settled'
  | 'muted'
  | 'thread_muted'
  | 'notice'
  | 'switched_off'
  | 'undeliverable'
  | 'quiet'
  | 'summed_up'
  | 'snoozed'
  | 'incident'
  | 'flapping'

/** The largest instant: what a person takes back by hand, or what only other news ends. */
export const FOREVER: Instant = 8_640_000_000_000_000
export const UNTIL_CHANGE = FOREVER

export const ALERT_STATES = ['open', 'snoozed', 'acknowledged', 'resolved'] as const
export type AlertState = (typeof ALERT_STATES)[number]
export const alertState = (
  alert: Pick<Alert, 'resolvedAt' | 'acknowledgedAt' | 'snoozedUntil'>,
  now: Instant,
): AlertState => {
  if (alert.resolvedAt !== null) return 'resolved'
  if (alert.acknowledgedAt !== null) return 'acknowledged'
  if (alert.snoozedUntil !== null && alert.snoozedUntil > now) return 'snoozed'
  return 'open'
}

/** How many there are of each; nextWakeAt: when the first snooze ends by itself. */
export interface InboxCounts {
  readonly open: number
  readonly snoozed: number
  readonly acknowledged: number
  readonly nextWakeAt: Instant | null // null: nothing is snoozed, or only until it changes
}

/** Neither settled nor known to a person, and not out of the way for now. */
export const isOpen = (alert: Parameters<typeof alertState>[0], now: Instant): boolean =>
  alertState(alert, now) === 'open'

/** The one that colours its thread, and names it: the worst, then the newest; null: there is none. */
export const worstOf = <T extends Pick<Alert, 'severity' | 'raisedAt'>>(alerts: readonly T[]): T | null =>
  alerts.reduce<T | null>(
    (worst, alert) => (worst === null || bySeverity(alert, worst) < 0 ? alert : worst),
    null,
  )

const BY_SEVERITY: readonly Severity[] = ['urgent', 'warning', 'notice']
/** For sorting: the worst first, then the newest. */
export const bySeverity = (
  one: Pick<Alert, 'severity' | 'raisedAt'>,
  other: Pick<Alert, 'severity' | 'raisedAt'>,
): number =>
  BY_SEVERITY.indexOf(one.severity) - BY_SEVERITY.indexOf(other.severity) || other.raisedAt - one.raisedAt

/** The first line of the one that names its thread, and how many more there are; null: there is none. */
export function worstText(alerts: readonly Pick<Alert, 'severity' | 'raisedAt' | 'text'>[]): string | null {
  const text = worstOf(alerts)?.text
  if (text === undefined || alerts.length === 1) return text ?? null
  return `${text.split('\n', 1)[0] ?? ''} (and ${alerts.length - 1} more)`
}

/** What still stands though a person has answered it: the state of its thread, where nothing is worse. */
export interface Answered {
  readonly how: 'acknowledged' | 'snoozed'
  readonly text: string // its first line
}

/** The worst of a thread's alerts that a person has acknowledged or put off; null: none. */
export function answeredOf(alerts: readonly Alert[], now: Instant): Answered | null {
  const worst = worstOf(alerts.filter((alert) => !isOpen(alert, now)))
  if (worst === null) return null
  return {
    how: worst.acknowledgedAt === null ? 'snoozed' : 'acknowledged',
    text: worst.text.split('\n', 1)[0] ?? '',
  }
}
