import type { Alert } from '../../shared/alert.ts'
import { WEBHOOK_RETRY_MS, wantsNews, type WebhookEvent, type WebhookNews } from '../../shared/webhook.ts'
import { SECOND } from '../../shared/time.ts'
import type { Events } from './events.ts'
import type { Ports } from './ports.ts'
import type { Store } from './store-port.ts'

export const newsOf = (alert: Alert): WebhookNews => (alert.severity === 'urgent' ? 'urgent' : alert.key === 'broken' ? 'broken' : 'alert')

export interface Deliveries {
  /** For every target that wants such news; on disk when it returns. */
  queue(alert: Alert, kind: WebhookNews): void
  /** Sends what is due. At most one pass at a time. */
  pump(): Promise<void>
  close(): void
}

export function createDeliveries(ports: Ports, store: Store, events: Events): Deliveries {
  const abort = new AbortController()
  let pumping: Promise<void> | null = null
  let disarm = (): void => {}

  async function pumpNow(): Promise<void> {
    for (const { seq, targetId, event, attempts } of store.deliveries(ports.clock.now())) {
      const entry = store.webhooks().find((w) => w.target.id === targetId)
      if (entry === undefined || abort.signal.aborted) continue
      if (!entry.target.enabled) {
        store.rescheduleDelivery(seq, null)
        continue
      }
      const sent = await ports.webhooks.send(entry.target, event, abort.signal)
      if (abort.signal.aborted) return
      const now = ports.clock.now()
      const wait = WEBHOOK_RETRY_MS[attempts]
      // After the last try the news is given up, and not made up for later.
      const isOver = sent.ok || wait === undefined || !sent.error.isRetryable
      store.rescheduleDelivery(seq, isOver ? null : now + Math.max(wait, sent.error.retryAfterMs ?? 0))
      if (!isOver) continue
      const text = sent.ok ? `Delivered (${sent.value.status}).` : sent.error.message
      if (!sent.ok) ports.log('warn', 'webhook.failed', { target: targetId, code: sent.error.code })
      // Only the change is a fact: a place that is gone is told once, and once that it is back.
      if (entry.last === null ? !sent.ok : entry.last.ok !== sent.ok)
        events.addToAll(store.threads().map((t) => t.id), { source: 'delivery', text: sent.ok ? `Alerts reach ${JSON.stringify(entry.target.name)} again.` : `Alerts do not reach ${JSON.stringify(entry.target.name)}.`, trusted: true, wake: 'next' })
      store.noteWebhook(targetId, { at: now, ok: sent.ok, text })
    }
    arm()
  }
  function arm(): void {
    disarm()
    const at = store.nextDeliveryAt()
    if (at !== null && !abort.signal.aborted) disarm = ports.clock.setTimer(Math.max(at, ports.clock.now() + SECOND), () => void pump())
  }
  function pump(): Promise<void> {
    pumping ??= pumpNow()
      .catch((error: unknown) => ports.log('error', 'bug.caught', { where: 'deliveries', message: String(error) }))
      .finally(() => (pumping = null))
    return pumping
  }

  return {
    queue(alert, kind) {
      const thread = store.thread(alert.threadId)
      if (thread === null) return
      const word = { urgent: 'Urgent', alert: 'Alert', broken: 'Broken', recovered: 'Recovered' }[kind]
      const event: WebhookEvent = {
        kind, threadNumber: thread.number, threadName: thread.name, severity: alert.severity, title: `${word}: ${thread.name}`, text: alert.text, at: ports.clock.now(), runId: alert.runId, alertId: alert.id,
      }
      const wanted = store.webhooks().filter(({ target }) => wantsNews(target, kind))
      store.together(() => {
        for (const { target } of wanted) store.queueDelivery(target.id, event, event.at)
        if (kind !== 'recovered' && store.webhooks().some(({ target }) => wantsNews(target, 'recovered'))) store.noteSent(alert.id)
      })
    },
    pump,
    close() {
      abort.abort()
      disarm()
    },
  }
}
