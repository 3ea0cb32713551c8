import type { Job } from '../../../shared/jobs/job.ts'
import { decideDues } from '../../../shared/jobs/job-schedule.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Store } from '../ports/store.ts'
import { request, type DueParts } from './due-times.ts'

/** Starts of one job that are looked through; of one with more since its due time nothing is owed. */
const ROWS_LOOKED_AT = 200

/**
 * Whether a job that was due once still owes its start: from its due time on nothing came of it but starts that were
 * blocked before they ran anything. A start that ran, waits, was withdrawn or was skipped by a person ends that, and so
 * does a due time that is too old for the job's catch-up.
 */
function owesStart(job: Job, { jobs, runs }: Pick<Store, 'jobs' | 'runs'>, now: Instant): boolean {
  const { schedule, pause, nextDueAt, catchUp, graceMs } = job
  if (schedule.kind !== 'at' || pause !== null || nextDueAt !== null) return false
  if (decideDues({ dues: [schedule.at], now, catchUp, graceMs }).run === null) return false
  const since = jobs.runs(job.id, ROWS_LOOKED_AT).filter(({ dueAt }) => dueAt >= schedule.at)
  return (
    since.some(({ dueAt, byHand }) => dueAt === schedule.at && !byHand) &&
    since.every(({ itemId }) => itemId !== null && runs.ofItem(itemId)?.outcome === 'blocked')
  )
}

/**
 * Starts what is owed, once: nothing is owed from then on, unless that start is blocked as well. false: nothing was
 * owed.
 */
export function startOwed(parts: DueParts, job: Job): boolean {
  const { ports, store } = parts
  const now = ports.clock.now()
  if (!owesStart(job, store, now)) return false
  // Its row is the newest one, also after a clock that was set back.
  const newest = store.jobs.runs(job.id, 1)[0]?.dueAt ?? 0
  request(parts, job, { dueAt: Math.max(now, newest + 1), byHand: false }, now, now)
  return true
}
