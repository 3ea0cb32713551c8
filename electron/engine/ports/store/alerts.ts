import type { Alert, AlertState, InboxCounts } from '../../../../shared/alerts/alert.ts'
import type { RaisedAlert } from '../../../../shared/runs/raised-alert.ts'
import type { AlertId, ThreadId } from '../../../../shared/base/ids.ts'
import type { Instant } from '../../../../shared/base/time.ts'

export interface AlertsRoom {
  get(id: AlertId): Alert | null
  /** By the app itself, not by a run. `again`: it is counted with the open alert that says the same. */
  raise(threadId: ThreadId, raised: RaisedAlert, now: Instant): 'new' | 'again'
  resolve(threadId: ThreadId, causes: readonly string[], now: Instant): void
  undelivered(): readonly Alert[]
  settle(
    id: AlertId,
    how: { readonly deliveredAt: Instant } | { readonly suppressedBy: NonNullable<Alert['suppressedBy']> },
  ): void
  acknowledge(ids: readonly AlertId[], now: Instant, note?: string | null): void
  /** UNTIL_CHANGE: until it is other news. */
  snooze(ids: readonly AlertId[], until: Instant): void
  /** By a person's word; the next run that finds it raises it again. */
  resolveByHand(ids: readonly AlertId[], now: Instant): void
  /**
   * Takes back what a person did: acknowledged, snoozed or resolved by hand. Returns those that are open
   * now; one whose cause has newer news stays.
   */
  reopen(ids: readonly AlertId[]): readonly AlertId[]
  noteHandedOver(id: AlertId, now: Instant): void
  list(state: AlertState, limit: number, now: Instant): readonly Alert[]
  /** Worst first, then newest; resolved ones by when they ended. `after`: cursor of the page before. */
  page(
    filter: { readonly state: AlertState; readonly after?: string | undefined; readonly limit: number },
    now: Instant,
  ): { readonly alerts: readonly Alert[]; readonly next: string | null }
  inboxCounts(now: Instant): InboxCounts
  resolvedCount(): number
  /**
   * Alerts that came from the one instant to before the other and that nobody has answered (`news`, as the inbox counts
   * them), and those that ended then by themselves and whose cause does not stand again, without notices: of each cause
   * the newest, the newest end first.
   */
  between(
    from: Instant,
    to: Instant,
    limit: number,
  ): { readonly news: number; readonly over: readonly Alert[]; readonly overCount: number }
  /** Alerts whose snooze has ended are open again and wait to be told once more. false: there were none. */
  endSnoozes(now: Instant): boolean
  /**
   * Urgent ones that nobody answered, since when, and how often that was told again; those that were told
   * so for the last time are left out.
   */
  unanswered(
    now: Instant,
  ): readonly { readonly alert: Alert; readonly since: Instant; readonly reminded: number }[]
  /** How often each was told again. */
  noteReminded(times: ReadonlyMap<AlertId, number>): void
  /** Open alerts without a banner, because their thread went to and fro. */
  heldByFlapping(): readonly Alert[]
  /**
   * How many open alerts and incidents quiet hours held back since this was asked last; they count as
   * summed up from now on.
   */
  takeHeld(now: Instant): number
  /** null: not muted. */
  mute(id: ThreadId, until: Instant | null): void
  mutedUntil(id: ThreadId, now: Instant): Instant | null
  /** When a banner of this thread was last shown; null: never. */
  lastToldAt(id: ThreadId): Instant | null
  /** Causes whose newest alert a person has resolved. */
  resolvedByHand(id: ThreadId): readonly string[]
  /** Where an alert of this cause is not resolved. */
  threadsWith(key: string): readonly ThreadId[]
  /** When news of this cause came last, whatever became of it; null: never. */
  newestAt(id: ThreadId, key: string): Instant | null
  /** What the alert of this cause says that nobody has answered; null: there is none. */
  unansweredText(id: ThreadId, key: string): string | null
  /** Of built-in checks, not resolved. */
  standingNotices(id: ThreadId): readonly { readonly key: string; readonly text: string }[]
  /** Alerts that were a part of it and still stand: they are told by themselves now. */
  unfold(threadIds: readonly ThreadId[]): void
}
