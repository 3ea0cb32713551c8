import type { JobId } from '../../../shared/base/ids.ts'
import { SECOND, type Instant } from '../../../shared/base/time.ts'
import { momentText } from '../../../shared/base/clock/time-text.ts'
import type { Job, JobRun } from '../../../shared/jobs/job.ts'
import { inQuotes } from '../../../shared/base/hidden-text.ts'
import { decideDues, jobBackoffMs, jobDuesSince, spreadMs } from '../../../shared/jobs/job-schedule.ts'
import type { Events } from '../events/events.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { Pulse } from '../pulse/pulse.ts'

/** Due times of one absence kept one by one; older ones share a row that counts them. */
const DUES_KEPT = 20

export interface DueParts {
  readonly ports: Ports
  readonly store: Pick<Store, 'threads' | 'queue' | 'runs' | 'jobs' | 'together'>
  readonly events: Events
  readonly pulse: Pick<Pulse, 'armBy' | 'tick'>
}
type Cause = 'asleep' | 'app closed'

/**
 * The due times of one job up to now: a row each, and at most one start (ARCHITECTURE I5). In a transaction
 * of the caller, which also plans the job anew.
 */
export function recordDues(
  parts: DueParts,
  job: Job & { readonly nextDueAt: Instant },
  now: Instant,
  cause: Cause,
): void {
  const { ports, store } = parts
  const { clock, log } = ports
  const due = jobDuesSince(job.schedule, job.nextDueAt, now, DUES_KEPT, clock.timeZone)
  const decision = decideDues({ dues: due.slots, now, catchUp: job.catchUp, graceMs: job.graceMs })
  const waiting = underWay(store, job.id)
  const record = (dueAt: Instant, state: 'missed' | 'skipped', summary: string, count = 1): void =>
    void store.jobs.recordRun(
      { jobId: job.id, dueAt, attempt: 1, byHand: false, state, count, summary },
      null,
      now,
    )
  for (const dueAt of decision.missed) record(dueAt, 'missed', missedText(job, dueAt, now, cause))
  if (due.older !== null) record(due.older.firstAt, 'missed', `Missed: ${cause}.`, due.older.count)
  if (decision.run !== null && waiting !== null) {
    const since = momentText(waiting.dueAt, clock)
    record(decision.run, 'skipped', `Skipped: the start of ${since} was not over.`)
  } else if (decision.run !== null)
    request(parts, job, { dueAt: decision.run, byHand: false }, startOf(store, job, decision.run, now), now)
  log('debug', 'slot.recorded', {
    jobId: job.id,
    run: decision.run,
    missed: decision.missed.length + (due.older?.count ?? 0),
  })
}

function missedText(job: Job, dueAt: Instant, now: Instant, cause: Cause): string {
  if (job.catchUp === 'skip') return `Missed: ${cause}; this job is not made up for.`
  if (job.catchUp === 'grace' && now - dueAt > job.graceMs)
    return `Missed: ${cause}; ${Math.round((now - dueAt) / SECOND)} s late is more than its grace.`
  return `Missed: ${cause}; a newer due time was made up for.`
}

/** The start of this job that waits or runs; null: none. */
function underWay(store: Pick<Store, 'queue' | 'runs' | 'jobs'>, id: JobId): JobRun | null {
  const itemId =
    store.queue.waiting().find((i) => i.jobId === id)?.id ??
    store.runs.running().find((r) => r.jobId === id)?.itemId
  return itemId === undefined ? null : store.jobs.runOfItem(itemId)
}

/** When it starts next, the delay after failures included: the due times before are not run. null: never. */
export function startsNext(
  job: Job,
  store: Pick<Store, 'queue' | 'jobs'>,
  now: Instant,
  items = store.queue.waiting(),
): Instant | null {
  const waiting = items.find((item) => item.jobId === job.id)
  if (waiting !== undefined && waiting.notBefore > now) return waiting.notBefore
  if (job.nextDueAt === null || job.pause !== null) return job.nextDueAt
  const start = startOf(store, job, job.nextDueAt, now)
  return start > now ? start : job.nextDueAt
}

/** When the first job starts next, as `startsNext` tells of each. null: none does. */
export function soonestStart(store: Pick<Store, 'queue' | 'jobs'>, now: Instant): Instant | null {
  const items = store.queue.waiting()
  const starts = store.jobs.list().flatMap((job) => startsNext(job, store, now, items) ?? [])
  return starts.reduce<Instant | null>((first, at) => (first === null ? at : Math.min(first, at)), null)
}

/** At its own place within the spread, and after failures not before their delay is over. */
function startOf(store: Pick<Store, 'jobs'>, job: Job, dueAt: Instant, now: Instant): Instant {
  const failedAt =
    job.failures === 0
      ? null
      : (store.jobs.runs(job.id, DUES_KEPT).find((r) => r.state === 'failed')?.finishedAt ?? null)
  return Math.max(
    now,
    dueAt + (job.spread ? spreadMs(job.id, job.schedule) : 0),
    failedAt === null ? now : failedAt + jobBackoffMs(job.failures),
  )
}

/** What a due time asks for: an event, or an isolated run in the queue. */
export function request(
  { store, events, pulse }: DueParts,
  job: Job,
  { dueAt, byHand }: { readonly dueAt: Instant; readonly byHand: boolean },
  notBefore: Instant,
  now: Instant,
): void {
  const row = { jobId: job.id, dueAt, attempt: 1, byHand, count: 1 }
  const { action } = job
  if (action.kind !== 'event') {
    const item = { reasons: [byHand ? 'manual' : 'job'], notBefore } as const
    if (store.jobs.recordRun({ ...row, state: 'waiting', summary: null }, item, now)) pulse.armBy(notBefore)
    return
  }
  store.together(() => {
    if (!store.jobs.recordRun({ ...row, state: 'ok', summary: 'Its event was added.' }, null, now)) return
    events.add(job.threadId, {
      source: 'job',
      text: `Job ${inQuotes(job.name)}: ${action.text}`,
      trusted: true,
      wake: byHand ? 'now' : job.wake, // whoever runs it by hand wants to see what comes of it
    })
  })
}
