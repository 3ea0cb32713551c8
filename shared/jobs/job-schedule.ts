import { countCron, cronFires, nextCron, parseCron, type Cron } from '../schedule/cron.ts'
import { isSpread } from './is-spread.ts'
import type { CATCH_UPS } from './job-bounds.ts'
import type { Job, JobSchedule, JobSpec } from './job.ts'
import { jobSpecOf } from './job-schema.ts'
import type { Absence } from '../schedule/schedule.ts'
import { textHash } from '../base/text-hash.ts'
import { HOUR, isTimeZone, MINUTE, SECOND, type Instant } from '../base/time.ts'

type CronSchedule = Extract<JobSchedule, { kind: 'cron' }>

export const zoneOf = (schedule: CronSchedule, systemZone: string): string =>
  schedule.timeZone === '' ? systemZone : schedule.timeZone
/** null: cannot be read. */
export const cronOf = (schedule: CronSchedule): Cron | null => {
  const read = parseCron(schedule.expr)
  return read.ok ? read.value : null
}

/** Dates end here, some 270,000 years away. */
const LAST_INSTANT = 8.64e15

/** Why the schedule cannot be followed, as a sentence; null: it can. */
export function scheduleProblem(schedule: JobSchedule): string | null {
  if (schedule.kind === 'at')
    return Math.abs(schedule.at) <= LAST_INSTANT
      ? null
      : `The time ${schedule.at} is no date: it must be within ±${LAST_INSTANT} ms of 1970.`
  if (schedule.kind === 'every') return null
  const read = parseCron(schedule.expr)
  if (!read.ok) return read.error
  return schedule.timeZone === '' || isTimeZone(schedule.timeZone)
    ? null
    : `The time zone "${schedule.timeZone}" is not known here; a name looks like Europe/Berlin.`
}

/**
 * The first due time strictly after `after`. An interval counts from its anchor, which is its first due
 * time. null: nothing is left, no day fits within eight years, or the schedule has a problem.
 */
export function nextJobDue(schedule: JobSchedule, after: Instant, systemZone: string): Instant | null {
  switch (schedule.kind) {
    case 'at':
      return schedule.at > after ? schedule.at : null
    case 'every':
      return after < schedule.anchorAt
        ? schedule.anchorAt
        : schedule.anchorAt +
            (Math.floor((after - schedule.anchorAt) / schedule.everyMs) + 1) * schedule.everyMs
    case 'cron': {
      const cron = cronOf(schedule)
      return cron === null ? null : nextCron(cron, after, zoneOf(schedule, systemZone))
    }
  }
}

/**
 * Of a job that had begun before the clock was set back behind its anchor: with an anchor on the same grid that
 * lies behind it as well, so that it goes on. null: nothing is to be changed.
 */
export function begunBefore(job: Job, nextDueAt: Instant, now: Instant): JobSpec | null {
  const { schedule } = job
  if (schedule.kind !== 'every' || now >= schedule.anchorAt || nextDueAt <= schedule.anchorAt) return null
  const { everyMs, anchorAt } = schedule
  const steps = Math.ceil((anchorAt - now) / everyMs)
  return jobSpecOf({ ...job, schedule: { ...schedule, anchorAt: anchorAt - steps * everyMs } })
}

/**
 * All due times in [first, to], at most `keep` (≥ 1) of them one by one. `first` is one, whatever the
 * schedule has become since. Exact, and counted without going through them: a year of a minute job takes
 * milliseconds.
 */
export function jobDuesSince(
  schedule: JobSchedule,
  first: Instant,
  to: Instant,
  keep: number,
  systemZone: string,
): Absence {
  if (first > to) return { slots: [], older: null }
  const { count, newest } = duesAfter(schedule, first, to, keep, systemZone)
  const slots = count < keep ? [first, ...newest] : newest
  const older = count + 1 - slots.length
  return { slots, older: older === 0 ? null : { firstAt: first, count: older } }
}

/** Due times in (after, to]: how many, and the newest `keep`, oldest first. */
function duesAfter(
  schedule: JobSchedule,
  after: Instant,
  to: Instant,
  keep: number,
  systemZone: string,
): { readonly count: number; readonly newest: readonly Instant[] } {
  if (schedule.kind === 'cron') {
    const cron = cronOf(schedule)
    return cron === null
      ? { count: 0, newest: [] }
      : cronsAfter(cron, after, to, keep, zoneOf(schedule, systemZone))
  }
  const from = nextJobDue(schedule, after, systemZone)
  if (from === null || from > to) return { count: 0, newest: [] }
  const everyMs = schedule.kind === 'every' ? schedule.everyMs : Infinity
  const count = schedule.kind === 'every' ? Math.floor((to - from) / everyMs) + 1 : 1
  const kept = Math.min(keep, count)
  return {
    count,
    newest: Array.from({ length: kept }, (_, i) =>
      count === 1 ? from : from + (count - kept + i) * everyMs,
    ),
  }
}

function cronsAfter(
  cron: Cron,
  after: Instant,
  to: Instant,
  keep: number,
  timeZone: string,
): { readonly count: number; readonly newest: readonly Instant[] } {
  let count = 0
  let newest: Instant[] = []
  // Backwards in pieces that double: the newest are found in the first ones, and what lies before is only
  // counted.
  for (let before = to + 1, span = keep * MINUTE; before > after + 1; before -= span, span *= 2) {
    const from = Math.max(after + 1, before - span)
    const piece = [...cronFires(cron, from, before, timeZone)]
    count += piece.length
    newest = [...piece, ...newest].slice(-keep)
    if (newest.length === keep) return { count: count + countCron(cron, after + 1, from, timeZone), newest }
  }
  return { count, newest }
}

/** Jobs on the full hour start up to so much later. */
export const SPREAD_MS = 5 * MINUTE

/**
 * How much later than due the job starts, 0 … 5 min in whole seconds: its own place, the same each time, so
 * that not all jobs on the hour start together. 0 for all that is not a cron expression on the full hour
 * alone.
 */
export function spreadMs(jobId: string, schedule: JobSchedule): number {
  if (!isSpread(schedule)) return 0
  return (parseInt(textHash(jobId).slice(0, 8), 16) % (SPREAD_MS / SECOND + 1)) * SECOND
}

const BACKOFF_MS = [30 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR] as const

/** How long to wait after the n-th failure in a row: 30 s, 1, 5, 15, then 60 min; 0 without one. */
export const jobBackoffMs = (failures: number): number =>
  failures < 1 ? 0 : BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1]!

/**
 * Later than this after its due time a start is a catch-up: three looks of a timer that is at most 30 s
 * away.
 */
export const ON_TIME_MS = 90 * SECOND

interface DuesDecision {
  readonly run: Instant | null // null: nothing is started
  readonly missed: readonly Instant[] // oldest first
}

/**
 * Which of the due times that have come is run, and which are only put on record; at most one is run, and
 * each is one or the other. The newest one is run if it is on time; after an absence `catchUp` decides: not
 * at all, the newest, or the newest while it is no older than `graceMs`. Times after `now` (a clock set
 * back) are neither. `lateMs`: how far a start may lie after its due time, the job's own spread included.
 */
export function decideDues(given: {
  readonly dues: readonly Instant[]
  readonly now: Instant
  readonly catchUp: (typeof CATCH_UPS)[number]
  readonly graceMs: number
  readonly lateMs?: number
}): DuesDecision {
  const { now, catchUp, graceMs, lateMs = ON_TIME_MS } = given
  const dues = given.dues.filter((due) => due <= now).sort((a, b) => a - b)
  const newest = dues.at(-1)
  if (newest === undefined) return { run: null, missed: [] }
  const age = now - newest
  const runs = age <= lateMs || catchUp === 'once' || (catchUp === 'grace' && age <= graceMs)
  return runs ? { run: newest, missed: dues.slice(0, -1) } : { run: null, missed: dues }
}
