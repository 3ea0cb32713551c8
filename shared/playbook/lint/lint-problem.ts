import type { DocProblem } from '../model.ts'
import type { LintFix } from './fixes.ts'
import type { SuspectLine } from './suspects.ts'

/** How long a task took in the last beats in which it ran. */
export interface TaskTiming {
  readonly key: string
  readonly worstMs: number
  readonly beats: number // in how many of them
}
export interface LintProblem extends Omit<DocProblem, 'code'> {
  readonly code:
    | DocProblem['code']
    | 'slow_measured'
    | 'suspect'
    | 'program_missing'
    | 'same_in_other_words'
    | 'dead_weight'
    | 'fits_quicker'
  /** null: only a person can say what is right. */
  readonly fix: LintFix | null // null: nothing is offered
  /** A person may say that they have seen it, and it is gone; absent: only a change of the text takes it away. */
  readonly suspect?: SuspectLine
}
