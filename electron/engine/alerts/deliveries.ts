import type { Alert } from '../../../shared/alerts/alert.ts'
import { INCIDENT_WORDS, SAME_INCIDENT_MS, type Incident } from '../../../shared/alerts/incident.ts'
import {
  WEBHOOK_RETRY_MS,
  wantsNews,
  type WebhookEvent,
  type WebhookNews,
} from '../../../shared/alerts/webhook.ts'
import { SECOND, type Instant } from '../../../shared/base/time.ts'
import type { Events } from '../events/events.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { createTimer } from '../pulse/timers.ts'

export const newsOf = (alert: Alert): WebhookNews =>
  alert.severity === 'urgent' ? 'urgent' : alert.key === 'broken' ? 'broken' : 'alert'

/** Incidents that were told and are not over for good: their ids. */
const TOLD = 'incidents.sent'
const NAMED_THREADS = 20
const WORD: Readonly<Record<WebhookNews, string>> = {
  urgent: 'Urgent',
  alert: 'Alert',
  broken: 'Broken',
  recovered: 'Recovered',
}

export interface Deliveries {
  /** For every target that wants such news; on disk when it returns. */
  queue(alert: Alert, kind: WebhookNews): void
  /** One piece of news for all of its threads, however often this is called. */
  queueIncident(incident: Incident): void
  /**
   * Tells those that were told of an incident that it is over for good: it does not count as the same one
   * any more if it came again. true: there was one.
   */
  queueEnded(now: Instant): boolean
  /** Sends what is due. At most one pass at a time. */
  pump(): Promise<void>
  close(): void
}

export function createDeliveries(ports: Ports, store: Store, events: Events): Deliveries {
  const { clock } = ports
  const abort = new AbortController()
  const timer = createTimer(clock, 'webhooks')
  let pumping: Promise<void> | null = null

  const told = (): readonly string[] => JSON.parse(store.meta.get(TOLD) ?? '[]') as string[]
  const queueEvent = (event: WebhookEvent): void => {
    for (const { target } of store.webhooks.list())
      if (wantsNews(target, event.kind)) store.webhooks.queueDelivery(target.id, event, event.at)
  }
  /** Of no one thread: number 0, and the name of the app. */
  function eventOf(
    { class: cause, members }: Incident,
    kind: 'broken' | 'recovered',
    at: Instant,
  ): WebhookEvent {
    const struck = kind === 'recovered' ? members : members.filter((m) => m.failing)
    const names = struck
      .flatMap(({ threadId }) => store.threads.get(threadId) ?? [])
      .sort((a, b) => a.number - b.number)
      .map((t) => t.name)
    const named = [
      ...names.slice(0, NAMED_THREADS),
      ...(names.length > NAMED_THREADS ? [`and ${names.length - NAMED_THREADS} more`] : []),
    ].join(', ')
    const words = INCIDENT_WORDS[cause]
    return {
      kind,
      threadNumber: 0,
      threadName: 'Threadbeat',
      severity: 'warning',
      title: `${WORD[kind]}: ${words.title(struck.length)}`,
      text: [...(kind === 'broken' ? [words.text] : []), `Threads: ${named}.`].join('\n'),
      at,
      runId: null,
      alertId: null,
    }
  }

  async function pumpNow(): Promise<void> {
    for (const { seq, targetId, event, attempts } of store.webhooks.deliveries(clock.now())) {
      const entry = store.webhooks.list().find((w) => w.target.id === targetId)
      if (entry === undefined || abort.signal.aborted) continue
      if (!entry.target.enabled) {
        store.webhooks.rescheduleDelivery(seq, null)
        continue
      }
      const sent = await ports.webhooks.send(entry.target, event, abort.signal)
      if (abort.signal.aborted) return
      const now = clock.now()
      const wait = WEBHOOK_RETRY_MS[attempts]
      // After the last try the news is given up, and not made up for later.
      const isOver = sent.ok || wait === undefined || !sent.error.isRetryable
      store.webhooks.rescheduleDelivery(
        seq,
        isOver ? null : now + Math.max(wait, sent.error.retryAfterMs ?? 0),
      )
      if (!isOver) continue
      const text = sent.ok ? `Delivered (${sent.value.status}).` : sent.error.message
      if (!sent.ok) ports.log('warn', 'webhook.failed', { target: targetId, code: sent.error.code })
      // Only the change is a fact: a place that is gone is told once, and once that it is back.
      if (entry.last === null ? !sent.ok : entry.last.ok !== sent.ok)
        events.addToAll(
          store.threads.list().map((t) => t.id),
          {
            source: 'delivery',
            text: sent.ok
              ? `Alerts reach ${JSON.stringify(entry.target.name)} again.`
              : `Alerts do not reach ${JSON.stringify(entry.target.name)}.`,
            trusted: true,
            wake: 'next',
          },
        )
      store.webhooks.note(targetId, { at: now, ok: sent.ok, text })
    }
    arm()
  }
  function arm(): void {
    const at = store.webhooks.nextDeliveryAt()
    if (at === null || abort.signal.aborted) timer.clear()
    else timer.setAt(Math.max(at, clock.now() + SECOND), () => void pump())
  }
  function pump(): Promise<void> {
    pumping ??= pumpNow()
      .catch((error: unknown) =>
        ports.log('error', 'bug.caught', { where: 'deliveries', message: String(error) }),
      )
      .finally(() => (pumping = null))
    return pumping
  }

  return {
    queue(alert, kind) {
      const thread = store.threads.get(alert.threadId)
      if (thread === null) return
      const event: WebhookEvent = {
        kind,
        threadNumber: thread.number,
        threadName: thread.name,
        severity: alert.severity,
        title: `${WORD[kind]}: ${thread.name}`,
        text: alert.text,
        at: clock.now(),
        runId: alert.runId,
        alertId: alert.id,
      }
      store.together(() => {
        queueEvent(event)
        if (
          kind !== 'recovered' &&
          store.webhooks.list().some(({ target }) => wantsNews(target, 'recovered'))
        )
          store.webhooks.noteSent(alert.id)
      })
    },
    queueIncident(incident) {
      if (told().includes(incident.id)) return
      store.together(() => {
        queueEvent(eventOf(incident, 'broken', clock.now()))
        store.meta.set(TOLD, JSON.stringify([...told(), incident.id]))
      })
    },
    queueEnded(now) {
      const ids = told()
      if (ids.length === 0) return false
      const all = store.incidents.list(0)
      const isOver = (id: string): boolean =>
        all.every((i) => i.id !== id || (i.resolvedAt !== null && i.resolvedAt <= now - SAME_INCIDENT_MS))
      const over = ids.filter(isOver)
      if (over.length === 0) return false
      store.together(() => {
        for (const incident of all)
          if (over.includes(incident.id)) queueEvent(eventOf(incident, 'recovered', now))
        store.meta.set(TOLD, JSON.stringify(ids.filter((id) => !over.includes(id))))
      })
      return true
    },
    pump,
    close() {
      abort.abort()
      timer.clear()
    },
  }
}
