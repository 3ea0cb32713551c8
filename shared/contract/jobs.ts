import type { Job, JobRun } from '../jobs/job.ts'

/* Of jobs, and of what they wrote. */

/** `nextDueAt`: when it starts next, which after a failure may be later than its next due time. */
export interface JobView extends Job {
  readonly threadName: string
  readonly threadNumber: number
  readonly words: string // its schedule in plain words
  readonly lastRun: JobRun | null // null: it was never due
}
export interface JobPreview {
  readonly problem: string | null // why it cannot be followed
  readonly words: string
  readonly fires: readonly number[] // the next five
  readonly warnings: readonly string[]
}
