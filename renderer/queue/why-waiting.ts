import { hasOwnPlace, mainReason, WAKE_REASONS, type WakeReason } from '../../shared/queue/queue.ts'
import { runnerKey } from '../../shared/agents/presets.ts'
import type { FleetView } from '../../shared/views/snapshot.ts'
import type { ThreadView, WaitingView } from '../../shared/views/thread-view.ts'
import { MINUTE, type Instant } from '../../shared/base/time.ts'
import { HOLD_WORD } from '../../shared/views/words.ts'
import { WHY_WAITING_COPY as COPY } from './copy.ts'
import { inAWhile, span, tableTime, timeOfDay } from '../kit/time.ts'

/** The one that names the beat, then the others as they came. */
export function orderedReasons(reasons: readonly WakeReason[]): readonly WakeReason[] {
  const main = mainReason(reasons)
  return main === null ? [] : [main, ...WAKE_REASONS.filter((r) => r !== main && reasons.includes(r))]
}

/** Why it has not started yet, in one sentence. `thread` undefined: it was removed a moment ago. */
export function whyWaiting(
  w: WaitingView,
  thread: ThreadView | undefined,
  fleet: Pick<FleetView, 'limits' | 'power' | 'resting' | 'pause' | 'quietUntil'>,
  now: Instant,
): string {
  const more = moreOf(w, thread, fleet, now)
  // What holds it for other reasons does not become clearer by a moment that is over when it is read.
  const time =
    w.notBefore > now + (w.hold === null || w.hold === 'not_before' ? 0 : MINUTE)
      ? (w.hold === null || w.hold === 'not_before' ? COPY.until : COPY.notBefore)(
          tableTime(w.notBefore, now),
          inAWhile(w.notBefore, now),
        )
      : ''
  if (w.hold === null) return time === '' ? COPY.nothingHolds : COPY.waits(time)
  if (w.hold === 'not_before') return time === '' ? COPY.timeHasCome : COPY.waitsForTry(time)
  return `${sentence(more ?? HOLD_WORD[w.hold])}${time === '' ? '' : ` ${time}`}.`
}

const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1).replace(/\.$/, '')

/** More than the bare word, where the window knows it. */
function moreOf(
  { hold, kind }: Pick<WaitingView, 'hold' | 'kind'>,
  thread: ThreadView | undefined,
  {
    limits,
    power,
    resting,
    pause,
    quietUntil,
  }: Pick<FleetView, 'limits' | 'power' | 'resting' | 'pause' | 'quietUntil'>,
  now: Instant,
): string | null {
  switch (hold) {
    case 'thread_busy':
      return thread?.running == null
        ? null
        : COPY.busy(thread.running.kind, span(Math.max(0, now - thread.running.startedAt)))
    case 'slots_used':
      return COPY.slots(limits.runs)
    case 'heartbeat_slots_used':
      return (hasOwnPlace(limits, kind, thread?.agent) ? COPY.localSlots : COPY.heartbeatSlots)(
        limits.heartbeats,
      )
    case 'outside_active_hours':
      return thread?.activeHours == null
        ? null
        : COPY.hours(timeOfDay(thread.activeHours.start), timeOfDay(thread.activeHours.end))
    case 'paused': {
      const p = thread?.pause ?? pause
      return p === null
        ? null
        : (thread?.pause == null ? COPY.allPaused : COPY.threadPaused)(
            p.until === null ? null : tableTime(p.until, now),
          )
    }
    case 'runner_resting': {
      const key = thread === undefined ? null : runnerKey(thread.agent)
      const rest = resting.find((r) => r.key === key)
      return rest === undefined ? null : COPY.resting(rest.name, tableTime(rest.until, now))
    }
    case 'power':
      return power.because
    case 'quiet_hours':
      return quietUntil === null ? null : COPY.quietHours(tableTime(quietUntil, now))
    default:
      return null
  }
}
