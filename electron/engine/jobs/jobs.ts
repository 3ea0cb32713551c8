import type { JobId } from '../../../shared/base/ids.ts'
import {
  AT_TRIES,
  isIsolated,
  JOB_FAILURES_BEFORE_ALERT,
  JOB_FAILURES_BEFORE_PAUSE,
  type Job,
  type JobRun,
  type JobSpec,
} from '../../../shared/jobs/job.ts'
import {
  decideDues,
  jobBackoffMs,
  jobDuesSince,
  nextJobDue,
  scheduleProblem,
  spreadMs,
} from '../../../shared/jobs/job-schedule.ts'
import type { RunOutcome } from '../../../shared/runs/run.ts'
import { EVENT_CHARS } from '../../../shared/events/system-event.ts'
import { cut, said } from '../../../shared/base/hidden-text.ts'
import { formatLocal, SECOND, type Instant } from '../../../shared/base/time.ts'
import type { Events } from '../events/events.ts'
import type { Ports } from '../ports/ports.ts'
import type { ClaimedRun, Ending } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'

/** Due times of one absence kept one by one; older ones share a row that counts them. */
const DUES_KEPT = 20
/** Tries of one due time of a job that comes again. */
const TRIES = 5

export interface Jobs {
  /**
   * All due times up to now get a row each; at most one run follows (ARCHITECTURE I5). `lastTickAt` null:
   * the app was closed.
   */
  recordDue(now: Instant, lastTickAt: Instant | null): void
  /** After a clock that was set: no job waits longer than its schedule says. */
  correctFuture(now: Instant): void
  /** Where a job stands after it was made or changed, or was resumed. */
  planOf(
    spec: JobSpec,
    after: Instant,
  ): { readonly nextDueAt: Instant | null; readonly problem: string | null }
  start(job: Job): void
  pause(id: JobId, by: 'person' | 'failures'): void
  resume(job: Job): void
  /**
   * What follows from the end of an isolated run: its row, its event in the thread's main line, another
   * try, an alert, a pause. Once; of a job that was removed meanwhile nothing. `isQuitting`: what was
   * stopped was not stopped by a person.
   */
  finish(
    run: Pick<ClaimedRun, 'id' | 'itemId' | 'jobId'>,
    ending: {
      readonly outcome: RunOutcome
      readonly summary: string
      readonly said: string
      readonly isQuitting: boolean
    },
  ): Pick<Ending, 'raised' | 'cleared'>
  /** The precise wake-ups of cron jobs. */
  arm(): void
}

interface JobParts {
  readonly events: Events
  readonly armBy: (at: Instant) => void
}

export function createJobs(ports: Ports, store: Store, { events, armBy }: JobParts): Jobs {
  const { clock } = ports
  const alarmed = { gist: '' }

  const planOf = (spec: JobSpec, after: Instant): { nextDueAt: Instant | null; problem: string | null } => {
    const problem =
      scheduleProblem(spec.schedule) ??
      (spec.schedule.kind === 'cron' ? ports.alarms.messageOf(spec.schedule.expr) : null)
    return { nextDueAt: problem === null ? nextJobDue(spec.schedule, after, clock.timeZone) : null, problem }
  }

  function arm(): void {
    const crons = store.jobs
      .list()
      .flatMap((j) =>
        j.pause === null && j.nextDueAt !== null && j.schedule.kind === 'cron'
          ? [{ expr: j.schedule.expr, timeZone: j.schedule.timeZone || clock.timeZone }]
          : [],
      )
    const gist = JSON.stringify(crons)
    if (gist === alarmed.gist) return
    alarmed.gist = gist
    ports.alarms.arm(crons)
  }

  /** What a due time asks for: an event, or an isolated run in the queue. */
  function ask(
    job: Job,
    entry: { readonly dueAt: Instant; readonly attempt: number; readonly byHand: boolean },
    notBefore: Instant,
    now: Instant,
  ): void {
    const row = { jobId: job.id, ...entry, count: 1 }
    if (isIsolated(job.action)) {
      if (
        store.jobs.recordRun(
          { ...row, state: 'waiting', summary: null },
          { reasons: [entry.byHand ? 'manual' : 'job'], notBefore },
          now,
        )
      )
        armBy(notBefore)
      return
    }
    const { text } = job.action as Extract<Job['action'], { kind: 'event' }>
    store.together(() => {
      if (!store.jobs.recordRun({ ...row, state: 'ok', summary: 'Its event was added.' }, null, now)) return
      events.add(job.threadId, {
        source: 'job',
        text: `Job ${said(job.name)}: ${text}`,
        trusted: true,
        wake: entry.byHand ? 'now' : job.wake,
      })
    })
  }

  /** The start of this job that waits or runs; null: none. */
  const underWay = (id: JobId): JobRun | null => {
    const itemId =
      store.queue.waiting().find((i) => i.jobId === id)?.id ??
      store.runs.running().find((r) => r.jobId === id)?.itemId
    return itemId === undefined ? null : store.jobs.runOfItem(itemId)
  }

  function recordOne(job: Job, now: Instant, cause: 'asleep' | 'app closed'): void {
    const { absence, decision } = store.together(() => {
      const due = jobDuesSince(job.schedule, job.nextDueAt!, now, DUES_KEPT, clock.timeZone)
      const decided = decideDues({ dues: due.slots, now, catchUp: job.catchUp, graceMs: job.graceMs })
      const waits = underWay(job.id)
      for (const dueAt of decided.missed)
        store.jobs.recordRun(
          {
            jobId: job.id,
            dueAt,
            attempt: 1,
            byHand: false,
            state: 'missed',
            count: 1,
            summary: missedBecause(job, dueAt, now, cause),
          },
          null,
          now,
        )
      if (due.older !== null)
        store.jobs.recordRun(
          {
            jobId: job.id,
            dueAt: due.older.firstAt,
            attempt: 1,
            byHand: false,
            state: 'missed',
            count: due.older.count,
            summary: `Missed: ${cause}.`,
          },
          null,
          now,
        )
      if (decided.run !== null && waits !== null)
        store.jobs.recordRun(
          {
            jobId: job.id,
            dueAt: decided.run,
            attempt: 1,
            byHand: false,
            state: 'skipped',
            count: 1,
            summary: `Skipped: the start of ${formatLocal(waits.dueAt, clock.timeZone)} was not over.`,
          },
          null,
          now,
        )
      else if (decided.run !== null) {
        const failedAt =
          job.failures === 0
            ? null
            : (store.jobs.runs(job.id, DUES_KEPT).find((r) => r.state === 'failed')?.finishedAt ?? null)
        const spread = job.spread ? spreadMs(job.id, job.schedule) : 0
        ask(
          job,
          { dueAt: decided.run, attempt: 1, byHand: false },
          Math.max(
            now,
            decided.run + spread,
            failedAt === null ? now : failedAt + jobBackoffMs(job.failures),
          ),
          now,
        )
      }
      store.jobs.change(job.id, planOf(job, now))
      return { absence: due, decision: decided }
    })
    ports.log('debug', 'slot.recorded', {
      jobId: job.id,
      run: decision.run,
      missed: decision.missed.length + (absence.older?.count ?? 0),
    })
  }

  return {
    planOf,
    arm,
    recordDue(now, lastTickAt) {
      const first = store.jobs.nextDueAt()
      if (first !== null && first <= now)
        for (const job of store.jobs.list())
          if (job.nextDueAt !== null && job.nextDueAt <= now)
            recordOne(job, now, lastTickAt === null ? 'app closed' : 'asleep')
      arm()
    },
    correctFuture(now) {
      for (const job of store.jobs.list()) {
        if (job.nextDueAt === null || job.schedule.kind === 'at') continue
        const plan = planOf(job, now)
        if (plan.nextDueAt !== null && job.nextDueAt > plan.nextDueAt) store.jobs.change(job.id, plan)
      }
    },
    start(job) {
      const now = clock.now()
      ask(job, { dueAt: now, attempt: 1, byHand: true }, now, now)
    },
    pause(id, by) {
      store.jobs.change(id, { pause: { by, at: clock.now() }, nextDueAt: null })
      arm()
    },
    resume(job) {
      // What was due once and passed meanwhile is decided by its catch-up, like after any absence.
      const now = clock.now()
      store.jobs.change(job.id, {
        pause: null,
        failures: 0,
        ...planOf(
          job,
          job.schedule.kind === 'at' && job.pause !== null ? Math.min(now, job.pause.at - 1) : now,
        ),
      })
      arm()
    },
    finish(run, { outcome, summary, said: words, isQuitting }) {
      const now = clock.now()
      // As it is now: a person may have edited, paused or removed it while it ran.
      const job = run.jobId === null ? null : store.jobs.get(run.jobId)
      const entry = store.jobs.runOfItem(run.itemId)
      if (job === null || entry?.state !== 'running') return { raised: [], cleared: [] }
      const cutShort = isQuitting && outcome === 'stopped'
      const failed = outcome === 'broken' || outcome === 'interrupted' || outcome === 'blocked'
      // Stopped or not started shows nothing of the job itself.
      const state = outcome === 'skipped' || outcome === 'stopped' ? 'skipped' : failed ? 'failed' : 'ok'
      const failures = failed ? job.failures + 1 : state === 'ok' ? 0 : job.failures
      store.jobs.settleRun(entry, state, summary, now)
      store.jobs.change(job.id, { failures })
      const key = `job:${job.id}`
      const again =
        (cutShort || (failed && !entry.byHand)) &&
        job.pause === null &&
        failures < JOB_FAILURES_BEFORE_PAUSE &&
        entry.attempt < (job.schedule.kind === 'at' ? AT_TRIES : TRIES) &&
        outcome !== 'blocked'
      const tryAt = cutShort ? now : now + jobBackoffMs(entry.attempt)
      // Where its next due time comes first, that is the next try.
      if (again && (job.nextDueAt === null || tryAt < job.nextDueAt))
        if (
          store.jobs.recordRun(
            {
              jobId: job.id,
              dueAt: entry.dueAt,
              attempt: entry.attempt + 1,
              byHand: false,
              state: 'waiting',
              count: 1,
              summary: null,
            },
            { reasons: ['job'], notBefore: tryAt },
            now,
          )
        )
          armBy(tryAt)
      if (failures >= JOB_FAILURES_BEFORE_PAUSE)
        store.jobs.change(job.id, { pause: { by: 'failures', at: now }, nextDueAt: null })
      ports.log(failed ? 'warn' : 'info', 'job.finished', {
        threadId: job.threadId,
        jobId: job.id,
        runId: run.id,
        outcome,
        failures,
      })
      const text =
        `Job ${said(job.name)} ` +
        `${failed ? 'failed' : outcome === 'stopped' ? 'was stopped' : outcome === 'skipped' ? 'was not started' : 'is done'}: ${summary}${words.trim() === '' ? '' : `\n${words.trim()}`}`
      events.add(job.threadId, {
        source: 'job',
        text: cut(text, EVENT_CHARS - 60),
        trusted: false,
        wake: failed ? 'now' : job.wake,
      })
      if (!failed) return { raised: [], cleared: state === 'ok' ? [key] : [] }
      if (failures < JOB_FAILURES_BEFORE_ALERT) return { raised: [], cleared: [] }
      const paused =
        failures >= JOB_FAILURES_BEFORE_PAUSE ? ` It is paused after ${failures} failures in a row.` : ''
      return {
        raised: [
          {
            key,
            severity: 'warning',
            text: `The job ${said(job.name)} failed ${failures} times in a row: ${summary}${paused}`,
          },
        ],
        cleared: [],
      }
    },
  }
}

const missedBecause = (job: Job, dueAt: Instant, now: Instant, cause: 'asleep' | 'app closed'): string =>
  job.catchUp === 'skip'
    ? `Missed: ${cause}; this job is not made up for.`
    : job.catchUp === 'grace' && now - dueAt > job.graceMs
      ? `Missed: ${cause}; ${Math.round((now - dueAt) / SECOND)} s late is more than its grace.`
      : `Missed: ${cause}; a newer due time was made up for.`
