import type { ItemId, JobId, ThreadId } from '../../../../shared/base/ids.ts'
import type { Instant } from '../../../../shared/base/time.ts'
import type { Job, JobRun, JobSpec } from '../../../../shared/jobs/job.ts'
import type { WakeReason } from '../../../../shared/queue/queue.ts'

export interface JobsRoom {
  list(threadId?: ThreadId): readonly Job[]
  get(id: JobId): Job | null
  /** The earliest due time of any job. */
  nextDueAt(): Instant | null
  save(
    id: JobId,
    threadId: ThreadId,
    spec: JobSpec,
    plan: { readonly nextDueAt: Instant | null; readonly problem: string | null },
    now: Instant,
  ): void
  change(
    id: JobId,
    change: {
      readonly spec?: JobSpec
      readonly pause?: Job['pause']
      readonly nextDueAt?: Instant | null
      readonly problem?: string | null
      readonly failures?: number
    },
  ): void
  remove(id: JobId): void
  /**
   * A due time, once: with its fate, and what it asks for, in one transaction. false: it is on record
   * already.
   */
  recordRun(
    entry: Pick<JobRun, 'jobId' | 'dueAt' | 'attempt' | 'byHand' | 'state' | 'count' | 'summary'>,
    item: { readonly reasons: readonly WakeReason[]; readonly notBefore: Instant } | null,
    now: Instant,
  ): boolean
  runs(id: JobId, limit: number): readonly JobRun[]
  runOfItem(itemId: ItemId): JobRun | null
  settleRun(
    entry: Pick<JobRun, 'jobId' | 'dueAt' | 'attempt'>,
    state: 'ok' | 'failed' | 'skipped',
    summary: string,
    now: Instant,
  ): void
}
