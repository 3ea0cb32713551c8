import type { JobView } from '../../shared/answers/jobs.ts'
import { JOB_FAILURES_BEFORE_PAUSE, type JobAction, type JobRun, type JobSpec } from '../../shared/job.ts'
import { formatDuration, type Instant } from '../../shared/time.ts'
import { plural } from '../../shared/words.ts'
import { span } from '../time.ts'

/** Words of jobs for people. */

export const ACTION_WORD: Record<JobAction['kind'], string> = { event: 'Tell the agent', agent: 'Agent’s turn', command: 'Command', reflect: 'Reflect' }
export const ACTION_MEANING: Record<JobAction['kind'], string> = {
  event: 'A note for the next prompt of this thread. Nothing runs by itself.',
  agent: 'The thread’s agent works a prompt of yours in a run of its own. What it says becomes an event of the thread.',
  command: 'A program is started in the repository, without a shell. How it ended becomes an event of the thread.',
  reflect: 'The agent looks back over the thread’s last runs and keeps what it learnt as pages of knowledge.',
}
export const CATCH_UP_WORD: Record<JobSpec['catchUp'], string> = { once: 'Make up for it once', grace: 'Once, if it is not too old', skip: 'Let it go' }
export const CATCH_UP_MEANING: Record<JobSpec['catchUp'], string> = {
  once: 'However many due times passed while nothing could run, it runs once for all of them.',
  grace: 'It runs once for all that passed, if the newest is no older than this:',
  skip: 'A due time that passed while nothing could run is only noted.',
}

export const RUN_STATE_WORD: Record<JobRun['state'], string> = { waiting: 'Waiting', running: 'Running', ok: 'Done', failed: 'Failed', skipped: 'Skipped', missed: 'Missed' }
export const RUN_STATE_TONE = { waiting: 'neutral', running: 'accent', ok: 'quiet', failed: 'broken', skipped: 'neutral', missed: 'neutral' } as const satisfies Record<JobRun['state'], string>

/** Whether it will fire by itself, and if not, why. `chip` null: nothing to point out. */
export function standingOf(job: JobView, now: Instant): { readonly chip: string | null; readonly tone: 'neutral' | 'alert' | 'broken'; readonly text: string } {
  if (job.problem !== null) return { chip: 'Cannot be followed', tone: 'broken', text: job.problem }
  if (job.pause?.by === 'failures') return { chip: 'Paused: failing', tone: 'broken', text: `Paused by itself ${span(Math.max(0, now - job.pause.at))} ago: it failed ${plural(Math.max(job.failures, JOB_FAILURES_BEFORE_PAUSE), 'time')} in a row. Resume it when the cause is gone.` }
  if (job.pause !== null) return { chip: 'Paused', tone: 'neutral', text: `Paused by you ${span(Math.max(0, now - job.pause.at))} ago.` }
  if (job.failures > 0) return { chip: `Failed ${job.failures}×`, tone: 'alert', text: `It failed ${plural(job.failures, 'time')} in a row. After ${JOB_FAILURES_BEFORE_PAUSE} it pauses itself.` }
  if (job.nextDueAt === null) return { chip: 'Over', tone: 'neutral', text: 'It was due once, and that time is over.' }
  return { chip: null, tone: 'neutral', text: 'It fires by itself.' }
}

export const tookMs = (row: JobRun): number | null => (row.startedAt === null || row.finishedAt === null ? null : Math.max(0, row.finishedAt - row.startedAt))

/** What the job does beyond its name, in one sentence. */
export function doesWhat(spec: Pick<JobSpec, 'action' | 'wake' | 'catchUp' | 'graceMs'>): string {
  const woken = spec.wake === 'now' ? 'wakes the thread' : 'waits for the next beat'
  const missed = spec.catchUp === 'skip' ? 'Missed times are let go.' : spec.catchUp === 'once' ? 'Missed times are made up for once.' : `Missed times are made up for once, if no older than ${formatDuration(spec.graceMs)}.`
  return `${spec.action.kind === 'event' ? `Its text ${woken}` : `Its result ${woken}`}. ${missed}`
}
