import type { ItemId, JobId, RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { Job, JobRun, JobSpec } from '../../../shared/jobs/job.ts'
import { jobSpecSchema } from '../../../shared/jobs/job-schema.ts'
import {
  flag,
  json,
  jsonOrNull,
  mapped,
  number,
  numberOrNull,
  printedOrNull,
  table,
  textOrNull,
  word,
  wordOrNull,
  type Selection,
} from '../connection/table.ts'

export const JOBS = table('jobs', {
  id: word<JobId>(),
  threadId: word<ThreadId>(),
  spec: json<JobSpec>(),
  createdAt: number(),
  pause: jsonOrNull<NonNullable<Job['pause']>>(),
  nextDueAt: numberOrNull(),
  problem: textOrNull(),
  failures: number(),
})
/** As the domain knows it; what a later version added to a specification has its default. */
export const JOB: Selection<Job> = mapped(JOBS, ({ spec, ...job }) => ({
  ...jobSpecSchema.parse(spec),
  ...job,
}))

export const JOB_RUNS = table('job_runs', {
  jobId: word<JobId>(),
  dueAt: number(),
  attempt: number(),
  byHand: flag(),
  state: word<JobRun['state']>(),
  count: number(),
  itemId: wordOrNull<ItemId>(),
  runId: wordOrNull<RunId>(),
  startedAt: numberOrNull(),
  finishedAt: numberOrNull(),
  summary: printedOrNull(),
})
