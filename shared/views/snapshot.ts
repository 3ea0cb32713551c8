import type { Rest } from '../agents/rest.ts'
import { type Strip } from '../runs/strip.ts'
import type { Alert, InboxCounts } from '../alerts/alert.ts'
import type { Incident, IncidentRepair } from '../alerts/incident.ts'
import type { ItemId, RunId, ThreadId } from '../base/ids.ts'
import type { Hold, ItemKind, QueueClass, WakeReason } from '../queue/queue.ts'
import type { RunOutcome, SlotOutcome } from '../runs/run.ts'
import type { GitGlance } from '../events/git-glance.ts'
import type { SkipReason } from '../queue/skip-reason.ts'
import type { CapUse } from '../agents/budget.ts'
import type { Settings } from '../settings/settings.ts'
import type { Delivery, Pause, SourceSwitches, ThreadConfig } from '../threads/thread.ts'
import type { GateMode, SessionMode } from '../threads/modes.ts'
import type { ActiveHours } from '../schedule/active-hours.ts'
import type { AgentConfig } from '../agents/agent-config.ts'
import type { Tier } from '../schedule/tier.ts'
import type { Instant } from '../base/time.ts'

/** What a thread is like right now, derived from facts; worst first. */
export const THREAD_STATES = [
  'urgent',
  'broken',
  'blocked',
  'alert',
  'unproven',
  'overdue',
  'running',
  'waiting',
  'new',
  'quiet',
  'paused',
  'off',
] as const
export type ThreadState = (typeof THREAD_STATES)[number]

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
  readonly progress: { readonly done: number; readonly total: number; readonly current: string | null } | null
}

export interface WaitingView {
  readonly itemId: ItemId
  readonly threadId: ThreadId
  readonly kind: ItemKind
  readonly class: QueueClass
  readonly reasons: readonly WakeReason[]
  readonly text: string | null
  readonly since: Instant
  readonly mergedSlots: number
  readonly hold: Hold | null // null: starts at the next tick
  readonly notBefore: Instant
  /** Of all that waits, in the order of service; 1 is next. */
  readonly place: number
  readonly from: string | null // of a message
  readonly jobName: string | null // of a job
}

/** What is known of the file since it was last read; never a second truth. */
export interface DocFacts {
  readonly flags: readonly string[]
  readonly tasks: Record<Tier, number>
  readonly problems: number
  readonly exists: boolean
  readonly tracked: boolean // git tracks it: the app does not write into it
  readonly pendingWork: number
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
  /** Tool calls that were refused and wait for a decision. */
  readonly permissionsWanted: number
  /** The agent's own permission checks are off until then; null: they are on. */
  readonly bypassUntil: Instant | null
  readonly intervalMs: number
  readonly activeHours: ActiveHours | null
  readonly dailyAt: string | null
  readonly pause: Pause | null
  readonly trusted: boolean
  readonly state: ThreadState
  /** Why it is in this state, in one sentence. */
  readonly because: string
  readonly tiers: Record<Tier, TierView>
  readonly nextDueAt: Instant | null
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
  readonly running: RunningView | null
  readonly waiting: readonly WaitingView[]
  readonly doc: DocFacts | null // null: not read yet
  readonly git: GitGlance | null // null: not looked at yet
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
  /** Due tasks of the last run that wait for an agent. */
  readonly tasksForAgent: number
  /** The schedule cannot be followed (unreadable active hours, …); null: fine. */
  readonly scheduleProblem: string | null
  readonly strip: Strip
  /** Facts that wait for the next prompt. */
  readonly events: number
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

/** Everything but the threads; of it, too, only what moved is sent. */
export interface FleetView {
  readonly at: Instant
  readonly engine: 'running' | 'paused' | 'halted' // halted: the last three ticks failed
  readonly pause: Pause | null // of everything
  readonly verdict: Verdict
  readonly running: number
  readonly limits: { readonly runs: number; readonly heartbeats: number }
  readonly waiting: number
  readonly nextDueAt: Instant | null
  readonly nextJobAt: Instant | null
  /** The independent look at the schedule. */
  readonly watch: WatchView
  readonly power: PowerView
  readonly lastTickAt: Instant | null
  /** Open alerts, most severe and newest first; at most 50, the rest counted. */
  readonly alerts: readonly Alert[]
  readonly openAlerts: number
  readonly inbox: InboxCounts
  /** Causes that strike many threads, the newest first; their members' alerts are folded into them. */
  readonly incidents: readonly IncidentView[]
  /** Notifications are silent until then; null: it is not quiet. */
  readonly quietUntil: Instant | null
  /** The system's own Do Not Disturb is on: it holds banners back. null: it is not told here. */
  readonly doNotDisturb: boolean | null
  /** Runners that start nothing for a while, each one cause for all of its threads. */
  readonly resting: readonly RunnerRest[]
  readonly spend: SpendView
  readonly today: {
    readonly beats: number
    readonly agentStarts: number
    readonly byOutcome: Partial<Record<SlotOutcome, number>>
  }
  /** The pace cannot be kept: what is served instead; null: it can. */
  readonly stretch: { readonly factor: number; readonly effectiveMs: number } | null
  readonly settings: Settings
  readonly problems: readonly Problem[]
  readonly dataDir: string
  readonly demo: boolean
}

/**
 * Whether everything that is on has a due time ahead, and whether ticks happen; looked at apart from the
 * ticks themselves.
 */
export interface WatchView {
  readonly lookedAt: Instant | null // null: not yet
  readonly ok: boolean
  readonly text: string // what was found, in one sentence
}
export interface PowerView {
  readonly onBattery: boolean | null // null: the system does not tell
  readonly metered: boolean | null
  readonly policy: 'run' | 'calm' | 'hold'
  readonly because: string | null // of calm and hold
}

/** An incident that goes on, with its words. */
export interface IncidentView extends Incident {
  readonly title: string
  readonly text: string
  readonly repair: IncidentRepair
}

/** A runner that reached its limit, lost its sign-in, or is not there any more. */
export interface RunnerRest extends Omit<Rest, 'tries'> {
  readonly threads: number
}

/** What agents used up today, and what it comes to at this pace. */
export interface SpendView {
  readonly starts: number
  readonly startsSaved: number // beats that ended `unchanged`
  readonly tokens: number
  readonly usd: number // by API key; what a plan covers is not counted
  readonly planUsd: number // what a plan covered, by the prices of the API: an estimate that nobody pays
  /** The next 24 hours at the pace of the last; null: nothing to go by. */
  readonly tomorrow: { readonly starts: number; readonly usd: number } | null
  /** Caps that are used up by four fifths or more, fullest first. */
  readonly near: readonly CapUse[]
}

/** Something wrong with the app itself, shown as a banner. */
export interface Problem {
  readonly code:
    | 'notifications'
    | 'tray'
    | 'disk'
    | 'settings'
    | 'settings_file'
    | 'pending'
    | 'engine'
    | 'inbox'
    | 'store'
    | 'schedule'
    | 'webhook'
    | 'shortcut'
  readonly text: string
  readonly repair: string
}

/** The one sentence shown in window, title and tray. */
export interface Verdict {
  readonly tone: 'urgent' | 'broken' | 'alert' | 'running' | 'calm' | 'paused' | 'empty'
  readonly headline: string // "2 threads need you."
  readonly rest: string // "38 quiet. 3 not checked on time."
  readonly needYou: number
  readonly quiet: number
  readonly late: number
}

export interface Snapshot {
  readonly fleet: FleetView
  readonly threads: readonly ThreadView[]
}

/**
 * Pushed to the window: one snapshot first, then deltas, at most four a second and none while nothing
 * changes but the pulse once a minute.
 */
export type LiveMessage =
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  | {
      readonly kind: 'delta'
      readonly fleet: FleetPatch | null /* null: as before */
      readonly changed: readonly ThreadPatch[]
      readonly removed: readonly ThreadId[]
    }

/** The fields that moved since the message before. */
export type FleetPatch = Partial<FleetView>
/** The same of one thread; of a thread that was not there before, all of them. */
export type ThreadPatch = Pick<ThreadView, 'id'> & Partial<ThreadView>

export type Delta = Extract<LiveMessage, { kind: 'delta' }>

/**
 * One message that does what both do, one after the other. What removes comes before what changes: a thread
 * that is back comes whole.
 */
export function mergeDeltas(a: Delta, b: Delta): Delta {
  const changed = new Map(a.changed.filter((t) => !b.removed.includes(t.id)).map((t) => [t.id, t]))
  for (const patch of b.changed) changed.set(patch.id, { ...changed.get(patch.id), ...patch })
  return {
    kind: 'delta',
    fleet: a.fleet === null ? b.fleet : { ...a.fleet, ...b.fleet },
    changed: [...changed.values()],
    removed: [...new Set([...a.removed, ...b.removed])],
  }
}

/** The thread after the patch. `before` is absent only where the patch brings a new thread, whole. */
export const patched = (before: ThreadView | undefined, patch: ThreadPatch): ThreadView =>
  ({ ...before, ...patch }) as ThreadView

/** What whoever follows knows so far. */
export interface Known {
  readonly fleet: FleetView | null // null: no snapshot yet
  readonly threads: ReadonlyMap<ThreadId, ThreadView>
}

/**
 * What is known after a message; what removes comes first, as in mergeDeltas. Threads that did not move
 * keep their objects; `kept` may hand back more of what was there before where it equals what came.
 */
export function applyMessage(
  known: Known,
  message: LiveMessage,
  kept: <T>(before: T | undefined, after: T) => T = (_, after) => after,
): Known {
  const was = known.fleet ?? undefined
  if (message.kind === 'snapshot') {
    const { fleet, threads } = message.snapshot
    return {
      fleet: kept(was, fleet),
      threads: new Map(threads.map((t) => [t.id, kept(known.threads.get(t.id), t)])),
    }
  }
  const { changed, removed } = message
  const fleet =
    message.fleet === null || was === undefined ? known.fleet : kept(was, { ...was, ...message.fleet })
  if (changed.length === 0 && removed.length === 0) return { fleet, threads: known.threads }
  const threads = new Map(known.threads)
  for (const id of removed) threads.delete(id)
  for (const patch of changed)
    threads.set(patch.id, kept(known.threads.get(patch.id), patched(threads.get(patch.id), patch)))
  return { fleet, threads }
}
