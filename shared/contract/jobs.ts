import type { ApprovalView } from '../agents/approval.ts'
import type { JobId } from '../base/ids.ts'
import type { Job, JobRun } from '../jobs/job.ts'

/* Of jobs, and of what they wrote. */

/** `nextDueAt`: when it starts next, which after a failure may be later than its next due time. */
export interface JobView extends Job {
  readonly threadName: string
  readonly threadNumber: number
  readonly words: string // its schedule in plain words
  readonly lastRun: JobRun | null // null: it was never due
  /** Its last due time did not start it: what its command runs of the repository is not what a person approved. */
  readonly waitsForApproval: boolean
}
/**
 * After an approval. `starts`: it was due once while it waited and has started now; it was, and starts when nothing
 * holds it; at its next time; null: not by itself.
 */
export interface ApprovedJob extends JobView {
  readonly starts: 'now' | 'held' | 'next' | null
}
export interface JobPreview {
  readonly id: JobId | null // that was given, or one for a new job; null: neither was asked for
  readonly problem: string | null // why it cannot be followed
  readonly words: string
  readonly fires: readonly number[] // the next five
  readonly warnings: readonly string[]
  /**
   * Its command as it would be executed now; null: it executes none, nobody asked for it, or nothing is read because
   * the thread is not trusted.
   */
  readonly command: ApprovalView | null
}
