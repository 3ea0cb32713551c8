import type { AgentTurn, Refusal, Report } from '../../../shared/agents/agent-turn.ts'
import type { RaisedAlert } from '../../../shared/runs/raised-alert.ts'
import type { Fault } from '../../../shared/base/faults.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { GateMark } from '../../../shared/runs/change-gate.ts'
import type { GitGlance } from '../../../shared/events/git-glance.ts'
import type { SkipReason } from '../../../shared/queue/skip-reason.ts'
import type { Attachment, RunOutcome, TaskResult } from '../../../shared/runs/run.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import type { WakeAgain } from '../../../shared/threads/course.ts'
import type { Pause } from '../../../shared/threads/thread.ts'
import type { StoredSession } from './records.ts'

/** A run as it is put on record: its end, how long it took, and how its thread goes on. One transaction. */
export interface RunRecord extends RunEnd {
  readonly durationMs: number
  readonly course: ThreadCourse
}

/** What the stages of a run say of its end, a part for each place that keeps it. */
export interface RunEnd {
  readonly verdict: RunVerdict
  readonly turn: TurnRecord
  readonly conversation: ConversationRecord
  readonly alerts: AlertNews
  readonly marks: RunMarks
}

/** What came of it, as every list of runs shows it. */
export interface RunVerdict {
  readonly outcome: RunOutcome
  readonly skipReason: SkipReason | null
  readonly fault: Fault | null
  readonly summary: string
  readonly tiers: readonly Tier[]
}

/** What the runner was given and left behind; its details, what it cost, and questions to the person. */
export interface TurnRecord {
  readonly prompt: string | null // null: as it was planned
  readonly output: string
  readonly exitCode: number | null
  readonly tasks: readonly TaskResult[]
  readonly glance: GitGlance | null
  readonly agent: AgentTurn | null // null: nobody sees its calls, or no agent ran
  readonly report: Report | null
  readonly attachments: readonly Attachment[]
  readonly touched: string | null // what differs in the repository after a look-only run
  /** Calls that were refused and that nobody has decided about. */
  readonly refused: readonly Refusal[]
  /** Rules allowed for one run, if the agent did start with them. */
  readonly usedRules: readonly string[]
}

/** What is read and found again later. */
export interface ConversationRecord {
  readonly reply: string // what an agent said, word for word
  /** What a heartbeat has to tell that was not told before; null: nothing. */
  readonly news: string | null
  /** Text for `query_knowledge_base`, an agent's own words only; null: nothing worth finding. */
  readonly knowledge: string | null
  /** The session a run began (`resumed` null) or went on with; null: it is over; 'keep': as it was. */
  readonly session: (StoredSession & { readonly resumed: string | null }) | null | 'keep'
}

export interface AlertNews {
  readonly raised: readonly RaisedAlert[]
  /**
   * Keys of causes seen to be gone; open alerts under them are resolved. 'text' stands for free text
   * without a key.
   */
  readonly cleared: readonly string[]
}

/** What is done and need not be done again. */
export interface RunMarks {
  readonly stamps: readonly Tier[] // tiers that reached a good end; their time becomes the run's start
  /** Of these, those of which the file says `(never)`: that is no person's wish until it was stamped. */
  readonly unstamped: readonly Tier[]
  /** What is proven quiet now, for the change gate; by tier. */
  readonly proven: Partial<Record<Tier, GateMark>>
  readonly tried: readonly string[] // keys of new tasks that had their first try
  /** Keys of worked tasks that are due by their own time: timed ones, and those whose tier stays due. */
  readonly done: readonly string[]
  /**
   * The run did show its events, to an agent that came to an end: they are used up. Else they wait again.
   */
  readonly consumed: boolean
}

/** How the thread goes on. */
export interface ThreadCourse {
  readonly failures: number // in a row, this run included
  readonly pause: Pause | null // set when failures demand it
  readonly nextDueAt: Instant | null | 'keep' // 'keep': the plan stands
  /** A waiting beat that nobody asked for starts no earlier; null: no delay. */
  readonly backOffUntil: Instant | null
  readonly again: WakeAgain | null
}
