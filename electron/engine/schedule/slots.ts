import {
  backoffMs,
  keepOrPlan,
  phaseInside,
  slotsSince,
  type Absence,
  type Plan,
} from '../../../shared/schedule/schedule.ts'
import type { WakeReason } from '../../../shared/queue/queue.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { effectiveIntervalMs, type Thread } from '../../../shared/threads/thread.ts'
import { dueTiers, highest, isSnoozed, TIERS, type TierState } from '../../../shared/schedule/tier.ts'
import { formatLocal, MINUTE, type Instant } from '../../../shared/base/time.ts'
import { paceOf, planOf, zoneOf } from './pace.ts'
import type { Ports } from '../ports/ports.ts'
import type { SlotEntry } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'
import type { Pulse } from '../pulse/pulse.ts'

/** Slots of one absence kept one by one; older ones share a row that counts them. */
const SLOTS_KEPT = 48
/** At most this often where the machine's power asks for calm. */
const CALM_MS = 30 * MINUTE

/** The due times of threads: when the next one is, and what becomes of each that has come. */
export interface Slots {
  /** All due times of the thread up to now become rows; at most one beat follows (ARCHITECTURE I5). */
  record(thread: Thread, now: Instant, absence: 'asleep' | 'app closed' | null): void
  /**
   * Plans the next slot anew after schedule, trust or pause changed; `before`: what is still ahead on an
   * unchanged grid stays.
   */
  replan(id: ThreadId, before?: Thread): void
  /** After a clock set back or a change: no thread waits longer than its plan or its backoff says. */
  correctFuture(now: Instant): void
  planOf(thread: Thread, after: Instant): Plan
  /** Between beats, as they are really planned: a dormant thread is looked at once a day. 0: off. */
  intervalOf(thread: Thread): number
}

export function createSlots(
  ports: Ports,
  store: Store,
  { settings, power, pause }: Pick<Pulse, 'settings' | 'power' | 'pause'>,
): Slots {
  const { clock } = ports
  const intervalOf = (thread: Thread): number =>
    effectiveIntervalMs(thread, settings().dormantAfterMs, clock.now())
  const plan = (thread: Thread, after: Instant): Plan => planOf(thread, after, ports, settings())

  /** Why nothing is started for the times that have come; null: a beat may be. */
  function skipCause(thread: Thread, now: Instant): string | null {
    if ((thread.pause ?? pause()) !== null) return 'paused'
    const { policy, because } = power()
    const last = thread.tiers.quick.lastDoneAt
    return policy === 'hold' || (policy === 'calm' && last !== null && now - last < CALM_MS) ? because : null
  }

  return {
    intervalOf,
    planOf: plan,
    record(thread, now, absence) {
      const first = thread.nextDueAt
      if (first === null || first > now) return
      // As it was planned: nobody noticed how long it was while nothing ran.
      const intervalMs = effectiveIntervalMs(thread, settings().dormantAfterMs, first)
      const due = slotsSince({ ...thread, intervalMs }, first, now, SLOTS_KEPT, clock.timeZone)
      const next = plan(thread, now)
      const cause = skipCause(thread, now)
      if (cause !== null)
        return void store.queue.recordSlots(thread.id, entriesOf(due, 'skipped', cause), null, next, now)
      const pace = paceOf(thread, ports, settings())
      const tiers = dueTiers(thread.tiers, [], now, pace)
      const snoozed = dueTiers(awake(thread.tiers), [], now, pace).filter((tier) =>
        isSnoozed(thread.tiers[tier], now),
      )
      const putOff =
        snoozed.length === 0
          ? null
          : snoozed
              .map(
                (tier) =>
                  `${tier} tier snoozed until ` +
                  `${formatLocal(thread.tiers[tier].snoozedUntil ?? now, zoneOf(thread, ports))}`,
              )
              .join(', ')
      if (tiers.length === 0)
        return void store.queue.recordSlots(thread.id, entriesOf(due, 'skipped', putOff), null, next, now)
      const dueTier = highest(tiers)
      // A quick look after less than one interval is not worth making up for.
      if (absence !== null && dueTier === 'quick' && now - first < intervalMs)
        return void store.queue.recordSlots(thread.id, entriesOf(due, 'missed', absence), null, next, now)
      const served = absence === null ? due.slots : due.slots.slice(-1)
      const missed = { slots: absence === null ? [] : due.slots.slice(0, -1), older: due.older }
      const reason: WakeReason = absence === null ? 'interval' : 'catch-up'
      const entries = [
        ...entriesOf(missed, 'missed', absence ?? 'asleep'),
        ...served.map((dueAt): SlotEntry => ({ dueAt, fate: 'beat', cause: putOff, count: 1 })),
      ]
      const enqueued = store.queue.recordSlots(
        thread.id,
        entries,
        { threadId: thread.id, reasons: [reason], tier: null, withDue: true, dueTier, notBefore: now },
        next,
        now,
      )
      ports.log('debug', 'slot.recorded', {
        threadId: thread.id,
        slots: entries.length,
        merged: enqueued?.merged,
      })
    },
    replan(id, before) {
      const now = clock.now()
      const thread = store.threads.get(id)
      if (thread === null) return
      const sameHours = JSON.stringify(thread.activeHours) === JSON.stringify(before?.activeHours)
      const grid = { intervalMs: intervalOf(thread), phaseMs: thread.phaseMs }
      if (
        before?.nextDueAt != null &&
        sameHours &&
        grid.intervalMs > 0 &&
        keepOrPlan(grid, { ...before, nextDueAt: before.nextDueAt }, now) === before.nextDueAt
      )
        return
      // A long interval may miss short active hours for ever: then its place on the grid moves to their
      // opening.
      const phaseMs = plan(thread, now).problem === null ? null : phaseInside(thread, now, clock.timeZone)
      if (phaseMs !== null) store.threads.change(id, { phaseMs })
      store.queue.recordSlots(id, [], null, plan(store.threads.get(id)!, now), now)
    },
    correctFuture(now) {
      for (const thread of store.threads.list()) {
        if (thread.nextDueAt === null) continue
        const next = plan(thread, now)
        const limit = Math.max(next.nextDueAt ?? now, now + backoffMs(thread.failures, intervalOf(thread)))
        if (thread.nextDueAt > limit) store.queue.recordSlots(thread.id, [], null, next, now)
      }
    },
  }
}

/** As if nobody had put a tier off. */
const awake = (tiers: TierState): TierState =>
  Object.fromEntries(TIERS.map((tier) => [tier, { ...tiers[tier], snoozedUntil: null }])) as Record<
    (typeof TIERS)[number],
    TierState['quick']
  >

function entriesOf(
  { slots, older }: Absence,
  fate: 'missed' | 'skipped',
  cause: string | null,
): readonly SlotEntry[] {
  const kept = slots.map((dueAt): SlotEntry => ({ dueAt, fate, cause, count: 1 }))
  return older === null ? kept : [{ dueAt: older.firstAt, fate, cause, count: older.count }, ...kept]
}
