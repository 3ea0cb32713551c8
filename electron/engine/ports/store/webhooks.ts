import type { Alert } from '../../../../shared/alerts/alert.ts'
import type { WebhookEvent, WebhookTarget } from '../../../../shared/alerts/webhook.ts'
import type { AlertId } from '../../../../shared/base/ids.ts'
import type { Instant } from '../../../../shared/base/time.ts'

export interface WebhooksRoom {
  list(): readonly {
    readonly target: WebhookTarget
    readonly last: { readonly at: Instant; readonly ok: boolean; readonly text: string } | null
  }[]
  save(target: WebhookTarget): void
  remove(id: string): void
  note(id: string, last: { readonly at: Instant; readonly ok: boolean; readonly text: string }): void
  queueDelivery(targetId: string, event: WebhookEvent, now: Instant): void
  /** Due by now, oldest first. */
  deliveries(now: Instant): readonly {
    readonly seq: number
    readonly targetId: string
    readonly event: WebhookEvent
    readonly attempts: number
  }[]
  /** Alerts that were sent to a webhook and are resolved now; each is given once. */
  takeRecoveries(): readonly Alert[]
  noteSent(id: AlertId): void
  nextDeliveryAt(): Instant | null
  /** null: it is over, sent or given up. */
  rescheduleDelivery(seq: number, at: Instant | null): void
}
