import { type } from '@orpc/contract'
import * as z from 'zod'
import type { ApprovedJob, JobPreview, JobView } from '../jobs.ts'
import type { JobRun } from '../../jobs/job.ts'
import { jobActionSchema, jobScheduleSchema, jobSpecSchema } from '../../jobs/job-schema.ts'
import { base, jobId, nothing, threadId } from './inputs.ts'

/** Of work at times of its own. */
export const jobCalls = {
  jobs: {
    list: base.input(z.strictObject({ threadId: threadId.optional() })).output(type<readonly JobView[]>()),
    /**
     * `confirmed` where something is executed: a command, or an agent's turn; `hash`: of the command as the preview
     * showed it. Without an id a new job. CONFLICT: the command's files changed since they were shown; nothing is saved.
     */
    save: base
      .input(
        z.strictObject({
          id: jobId.optional(),
          as: jobId.optional(), // of a new job: the id that the preview had; absent, or taken meanwhile: another
          threadId,
          spec: jobSpecSchema,
          hash: z.string().max(100).optional(),
          confirmed: z.literal(true).optional(),
        }),
      )
      .output(type<JobView>()),
    /**
     * The command of a job as the preview showed it; what was due once while it waited for that starts. CONFLICT: it
     * changed since; nothing is approved.
     */
    approve: base
      .input(z.strictObject({ id: jobId, hash: z.string().max(100), confirmed: z.literal(true) }))
      .output(type<ApprovedJob>()),
    /**
     * No content of the files that its command runs is approved any more, so that its next start asks; so does all
     * else of its thread that runs the same argument list. INVALID: there is no approval of it.
     */
    revoke: base.input(z.strictObject({ id: jobId })).output(type<JobView>()),
    remove: base.input(z.strictObject({ id: jobId })).output(nothing),
    /** Once, now, whatever its schedule says. */
    run: base.input(z.strictObject({ id: jobId })).output(nothing),
    pause: base.input(z.strictObject({ id: jobId })).output(nothing),
    resume: base.input(z.strictObject({ id: jobId })).output(nothing),
    /** Newest first. */
    runs: base
      .input(z.strictObject({ id: jobId, limit: z.number().int().min(1).max(200).default(50) }))
      .output(type<readonly JobRun[]>()),
    /** With `id` or `isNew` its times are those of the starts of that job, else due times. */
    preview: base
      .input(
        z.strictObject({
          schedule: jobScheduleSchema,
          id: jobId.optional(),
          spread: z.boolean().optional(), // absent: as that job has it
          isNew: z.literal(true).optional(), // of one that is then made with the id of the answer
          executes: z.strictObject({ threadId, action: jobActionSchema }).optional(), // absent: no command is looked at
        }),
      )
      .output(type<JobPreview>()),
  },
}
