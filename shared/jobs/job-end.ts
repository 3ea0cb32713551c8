import type { Instant } from '../base/time.ts'
import type { RunOutcome } from '../runs/run.ts'
import {
  AT_TRIES,
  JOB_FAILURES_BEFORE_ALERT,
  JOB_FAILURES_BEFORE_PAUSE,
  type Job,
  type JobRun,
} from './job.ts'
import { jobBackoffMs } from './job-schedule.ts'

/** Tries of one due time of a job that comes again. */
const TRIES = 5

/** How an isolated run ended. */
export interface JobRunEnd {
  readonly outcome: RunOutcome
  readonly summary: string
  /** The app is quitting: what was stopped was not stopped by a person. */
  readonly isQuitting: boolean
}

/** What follows for the job. */
interface JobEnd {
  readonly state: 'ok' | 'failed' | 'skipped'
  readonly failures: number // in a row
  /** The same due time once more; null: not, or its next due time comes first and is the next try. */
  readonly tryAgainAt: Instant | null
  readonly isPaused: boolean // by so many failures
  readonly isAlert: boolean
}

/**
 * `job`: as it is now; a person may have edited or paused it while it ran. `isRead`: an agent is told of each
 * failure by its thread's next prompt; else the first one is for the person.
 */
export function jobEnd(
  job: Pick<Job, 'action' | 'failures' | 'pause' | 'schedule' | 'nextDueAt'> & { readonly isRead: boolean },
  attempt: Pick<JobRun, 'attempt' | 'byHand'>,
  { outcome, isQuitting }: Pick<JobRunEnd, 'outcome' | 'isQuitting'>,
  now: Instant,
): JobEnd {
  const state = stateOf(outcome, job.action.kind)
  const isFailed = state === 'failed'
  const failures = failuresAfter(job.failures, state)
  const isPaused = failures >= JOB_FAILURES_BEFORE_PAUSE
  const isCutShort = isQuitting && outcome === 'stopped'
  const isRepeated =
    (isCutShort || (isFailed && !attempt.byHand)) &&
    job.pause === null &&
    !isPaused &&
    attempt.attempt < (job.schedule.kind === 'at' ? AT_TRIES : TRIES) &&
    outcome !== 'blocked'
  const at = isCutShort ? now : now + jobBackoffMs(attempt.attempt)
  return {
    state,
    failures,
    tryAgainAt: isRepeated && (job.nextDueAt === null || at < job.nextDueAt) ? at : null,
    isPaused,
    isAlert: isFailed && failures >= (job.isRead ? JOB_FAILURES_BEFORE_ALERT : 1),
  }
}

/** Stopped or not started shows nothing of the job itself; a command that is blocked was not started. */
function stateOf(outcome: RunOutcome, kind: Job['action']['kind']): JobEnd['state'] {
  if (outcome === 'skipped' || outcome === 'stopped') return 'skipped'
  if (outcome === 'blocked' && kind === 'command') return 'skipped'
  return outcome === 'broken' || outcome === 'interrupted' || outcome === 'blocked' ? 'failed' : 'ok'
}

function failuresAfter(before: number, state: JobEnd['state']): number {
  if (state === 'failed') return before + 1
  return state === 'ok' ? 0 : before
}

/** "failed", "is done", …: after the name of the job. */
export function jobEndWord(state: JobEnd['state'], outcome: RunOutcome): string {
  if (state === 'failed') return 'failed'
  if (outcome === 'stopped') return 'was stopped'
  return state === 'skipped' ? 'was not started' : 'is done'
}
