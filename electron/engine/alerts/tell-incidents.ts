import type { Alert } from '../../../shared/alerts/alert.ts'
import { INCIDENT_WORDS, type Incident } from '../../../shared/alerts/incident.ts'
import { mayTellIncident } from '../../../shared/alerts/may-tell.ts'
import { isQuiet } from '../../../shared/queue/quiet-hours.ts'
import { deliveryOf } from '../../../shared/threads/thread.ts'
import type { TellingParts } from './tell-alerts.ts'

const tagOf = (id: Incident['id']): string => `incident:${id}`

/** One banner for all of its threads; marked before it is shown, because its card says the same. */
export async function tellIncidents(parts: TellingParts): Promise<void> {
  const { ports, store, outbox, deliveries } = parts
  for (const incident of store.incidents.untold()) {
    const { noBanner, toWebhooks } = mayTell(parts, incident)
    if (toWebhooks) deliveries.queueIncident(incident)
    // told when the mute ends, if it still stands: its members say nothing for themselves
    if (noBanner === 'muted') continue
    if (noBanner !== null) {
      if (noBanner !== incident.suppressedBy)
        store.incidents.change(incident.id, { told: { suppressedBy: noBanner } })
      continue
    }
    store.incidents.change(incident.id, { told: { at: ports.clock.now() } })
    const words = INCIDENT_WORDS[incident.class]
    const isShown = await outbox.show({
      alertId: null,
      threadId: null,
      runId: null,
      severity: 'warning',
      title: words.title(incident.members.filter((m) => m.failing).length),
      body: words.text,
      tag: tagOf(incident.id),
    })
    if (isShown) outbox.noteStanding(tagOf(incident.id))
  }
}

function mayTell({ ports: { clock }, store, pulse }: TellingParts, incident: Incident) {
  const now = clock.now()
  const settings = pulse.settings()
  const members = incident.members
    .filter((m) => m.failing)
    .flatMap((m) => store.threads.get(m.threadId) ?? [])
    .map((thread) => ({
      showsAlerts: deliveryOf(thread, settings).showAlerts,
      muted: store.alerts.mutedUntil(thread.id, now) !== null,
    }))
  const quiet = isQuiet(settings, now, clock.timeZone)
  return mayTellIncident({ settings, acknowledged: incident.acknowledgedAt !== null, members, quiet }, now)
}

/** Banners of what is gone, known, or out of the way go without a new one. */
export function withdrawSettled({ ports, store, outbox }: TellingParts): void {
  const now = ports.clock.now()
  const isOpen = (alert: Alert | null): boolean =>
    alert !== null &&
    alert.resolvedAt === null &&
    alert.acknowledgedAt === null &&
    (alert.snoozedUntil === null || alert.snoozedUntil <= now)
  outbox.withdrawUnless((tag) =>
    tag.startsWith('alt_')
      ? isOpen(store.alerts.get(tag as Alert['id']))
      : store.incidents
          .list(now)
          .some((i) => tagOf(i.id) === tag && i.resolvedAt === null && i.acknowledgedAt === null),
  )
}
