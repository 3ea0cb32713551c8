import { whyNotTold } from '../../../shared/alerts/telling.ts'
import type { Alert } from '../../../shared/alerts/alert.ts'
import type { Fault } from '../../../shared/base/faults.ts'
import { SECOND, type Instant } from '../../../shared/base/time.ts'
import { isMuted } from '../../../shared/queue/quiet-hours.ts'
import { deliveryOf } from '../../../shared/threads/thread.ts'
import type { Events } from '../events/events.ts'
import type { Notice } from '../ports/desktop.ts'
import type { Ports } from '../ports/ports.ts'
import type { ClaimedRun } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'
import type { Pulse } from '../pulse/pulse.ts'
import { deliverAlerts, factsOf, isQuiet, type Standing } from './deliver-alerts.ts'
import { createDeliveries } from './deliveries.ts'
import { createDigest } from './digest.ts'
import { createIncidents, type Incidents } from './incidents.ts'

/** Below the pulse of the engine, so that each pulse looks. */
const LOOK_EVERY_MS = 20 * SECOND

/** When a person is told: one notice after the other, each as the settings allow at that moment. */
export interface Alerts {
  readonly incidents: Incidents
  /** What is raised and not told yet; banners that say nothing any more are taken back. */
  deliver(): void
  /** One notice of the app itself; while everything is silent the window says it. */
  tell(notice: Notice): void
  /** What a run left, and that all is well where a person wants to see that. */
  afterRun(run: ClaimedRun): void
  /** What time alone brings: snoozes that end, reminders, the end of quiet hours, the digest. */
  onTick(now: Instant): void
  /** Why notifications do not work; null: they do, as far as is known. */
  fault(): Fault | null
  /** Waits for what was begun; nothing goes out afterwards. */
  close(): Promise<void>
}

export function createAlerts(ports: Ports, store: Store, pulse: Pulse, events: Events): Alerts {
  const { clock, log } = ports
  const { settings } = pulse
  const standing: Standing = new Set()
  const deliveries = createDeliveries(ports, store, events)
  const digest = createDigest(ports, store, settings)
  const incidents = createIncidents(ports, store, (id) => {
    const now = clock.now()
    store.queue.requestBeat(
      { threadId: id, reasons: ['interval'], tier: null, withDue: true, dueTier: 'quick', notBefore: now },
      now,
    )
    pulse.armBy(now)
  })
  let queue: Promise<void> = Promise.resolve()
  let fault: Fault | null = null
  let lookedAt: Instant = Number.NEGATIVE_INFINITY

  /** Without the app nobody would see it; the app tells it later. */
  const isTold = (): boolean => pulse.mode() === 'schedule'
  const isSilent = (now: Instant): boolean =>
    isMuted(settings(), now) || isQuiet(settings(), now, clock.timeZone)
  const show = (notice: Notice): void => {
    queue = queue.then(async () => {
      const shown = await ports.notifier.show(notice)
      if (!shown.ok) log('warn', 'alert.undeliverable', { code: shown.error.code })
    })
  }
  const report = (next: Fault | null): void => {
    if (fault?.code !== next?.code) pulse.announce(null)
    fault = next
  }

  function remind(now: Instant): void {
    const current = settings()
    const mayTell = (alert: Alert): boolean =>
      store.threads.get(alert.threadId) !== null &&
      whyNotTold(alert, factsOf(ports, store, current, alert), now) === null
    for (const alert of store.alerts.takeReminders(now, mayTell))
      show({
        alertId: alert.id,
        threadId: alert.threadId,
        runId: alert.runId,
        severity: 'urgent',
        title: `${store.threads.get(alert.threadId)?.name ?? ''} is still urgent`,
        body: alert.text,
      })
  }

  function deliver(): void {
    if (!isTold()) return
    queue = queue
      .then(() => {
        incidents.look(clock.now())
        return deliverAlerts(ports, store, deliveries, settings(), standing, report)
      })
      .catch((error: unknown) => log('error', 'bug.caught', { where: 'deliver', message: String(error) }))
  }
  function tell(notice: Notice): void {
    if (isTold() && !isSilent(clock.now())) show(notice)
  }

  return {
    incidents,
    deliver,
    tell,
    afterRun(run) {
      const thread = store.threads.get(run.threadId)
      if (isTold() && run.kind === 'heartbeat' && thread !== null && deliveryOf(thread, settings()).showOk) {
        const end = store.runs.ofItem(run.itemId)
        if (end?.outcome === 'quiet')
          tell({
            alertId: null,
            threadId: thread.id,
            runId: run.id,
            severity: 'notice',
            title: thread.name,
            body: end.summary ?? 'Quiet.',
          })
      }
      deliver()
    },
    onTick(now) {
      // Ticks come in bursts; nothing of this is a matter of seconds.
      if (now >= lookedAt && now - lookedAt < LOOK_EVERY_MS) return
      lookedAt = now
      // Each by itself: none of them may keep another from being looked at.
      const isNews = [
        store.incidents.list(now).some((i) => i.resolvedAt === null) && incidents.look(now),
        store.alerts.endSnoozes(now),
        store.incidents.untold().length > 0,
        store.alerts.heldByFlapping().length > 0,
        deliveries.queueEnded(now),
      ]
      if (isNews.includes(true)) deliver()
      remind(now)
      if (isSilent(now)) return
      const notice = digest.take(now)
      if (notice !== null) show(notice)
    },
    fault: () => fault,
    async close() {
      await queue
      deliveries.close()
    },
  }
}
