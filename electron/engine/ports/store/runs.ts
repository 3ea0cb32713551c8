import type { ItemId, JobId, RunId, ThreadId } from '../../../../shared/base/ids.ts'
import type { Instant } from '../../../../shared/base/time.ts'
import type { CommandAgain } from '../../../../shared/events/command-again.ts'
import type { BeatView, SlotView } from '../../../../shared/runs/slot-view.ts'
import type { Running } from '../../../../shared/queue/queue.ts'
import type { Death, LostRun } from '../../../../shared/runs/after-death.ts'
import type { Run, RunDetail } from '../../../../shared/runs/run.ts'
import type { Tier } from '../../../../shared/schedule/tier.ts'
import type { RunRecord } from '../run-record.ts'
import type { AgentStart, RunFilter } from '../records.ts'

export interface OrphanedRun {
  readonly id: RunId
  readonly itemId: ItemId
  readonly threadId: ThreadId
  readonly jobId: JobId | null
  readonly marker: string
}

export interface RunsRoom {
  /**
   * What a run is about to do. Without a prompt it is kept in memory, for who asks for running runs: it is written
   * with the run's end, or by `keepPlan` before that. A crash in between loses it, and nothing else.
   */
  plan(id: RunId, tiers: readonly Tier[], prompt: string | null, start: AgentStart | null): void
  /** Writes what is kept in memory of the plan of a run that takes its time. */
  keepPlan(id: RunId): void
  finish(id: RunId, ending: RunRecord, now: Instant): void
  /** The tiers' times now stand in the file too. */
  noteMirrored(threadId: ThreadId, tiers: readonly Tier[]): void
  /** Settles runs on record that are not among the living, as `afterDeath` says for each. */
  rescueOrphans(
    alive: ReadonlySet<RunId>,
    afterDeath: (run: LostRun, now: Instant) => Death,
    now: Instant,
  ): readonly OrphanedRun[]
  threadOfMarker(marker: string): ThreadId | null
  running(): readonly (Running & {
    readonly id: RunId
    readonly itemId: ItemId
    readonly startedAt: Instant
    readonly tiers: readonly Tier[]
    readonly marker: string
    readonly jobId: JobId | null
    readonly again: CommandAgain | null
  })[]
  /** When its heartbeats began; cancelled ones do not count. */
  recentStarts(threadId: ThreadId, since: Instant, now: Instant): readonly Instant[]
  /** How many these are, of each thread that has any. */
  startsOfEach(since: Instant, now: Instant): ReadonlyMap<ThreadId, number>
  ofItem(itemId: ItemId): Run | null
  page(filter: RunFilter): { readonly runs: readonly Run[]; readonly next: string | null }
  detail(id: RunId): RunDetail | null
  /** Those of them that are not over yet, or have their details still. */
  withDetails(ids: readonly RunId[]): ReadonlySet<RunId>
  slots(threadId: ThreadId, limit: number): readonly SlotView[]
  /** Due times and the beats that had none, in the order in which they began, newest last. */
  beats(threadId: ThreadId, limit: number): readonly BeatView[]
  countsSince(at: Instant): {
    readonly beats: number
    readonly agentStarts: number
    readonly startsSaved: number // of agents that had no need to start
    readonly byOutcome: Readonly<Record<string, number>>
  }
  /**
   * What beats of each highest tier took since then, on average; usd null: nothing was paid by the token.
   * Tiers that never ran are absent.
   */
  tierCosts(
    id: ThreadId,
    since: Instant,
  ): readonly {
    readonly tier: Tier
    readonly runs: number
    readonly averageMs: number
    readonly usd: number | null
  }[]
}
