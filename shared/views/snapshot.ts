import type { OtherMachines } from '../hub/others/others.ts'
import type { ThreadView } from './thread-view.ts'
import type { Rest } from '../agents/rest.ts'
import type { Alert, InboxCounts } from '../alerts/alert.ts'
import type { Incident, IncidentRepair } from '../alerts/incident.ts'
import type { SlotOutcome } from '../runs/run.ts'
import type { CapUse } from '../agents/budget.ts'
import type { Settings } from '../settings/settings.ts'
import type { Pause } from '../threads/thread.ts'
import type { Instant } from '../base/time.ts'
import type { TimeStyle } from '../base/clock/time-text.ts'

/** Everything but the threads; of it, too, only what moved is sent. */
export interface FleetView {
  readonly at: Instant
  readonly engine: 'running' | 'paused' | 'halted' // halted: the last three ticks failed
  readonly pause: Pause | null // of everything; null: not paused
  readonly verdict: Verdict
  readonly running: number
  readonly limits: { readonly runs: number; readonly heartbeats: number }
  readonly waiting: number // for its turn
  readonly forAgent: number // kept where its thread has no agent; never served as things stand
  readonly nextDueAt: Instant | null // of all threads; null: nothing will be due
  readonly nextJobAt: Instant | null // when the first job starts next; null: none does
  /** The independent look at the schedule. */
  readonly watch: WatchView
  readonly power: PowerView
  readonly lastTickAt: Instant | null
  /** Open alerts, most severe and newest first; at most 50, the rest counted. */
  readonly alerts: readonly Alert[]
  readonly openAlerts: number
  readonly inbox: InboxCounts
  /** Suggestions that are open; null: none was ever made. */
  readonly suggestions: number | null
  /** Causes that strike many threads, the newest first; their members' alerts are folded into them. */
  readonly incidents: readonly IncidentView[]
  /** Only urgent alerts are shown until then, where these may pass; null: it is not quiet. */
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
  /** How times are written here: by the system, or by the setting for it. */
  readonly timeStyle: TimeStyle
  readonly settings: Settings
  /** A newer copy of the app that a person has not skipped; `isReady`: it is loaded. null: none is known. */
  readonly update: { readonly version: string; readonly isReady: boolean } | null
  /** The other machines of the fleet; null: no hub was joined. */
  readonly others: OtherMachines | null
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
  readonly startsSaved: number // beats that had no need to start their agent
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
    | 'history'
    | 'schedule'
    | 'webhook'
    | 'webhooks_out'
    | 'shortcut'
    | 'bug'
    | 'crashes'
    | 'server'
    | 'hub'
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
