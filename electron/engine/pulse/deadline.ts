import { formatDuration, MINUTE, SECOND } from '../../../shared/base/time.ts'
import type { Clock } from '../ports/ports.ts'
import { createTimer } from './timers.ts'

/** For all steps before the runner is called, and for all after it. */
const STEPS_MS = 5 * MINUTE
/** Beyond the limit of a call, which the runner itself ends and then takes some seconds to clear away. */
const CALL_GRACE_MS = MINUTE
/** From a stop to the end: longer than it takes to end a process that does not want to. */
const STOP_MS = 30 * SECOND

/**
 * The latest end of a run, whatever becomes of the steps inside of it (ARCHITECTURE I14). A step that does not
 * come back is left behind: what it would have gone on to do is not done any more.
 */
export interface Deadline {
  readonly startedMs: number // monotonic
  /** Aborted with the run's own signal, and when the time is over. */
  readonly signal: AbortSignal
  /** The runner is called now, with a limit of its own. */
  callBegins(limitMs: number): void
  callEnded(): void
  /** The run was given up: nothing of it may be done any more. */
  isOver(): boolean
  noteRecorded(): void
  isRecorded(): boolean
  /** Gives the run up if its time is over and nobody has; whether it did. */
  look(): boolean
  clear(): void
}

/** Why a run is given up. */
export type Overdue = { readonly kind: 'stopped' } | { readonly kind: 'limit'; readonly message: string }

/** Thrown in a step of a run that was given up meanwhile; nobody is told of it. */
export class RunIsOver extends Error {}

export function createDeadline(clock: Clock, stop: AbortSignal, giveUp: (why: Overdue) => void): Deadline {
  const timer = createTimer(clock, 'run deadline')
  const own = new AbortController()
  const startedMs = clock.monotonicMs()
  let [isOver, isRecorded] = [false, false]
  let ends: { readonly atMs: number; readonly why: Overdue } | null = null

  function endIn(ms: number, why: Overdue): void {
    ends = { atMs: clock.monotonicMs() + ms, why }
    timer.setAfter(ms, look)
  }
  function look(): boolean {
    if (ends === null || isOver || clock.monotonicMs() < ends.atMs) return false
    giveUp(ends.why)
    isOver = true
    own.abort()
    return true
  }
  function allow(ms: number, since: string): void {
    const message = `It was given up ${formatDuration(ms)} after ${since}: a step of it did not come back`
    if (!stop.aborted) endIn(ms, { kind: 'limit', message })
  }
  const stopping = (): void => endIn(STOP_MS, { kind: 'stopped' })

  allow(STEPS_MS, 'its start')
  if (stop.aborted) stopping()
  else stop.addEventListener('abort', stopping, { once: true })
  return {
    startedMs,
    signal: AbortSignal.any([stop, own.signal]),
    callBegins: (limitMs) => allow(limitMs + CALL_GRACE_MS, 'its runner was called'),
    callEnded: () => allow(STEPS_MS, 'its runner had ended'),
    isOver: () => isOver,
    noteRecorded() {
      isRecorded = true
    },
    isRecorded: () => isRecorded,
    look,
    clear() {
      ends = null
      timer.clear()
      stop.removeEventListener('abort', stopping)
    },
  }
}
