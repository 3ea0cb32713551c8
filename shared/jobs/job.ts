import { z } from 'zod'
import type { ItemId, JobId, RunId, ThreadId } from '../base/ids.ts'
import { DAY, HOUR, MINUTE, SECOND, type Instant } from '../base/time.ts'

/**
 * When a job is due. Times are instants; `timeZone` is an IANA name, '' the system's zone at the time of
 * planning.
 */
export const jobScheduleSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('at'), at: z.number().int() }),
  z.strictObject({
    kind: z.literal('every'),
    everyMs: z
      .number()
      .int()
      .min(MINUTE)
      .max(366 * DAY),
    anchorAt: z.number().int(),
  }),
  z.strictObject({ kind: z.literal('cron'), expr: z.string().min(1).max(200), timeZone: z.string().max(64) }),
])
export type JobSchedule = z.infer<typeof jobScheduleSchema>

/**
 * What a job does. `event`: a fact for the thread's main line, no run of its own. The others are isolated
 * runs, whose summary then becomes an event of the thread, so that background work is never silent.
 */
export const jobActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('event'), text: z.string().trim().min(1).max(4000) }),
  z.strictObject({ kind: z.literal('agent'), prompt: z.string().trim().min(1).max(20_000) }),
  z.strictObject({
    kind: z.literal('command'),
    argv: z.array(z.string().min(1).max(4096)).min(1).max(64),
    env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string().max(8192)).default({}),
    limitMs: z
      .number()
      .int()
      .min(5 * SECOND)
      .max(6 * HOUR)
      .default(10 * MINUTE),
  }),
  z.strictObject({ kind: z.literal('reflect') }),
])
export type JobAction = z.infer<typeof jobActionSchema>

/**
 * A due time that passed while nothing could run: not made up for, made up for once, or once while it is no
 * older than the grace.
 */
export const CATCH_UPS = ['skip', 'once', 'grace'] as const

export const jobSpecSchema = z.strictObject({
  name: z.string().trim().min(1).max(100),
  schedule: jobScheduleSchema,
  action: jobActionSchema,
  catchUp: z.enum(CATCH_UPS).default('once'),
  graceMs: z
    .number()
    .int()
    .min(MINUTE)
    .max(7 * DAY)
    .default(HOUR), // used by catchUp 'grace' alone
  /**
   * A job on the full hour starts up to five minutes later, at its own place, so that not all start
   * together.
   */
  spread: z.boolean().default(true),
  /** Whether its event wakes the thread, or waits for the next beat. */
  wake: z.enum(['now', 'next']).default('next'),
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

export const JOB_FAILURES_BEFORE_ALERT = 2
export const JOB_FAILURES_BEFORE_PAUSE = 10
/** Tries of a job that is due once. */
export const AT_TRIES = 3
