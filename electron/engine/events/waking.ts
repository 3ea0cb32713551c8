import type { ThreadId } from '../../../shared/base/ids.ts'
import type { WakeReason } from '../../../shared/queue/queue.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { isDormant } from '../../../shared/threads/thread.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import { MINUTE, type Instant } from '../../../shared/base/time.ts'
import { COALESCE_MS, cooldownOf, FLOOD_WINDOW_MS, intentOf } from '../../../shared/queue/wake.ts'
import type { Ports } from '../ports/ports.ts'
import type { Slots } from '../schedule/slots.ts'
import type { Enqueued } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'

export interface Waking {
  /**
   * The one way to ask for a beat soon. On disk when it returns; a wake of a thread whose beat waits joins
   * it, and one that adds nothing costs nothing. Coalescing, floor and flood guard say when it may start;
   * the engine ticks by itself then.
   */
  wake(id: ThreadId, reason: WakeReason, tier?: Tier | null, sessionId?: string): Enqueued
  /** Something happened in a thread, or a person did something there: it is dormant no more. */
  noteActivity(id: ThreadId): void
}

interface WakingParts {
  readonly slots: Slots
  readonly settings: () => Settings
  /** The engine looks no later than then. */
  readonly armBy: (at: Instant) => void
  /** A note of the app itself for the thread. */
  readonly tell: (id: ThreadId, text: string) => void
}

export function createWaking(
  { clock, log }: Pick<Ports, 'clock' | 'log'>,
  store: Store,
  { slots, settings, armBy, tell }: WakingParts,
): Waking {
  const floodedUntil = new Map<ThreadId, Instant>()

  /** Once in each episode: until the guard would have opened again. */
  function warnOfFlood(id: ThreadId, until: Instant, now: Instant): void {
    const isKnown = (floodedUntil.get(id) ?? 0) > now
    floodedUntil.set(id, until)
    if (isKnown) return
    log('warn', 'wake.flooded', { threadId: id, until })
    tell(id, 'Wakes come faster than five beats a minute; until they calm down they are held for a while.')
  }

  return {
    wake(id, reason, tier = null, sessionId) {
      const intent = intentOf(reason)
      const now = clock.now()
      const have = store.queue.waitingBeat(id)
      const isRepeated = have !== null && tier === null && have.reasons.includes(reason)
      // Asked for the same before: its time was decided then, and a storm of the same wake is one look into
      // memory each.
      if (isRepeated && intent === 'event') return { itemId: have.itemId, merged: true }
      const starts = store.runs.recentStarts(id, now - FLOOD_WINDOW_MS, now)
      const cooldown = cooldownOf({
        intent,
        nowMs: now,
        nextDueMs: store.threads.get(id)?.nextDueAt ?? null,
        lastRunStartedAtMs: starts.length === 0 ? null : Math.max(...starts),
        recentStartsMs: starts,
      })
      if (cooldown.defer && cooldown.reason === 'flood') warnOfFlood(id, cooldown.retryAtMs ?? now, now)
      // A person waits for nothing; everybody else long enough for what comes along with it.
      const notBefore =
        intent === 'manual' ? now : cooldown.defer ? (cooldown.retryAtMs ?? now) : now + COALESCE_MS
      if (isRepeated && intent === 'immediate' && have.notBefore <= notBefore)
        return { itemId: have.itemId, merged: true }
      // The tier that is due places only beats that nobody asked for, and those come from their slots.
      const enqueued = store.queue.requestBeat(
        {
          threadId: id,
          reasons: [reason],
          tier,
          withDue: tier === null,
          dueTier: 'quick',
          notBefore,
          sessionId,
        },
        now,
      )
      log('debug', enqueued.merged ? 'wake.merged' : 'wake.requested', { threadId: id, reason })
      armBy(notBefore)
      return enqueued
    },
    noteActivity(id) {
      const now = clock.now()
      const thread = store.threads.get(id)
      if (thread === null || now - thread.activeAt < MINUTE) return
      const slept = isDormant(thread, settings().dormantAfterMs, now)
      store.threads.change(id, { activeAt: now })
      if (!slept) return
      slots.replan(id)
      armBy(now)
    },
  }
}
