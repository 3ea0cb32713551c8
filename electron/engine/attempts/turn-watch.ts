import { SECOND } from '../../../shared/base/time.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Clock } from '../ports/ports.ts'
import type { ClaimedRun } from '../ports/records.ts'
import { createTimer } from '../pulse/timers.ts'
import type { Desk } from './desk.ts'

const LOOK_EVERY_MS = 5 * SECOND

/** A measured turn while it goes on. */
export interface TurnWatch {
  /** Aborted when the turn is to end, gently, for what its agent is to be given. */
  readonly interrupt: AbortSignal
  /** Ends the looking; whether the turn was interrupted. */
  end(): boolean
}

/**
 * What comes due during a turn is given at its natural end, where that comes within the metric's grace time; a turn that
 * goes on is interrupted then.
 */
export function watchTurn(run: ClaimedRun, thread: Thread, desk: Desk, clock: Clock): TurnWatch {
  const interrupt = new AbortController()
  const timer = createTimer(clock, 'measured turn')
  const newestBefore = desk.newest(thread.id)
  let dueSinceMs: number | null = null

  function look(): void {
    void desk.dropped.look(thread.id)
    desk.keepLimits(thread.id)
    const metric = desk.metric(thread.id)
    const member = desk.memberOf(thread)
    const hasNew = desk.newest(thread.id) !== newestBefore
    const isDue = metric !== null && member !== null && hasNew && desk.ledger.owed(member).length > 0
    dueSinceMs = isDue ? (dueSinceMs ?? clock.monotonicMs()) : null
    const { graceMs } = metric ?? { graceMs: null }
    const isOver = dueSinceMs !== null && graceMs !== null && clock.monotonicMs() - dueSinceMs >= graceMs
    if (isOver && desk.mayFollow(run)) {
      desk.noteForced(run.id)
      interrupt.abort()
    } else timer.setAfter(LOOK_EVERY_MS, look)
  }
  timer.setAfter(LOOK_EVERY_MS, look)
  return {
    interrupt: interrupt.signal,
    end() {
      timer.clear()
      return interrupt.signal.aborted
    },
  }
}
