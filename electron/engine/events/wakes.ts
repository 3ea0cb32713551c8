import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { WakeReason } from '../../../shared/queue/queue.ts'
import { COALESCE_MS, cooldownOf, FLOOD_WINDOW_MS, intentOf } from '../../../shared/queue/wake.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import type { Ports } from '../ports/ports.ts'
import type { Enqueued } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'
import type { Pulse } from '../pulse/pulse.ts'
import type { Facts } from './facts.ts'

/**
 * The way to ask for a beat soon for whoever is outside of the schedule. On disk when it returns; a wake of a
 * thread whose beat waits joins it, and one that adds nothing costs nothing. Coalescing, floor and flood guard
 * say when it may start; the engine ticks by itself then. Three ask without these guards, each in its own
 * transaction: a due time (schedule/slots.ts), the end of an incident (alerts/alerts.ts) and the end of a run
 * that is to be done again, also of one that a crash ended (runs/finish.ts and lost.ts of the store).
 */
export type Wake = (id: ThreadId, reason: WakeReason, tier?: Tier | null, sessionId?: string) => Enqueued

export function waker(
  { clock, log }: Pick<Ports, 'clock' | 'log'>,
  store: Pick<Store, 'threads' | 'queue' | 'runs'>,
  pulse: Pulse,
  writeFact: Facts['write'],
): Wake {
  const floodedUntil = new Map<ThreadId, Instant>()

  /** Once in each episode: until the guard would have opened again. */
  function warnOfFlood(id: ThreadId, until: Instant, now: Instant): void {
    const isKnown = (floodedUntil.get(id) ?? 0) > now
    floodedUntil.set(id, until)
    if (isKnown) return
    log('warn', 'wake.flooded', { threadId: id, until })
    writeFact(id, {
      source: 'app',
      text: 'Wakes come faster than five beats a minute; until they calm down they are held for a while.',
      trusted: true,
      wake: 'next',
    })
  }

  /** A person waits for nothing; everybody else long enough for what comes along with it. */
  function earliestStart(id: ThreadId, intent: ReturnType<typeof intentOf>, now: Instant): Instant {
    const starts = store.runs.recentStarts(id, now - FLOOD_WINDOW_MS, now)
    const cooldown = cooldownOf({
      intent,
      nowMs: now,
      nextDueMs: store.threads.get(id)?.nextDueAt ?? null,
      lastRunStartedAtMs: starts.length === 0 ? null : Math.max(...starts),
      recentStartsMs: starts,
    })
    const retryAt = cooldown.defer ? (cooldown.retryAtMs ?? now) : null
    if (cooldown.defer && cooldown.reason === 'flood') warnOfFlood(id, retryAt ?? now, now)
    return intent === 'manual' ? now : (retryAt ?? now + COALESCE_MS)
  }

  return (id, reason, tier = null, sessionId) => {
    const intent = intentOf(reason)
    const now = clock.now()
    const waiting = store.queue.waitingBeat(id)
    const isRepeated = waiting !== null && tier === null && waiting.reasons.includes(reason)
    // Asked for the same before: its time was decided then, and a storm of the same wake is one look into
    // memory each.
    if (isRepeated && intent === 'event') return { itemId: waiting.itemId, merged: true }
    const notBefore = earliestStart(id, intent, now)
    if (isRepeated && intent === 'immediate' && waiting.notBefore <= notBefore)
      return { itemId: waiting.itemId, merged: true }
    // The tier that is due places only beats that nobody asked for, and those come from their slots.
    const beat = {
      threadId: id,
      reasons: [reason],
      tier,
      withDue: tier === null,
      dueTier: 'quick',
      notBefore,
      sessionId,
    } as const
    const enqueued = store.queue.requestBeat(beat, now)
    log('debug', enqueued.merged ? 'wake.merged' : 'wake.requested', { threadId: id, reason })
    if (intent === 'manual') pulse.noteAsked(enqueued.itemId)
    pulse.armBy(notBefore)
    return enqueued
  }
}
