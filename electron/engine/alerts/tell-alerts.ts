import type { Alert } from '../../../shared/alerts/alert.ts'
import { isFlapping } from '../../../shared/alerts/flapping.ts'
import { incidentOf } from '../../../shared/alerts/incident.ts'
import { mayTell, type TellingFacts } from '../../../shared/alerts/may-tell.ts'
import { remindersDue } from '../../../shared/alerts/reminders.ts'
import { newsOf } from '../../../shared/alerts/webhook-news.ts'
import { HOUR } from '../../../shared/base/time.ts'
import { isQuiet } from '../../../shared/queue/quiet-hours.ts'
import { runBehind } from '../../../shared/runs/judge/alert-key.ts'
import { deliveryOf } from '../../../shared/threads/thread.ts'
import type { Notice } from '../ports/desktop.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { Pulse } from '../pulse/pulse.ts'
import type { Deliveries } from './deliveries.ts'
import type { Outbox } from './outbox.ts'

/** A thread that goes to and fro is told of once in so long. */
const FLAPPING_TOLD_EVERY_MS = HOUR

export interface TellingParts {
  readonly ports: Ports
  readonly store: Pick<Store, 'threads' | 'alerts' | 'incidents' | 'history' | 'meta' | 'together'>
  readonly pulse: Pulse
  readonly outbox: Outbox
  readonly deliveries: Deliveries
}

/**
 * Tells what is raised and neither told nor suppressed yet, and asks again about what is held back because its
 * thread goes to and fro; done after each run, at the start, on ticks and whenever something was raised or answered,
 * so a crash between raising and telling tells it late, never not at all (ARCHITECTURE I8).
 */
export async function tellAlerts(parts: TellingParts): Promise<void> {
  const { store } = parts
  for (const { id } of [...store.alerts.undelivered(), ...store.alerts.heldByFlapping()]) {
    // read again: a person may have acknowledged it while an earlier one was being shown
    const alert = store.alerts.get(id)
    if (alert !== null) await tellAlert(parts, alert)
  }
}

async function tellAlert(parts: TellingParts, alert: Alert): Promise<void> {
  const { ports, store, outbox, deliveries } = parts
  const { threadId, runId, severity } = alert
  const { noBanner, toWebhooks } = mayTell(alert, telling(parts, alert), ports.clock.now())
  // On disk before the person is told here: a crash in between sends it once more, never not at all.
  const queue = (): void => {
    if (toWebhooks && alert.suppressedBy === null) deliveries.queue(alert, newsOf(alert))
  }
  if (noBanner !== null) {
    if (noBanner === alert.suppressedBy) return
    store.together(() => {
      queue()
      store.alerts.settle(alert.id, { suppressedBy: noBanner })
    })
    ports.log('debug', 'alert.suppressed', { threadId, runId, suppressedBy: noBanner })
    return
  }
  queue()
  if (!(await outbox.show(noticeOf(store, alert)))) {
    store.alerts.settle(alert.id, { suppressedBy: 'undeliverable' })
    return
  }
  store.alerts.settle(alert.id, { deliveredAt: ports.clock.now() })
  outbox.noteStanding(alert.id)
  ports.log('info', 'alert.delivered', { threadId, runId, severity })
}

/** What decides whether an alert is told now. */
function telling({ ports, store, pulse }: TellingParts, alert: Alert): TellingFacts {
  const { clock } = ports
  const now = clock.now()
  const settings = pulse.settings()
  const thread = store.threads.get(alert.threadId)
  const lastToldAt = store.alerts.lastToldAt(alert.threadId)
  return {
    settings,
    showsAlerts: thread === null || deliveryOf(thread, settings).showAlerts,
    threadMuted: store.alerts.mutedUntil(alert.threadId, now) !== null,
    inIncident: incidentOf(alert, store.incidents.list(now)) !== null,
    quiet: isQuiet(settings, now, clock.timeZone),
    flapping:
      lastToldAt !== null &&
      now - lastToldAt < FLAPPING_TOLD_EVERY_MS &&
      isFlapping(store.threads.facts(alert.threadId).strip),
  }
}

const noticeOf = (store: Pick<Store, 'threads'>, alert: Alert): Notice => ({
  alertId: alert.id,
  threadId: alert.threadId,
  runId: runBehind(alert),
  severity: alert.severity,
  title: store.threads.get(alert.threadId)?.name ?? 'Threadbeat',
  body: alert.text,
})

/** Urgent ones that nobody answers are told of again. */
export function remind(parts: TellingParts): void {
  const { ports, store, outbox } = parts
  const now = ports.clock.now()
  const mayBeShown = (alert: Alert): boolean =>
    store.threads.get(alert.threadId) !== null && mayTell(alert, telling(parts, alert), now).noBanner === null
  const due = store.alerts
    .unanswered(now)
    .map((urgent) => ({ ...urgent, reminders: remindersDue(urgent.since, now) }))
    .filter(({ alert, reminded, reminders }) => reminders > reminded && mayBeShown(alert))
  if (due.length === 0) return
  store.alerts.noteReminded(new Map(due.map(({ alert, reminders }) => [alert.id, reminders])))
  for (const { alert } of due) {
    const title = `${store.threads.get(alert.threadId)?.name ?? ''} is still urgent`
    outbox.inTurn(async () => void (await outbox.show({ ...noticeOf(store, alert), title })))
  }
}
