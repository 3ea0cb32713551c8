import type { Action } from '../attempts/action.ts'
import type { ActionChange, Attempt, Intervention } from '../attempts/attempt.ts'
import type { Hindrance } from '../attempts/hindrance.ts'
import type { Metric } from '../attempts/metric.ts'
import type { ApprovalRequest } from '../agents/approval.ts'
import type { ActionProblem } from '../attempts/read-action.ts'
import type { ThreadId } from '../base/ids.ts'

/** How a thread is measured. */
export interface MetricView extends Omit<Metric, 'noise' | 'digests' | 'since'> {
  readonly threadNumber: number
  readonly threadName: string
  /** What two measurements may differ by without any gain; 0: they agreed. null: not measured yet. */
  readonly noise: number | null
  /** The command as it would be executed, with its hash; null: none, or it cannot be started. */
  readonly request: ApprovalRequest | null
  readonly isApproved: boolean // true also where no command measures
  /** Of a limit that its agent never comes to, as a sentence; null: there is none. */
  readonly notice: string | null
}

/** What one measurement that counts for nothing came to. */
export interface MetricTrial {
  readonly score: number | null // null: there was no number
  readonly note: string // how the command ended
  readonly output: string // the end of what it printed
  readonly changed: string | null // in the repository while it ran, in words; null: nothing
}

/** A metric as it was saved. */
export interface SavedMetric extends MetricView {
  readonly passedOver: number // files that were in its folder already, and are no attempts
  readonly isCountedAnew: boolean // what its limits limit
  readonly hindrances: readonly Hindrance[] // as AttemptsView has them
}

/** How the work of one agent stands, for the page that shows it. */
export interface AttemptsView {
  readonly metric: MetricView | null // null: its work is not measured any more
  readonly attempts: readonly (Attempt & { readonly threadName: string })[] // the newest first
  readonly interventions: readonly Intervention[] // the newest first
  readonly best: number | null // its own; null: no usable score yet
  readonly stalled: number // runs in a row without progress
  readonly owed: readonly string[] // names of what is due and not given yet
  /** Why no attempts are to be expected of its beats; empty: nothing is known that keeps them. */
  readonly hindrances: readonly Hindrance[]
}

/** An attempt beside the best one of its thread that has another commit. */
export interface AttemptDifference {
  readonly base: Attempt | null // null: there is none with a commit
  readonly text: string | null // null: one of the commits is not there
}

/** What an agent and its team are asked at times. */
export interface ActionsSettings {
  readonly threadId: ThreadId
  readonly actions: readonly Action[]
  readonly notices: readonly ActionProblem[]
  readonly problems: readonly string[]
  readonly changes: readonly ActionChange[] // the newest first
}
