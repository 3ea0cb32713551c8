import type * as z from 'zod'
import type { ItemId, JobId, RunId, ThreadId } from '../base/ids.ts'
import type { Instant } from '../base/time.ts'
import type { jobActionSchema, jobScheduleSchema, jobSpecSchema } from './job-schema.ts'

export type JobSchedule = z.infer<typeof jobScheduleSchema>
export type JobAction = z.infer<typeof jobActionSchema>
export type JobSpec = z.infer<typeof jobSpecSchema>

export interface Job extends JobSpec {
  readonly id: JobId
  readonly threadId: ThreadId
  readonly createdAt: Instant
  readonly pause: { readonly by: 'person' | 'failures'; readonly at: Instant } | null // null: not paused
  readonly nextDueAt: Instant | null // null: paused, or nothing left to do
  readonly problem: string | null // why the schedule cannot be followed; null: it can
  readonly failures: number // in a row
}

export const JOB_RUN_STATES = ['waiting', 'running', 'ok', 'failed', 'skipped', 'missed'] as const
/** One due time of a job, or one start by hand. */
export interface JobRun {
  readonly jobId: JobId
  readonly dueAt: Instant // of a start by hand, or of one that an approval made up for: when it was asked for
  readonly state: (typeof JOB_RUN_STATES)[number]
  readonly byHand: boolean
  readonly attempt: number // 1 for the first try of this due time
  readonly count: number // 1, or how many missed due times this row stands for
  readonly itemId: ItemId | null
  readonly runId: RunId | null // null: it never ran
  readonly startedAt: Instant | null // null: it never ran
  readonly finishedAt: Instant | null // null: it never ran, or still does
  readonly summary: string | null // what came of it, or why nothing did; null: it is not over
}

/** Of a start that waited under words or a schedule that a person has changed since. */
export const WITHDRAWN = 'The job was changed or paused before it started.'

/** What it executes must be confirmed by a person: a command, or an agent's turn. */
export const executes = (action: JobAction): boolean => action.kind !== 'event'

/** Whether nothing but an agent can do it. */
export const jobNeedsAgent = ({ action }: Pick<Job, 'action'>): boolean =>
  action.kind === 'agent' || action.kind === 'reflect'

export const JOB_FAILURES_BEFORE_ALERT = 2
export const JOB_FAILURES_BEFORE_PAUSE = 10
/** Tries of a job that is due once. */
export const AT_TRIES = 3
