import type { Fault } from '../../../shared/base/faults.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { SECOND, type Instant } from '../../../shared/base/time.ts'
import { isSilent } from '../../../shared/alerts/may-tell.ts'
import { deliveryOf } from '../../../shared/threads/thread.ts'
import type { Events } from '../events/events.ts'
import type { Documents } from '../playbook/documents.ts'
import type { Notice } from '../ports/desktop.ts'
import type { Ports } from '../ports/ports.ts'
import type { ClaimedRun } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'
import type { Pulse } from '../pulse/pulse.ts'
import { createDeliveries, type Deliveries } from './deliveries.ts'
import { takeDigest } from './digest.ts'
import { createIncidents, type Incidents } from './incidents.ts'
import { createOutbox } from './outbox.ts'
import { remind, tellAlerts, type TellingParts } from './tell-alerts.ts'
import { tellIncidents, withdrawSettled } from './tell-incidents.ts'

/** Below the pulse of the engine, so that each pulse looks. */
const LOOK_EVERY_MS = 20 * SECOND

/** When a person is told, and of what: each as the settings allow at that moment. */
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
  /** Whether a notification was tried since the start. */
  isTried(): boolean
  /** Waits for what was begun; nothing goes out afterwards. */
  close(): Promise<void>
}

interface AlertParts {
  readonly ports: Ports
  readonly store: Pick<
    Store,
    'threads' | 'queue' | 'runs' | 'webhooks' | 'alerts' | 'incidents' | 'history' | 'meta' | 'together'
  >
  readonly pulse: Pulse
  readonly events: Events
  readonly documents: Pick<Documents, 'facts'>
}

export function createAlerts({ ports, store, pulse, events, documents }: AlertParts): Alerts {
  const { clock } = ports
  const outbox = createOutbox(ports, pulse)
  const deliveries = createDeliveries({ ports, store, events, pulse })
  const incidents = createIncidents({
    log: ports.log,
    store,
    beatAgain: (id) => beatAgain({ ports, store, pulse }, id),
  })
  const parts: TellingParts = { ports, store, pulse, outbox, deliveries }
  let lookedAt: Instant = Number.NEGATIVE_INFINITY

  /** Without the app nobody would see it; the app tells it later. */
  const isAppThere = (): boolean => pulse.mode() === 'schedule'
  const show = (notice: Notice): void => outbox.inTurn(async () => void (await outbox.show(notice)))

  function deliver(): void {
    if (!isAppThere()) return
    outbox.inTurn(async () => {
      incidents.look(clock.now())
      withdrawSettled(parts)
      for (const alert of store.webhooks.takeRecoveries()) deliveries.queue(alert, 'recovered')
      deliveries.queueEnded(clock.now())
      await tellIncidents(parts)
      await tellAlerts(parts)
      void deliveries.pump()
    })
  }
  function tell(notice: Notice): void {
    if (isAppThere() && !isSilent(pulse.settings(), clock.now(), clock.timeZone)) show(notice)
  }

  return {
    incidents,
    deliver,
    tell,
    afterRun(run) {
      const notice = noticeOfQuietBeat({ store, pulse }, run)
      if (notice !== null) tell(notice)
      deliver()
    },
    onTick(now) {
      // Ticks come in bursts; nothing of this is a matter of seconds.
      if (now >= lookedAt && now - lookedAt < LOOK_EVERY_MS) return
      lookedAt = now
      if (bringsNews({ store, incidents, deliveries }, now)) deliver()
      remind(parts)
      if (isSilent(pulse.settings(), now, clock.timeZone)) return
      const notice = takeDigest({ ports, store, documents }, pulse.settings(), now)
      if (notice !== null) show(notice)
    },
    fault: outbox.fault,
    isTried: outbox.isTried,
    async close() {
      await outbox.idle()
      deliveries.close()
    },
  }
}

interface NewsParts extends Pick<AlertParts, 'store'> {
  readonly incidents: Incidents
  readonly deliveries: Deliveries
}

/** Whether there is something to tell. Each by itself: none may keep another from being looked at. */
const bringsNews = ({ store, incidents, deliveries }: NewsParts, now: Instant): boolean =>
  [
    store.incidents.list(now).some((i) => i.resolvedAt === null) && incidents.look(now),
    store.alerts.endSnoozes(now),
    store.alerts.undelivered().length > 0,
    store.incidents.untold().length > 0,
    store.alerts.heldByFlapping().length > 0,
    deliveries.queueEnded(now),
    deliveries.isDue(now),
  ].includes(true)

/** As the schedule would ask for it: after an incident nobody waits out a delay. */
function beatAgain(
  { ports, store, pulse }: Omit<AlertParts, 'events' | 'documents'>,
  threadId: ThreadId,
): void {
  const now = ports.clock.now()
  const beat = { reasons: ['interval'], tier: null, withDue: true, dueTier: 'quick' } as const
  store.queue.requestBeat({ threadId, ...beat, notBefore: now }, now)
  pulse.armBy(now)
}

/** null: it was no quiet beat, or nobody wants to see one. */
function noticeOfQuietBeat(
  { store, pulse }: Pick<AlertParts, 'store' | 'pulse'>,
  run: ClaimedRun,
): Notice | null {
  const thread = store.threads.get(run.threadId)
  if (run.kind !== 'heartbeat' || thread === null || !deliveryOf(thread, pulse.settings()).showOk) return null
  const end = store.runs.ofItem(run.itemId)
  if (end?.outcome !== 'quiet') return null
  return {
    alertId: null,
    threadId: thread.id,
    runId: run.id,
    severity: 'notice',
    title: thread.name,
    body: end.summary ?? 'Quiet.',
  }
}
