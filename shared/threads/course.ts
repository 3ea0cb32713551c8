import type { AgentConfig } from '../agents/agent-config.ts'
import { isShared } from '../agents/rest.ts'
import type { Fault, FaultCode } from '../base/faults.ts'
import { HOUR, MINUTE, type Instant } from '../base/time.ts'
import type { WakeReason } from '../queue/queue.ts'
import type { SkipReason } from '../queue/skip-reason.ts'
import { askedBy } from '../queue/wake.ts'
import type { RaisedAlert } from '../runs/raised-alert.ts'
import type { RunOutcome } from '../runs/run.ts'
import {
  backoffMs,
  FAILURES_BEFORE_BACKOFF,
  FAILURES_BEFORE_NOTICE,
  FAILURES_BEFORE_PAUSE,
} from '../schedule/schedule.ts'
import type { Pause } from './thread.ts'

// How a thread goes on after one of its beats.

interface BeatEnd {
  readonly outcome: RunOutcome
  readonly fault: Fault | null
  readonly summary: string
}

/** What follows from how well beats of this thread go. */
export interface HealthAfter {
  readonly failures: number // in a row
  readonly raised: readonly RaisedAlert[]
  readonly pause: Pause | null
  /** A waiting beat that nobody asked for starts no earlier; null: no delay. */
  readonly backOffUntil: Instant | null
}

/** The checks were worked to an end, whatever they found. */
const WORKED: readonly RunOutcome[] = ['quiet', 'alert', 'urgent', 'unproven', 'unchanged']

/**
 * `failuresBefore`: in a row; `isFleetWide`: the same strikes many threads at once, which is no reason to
 * pause each of them until a person comes: they go on by themselves.
 */
export function healthAfter(
  end: BeatEnd,
  agent: AgentConfig,
  failuresBefore: number,
  isFleetWide: boolean,
  intervalMs: number,
  now: Instant,
): HealthAfter {
  const { outcome, fault, summary } = end
  const calm = { pause: null, backOffUntil: null }
  if (fault === null) return { ...calm, failures: WORKED.includes(outcome) ? 0 : failuresBefore, raised: [] }
  // What rests a runner is nobody's own trouble.
  if (isShared(fault, agent)) return { ...calm, failures: failuresBefore, raised: [] }
  // A folder that is missing, or whose disk is silent or slow, is told once and waits for its return; a missing
  // permission is for a person.
  if (WAITED_FOR.includes(fault.code) || outcome === 'blocked')
    return { ...calm, failures: failuresBefore, raised: brokenAlert(summary) }
  const failures = isFleetWide ? Math.min(failuresBefore + 1, FAILURES_BEFORE_PAUSE - 1) : failuresBefore + 1
  return { failures, ...afterFailure(failures, summary, intervalMs, now) }
}

const WAITED_FOR: readonly FaultCode[] = ['repo.missing', 'repo.no_answer', 'repo.slow']

/**
 * One alert after two failures in a row, a doubling delay from the third, a pause with one alert at the
 * fifth.
 */
function afterFailure(
  failures: number,
  summary: string,
  intervalMs: number,
  now: Instant,
): Omit<HealthAfter, 'failures'> {
  if (failures >= FAILURES_BEFORE_PAUSE) {
    const reason = `${failures} beats in a row failed`
    return {
      raised: brokenAlert(`Paused: ${reason}. ${summary}`),
      pause: { reason, until: null, by: 'failures' },
      backOffUntil: null,
    }
  }
  return {
    raised: failures >= FAILURES_BEFORE_NOTICE ? brokenAlert(summary) : [],
    pause: null,
    backOffUntil: failures >= FAILURES_BEFORE_BACKOFF ? now + backoffMs(failures, intervalMs) : null,
  }
}

const brokenAlert = (text: string): readonly RaisedAlert[] => [{ key: 'broken', severity: 'warning', text }]

/**
 * How soon a wake is asked again that its run did not answer; doubled while the same keeps it from being
 * answered.
 */
const AGAIN_MS = 2 * MINUTE
const LONGEST_AGAIN_MS = HOUR
const DOUBLINGS = 10
/**
 * Not run because somebody decided so, or because there is nothing to run: the wake is used up, its facts
 * still wait.
 */
const DECIDED: readonly (SkipReason | null)[] = [
  'by_switches',
  'off',
  'empty',
  'nothing_due',
  'cancelled',
  'paused',
]

/** What asked for a run and was not answered by it. */
export interface WakeAgain {
  readonly reasons: readonly WakeReason[]
  readonly notBefore: Instant
}

interface WakeFacts {
  readonly reasons: readonly WakeReason[]
  readonly outcome: RunOutcome
  readonly skipReason: SkipReason | null
  /** The run came to an end. What held it back, broke it, or went down with the app uses no wake up. */
  readonly isAnswered: boolean
  readonly isQuitting: boolean // the app, which stopped it, not a person
  readonly backOffUntil: Instant | null
  /** How many beats before, in a row, ended the same way. */
  readonly sameBefore: () => number
  readonly now: Instant
}

/** What asked for a beat and is to be asked again; null: nothing. */
export function wakeAgain(f: WakeFacts): WakeAgain | null {
  const reasons = askedBy(f.reasons)
  if (reasons.length === 0 || f.isAnswered) return null
  if (f.outcome === 'stopped') return f.isQuitting ? { reasons, notBefore: f.now } : null
  if (f.outcome === 'unchanged') return null
  if (f.outcome === 'skipped' && DECIDED.includes(f.skipReason)) return null
  const delayMs = Math.min(LONGEST_AGAIN_MS, AGAIN_MS * 2 ** Math.min(f.sameBefore(), DOUBLINGS))
  return { reasons, notBefore: Math.max(f.backOffUntil ?? 0, f.now + delayMs) }
}
