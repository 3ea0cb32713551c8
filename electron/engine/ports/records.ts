import type { AgentConfig, Billing, Effort, Profile } from '../../../shared/agents/agent-config.ts'
import type { SessionTotals } from '../../../shared/agents/agent-turn.ts'
import type { Alert } from '../../../shared/alerts/alert.ts'
import type { ItemId, JobId, RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { CommandAgain } from '../../../shared/events/command-again.ts'
import type { QueueItem, WakeReason } from '../../../shared/queue/queue.ts'
import type { Run, RunOutcome } from '../../../shared/runs/run.ts'
import type { GitGlance } from '../../../shared/events/git-glance.ts'
import type { Strip } from '../../../shared/runs/strip.ts'
import type { SystemEvent } from '../../../shared/events/system-event.ts'
import type { Pause, ThreadChange, ThreadConfig } from '../../../shared/threads/thread.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import type { Instant } from '../../../shared/base/time.ts'

export interface NewThread {
  readonly id: ThreadId
  readonly name: string
  readonly repoPath: string
  readonly intervalMs: number
  readonly trustedAt: Instant | null
  readonly createdAt: Instant
  /** The folder that the app makes for the master: it has the master's number as its own where that is free. */
  readonly isMastersFolder?: boolean
}

export interface Enqueued {
  readonly itemId: ItemId
  readonly merged: boolean // joined a heartbeat that was waiting already
}

export interface Beat {
  readonly threadId: ThreadId
  readonly reasons: readonly WakeReason[]
  readonly tier: Tier | null // asked for by a person; null: none
  readonly withDue: boolean // what is due as well
  readonly dueTier: Tier // highest tier due now; orders scheduled beats
  readonly notBefore: Instant
  readonly sessionId?: string | undefined // asked for by a person, for this beat alone
}

/** A claimed item with what its run needs from it. */
export interface ClaimedRun {
  readonly id: RunId
  readonly itemId: ItemId
  readonly threadId: ThreadId
  readonly kind: QueueItem['kind']
  readonly reasons: readonly WakeReason[]
  readonly askedTier: Tier | null
  readonly withDue: boolean
  readonly message: string | null
  readonly sender: string | null
  readonly jobId: JobId | null
  readonly again: CommandAgain | null // a command that a person runs again; null: none
  readonly sessionId: string | null
  readonly startedAt: Instant
  readonly marker: string
  /** Facts this run shows; in its keeping until it ends (ARCHITECTURE I7). */
  readonly events: readonly SystemEvent[]
  readonly dropped: number // older ones that made room
}

export interface StoredSession {
  readonly runner: string // runnerKey: another runner cannot resume it
  readonly id: string
  readonly lastActivityAt: Instant // of a person's message; beats and skips leave it alone
  readonly totals: SessionTotals | null
}

/** What is known when an agent is about to start; counted at once, so that a crash frees no budget. */
export interface AgentStart {
  readonly runner: string // runnerKey
  readonly billing: Billing
  readonly model: string | null
  readonly effort: Effort | null
  readonly profile: Profile | 'bypass'
}

export interface ThreadFacts {
  readonly last: Run | null // newest finished run that is not 'skipped' by cancel
  readonly strip: Strip
  readonly alerts: readonly Alert[] // open ones (not resolved), acknowledged included
  readonly glance: GitGlance | null
  readonly typicalMs: number | null // median of the last runs
  readonly oldestUnserved: Instant | null // due time of the oldest slot whose beat has not ended
}

/** What is told of a thread without anything of it being touched. */
export interface ThreadTally {
  readonly eventsWaiting: number // not those that are only told along
  readonly newestEventAt: Instant | null // null: none came
  readonly permissionsWanted: number
  readonly mutedUntil: Instant | null // null: it is not
}

export interface RunFilter {
  readonly threadId?: ThreadId | undefined
  readonly outcomes?: readonly RunOutcome[] | undefined
  readonly before?: string | undefined
  readonly limit: number
}

/** Threads that a commit concerns; 'all': settings, or everything at once. */
export type Touched = ReadonlySet<ThreadId> | 'all'

export interface ThreadPatch extends ThreadChange {
  readonly repoPath?: string | undefined
  readonly agent?: AgentConfig | undefined
  readonly trustedAt?: Instant | null | undefined
  /** null: that of the next look; see ThreadsRoom.repositoryId. */
  readonly repositoryId?: string | null | undefined
  readonly pause?: Pause | null | undefined
  readonly phaseMs?: number | undefined
  readonly nextDueAt?: Instant | null | undefined
  readonly scheduleProblem?: string | null | undefined
  readonly failures?: number | undefined
  readonly config?: ThreadConfig | null | undefined
  readonly activeAt?: Instant | undefined
  readonly removeAt?: Instant | null | undefined
}
