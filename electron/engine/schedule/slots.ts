import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { skipCause } from '../../../shared/queue/skip-cause.ts'
import { zonedText } from '../../../shared/base/clock/time-text.ts'
import {
  backoffMs,
  keepOrPlan,
  phaseInside,
  slotsSince,
  type Plan,
} from '../../../shared/schedule/schedule.ts'
import { slotFates } from '../../../shared/schedule/slot-fates.ts'
import { dueTiers, isSnoozed, TIERS, type TierState } from '../../../shared/schedule/tier.ts'
import { effectiveIntervalMs, type Thread } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { Enqueued } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'
import type { Pulse } from '../pulse/pulse.ts'
import { paceOf, planOf, zoneOf } from './pace.ts'

/** Slots of one absence kept one by one; older ones share a row that counts them. */
const SLOTS_KEPT = 48

/** The due times of threads: when the next one is, and what becomes of each that has come. */
export interface Slots {
  /**
   * All due times of the thread up to now become rows; at most one beat follows (ARCHITECTURE I5). `missed`:
   * why nobody looked at them; null: somebody did.
   */
  record(thread: Thread, now: Instant, missed: 'asleep' | 'app closed' | null): void
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

interface SlotParts {
  readonly ports: Pick<Ports, 'clock' | 'log'>
  readonly store: Pick<Store, 'queue' | 'threads'>
  readonly pulse: Pick<Pulse, 'settings' | 'power' | 'pause'>
}

export function createSlots(parts: SlotParts): Slots {
  const { ports, store, pulse } = parts
  const intervalOf = (thread: Thread): number =>
    effectiveIntervalMs(thread, pulse.settings().dormantAfterMs, ports.clock.now())
  const plan = (thread: Thread, after: Instant): Plan => planOf(thread, after, ports, pulse.settings())

  return {
    intervalOf,
    planOf: plan,
    record(thread, now, missed) {
      const first = thread.nextDueAt
      if (first !== null && first <= now)
        recordSlots(parts, { ...thread, nextDueAt: first }, now, missed, plan(thread, now))
    },
    replan(id, before) {
      const now = ports.clock.now()
      const thread = store.threads.get(id)
      if (thread === null || (before !== undefined && isKept(thread, intervalOf(thread), before, now))) return
      // A long interval may miss short active hours for ever: then its place on the grid moves to their
      // opening.
      const phaseMs =
        plan(thread, now).problem === null ? null : phaseInside(thread, now, ports.clock.timeZone)
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

/** Hours and grid are what they were, and what was planned on them is still ahead. */
function isKept(thread: Thread, intervalMs: number, before: Thread, now: Instant): boolean {
  const { nextDueAt } = before
  if (nextDueAt === null || intervalMs === 0) return false
  if (JSON.stringify(thread.activeHours) !== JSON.stringify(before.activeHours)) return false
  return keepOrPlan({ intervalMs, phaseMs: thread.phaseMs }, { ...before, nextDueAt }, now) === nextDueAt
}

function recordSlots(
  { ports, store, pulse }: SlotParts,
  thread: Thread & { readonly nextDueAt: Instant },
  now: Instant,
  missed: 'asleep' | 'app closed' | null,
  next: Plan,
): void {
  const { nextDueAt: first, tiers } = thread
  const settings = pulse.settings()
  // As it was planned: nobody noticed how long it was while nothing ran.
  const intervalMs = effectiveIntervalMs(thread, settings.dormantAfterMs, first)
  const pace = paceOf(thread, ports, settings)
  const due = slotsSince({ ...thread, intervalMs }, first, now, SLOTS_KEPT, ports.clock.timeZone)
  const { entries, beat } = slotFates(due, {
    skipCause: skipCause(
      {
        isPaused: (thread.pause ?? pulse.pause()) !== null,
        power: pulse.power(),
        lastQuickAt: tiers.quick.lastDoneAt,
      },
      now,
    ),
    missed,
    dueTiers: dueTiers(tiers, [], now, pace),
    putOff: putOffText(
      tiers,
      dueTiers(awake(tiers), [], now, pace).filter((tier) => isSnoozed(tiers[tier], now)),
      (at) => zonedText(at, zoneOf(thread, ports), ports.clock),
    ),
    lateMs: now - first,
    intervalMs,
  })
  const request =
    beat === null
      ? null
      : {
          threadId: thread.id,
          reasons: [beat.reason],
          tier: null,
          withDue: true,
          dueTier: beat.dueTier,
          notBefore: now,
        }
  const enqueued = store.queue.recordSlots(thread.id, entries, request, next, now)
  for (const { dueAt, fate, cause, count } of entries)
    ports.log('info', 'slot.recorded', {
      threadId: thread.id,
      dueAt,
      fate: fate === 'beat' ? beatWord(enqueued) : fate,
      ...(cause !== null && { cause }),
      ...(count > 1 && { slots: count }),
    })
}

/** A due time that joins a waiting beat is none of its own. */
const beatWord = (enqueued: Enqueued | null): 'queued' | 'merged' =>
  enqueued?.merged === true ? 'merged' : 'queued'

/** null: a person has put off none. */
function putOffText(
  tiers: TierState,
  snoozed: readonly (typeof TIERS)[number][],
  written: (at: Instant) => string,
): string | null {
  const texts = snoozed.map((tier) => `${tier} tier snoozed until ${written(tiers[tier].snoozedUntil ?? 0)}`)
  return texts.length === 0 ? null : texts.join(', ')
}

/** As if nobody had put a tier off. */
const awake = (tiers: TierState): TierState =>
  Object.fromEntries(TIERS.map((tier) => [tier, { ...tiers[tier], snoozedUntil: null }])) as TierState
