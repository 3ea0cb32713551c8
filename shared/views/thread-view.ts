import type { Suspects } from '../playbook/lint/suspects.ts'
import type { Instant } from '../base/time.ts'
import type { FaultCode } from '../base/faults.ts'
import type { ItemId, RunId, ThreadId } from '../base/ids.ts'
import type { Hold, ItemKind, QueueClass, WakeReason } from '../queue/queue.ts'
import type { Tier } from '../schedule/tier.ts'
import type { AgentConfig } from '../agents/agent-config.ts'
import type { GateMode, SessionMode, SuggestionMode } from '../threads/modes.ts'
import type { ActiveHours } from '../schedule/active-hours.ts'
import type { Delivery, Pause, SourceSwitches, ThreadConfig } from '../threads/thread.ts'
import type { RunOutcome } from '../runs/run.ts'
import type { SkipReason } from '../queue/skip-reason.ts'
import type { GitGlance } from '../events/git-glance.ts'
import type { Strip } from '../runs/strip.ts'
import type { ThreadState } from '../threads/states.ts'

export { THREAD_STATES, type ThreadState } from '../threads/states.ts'

export interface TierView {
  readonly lastDoneAt: Instant | null // null: never
  readonly dueAt: Instant | null // null: due at once
  readonly tasks: number
  readonly snoozedUntil: Instant | null // by a person; null: not snoozed
}

export interface RunningView {
  readonly runId: RunId
  readonly kind: ItemKind
  readonly tiers: readonly Tier[]
  readonly startedAt: Instant
  readonly typicalMs: number | null // null: no earlier run to go by
  /** Lines that were worked, of all; `total` 0: nothing is counted, as while an agent works. null: nothing is known yet. */
  readonly progress: { readonly done: number; readonly total: number; readonly current: string | null } | null
}

export interface WaitingView {
  readonly itemId: ItemId
  readonly threadId: ThreadId
  readonly kind: ItemKind
  readonly class: QueueClass
  readonly reasons: readonly WakeReason[]
  readonly text: string | null // of a message; null: it is none
  readonly since: Instant
  readonly mergedSlots: number
  readonly hold: Hold | null // null: starts at the next tick
  readonly notBefore: Instant
  /** Of all that waits, in the order of service; 1 is next. */
  readonly place: number
  readonly from: string | null // of a message
  readonly jobName: string | null // of a job, or the command that is run again; null: neither
}

/** What is known of the file since it was last read; never a second truth. */
export interface DocFacts {
  readonly flags: readonly string[]
  readonly tasks: Record<Tier, number>
  readonly problems: number
  readonly exists: boolean
  readonly tracked: boolean // git tracks it: the app does not write into it
  readonly pendingWork: number
  readonly workForAgent: number // of these, those without a command, which only an agent can do
  readonly linesForAgent: number // tasks that are no check of the app and name no command
  /** Lines that look as if they should count and do not, each as a sentence with its line. */
  readonly unread: readonly string[]
  readonly suspects: Suspects
}

export interface ThreadView {
  readonly id: ThreadId
  readonly number: number
  readonly name: string
  readonly repoPath: string
  readonly role: 'worker' | 'master'
  readonly agent: AgentConfig
  readonly session: SessionMode
  readonly gate: GateMode
  readonly suggestions: SuggestionMode
  readonly reflects: boolean // daily beats ask its agent to
  readonly sharesList: boolean // other machines may read the tasks of its list
  /** Tool calls that were refused and wait for a decision. */
  readonly permissionsWanted: number
  /** The agent's own permission checks are off until then; null: they are on. */
  readonly bypassUntil: Instant | null
  readonly intervalMs: number
  readonly activeHours: ActiveHours | null // null: always
  readonly dailyAt: string | null // "HH:MM" local; null: by elapsed time
  readonly pause: Pause | null // null: not paused
  readonly trusted: boolean
  readonly state: ThreadState
  /** Why nothing is looked at by itself, whatever the state says; null: it is. */
  readonly rests: 'paused' | 'off' | 'quiet-hours' | null
  /** Why it is in this state, in one sentence. */
  readonly because: string
  readonly tiers: Record<Tier, TierView>
  readonly nextDueAt: Instant | null // null: off, paused, or its schedule cannot be followed
  /** How late the oldest unserved due time is; 0: on time. */
  readonly lateMs: number
  readonly last: {
    readonly runId: RunId
    readonly outcome: RunOutcome
    readonly skipReason: SkipReason | null
    readonly summary: string
    readonly finishedAt: Instant
    readonly durationMs: number
    readonly tiers: readonly Tier[]
  } | null // null: never run
  readonly running: RunningView | null // null: nothing runs
  readonly waiting: readonly WaitingView[]
  readonly doc: DocFacts | null // null: not read yet
  readonly git: GitGlance | null // null: not looked at yet
  readonly missingFolder: FaultCode | null // why its folder could not be found; null: it was
  readonly failures: number
  readonly openAlerts: number // neither acknowledged, snoozed nor resolved
  readonly acknowledgedAlerts: number // still there, but a person knows: acknowledged or snoozed
  /**
   * Its state is bad, and a person knows: they acknowledged the incident it is a part of, or the alert that
   * says the same.
   */
  readonly known: boolean
  /** Commands of HEARTBEAT.md that nobody has approved yet. */
  readonly approvalsWanted: number
  /** Tasks of the list, due or not, and items of the Work Queue that local checks cannot do; 0 with an agent. */
  readonly tasksForAgent: number
  /** Since when it has sent no daily report though it should; null: it does, it need not, or nobody is the master. */
  readonly silentSince: Instant | null
  /** The schedule cannot be followed (unreadable active hours, …); null: fine. */
  readonly scheduleProblem: string | null
  readonly strip: Strip
  /** Facts that wait for the next prompt. */
  readonly events: number
  readonly newestEventAt: Instant | null // whatever became of it; null: none came
  readonly sources: SourceSwitches
  /** The thread's own switches, without HEARTBEAT.json; absent: the app's. */
  readonly delivery: Partial<Delivery>
  readonly indicator: boolean // its alerts colour tray and headline
  readonly config: ThreadConfig | null // HEARTBEAT.json; null: none
  /** Nothing happened since then, so it is looked at once a day; null: not dormant. */
  readonly dormantSince: Instant | null
  readonly effectiveIntervalMs: number // as planned; 0: off
  readonly jobs: number // not paused
  /** A person's own words for it. */
  readonly tags: readonly string[]
  readonly pinned: boolean
  /** No banners of it until then; FOREVER: until taken back. null: not muted. */
  readonly mutedUntil: Instant | null
}
