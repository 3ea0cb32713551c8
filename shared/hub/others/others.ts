import type { AlertId, RunId, ThreadId } from '../../base/ids.ts'
import type { Severity } from '../../base/severity.ts'
import type { Instant } from '../../base/time.ts'
import type { RunOutcome } from '../../runs/run.ts'
import type { ThreadState } from '../../threads/states.ts'
import type { RemoteList } from '../list.ts'
import type { MachineClass } from '../machine.ts'
import type { MailEnd, MailVerb } from '../mail.ts'
import type { RemoteSuggestion } from '../suggested.ts'

/*
 * The other machines as this one knows them, without asking the hub. Every instant is by this machine's clock. What they
 * told was read field by field: what is not as it must be is left out.
 */

export interface OtherMachine {
  readonly id: string
  readonly name: string
  readonly class: MachineClass
  readonly version: string // of Threadbeat
  /** live, asleep (a laptop that is closed), unreachable (it should be there), wedged (there, but no beat ends). */
  readonly state: 'live' | 'stopped' | 'asleep' | 'away' | 'unreachable' | 'wedged'
  readonly since: Instant | null // as of `machineState`
  readonly heardAt: Instant // when the hub heard of it last
  readonly skewMs: number // its clock less the hub's
  readonly threads: number
  readonly openAlerts: number // neither resolved nor acknowledged nor snoozed
}

/** Part of the live snapshot; null there: this machine has joined no hub. */
export interface OtherMachines {
  readonly here: { readonly id: string; readonly name: string }
  readonly link: 'connecting' | 'connected' | 'waiting'
  readonly fault: string | null // why it waits, as a sentence
  /** When the hub was heard last; what is shown is that old. null: not since this start, and nothing is known. */
  readonly heardAt: Instant | null
  /** Grows with whatever `hub.others` would answer differently. */
  readonly rev: number
  readonly machines: readonly OtherMachine[] // by name
}

export interface RemoteThread {
  readonly machine: string
  readonly id: ThreadId
  readonly number: number
  readonly name: string
  readonly repoPath: string
  readonly state: ThreadState
  readonly because: string
  readonly isPaused: boolean
  readonly lastOutcome: RunOutcome | null
  readonly lastAt: Instant | null
  readonly lastRun: RunId | null // null: none has ended, or it is not told
  readonly openAlerts: number
  readonly toldAt: Instant
}

export interface RemoteAlert {
  readonly machine: string
  readonly id: AlertId
  readonly thread: ThreadId | null // null: of the machine itself
  readonly severity: Severity
  readonly text: string
  readonly raisedAt: Instant
  readonly acknowledgedAt: Instant | null
  readonly snoozedUntil: Instant | null
  readonly toldAt: Instant
}

/** Answered from memory; alerts: those that are not resolved. */
export interface OthersDetails {
  readonly rev: number
  readonly threads: readonly RemoteThread[]
  readonly alerts: readonly RemoteAlert[]
  readonly suggestions: readonly RemoteSuggestion[] // open there, the newest news first
  /** Threads whose lists may be read: `hub.list`. */
  readonly lists: readonly Pick<RemoteList, 'machine' | 'thread'>[]
}

/** Asked of the hub, newest first; `before`: the cursor of the page above. */
export interface RemoteOutcomes {
  readonly rows: readonly RemoteOutcome[]
  readonly next: string | null // null: there are no older ones
}
export interface RemoteOutcome {
  readonly machine: string
  readonly run: RunId
  readonly thread: ThreadId
  readonly threadName: string | null // null: the thread is not known any more
  readonly item: 'heartbeat' | 'message' | 'job'
  readonly outcome: RunOutcome
  readonly skipReason: string | null
  readonly summary: string
  readonly startedAt: Instant
  readonly finishedAt: Instant | null
  readonly usd: number | null
}

/** What this machine asked of others, newest first; kept for a day after its end, in memory. */
export interface AskedOfOthers {
  readonly id: string
  readonly machine: string
  readonly verb: MailVerb
  readonly about: string // of a thread or an alert: its id; '' for the machine as a whole
  readonly at: Instant
  readonly expiresAt: Instant
  readonly end: MailEnd | null // null: pending
  readonly text: string // the answer, or ''
}
