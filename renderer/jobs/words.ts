import type { JobView } from '../../shared/contract/jobs.ts'
import { JOB_FAILURES_BEFORE_PAUSE, type JobRun, type JobSpec } from '../../shared/jobs/job.ts'
import { formatDuration, type Instant } from '../../shared/base/time.ts'
import { JOB_APPROVAL_COPY, JOB_EDITOR_COPY, JOB_WORDS as COPY } from './copy.ts'
import { span } from '../kit/time.ts'

/** Words of jobs for people. */

export const RUN_STATE_WORD: Record<JobRun['state'], string> = {
  waiting: 'Waiting',
  running: 'Running',
  ok: 'Done',
  failed: 'Failed',
  skipped: 'Skipped',
  missed: 'Missed',
}
export const RUN_STATE_TONE = {
  waiting: 'neutral',
  running: 'accent',
  ok: 'quiet',
  failed: 'broken',
  skipped: 'neutral',
  missed: 'neutral',
} as const satisfies Record<JobRun['state'], string>

/** Whether it will fire by itself, and if not, why. `chip` null: nothing to point out. */
export function standingOf(
  job: JobView,
  now: Instant,
): { readonly chip: string | null; readonly tone: 'neutral' | 'alert' | 'broken'; readonly text: string } {
  if (job.problem !== null) return { chip: COPY.cannot, tone: 'broken', text: job.problem }
  if (job.pause?.by === 'failures')
    return {
      chip: COPY.failing,
      tone: 'broken',
      text: COPY.failingText(
        span(Math.max(0, now - job.pause.at)),
        Math.max(job.failures, JOB_FAILURES_BEFORE_PAUSE),
      ),
    }
  if (job.pause !== null)
    return { chip: 'Paused', tone: 'neutral', text: COPY.pausedText(span(Math.max(0, now - job.pause.at))) }
  if (job.waitsForApproval)
    return { chip: JOB_APPROVAL_COPY.chip, tone: 'neutral', text: JOB_APPROVAL_COPY.waits }
  if (job.failures > 0)
    return {
      chip: COPY.failed(job.failures),
      tone: 'alert',
      text: COPY.failedText(job.failures, JOB_FAILURES_BEFORE_PAUSE),
    }
  if (job.nextDueAt === null && (job.lastRun?.state === 'waiting' || job.lastRun?.state === 'running'))
    return { chip: null, tone: 'neutral', text: COPY.underWay }
  if (job.nextDueAt === null) return { chip: 'Over', tone: 'neutral', text: COPY.over }
  return { chip: null, tone: 'neutral', text: COPY.fires }
}

export const tookMs = (row: JobRun): number | null =>
  row.startedAt === null || row.finishedAt === null ? null : Math.max(0, row.finishedAt - row.startedAt)

/** What the job does beyond its name, in one sentence. */
export function doesWhat(spec: Pick<JobSpec, 'action' | 'wake' | 'catchUp' | 'graceMs'>): string {
  return `${COPY.does[spec.action.kind === 'event' ? 'event' : 'run'][spec.wake]} ${missedWords(spec)}`
}

function missedWords({ catchUp, graceMs }: Pick<JobSpec, 'catchUp' | 'graceMs'>): string {
  if (catchUp === 'skip') return COPY.missed.skip
  return catchUp === 'once' ? COPY.missed.once : COPY.missed.grace(formatDuration(graceMs))
}

/** A schedule's words at the beginning of a sentence. */
export const sentence = (words: string): string =>
  words === '' ? JOB_EDITOR_COPY.atItsTimes : words.slice(0, 1).toUpperCase() + words.slice(1)
