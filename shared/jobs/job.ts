import * as z from 'zod'
import type { ItemId, JobId, RunId, ThreadId } from '../base/ids.ts'
import type { Instant } from '../base/time.ts'
import { CATCH_UPS, JOB_BOUNDS, JOB_DEFAULTS, VARIABLE_NAME } from './job-bounds.ts'

/**
 * When a job is due. Times are instants; `timeZone` is an IANA name, '' the system's zone at the time of
 * planning.
 */
export const jobScheduleSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('at'), at: z.number().int() }),
  z.strictObject({
    kind: z.literal('every'),
    everyMs: z.number().int().min(JOB_BOUNDS.every.leastMs).max(JOB_BOUNDS.every.mostMs),
    anchorAt: z.number().int(),
  }),
  z.strictObject({
    kind: z.literal('cron'),
    expr: z.string().min(1).max(JOB_BOUNDS.expr),
    timeZone: z.string().max(64),
  }),
])
export type JobSchedule = z.infer<typeof jobScheduleSchema>

/**
 * What a job does. `event`: a fact for the thread's main line, no run of its own. The others are isolated
 * runs, whose summary then becomes an event of the thread, so that background work is never silent.
 */
export const jobActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('event'), text: z.string().trim().min(1).max(JOB_BOUNDS.event) }),
  z.strictObject({ kind: z.literal('agent'), prompt: z.string().trim().min(1).max(JOB_BOUNDS.agent) }),
  z.strictObject({
    kind: z.literal('command'),
    argv: z.array(z.string().min(1).max(4096)).min(1).max(JOB_BOUNDS.args),
    env: z.record(z.string().regex(VARIABLE_NAME), z.string().max(8192)).default({}),
    limitMs: z
      .number()
      .int()
      .min(JOB_BOUNDS.limit.leastMs)
      .max(JOB_BOUNDS.limit.mostMs)
      .default(JOB_DEFAULTS.limitMs),
  }),
  z.strictObject({ kind: z.literal('reflect') }),
])
export type JobAction = z.infer<typeof jobActionSchema>

export const jobSpecSchema = z.strictObject({
  name: z.string().trim().min(1).max(JOB_BOUNDS.name),
  schedule: jobScheduleSchema,
  action: jobActionSchema,
  catchUp: z.enum(CATCH_UPS).default(JOB_DEFAULTS.catchUp),
  graceMs: z
    .number()
    .int()
    .min(JOB_BOUNDS.grace.leastMs)
    .max(JOB_BOUNDS.grace.mostMs)
    .default(JOB_DEFAULTS.graceMs), // used by catchUp 'grace' alone
  /**
   * A job on the full hour starts up to five minutes later, at its own place, so that not all start
   * together.
   */
  spread: z.boolean().default(JOB_DEFAULTS.spread),
  /** Whether its event wakes the thread, or waits for the next beat. */
  wake: z.enum(['now', 'next']).default(JOB_DEFAULTS.wake),
})
export type JobSpec = z.infer<typeof jobSpecSchema>

export interface Job extends JobSpec {
  readonly id: JobId
  readonly threadId: ThreadId
  readonly createdAt: Instant
  readonly pause: { readonly by: 'person' | 'failures'; readonly at: Instant } | null
  readonly nextDueAt: Instant | null // null: paused, or nothing left to do
  readonly problem: string | null // why the schedule cannot be followed
  readonly failures: number // in a row
}

/** What a person said of it, without what became of it. */
export const jobSpecOf = (job: Job): JobSpec => z.object(jobSpecSchema.shape).parse(job)

export const JOB_RUN_STATES = ['waiting', 'running', 'ok', 'failed', 'skipped', 'missed'] as const
/** One due time of a job, or one start by hand. */
export interface JobRun {
  readonly jobId: JobId
  readonly dueAt: Instant // of a start by hand: when it was asked for
  readonly state: (typeof JOB_RUN_STATES)[number]
  readonly byHand: boolean
  readonly attempt: number // 1 for the first try of this due time
  readonly count: number // 1, or how many missed due times this row stands for
  readonly itemId: ItemId | null
  readonly runId: RunId | null
  readonly startedAt: Instant | null
  readonly finishedAt: Instant | null
  readonly summary: string | null // what came of it, or why nothing did
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
