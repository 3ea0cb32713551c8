import type { Metric } from '../../../shared/attempts/metric.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Member } from './actions.ts'
import type { Ledger } from './ledger.ts'

/** By what threads are measured, and where their attempts are counted. */
export interface Measured {
  readonly ledger: Ledger
  metric(id: ThreadId): Metric | null
  /** null: its work is not measured. */
  memberOf(thread: Thread): Member | null
}
