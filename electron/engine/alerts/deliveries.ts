import type { Alert } from '../../../shared/alerts/alert.ts'
import { SAME_INCIDENT_MS, type Incident } from '../../../shared/alerts/incident.ts'
import { alertEvent, incidentEvent, incidentMembers } from '../../../shared/alerts/webhook-news.ts'
import {
  WEBHOOK_RETRY_MS,
  wantsNews,
  type WebhookEvent,
  type WebhookNews,
} from '../../../shared/alerts/webhook.ts'
import { SECOND, type Instant } from '../../../shared/base/time.ts'
import { webhooksGet } from '../../../shared/alerts/may-tell.ts'
import { quietUntil } from '../../../shared/queue/quiet-hours.ts'
import type { Events } from '../events/events.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { Pulse } from '../pulse/pulse.ts'
import { createTimer } from '../pulse/timers.ts'

/** News for webhooks, queued on disk until they have it or it is given up. */
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
  /** Whether something may be sent now, and waits for it. */
  isDue(now: Instant): boolean
  /** Sends what is due. At most one pass at a time. */
  pump(): Promise<void>
  close(): void
}

interface DeliveryParts {
  readonly ports: Pick<Ports, 'clock' | 'log' | 'webhooks'>
  readonly store: Pick<Store, 'threads' | 'webhooks' | 'incidents' | 'meta' | 'together'>
  readonly events: Events
  readonly pulse: Pick<Pulse, 'settings'>
}

export function createDeliveries(parts: DeliveryParts): Deliveries {
  const { clock, log } = parts.ports
  const { store } = parts
  const abort = new AbortController()
  const timer = createTimer(clock, 'webhooks')
  let pumping: Promise<void> | null = null

  async function pumpOnce(): Promise<void> {
    await sendDue(parts, abort.signal)
    if (abort.signal.aborted) return
    const at = nextPumpAt(parts)
    if (at === null) timer.clear()
    else timer.setAt(Math.max(at, clock.now() + SECOND), () => void pump())
  }
  const pump = (): Promise<void> =>
    (pumping ??= pumpOnce()
      .catch((error: unknown) => log('error', 'bug.caught', { where: 'deliveries', message: String(error) }))
      .finally(() => (pumping = null)))

  return {
    queue: (alert, kind) => queueAlert(parts, alert, kind),
    queueIncident: (incident) => queueIncident(parts, incident),
    queueEnded: (now) => queueEnded(store, now),
    isDue: (now) => (nextSendAt(parts, now) ?? Number.POSITIVE_INFINITY) <= now,
    pump,
    close() {
      abort.abort()
      timer.clear()
    },
  }
}

// ── Putting in

const queueEvent = (store: Pick<Store, 'webhooks'>, event: WebhookEvent): void => {
  for (const { target } of store.webhooks.list())
    if (wantsNews(target, event.kind)) store.webhooks.queueDelivery(target.id, event, event.at)
}

function queueAlert({ ports, store }: DeliveryParts, alert: Alert, kind: WebhookNews): void {
  const thread = store.threads.get(alert.threadId)
  if (thread === null) return
  store.together(() => queueEvent(store, alertEvent(alert, thread, kind, ports.clock.now())))
}

/** Incidents that were told and are not over for good: their ids. */
const sentIncidents = (store: Pick<Store, 'meta'>): readonly string[] =>
  JSON.parse(store.meta.get('incidents.sent') ?? '[]') as string[]
const setSentIncidents = (store: Pick<Store, 'meta'>, ids: readonly string[]): void =>
  store.meta.set('incidents.sent', JSON.stringify(ids))

function queueIncident({ ports, store }: DeliveryParts, incident: Incident): void {
  const sent = sentIncidents(store)
  if (sent.includes(incident.id)) return
  store.together(() => {
    queueIncidentEvent(store, incident, 'broken', ports.clock.now())
    setSentIncidents(store, [...sent, incident.id])
  })
}

function queueEnded(
  store: Pick<Store, 'threads' | 'webhooks' | 'incidents' | 'meta' | 'together'>,
  now: Instant,
): boolean {
  const sent = sentIncidents(store)
  if (sent.length === 0) return false
  const all = store.incidents.list(0)
  const isOver = (id: string): boolean =>
    all.every((i) => i.id !== id || (i.resolvedAt !== null && i.resolvedAt <= now - SAME_INCIDENT_MS))
  const over = sent.filter(isOver)
  if (over.length === 0) return false
  store.together(() => {
    for (const incident of all)
      if (over.includes(incident.id)) queueIncidentEvent(store, incident, 'recovered', now)
    setSentIncidents(
      store,
      sent.filter((id) => !over.includes(id)),
    )
  })
  return true
}

function queueIncidentEvent(
  store: Pick<Store, 'threads' | 'webhooks'>,
  incident: Incident,
  kind: 'broken' | 'recovered',
  at: Instant,
): void {
  const threads = incidentMembers(incident, kind).flatMap((m) => store.threads.get(m.threadId) ?? [])
  queueEvent(store, incidentEvent(incident, kind, threads, at))
}

// ── Sending

/** What quiet hours let pass now; null: nothing of it waits. */
function nextSendAt({ ports: { clock }, store, pulse }: DeliveryParts, now: Instant): Instant | null {
  const which = webhooksGet(pulse.settings(), now, clock.timeZone)
  return which === 'none' ? null : store.webhooks.nextDeliveryAt(which)
}

/** null: nothing waits, not even for the end of quiet hours. */
function nextPumpAt(parts: DeliveryParts): Instant | null {
  const { ports, store, pulse } = parts
  const now = ports.clock.now()
  const held = store.webhooks.nextDeliveryAt('all')
  if (held === null) return null
  const quietEnd = quietUntil(pulse.settings().quietHours, now, ports.clock.timeZone)
  return Math.min(nextSendAt(parts, now) ?? Number.POSITIVE_INFINITY, quietEnd ?? held)
}

/** What quiet hours held and what is settled meanwhile is news no more, and its end is none. */
function dropSettled({ ports: { clock }, store }: DeliveryParts): void {
  const now = clock.now()
  store.together(() => {
    const dropped = store.webhooks.dropSettled(now, now - SAME_INCIDENT_MS)
    if (dropped.length === 0) return
    const ids = new Set<string>(dropped)
    setSentIncidents(
      store,
      sentIncidents(store).filter((id) => !ids.has(id)),
    )
  })
}

async function sendDue(parts: DeliveryParts, signal: AbortSignal): Promise<void> {
  const { ports, store, events, pulse } = parts
  const startedAt = ports.clock.now()
  const which = webhooksGet(pulse.settings(), startedAt, ports.clock.timeZone)
  if (which === 'none') return
  dropSettled(parts)
  for (const { seq, targetId, event, attempts } of store.webhooks.deliveries(startedAt, which)) {
    const targets = store.webhooks.list()
    const entry = targets.find((w) => w.target.id === targetId)
    if (entry === undefined || signal.aborted) continue
    if (!entry.target.enabled) {
      store.webhooks.rescheduleDelivery(seq, null)
      continue
    }
    // Its end is news only where its beginning was: on disk before it goes out.
    const isFirst = attempts === 0 && event.kind !== 'recovered'
    if (isFirst && event.alertId !== null && targets.some(({ target }) => wantsNews(target, 'recovered')))
      store.webhooks.noteSent(event.alertId)
    const result = await ports.webhooks.send(entry.target, event, signal)
    if (signal.aborted) return
    const now = ports.clock.now()
    const last = { at: now, ok: result.ok, text: answerText(result) }
    const wasGivenUp = entry.last?.givenUp === true
    const waitMs = WEBHOOK_RETRY_MS[attempts]
    if (!result.ok && waitMs !== undefined && result.error.isRetryable) {
      store.webhooks.rescheduleDelivery(seq, now + Math.max(waitMs, result.error.retryAfterMs ?? 0))
      store.webhooks.note(targetId, { ...last, givenUp: wasGivenUp })
      continue
    }
    // After the last try the news is given up, and not made up for later.
    store.webhooks.rescheduleDelivery(seq, null)
    store.webhooks.note(targetId, { ...last, givenUp: !result.ok })
    if (!result.ok) ports.log('warn', 'webhook.failed', { target: targetId, code: result.error.code })
    // Only the change is a fact: a place that is gone is told once, and once that it is back.
    if (wasGivenUp === !result.ok) continue
    events.addToAll(
      store.threads.list().map((t) => t.id),
      { source: 'delivery', text: reachText(entry.target.name, result.ok), trusted: true, wake: 'next' },
    )
  }
}

/** What came of it, in a sentence beside the word that says whether it was delivered. */
export const answerText = (result: Awaited<ReturnType<Ports['webhooks']['send']>>): string =>
  result.ok ? `It answered ${result.value.status}.` : result.error.message

const reachText = (target: string, isReached: boolean): string =>
  isReached
    ? `Alerts reach ${JSON.stringify(target)} again.`
    : `Alerts do not reach ${JSON.stringify(target)}.`
