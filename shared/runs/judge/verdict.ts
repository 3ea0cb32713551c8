import type { Fault } from '../../base/faults.ts'
import { OUTCOME_RANK, type Attachment, type RunOutcome, type TaskResult } from '../run.ts'
import type { SkipReason } from '../../queue/skip-reason.ts'
import type { Tier } from '../../schedule/tier.ts'
import type { HeartbeatDoc } from '../../playbook/model.ts'
import type { AgentTurn, Refusal, Report } from '../../agents/agent-turn.ts'
import type { RaisedAlert } from '../raised-alert.ts'

/** What came back from a runner, as far as judging cares. */
export interface RunnerResult {
  readonly status: 'completed' | 'failed' | 'stopped'
  readonly fault: Fault | null
  readonly text: string // reply of an agent; '' for local checks
  /**
   * What became of each due task; of an agent the trace it left (evidenceOf). Empty: none was due, so none
   * is asked for.
   */
  readonly tasks: readonly TaskResult[]
}

/** What the app worked of an agent's list. */
export interface PairPart {
  readonly results: readonly TaskResult[]
  readonly agentStarted: boolean
  /** Why an agent that was needed was not started; null: none was needed, or it was started. */
  readonly held: { readonly reason: SkipReason; readonly why: string } | null
  /** The tier of each line that is left for the agent. */
  readonly leftTiers: readonly Tier[]
}

/** What kept a run from changing the repository. */
export interface Restraint {
  /** 'rules': those of its CLI. 'none': it is a program of the person's own. */
  readonly by: 'rules' | 'none'
  /** What the person allows beyond looking, as rules of the CLI. */
  readonly allowed: readonly string[]
}

export interface JudgeFacts {
  readonly runner: 'local' | 'agent'
  readonly result: RunnerResult
  /** What the app worked of the list before its agent; null or absent: all lines were the runner's. */
  readonly pair?: PairPart | null | undefined
  readonly tiers: readonly Tier[]
  readonly doc: HeartbeatDoc // the file when the run had ended
  readonly openKeys: readonly string[] // of the thread's open alerts
  readonly ackMaxChars: number
  readonly report?: Report | null | undefined // null: it made none
  /** Files that it sent along and that are there; its report names them as it wrote them. */
  readonly files?: readonly Pick<Attachment, 'name'>[] | undefined
  readonly turn?: Pick<AgentTurn, 'calls' | 'callCount'> | null | undefined // null: nobody sees its calls
  readonly unprovenBefore?: boolean | undefined // the thread's last run ended unproven
  /** Calls of this run that were refused and that nobody has decided about. */
  readonly refused?: readonly Refusal[] | undefined
  /** What differs in the repository after a run that was to leave it as it is; null: nothing, or not compared. */
  readonly touched?: string | null | undefined
  readonly restraint?: Restraint | undefined
}

export interface Verdict {
  readonly outcome: RunOutcome
  /** Set with the outcome 'skipped' alone. */
  readonly skipReason: SkipReason | null
  readonly fault: Fault | null
  readonly summary: string // one sentence
  readonly raised: readonly RaisedAlert[]
  /** Causes seen to be gone; see AlertNews.cleared. */
  readonly cleared: readonly string[]
  /** The tiers did their work, so their time moves: a failed tier stays due. */
  readonly stamps: readonly Tier[]
}

export const worst = (raised: readonly RaisedAlert[]): RunOutcome | null => {
  if (raised.some((r) => r.severity === 'urgent')) return 'urgent'
  if (raised.length > 0) return 'alert'
  return null
}

export const worse = (a: RunOutcome, b: RunOutcome): RunOutcome =>
  OUTCOME_RANK.indexOf(a) <= OUTCOME_RANK.indexOf(b) ? a : b

export const sentence = (note: string): string => note.slice(0, 1).toUpperCase() + note.slice(1)

export const firstLine = (text: string): string => text.split('\n', 1)[0]!.slice(0, 200)
