import * as z from 'zod'
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

type Spec = z.infer<typeof jobSpecSchema>
/** What a person said of it, without what became of it. */
export const jobSpecOf = (job: Spec): Spec => z.object(jobSpecSchema.shape).parse(job)
