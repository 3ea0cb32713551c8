import type { EventId, ItemId, JobId, RunId, ThreadId } from '../base/ids.ts'
import type { Hold, WakeReason } from '../queue/queue.ts'
import type { Run, RunOutcome } from '../runs/run.ts'
import type { Recipient } from '../events/recipient.ts'
import type { SystemEvent } from '../events/system-event.ts'
import type { Tier } from '../schedule/tier.ts'
import type { Span } from '../schedule/closed-spans.ts'

/* Of beats, and of what asked for them. */

/** A beat that was asked for: where it is now. */
export interface BeatTicket {
  readonly itemId: ItemId
  readonly runId: RunId | null // null: still waiting
  // merged: it joined a beat that was waiting; running: one was already on its way
  readonly state: 'queued' | 'merged' | 'running'
}
/** Of a beat that others asked for, by the rules of wakes. */
export interface WakeTicket extends BeatTicket {
  readonly hold: Hold | null // why it waits; null: it does not
}
export interface RunPage {
  readonly runs: readonly Run[]
  readonly next: string | null // cursor; null: no older runs
}
/**
 * Of what a run in flight prints, in characters from its beginning. A piece that begins behind the one
 * before it: what is between was too much to keep here.
 */
export interface OutputPiece {
  readonly from: number
  readonly to: number
  readonly text: string
}
export interface TierCost {
  readonly tier: Tier // the highest of the beats it counts
  readonly runs: number
  readonly averageMs: number
  readonly usd: number | null // of one beat; null: nothing was paid by the token
}
/**
 * What happened to a thread besides its runs: facts that came in, and what asked for beats. Newest first.
 */
export type TimelineEntry =
  | { readonly kind: 'event'; readonly at: number; readonly event: SystemEvent }
  | {
      readonly kind: 'wake'
      readonly at: number
      readonly reason: WakeReason
      readonly itemId: ItemId
      readonly runId: RunId | null // null: waits, or was cancelled
      readonly outcome: RunOutcome | null // null: it has not ended
    }
export interface TimelinePage {
  readonly entries: readonly TimelineEntry[]
  readonly waiting: number // events for the next prompt
  readonly dropped: number // older ones that made room, not yet told
  readonly next: string | null
}
export interface EventTicket {
  // folded: counted into the same text before it; off: this source is switched off for the thread
  readonly state: 'queued' | 'folded' | 'off'
  readonly id: EventId | null // null: off
  readonly recipient: Recipient
  readonly wakes: boolean // a beat was asked for
}
/** The same for whoever handed it over: what will really come of it. */
export interface EventReceipt extends EventTicket {
  readonly hold: Hold | null // why the beat that was asked for waits; null: it does not, or none was
}
/** One thing that will happen by itself, if nothing changes. */
export interface Foreseen {
  readonly at: number
  readonly kind: 'beat' | 'job' | 'timed'
  readonly threadId: ThreadId
  readonly threadName: string
  readonly tier: Tier | null // highest tier that will be due, of beats; null: it is none
  readonly jobId: JobId | null // null: it is none
  readonly text: string // what will be done
  readonly held: string | null // why it will not start then, as things stand; null: it will
}
/** How much happens by itself in one stretch of time; what is held is among the others. */
export interface AheadCount {
  readonly beats: number
  readonly jobs: number
  readonly timed: number
  readonly held: number
}
/** Beats at one distance from each other. */
export interface BeatSeries {
  readonly first: number
  readonly stepMs: number
  readonly n: number
}
/** One thread over the whole span, also where its single times are too many to be listed. */
export interface ThreadAhead {
  readonly threadId: ThreadId
  readonly threadName: string
  /** By the hour that has begun at `from` + index hours; the last one holds `to`. */
  readonly hours: readonly AheadCount[]
  readonly held: readonly { readonly reason: string; readonly n: number }[] // most first
  readonly beats: readonly BeatSeries[]
  readonly dailyAt: readonly number[] // beats of its daily tier
  readonly closed: readonly Span[] // outside its active hours
}
export interface Foresight {
  readonly from: number
  readonly to: number
  /** The soonest, of all threads together. */
  readonly entries: readonly Foreseen[]
  readonly more: number // later ones, that are only counted
  /** The soonest of what is neither held nor a quick beat of local checks, jobs and timed tasks always; how many later ones there are. */
  readonly apart: readonly Foreseen[]
  readonly apartMore: number
  readonly quiet: readonly Span[] // quiet hours
  readonly threads: readonly ThreadAhead[] // in the order in which something happens first
  /**
   * Beats and jobs of all threads together, by the minute that has begun at `from` + index minutes; at most
   * two hours.
   */
  readonly minutes: readonly Omit<AheadCount, 'timed'>[]
  // at most: each beat of an agent thread and each agent job, as if nothing were unchanged and there were no caps
  readonly agentStarts: number
}
/** Why a thread does what it does. */
export interface Explanation {
  readonly lastLook: { readonly at: number; readonly text: string } | null // null: none yet
  readonly next: string // when, and what
  readonly eventsWait: string | null // for its next prompt; null: none
  /** What of HEARTBEAT.md, or of what waits, is not done as it was meant, and why: sentences. */
  readonly undone: readonly string[]
  /** In the order in which they are asked; a closed one ends the question. */
  readonly gates: readonly { readonly gate: string; readonly open: boolean; readonly text: string }[]
  readonly settings: readonly {
    readonly label: string
    readonly value: string
    readonly source: 'HEARTBEAT.json' | 'this thread' | 'the app' | 'built in'
  }[]
}
/** What a beat would do now; nothing is started, sent or written. */
export interface DryRun {
  readonly would: 'start' | 'skip' | 'refuse'
  readonly because: string
  readonly tiers: readonly Tier[]
  readonly tasks: readonly string[]
  /** Word for word, with a mark where a result of the app's own checks will stand; null: local checks. */
  readonly prompt: string | null
  readonly events: number
}
