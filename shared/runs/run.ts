import type { DailyIntervention } from '../attempts/daily/daily-state.ts'
import type { SkipReason } from '../queue/skip-reason.ts'
import type { Severity } from '../base/severity.ts'
import type { ItemId, RunId, ThreadId } from '../base/ids.ts'
import type { FaultCode } from '../base/faults.ts'
import type { Tier } from '../schedule/tier.ts'
import type { Instant } from '../base/time.ts'
import type { ItemKind, WakeReason } from '../queue/queue.ts'
import type { Billing, Effort, Profile } from '../agents/agent-config.ts'
import type { AgentTurn, Report } from '../agents/agent-turn.ts'

/** How a run ended. The one list of the product; a slot may also be `missed`. */
export const RUN_OUTCOMES = [
  'quiet', // ran; nothing needs a person; what could be executed left evidence
  'unchanged', // change gate: nothing to look at since the last quiet; no agent started
  'skipped', // deliberately not run; carries a SkipReason
  'alert', // something a person should see
  'unproven', // the reply says ok, the evidence does not
  'urgent', // a raised urgent flag, or severity urgent
  'broken', // spawn, exit, timeout, crash, unreadable output, limit, login; carries a FaultCode
  'blocked', // needs trust, approval or a permission
  'stopped', // ended by a person or an orderly quit
  'interrupted', // the app or machine died during it
] as const
export type RunOutcome = (typeof RUN_OUTCOMES)[number]
export type SlotOutcome = RunOutcome | 'missed'

/** Worst first; used for fleet roll-ups and for a run whose tasks ended differently. */
export const OUTCOME_RANK: readonly SlotOutcome[] = [
  'urgent',
  'broken',
  'blocked',
  'alert',
  'unproven',
  'missed',
  'interrupted',
  'stopped',
  'skipped',
  'unchanged',
  'quiet',
]

/** 0: nothing needs a person; 10: an alert; 20: urgent; 30: broken, or needs a permission; 40: missed. */
export type ExitCode = 0 | 10 | 20 | 30 | 40

/** Exit code of `beat --wait` and `status` (2 is kept for wrong usage). */
export const EXIT_CODE: Record<SlotOutcome, ExitCode> = {
  quiet: 0,
  unchanged: 0,
  skipped: 0,
  alert: 10,
  unproven: 10,
  urgent: 20,
  broken: 30,
  blocked: 30,
  stopped: 30,
  interrupted: 30,
  missed: 40,
}

export const worstOutcome = (outcomes: readonly SlotOutcome[]): SlotOutcome | null =>
  OUTCOME_RANK.find((o) => outcomes.includes(o)) ?? null

/** What one task of the list did in one run. */
export type TaskStatus =
  | 'passed' // executed, nothing to report
  | 'finding' // a person should see the result, or that its program is not found
  | 'failed' // could not be executed to an end (time limit, command missing, git broke)
  | 'needs_approval' // a command nobody has approved yet; nothing was run
  | 'needs_agent' // only an agent can do this; the thread has none
  | 'untouched' // an agent left no trace of it

export interface TaskResult {
  readonly key: string // TaskKey, or flag:<text> for a flag
  readonly tier: Tier
  readonly text: string // the task line as written
  readonly status: TaskStatus
  /** One sentence for a person: what was seen. */
  readonly note: string
  readonly severity: Severity | null // null unless status is 'finding'
  /** What was executed, as an argument list; null for a built-in check without a command. */
  readonly command: readonly string[] | null
  readonly exitCode: number | null // null: no command was executed, or it did not come to its end
  readonly durationMs: number | null // null: it was not timed
  /** The newest output, capped; '' for none. */
  readonly output: string
}

/** What the newest beat that worked a line of the list found there. */
export interface LastResult extends Pick<TaskResult, 'key' | 'text' | 'status' | 'note' | 'severity'> {
  readonly runId: RunId
  readonly at: Instant // start of that beat
  /** Of the beats before it that worked the line, newest first. */
  readonly before: readonly TaskStatus[]
}

/** A file that an agent named in its report, as it was when the run ended. */
export interface Attachment {
  readonly name: string
  readonly path: string // inside the repository
  readonly bytes: number
  readonly mime: string // by its ending
}

export interface Run {
  readonly id: RunId
  readonly itemId: ItemId
  readonly threadId: ThreadId
  readonly kind: ItemKind
  readonly reasons: readonly WakeReason[]
  /** Tiers the run worked, lowest first; empty until it is planned and for messages. */
  readonly tiers: readonly Tier[]
  readonly enqueuedAt: Instant
  readonly startedAt: Instant
  readonly finishedAt: Instant | null // null: still running
  readonly durationMs: number | null // monotonic, not finishedAt − startedAt; null: still running, or it ended with the app and nobody timed it
  readonly outcome: RunOutcome | null // null: still running
  readonly skipReason: SkipReason | null // null unless it was skipped
  readonly fault: { readonly code: FaultCode; readonly message: string } | null // null: nothing failed
  /** One sentence saying what came of it; null while running. */
  readonly summary: string | null
}

/** Everything about one run; read on demand, never pushed. */
export interface RunDetail extends Run {
  /** What an agent said, word for word; '' for none and for local checks. */
  readonly reply: string
  /** The message that was worked; null for heartbeats. */
  readonly message: string | null
  readonly sender: string | null // 'user' or a thread's number, for messages; null for all others
  /** What the agent CLI told of the run; null for local checks and plain commands. */
  readonly turn: AgentTurn | null
  readonly report: Report | null // by the `report` tool; null: it made none
  readonly model: string | null // asked for; null: the CLI's own default
  readonly effort: Effort | null // asked for; null: the CLI's own default, or no agent worked
  readonly profile: Profile | 'bypass' | null // what its agent was allowed; null: no agent worked
  readonly billing: Billing
  /** What differs in the repository after a look-only run; null: nothing, or not compared. */
  readonly touched: string | null
  /** How a person goes on where the run ended; null: the runner cannot, or kept no session. */
  readonly resume: { readonly argv: readonly string[]; readonly folder: string } | null
  readonly attachments: readonly Attachment[]
  readonly threadName: string
  readonly runner: string // 'Local checks' or the command's name
  readonly tasks: readonly TaskResult[]
  /** What the runner printed (head and tail kept, the gap named); '' for none. */
  readonly output: string
  /** The prompt an agent received; null for local checks. */
  readonly prompt: string | null
  /** What its prompt asked besides the list. */
  readonly asked: readonly DailyIntervention[]
  readonly exitCode: number | null // of the runner's process; null: none was started, or it did not come to its end
  /** The due times this run answers. */
  readonly slots: readonly Instant[]
}
