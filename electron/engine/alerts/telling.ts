import { whyNotTold } from '../../../shared/alerts/telling.ts'
import type { Alert } from '../../../shared/alerts/alert.ts'
import type { Fault } from '../../../shared/base/faults.ts'
import { isMuted } from '../../../shared/queue/quiet-hours.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { SECOND, type Instant } from '../../../shared/base/time.ts'
import { deliverAlerts, factsOf, isQuiet, type Standing } from './deliver-alerts.ts'
import type { Deliveries } from './deliveries.ts'
import { createDigest } from './digest.ts'
import type { Incidents } from './incidents.ts'
import type { Ports } from '../ports/ports.ts'
import type { Notice } from '../ports/desktop.ts'
import type { Store } from '../ports/store.ts'

/** Below the pulse of the engine, so that each pulse looks. */
const LOOK_EVERY_MS = 20 * SECOND

/** When a person is told: one notice after the other, each as the settings allow at that moment. */
interface Telling {
  /** What is raised and not told yet. */
  deliver(): void
  /** One notice of the app itself; while everything is silent the window says it. */
  tell(notice: Notice): void
  /** What time alone brings: snoozes that end, reminders, the end of quiet hours, the digest. */
  onTime(now: Instant): void
  /** Why notifications do not work; null: they do, as far as is known. */
  fault(): Fault | null
  /** When everything that was begun is done. */
  idle(): Promise<void>
}

export function createTelling(
  ports: Ports,
  store: Store,
  incidents: Incidents,
  deps: {
    readonly settings: () => Settings
    readonly deliveries: () => Deliveries
    readonly announce: () => void
  },
): Telling {
  const { clock, log } = ports
  const { settings } = deps
  const standing: Standing = new Set()
  const digest = createDigest(ports, store, settings)
  let queue: Promise<void> = Promise.resolve()
  let fault: Fault | null = null
  let lookedAt: Instant = Number.NEGATIVE_INFINITY

  const muted = (now: Instant): boolean => isMuted(settings(), now)
  const quiet = (now: Instant): boolean => isQuiet(settings(), now, clock.timeZone)
  const show = (notice: Notice): void => {
    queue = queue.then(async () => {
      const shown = await ports.notifier.show(notice)
      if (!shown.ok) log('warn', 'alert.undeliverable', { code: shown.error.code })
    })
  }
  const report = (next: Fault | null): void => {
    if (fault?.code !== next?.code) deps.announce()
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
    queue = queue
      .then(() => {
        incidents.look(clock.now())
        return deliverAlerts(ports, store, deps.deliveries(), settings(), standing, report)
      })
      .catch((error: unknown) => log('error', 'bug.caught', { where: 'deliver', message: String(error) }))
  }

  return {
    deliver,
    tell(notice) {
      const now = clock.now()
      if (!muted(now) && !quiet(now)) show(notice)
    },
    onTime(now) {
      // Ticks come in bursts; nothing of this is a matter of seconds.
      if (now >= lookedAt && now - lookedAt < LOOK_EVERY_MS) return
      lookedAt = now
      // Each by itself: none of them may keep another from being looked at.
      const isNews = [
        store.incidents.list(now).some((i) => i.resolvedAt === null) && incidents.look(now),
        store.alerts.endSnoozes(now),
        store.incidents.untold().length > 0,
        store.alerts.heldByFlapping().length > 0,
        deps.deliveries().queueEnded(now),
      ]
      if (isNews.includes(true)) deliver()
      remind(now)
      if (muted(now) || quiet(now)) return
      const notice = digest.take(now)
      if (notice !== null) show(notice)
    },
    fault: () => fault,
    idle: () => queue,
  }
}
