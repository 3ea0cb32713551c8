import type { Tier } from '../../schedule/tier.ts'
import type { AgentTurn, Report } from '../../agents/agent-turn.ts'
import type { WorkState } from '../../playbook/work-queue.ts'

export interface DueWork {
  readonly key: string // TaskKey, or work:<id>
  readonly tier: Tier
  readonly text: string
}

export interface EvidenceFacts {
  readonly tasks: readonly DueWork[] // the due ones, and the work items of this run
  /** null: a plain command, whose calls nobody sees. */
  readonly turn: Pick<AgentTurn, 'calls' | 'callCount'> | null
  readonly report: Report | null
  /** Keys that stand ticked after the run; before it all of them were unticked. */
  readonly ticked: ReadonlySet<string>
  /** By id, where the items of this run stand in the list after it. */
  readonly work: ReadonlyMap<string, WorkState>
}
