import { cut, inQuotes } from '../../../shared/base/hidden-text.ts'
import type { Alert } from '../../../shared/alerts/alert.ts'
import type { ItemId, JobId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Fault } from '../../../shared/base/faults.ts'
import type { KeptCommand } from '../../../shared/events/command-again.ts'
import { readsPrompts } from '../../../shared/events/recipient.ts'
import { EVENT_CHARS } from '../../../shared/events/system-event.ts'
import { jobEnd, jobEndWord, type JobRunEnd } from '../../../shared/jobs/job-end.ts'
import type { Job, JobRun, JobSpec } from '../../../shared/jobs/job.ts'
import { begunBefore, nextJobDue, scheduleProblem } from '../../../shared/jobs/job-schedule.ts'
import type { AlertNews } from '../ports/run-record.ts'
import type { ClaimedRun } from '../ports/records.ts'
import { armAlarms } from './alarms.ts'
import { recordDues, request, type DueParts } from './due-times.ts'
import { startOwed } from './owed-start.ts'
import { isUnderWay, settleAgain, startAgain } from './run-again.ts'

export interface Jobs {
  /**
   * All due times up to now get a row each; at most one run follows (ARCHITECTURE I5). `missed`: why those
   * that nobody looked at were missed; null: only this look was late.
   */
  recordDue(now: Instant, missed: 'asleep' | 'app closed' | null): void
  /** After a clock that was set: no job waits longer than its schedule says. */
  correctFuture(now: Instant): void
  /** Where a job stands after it was made or changed, or was resumed. */
  planOf(spec: JobSpec, after: Instant): JobPlan
  start(job: Job): void
  /**
   * Of a job whose command a person has just approved: what was due once and was only held up by that starts as soon
   * as it may, once. false: no start is owed. In a transaction of the caller, who ticks after it.
   */
  startOwed(job: Job): boolean
  pause(id: JobId, by: 'person' | 'failures'): void
  resume(job: Job): void
  /**
   * What follows from the end of an isolated run: its row, its event in the thread's main line, another
   * try, an alert, a pause. Once; of a job that was removed meanwhile nothing. `said`: its own words. `fault`:
   * why it failed; null: it did not.
   */
  finish(
    run: Pick<ClaimedRun, 'id' | 'itemId' | 'threadId' | 'jobId'> & Partial<Pick<ClaimedRun, 'again'>>,
    end: JobRunEnd & { readonly said: string; readonly fault: Fault | null },
  ): AlertNews
  /** A person runs the command of a failure again; null: it is under way already. */
  runAgain(alert: Pick<Alert, 'id' | 'threadId' | 'key'>, command: KeptCommand): ItemId | null
  /** Alarms are those of the cron jobs that are on now. */
  arm(): void
  /** When the first job is due that no alarm rings for; null: none. */
  nextTimedAt(): Instant | null
}

interface JobPlan {
  readonly nextDueAt: Instant | null
  readonly problem: string | null
}

const NO_NEWS = { raised: [], cleared: [] } as const

export function createJobs(parts: DueParts): Jobs {
  const { ports, store } = parts
  const { clock } = ports
  const arm = armAlarms(parts)
  const planOf = (spec: JobSpec, after: Instant): JobPlan => jobPlan(spec, after, clock.timeZone)

  return {
    planOf,
    arm,
    nextTimedAt: () => nextTimedAt(store.jobs.list()),
    recordDue(now, missed) {
      const first = store.jobs.nextDueAt()
      if (first !== null && first <= now)
        for (const job of store.jobs.list()) {
          const { nextDueAt } = job
          if (nextDueAt === null || nextDueAt > now) continue
          store.together(() => {
            recordDues(parts, { ...job, nextDueAt }, now, missed ?? 'asleep')
            store.jobs.change(job.id, planOf(job, now))
          })
        }
      arm()
    },
    correctFuture(now) {
      for (const job of store.jobs.list()) {
        if (job.nextDueAt === null || job.schedule.kind === 'at') continue
        const spec = begunBefore(job, job.nextDueAt, now)
        const plan = planOf(spec ?? job, now)
        if (plan.nextDueAt !== null && job.nextDueAt > plan.nextDueAt)
          store.jobs.change(job.id, spec === null ? plan : { ...plan, spec })
      }
    },
    start(job) {
      const now = clock.now()
      request(parts, job, { dueAt: now, byHand: true }, now, now)
    },
    startOwed: (job) => startOwed(parts, job),
    pause(id, by) {
      store.jobs.change(id, { pause: { by, at: clock.now() }, nextDueAt: null })
      arm()
    },
    resume(job) {
      // What was due once and passed meanwhile is decided by its catch-up, like after any absence.
      const now = clock.now()
      const isOnce = job.schedule.kind === 'at' && job.pause !== null
      const after = isOnce ? Math.min(now, job.pause.at - 1) : now
      store.jobs.change(job.id, { pause: null, failures: 0, ...planOf(job, after) })
      arm()
    },
    runAgain: (alert, command) => (isUnderWay(store, alert.id) ? null : startAgain(parts, alert, command)),
    finish(run, end) {
      if (run.again != null) settleAgain(parts, run, run.again, end)
      // As it is now: a person may have edited, paused or removed it while it ran.
      const job = run.jobId === null ? null : store.jobs.get(run.jobId)
      const attempt = store.jobs.runOfItem(run.itemId)
      if (job === null || attempt?.state !== 'running') return NO_NEWS
      return settle(parts, job, attempt, run, end)
    },
  }
}

/** When a job is due next after that; null: never. */
function jobPlan({ schedule }: JobSpec, after: Instant, timeZone: string): JobPlan {
  const problem = scheduleProblem(schedule)
  return { nextDueAt: problem === null ? nextJobDue(schedule, after, timeZone) : null, problem }
}

function nextTimedAt(jobs: readonly Job[]): Instant | null {
  const instants = jobs.flatMap(({ schedule, nextDueAt }) =>
    schedule.kind === 'cron' || nextDueAt === null ? [] : [nextDueAt],
  )
  return instants.length === 0 ? null : Math.min(...instants)
}

function settle(
  { ports, store, events, pulse }: DueParts,
  job: Job,
  attempt: JobRun,
  run: Pick<ClaimedRun, 'id'>,
  end: JobRunEnd & { readonly said: string },
): AlertNews {
  const now = ports.clock.now()
  const { outcome, summary } = end
  const thread = store.threads.get(job.threadId)
  const isRead = thread !== null && readsPrompts(thread.agent)
  const { state, failures, tryAgainAt, isPaused, isAlert } = jobEnd({ ...job, isRead }, attempt, end, now)
  store.jobs.settleRun(attempt, state, summary, now)
  store.jobs.change(job.id, { failures })
  if (tryAgainAt !== null) {
    const { jobId, dueAt } = attempt
    const next = { jobId, dueAt, attempt: attempt.attempt + 1, byHand: false, count: 1, summary: null }
    const item = { reasons: ['job'], notBefore: tryAgainAt } as const
    if (store.jobs.recordRun({ ...next, state: 'waiting' }, item, now)) pulse.armBy(tryAgainAt)
  }
  if (isPaused) store.jobs.change(job.id, { pause: { by: 'failures', at: now }, nextDueAt: null })
  const { threadId } = job
  ports.log(state === 'failed' ? 'warn' : 'info', 'job.finished', {
    threadId,
    jobId: job.id,
    runId: run.id,
    outcome,
    failures,
  })
  const words = end.said.trim()
  const text = `Job ${inQuotes(job.name)} ${jobEndWord(state, outcome)}: ${summary}${words === '' ? '' : `\n${words}`}`
  events.add(threadId, {
    source: 'job',
    text: cut(text, EVENT_CHARS - 60),
    trusted: false,
    wake: state === 'failed' ? 'now' : job.wake,
    withoutPrompt: isAlert ? 'person' : 'nobody',
  })
  const key = `job:${job.id}`
  if (state === 'ok') return { raised: [], cleared: [key] }
  if (!isAlert) return NO_NEWS
  const paused = isPaused ? ` It is paused after ${failures} failures in a row.` : ''
  const often = failures === 1 ? '' : ` ${failures} times in a row`
  const alert = `The job ${inQuotes(job.name)} failed${often}: ${summary}${paused}`
  // However often it fails it is one matter, until it is paused.
  const foldedBy = isPaused ? undefined : 'cause'
  return { raised: [{ key, severity: 'warning', text: alert, foldedBy }], cleared: [] }
}
