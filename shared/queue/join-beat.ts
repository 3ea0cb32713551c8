import type { Instant } from '../base/time.ts'
import { highest, type Tier } from '../schedule/tier.ts'
import { classOf, QUEUE_CLASSES, type QueueClass, type QueueItem, type WakeReason } from './queue.ts'
import { mergeReasons } from './wake.ts'

/** A heartbeat that is asked for. */
interface AskedBeat {
  readonly reasons: readonly WakeReason[]
  readonly tier: Tier | null
  readonly withDue: boolean
  readonly dueTier: Tier
  readonly notBefore: Instant
}

/**
 * The heartbeat that waits, once a further one has joined it (ARCHITECTURE I4): reasons are united, the best
 * class, the highest tier asked for and the earlier start count.
 */
export function joinBeat(
  waiting: Pick<QueueItem, 'class' | 'reasons' | 'tier' | 'withDue' | 'notBefore'>,
  beat: AskedBeat,
): Pick<QueueItem, 'class' | 'reasons' | 'tier' | 'withDue' | 'notBefore'> {
  const reasons = mergeReasons(waiting.reasons, beat.reasons)
  const asked = [waiting.tier, beat.tier].filter((tier) => tier !== null)
  return {
    class: better(waiting.class, classOf(reasons, beat.dueTier)),
    reasons,
    tier: asked.length === 0 ? null : highest(asked),
    withDue: waiting.withDue || beat.withDue,
    notBefore: Math.min(waiting.notBefore, beat.notBefore),
  }
}

const better = (a: QueueClass, b: QueueClass): QueueClass =>
  QUEUE_CLASSES.indexOf(a) <= QUEUE_CLASSES.indexOf(b) ? a : b

/** A message of a thread, which has a number, is advice: it never overtakes a person. */
export const messageClass = (from: string): QueueClass => (/^\d+$/.test(from) ? 'wake' : 'message')
