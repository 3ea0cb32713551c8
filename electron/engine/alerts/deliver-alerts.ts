import { isFlapping } from '../../../shared/alerts/flapping.ts'
import { goesOut, whyIncidentNotTold, whyNotTold, type TellingFacts } from '../../../shared/alerts/telling.ts'
import type { Alert } from '../../../shared/alerts/alert.ts'
import { INCIDENT_WORDS, incidentOf } from '../../../shared/alerts/incident.ts'
import { quietUntil } from '../../../shared/queue/quiet-hours.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { deliveryOf } from '../../../shared/threads/thread.ts'
import { HOUR, type Instant } from '../../../shared/base/time.ts'
import type { Fault } from '../../../shared/base/faults.ts'
import { newsOf, type Deliveries } from './deliveries.ts'
import type { Ports } from '../ports/ports.ts'
import type { Notice } from '../ports/desktop.ts'
import type { Store } from '../ports/store.ts'

/** A thread that goes to and fro is told of once in so long. */
const FLAPPING_TOLD_EVERY_MS = HOUR

/** Banners that were shown by this process and may still stand there, by what they tell of. */
export type Standing = Set<string>
const incidentTag = (id: string): string => `incident:${id}`

/**
 * Sends what is raised and not yet sent or suppressed; called after each run and at start, so a crash
 * between raising and sending tells it late, never not at all (ARCHITECTURE I8). What is settled by now
 * loses its banner. `report` learns whether notifications work.
 */
export async function deliverAlerts(
  ports: Ports,
  store: Store,
  deliveries: Deliveries,
  settings: Settings,
  standing: Standing,
  report: (fault: Fault | null) => void,
): Promise<void> {
  withdrawSettled(ports, store, standing)
  for (const alert of store.webhooks.takeRecoveries()) deliveries.queue(alert, 'recovered')
  deliveries.queueEnded(ports.clock.now())
  await tellIncidents(ports, store, deliveries, settings, standing, report)
  for (const { id } of [...store.alerts.undelivered(), ...store.alerts.heldByFlapping()]) {
    // read again: a person may have acknowledged it while an earlier one was being shown
    const alert = store.alerts.get(id)
    if (alert === null) continue
    const facts = factsOf(ports, store, settings, alert)
    const why = whyNotTold(alert, facts, ports.clock.now())
    // On disk before the person is told here: a crash in between sends it once more, never not at all.
    const goes = alert.suppressedBy === null && goesOut(alert, facts, ports.clock.now())
    if (why !== null) {
      if (why === alert.suppressedBy) continue
      store.together(() => {
        if (goes) deliveries.queue(alert, newsOf(alert))
        store.alerts.settle(alert.id, { suppressedBy: why })
      })
      ports.log('debug', 'alert.suppressed', {
        threadId: alert.threadId,
        runId: alert.runId,
        suppressedBy: why,
      })
      continue
    }
    if (goes) deliveries.queue(alert, newsOf(alert))
    const shown = await ports.notifier.show(noticeOf(store, alert))
    report(shown.ok ? null : shown.error)
    if (shown.ok) {
      store.alerts.settle(alert.id, { deliveredAt: ports.clock.now() })
      standing.add(alert.id)
      ports.log('info', 'alert.delivered', {
        threadId: alert.threadId,
        runId: alert.runId,
        severity: alert.severity,
      })
    } else {
      store.alerts.settle(alert.id, { suppressedBy: 'undeliverable' })
      ports.log('warn', 'alert.undeliverable', { threadId: alert.threadId, code: shown.error.code })
    }
  }
  void deliveries.pump()
}

const noticeOf = (store: Store, alert: Alert): Notice => ({
  alertId: alert.id,
  threadId: alert.threadId,
  runId: alert.runId,
  severity: alert.severity,
  title: store.threads.get(alert.threadId)?.name ?? 'Threadbeat',
  body: alert.text,
})

/** What decides whether an alert is told now. */
export function factsOf(ports: Ports, store: Store, settings: Settings, alert: Alert): TellingFacts {
  const now = ports.clock.now()
  const thread = store.threads.get(alert.threadId)
  const toldAt = store.alerts.lastToldAt(alert.threadId)
  return {
    settings,
    showsAlerts: thread === null || deliveryOf(thread, settings).showAlerts,
    threadMuted: store.alerts.mutedUntil(alert.threadId, now) !== null,
    inIncident: incidentOf(alert, store.incidents.list(now)) !== null,
    quiet: isQuiet(settings, now, ports.clock.timeZone),
    flapping:
      toldAt !== null &&
      now - toldAt < FLAPPING_TOLD_EVERY_MS &&
      isFlapping(store.threads.facts(alert.threadId).strip),
  }
}

export const isQuiet = (
  { quietHours }: Pick<Settings, 'quietHours'>,
  now: Instant,
  timeZone: string,
): boolean => quietUntil(quietHours, now, timeZone) !== null

/** One banner for all of its threads; marked before it is shown, because its card says the same. */
async function tellIncidents(
  ports: Ports,
  store: Store,
  deliveries: Deliveries,
  settings: Settings,
  standing: Standing,
  report: (fault: Fault | null) => void,
): Promise<void> {
  for (const incident of store.incidents.untold()) {
    const now = ports.clock.now()
    const members = incident.members
      .filter((m) => m.failing)
      .flatMap((m) => store.threads.get(m.threadId) ?? [])
      .map((thread) => ({
        showsAlerts: deliveryOf(thread, settings).showAlerts,
        muted: store.alerts.mutedUntil(thread.id, now) !== null,
      }))
    const why = whyIncidentNotTold(
      {
        settings,
        acknowledged: incident.acknowledgedAt !== null,
        members,
        quiet: isQuiet(settings, now, ports.clock.timeZone),
      },
      now,
    )
    if (why !== 'settled' && why !== 'switched_off') deliveries.queueIncident(incident)
    // told when the mute ends, if it still stands: its members say nothing for themselves
    if (why === 'muted') continue
    if (why !== null) {
      if (why !== incident.suppressedBy) store.incidents.change(incident.id, { told: { suppressedBy: why } })
      continue
    }
    store.incidents.change(incident.id, { told: { at: now } })
    const words = INCIDENT_WORDS[incident.class]
    const shown = await ports.notifier.show({
      alertId: null,
      threadId: null,
      runId: null,
      severity: 'warning',
      title: words.title(incident.members.filter((m) => m.failing).length),
      body: words.text,
      tag: incidentTag(incident.id),
    })
    report(shown.ok ? null : shown.error)
    if (shown.ok) standing.add(incidentTag(incident.id))
  }
}

/** Gone, known, or out of the way: its banner says nothing any more, and goes without a new one. */
function withdrawSettled(ports: Ports, store: Store, standing: Standing): void {
  if (standing.size === 0) return
  const now = ports.clock.now()
  const open = new Set(
    store.incidents
      .list(now)
      .filter((i) => i.resolvedAt === null && i.acknowledgedAt === null)
      .map((i) => incidentTag(i.id)),
  )
  for (const tag of [...standing]) {
    const alert = tag.startsWith('alt_') ? store.alerts.get(tag as Alert['id']) : null
    const stands = tag.startsWith('alt_')
      ? alert !== null &&
        alert.resolvedAt === null &&
        alert.acknowledgedAt === null &&
        (alert.snoozedUntil === null || alert.snoozedUntil <= now)
      : open.has(tag)
    if (stands) continue
    standing.delete(tag)
    ports.notifier.withdraw?.(tag)
  }
}
