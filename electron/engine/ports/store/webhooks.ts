import type { Alert } from '../../../../shared/alerts/alert.ts'
import type { WebhookEvent, WebhookTarget } from '../../../../shared/alerts/webhook.ts'
import type { AlertId, IncidentId } from '../../../../shared/base/ids.ts'
import type { Instant } from '../../../../shared/base/time.ts'

/** The newest try, a test by hand included. */
interface LastTry {
  readonly at: Instant
  readonly ok: boolean
  readonly text: string
  readonly givenUp?: boolean // news was given up, and none arrived since; absent: no
}

export interface WebhooksRoom {
  /** last null: nothing was tried yet. */
  list(): readonly { readonly target: WebhookTarget; readonly last: LastTry | null }[]
  save(target: WebhookTarget): void
  remove(id: string): void
  note(id: string, last: LastTry): void
  queueDelivery(targetId: string, event: WebhookEvent, now: Instant): void
  /** Due by now, oldest first. 'urgent': only news that is urgent. */
  deliveries(
    now: Instant,
    which: 'all' | 'urgent',
  ): readonly {
    readonly seq: number
    readonly targetId: string
    readonly event: WebhookEvent
    readonly attempts: number
  }[]
  /** Alerts that were sent to a webhook and are resolved now; each is given once. */
  takeRecoveries(): readonly Alert[]
  noteSent(id: AlertId): void
  /** null: none waits. */
  nextDeliveryAt(which: 'all' | 'urgent'): Instant | null
  /**
   * Takes out what was not tried yet and is no news any more: its alert is over, acknowledged, snoozed or gone;
   * its incident is acknowledged, or over since `endedBefore`, whose end is no news then either. Returns those
   * incidents.
   */
  dropSettled(now: Instant, endedBefore: Instant): readonly IncidentId[]
  /** null: it is over, sent or given up. */
  rescheduleDelivery(seq: number, at: Instant | null): void
}
