import type { Fault } from '../base/faults.ts'
import type { Instant } from '../base/time.ts'
import type { Machine } from './machine.ts'
import type { MailEnd, MailVerb } from './mail.ts'

/** How the way to the hub stands. */
export interface HubView {
  readonly is: 'off' | 'connecting' | 'connected' | 'waiting'
  readonly connectedSince: Instant | null // null: it is not
  /** The last connection, or try, ended by it; null: none has. */
  readonly lastFault: (Fault & { readonly at: Instant }) | null
  readonly nextTryAt: Instant | null // null: it does not wait for one
  readonly waiting: number // rows that the hub has not, as far as is known
  /** This machine's clock less the hub's, in ms; null: not measured since the connection. */
  readonly skewMs: number | null
}

export interface HubMembership {
  readonly machine: string // this one's id
  readonly host: string
  readonly port: number
  readonly database: string
}

/** Told without asking the hub. */
export interface HubStatus {
  readonly membership: HubMembership | null // null: this machine has joined no hub
  readonly link: HubView
}

export interface JoinedMachine extends Machine {
  readonly joinedAt: Instant
  /**
   * Which machine, and whether that is none of the fleet any more, so that its name may be another one's by now. null:
   * whoever administers the hub.
   */
  readonly invitedBy: { readonly name: string; readonly hasLeft: boolean } | null
}

export interface HubDetails extends HubMembership {
  readonly hubNow: Instant
  readonly schema: number
  readonly knownSchema: number // the newest that this Threadbeat knows
  readonly server: string // version of PostgreSQL
  readonly bytes: number // of the hub's tables and indexes
  readonly keepDays: number // events are kept so long
  readonly machines: readonly JoinedMachine[]
  readonly invitations: readonly { readonly by: string | null; readonly expiresAt: Instant }[] // open; null: its administrator
}

/** What came of making this machine the hub with the PostgreSQL that is installed here. */
export type HubHere =
  | {
      readonly is: 'made'
      readonly membership: HubMembership // this machine has joined it
      readonly blocked: string | null // why other machines cannot reach it yet; null: nothing is known of that
    }
  | {
      readonly is: 'missing'
      readonly why: string
      readonly command: string | null // what a person runs first; null: there is none for it
    }

/** Steps of the hub's schema; the same number twice: there was nothing to do. */
export interface HubUpgrade {
  readonly from: number
  readonly to: number
}

/** A machine that was taken out of the fleet. */
export interface HubRemoved {
  readonly id: string
  readonly name: string
  readonly connections: number // that it had and that were ended
  readonly invited: readonly string[] // names of machines that joined with its codes and are there
}

export interface Invitation {
  readonly code: string // a secret until it is used
  readonly expiresAt: Instant // by the hub's clock
  readonly host: string // as the code has it
  readonly isForThisMachineOnly: boolean // no other reaches the hub by that host
  readonly blocked: string | null // why others cannot reach it yet, for a hub on this machine; null: not known
}

/** How much of a machine that left stays in the hub, which keeps it for the others. */
export interface HubRemains {
  readonly events: number
  readonly states: number
  readonly mail: number
}

/** A thread or an alert of some machine, as its newest fact has it. */
export interface RemoteState {
  readonly machine: string
  readonly id: string // of the thread or the alert
  readonly kind: 'thread' | 'alert'
  readonly rev: number // of the hub; the cursor of `states`
  readonly at: Instant // of the fact
  readonly body: Readonly<Record<string, unknown>>
}

/** What goes from list to list: the newest list of a thread that allows it, or how a suggestion of another machine stands. */
export interface RemoteAdvice extends Omit<RemoteState, 'kind'> {
  readonly kind: 'list' | 'suggestion'
}

/** All machines, and what the others told last. */
export interface RemoteFleet {
  readonly hubNow: Instant
  readonly machine: string // this one's id
  readonly machines: readonly Machine[]
  readonly states: readonly RemoteState[] // of the others; of a machine that told very many the newest
  readonly leftOut: number // states for which there was no room
}

/** Which outcomes of other machines; `machine` null: of all. `before`: `next` of the page above, null: the newest. */
export interface OutcomesAsked {
  readonly machine: string | null
  readonly before: string | null
  readonly limit: number
}

/** As the hub has it: what the other machine wrote. */
export interface ToldOutcome {
  readonly machine: string
  readonly skewMs: number // of its clock less the hub's
  readonly thread: string | null
  readonly name: string | null // of the thread; null: not known
  readonly body: Readonly<Record<string, unknown>>
}
export interface ToldOutcomes {
  readonly hubNow: Instant
  readonly rows: readonly ToldOutcome[]
  readonly next: string | null // null: there are no older ones
}

export interface OutgoingMail {
  readonly to: string // id of the machine
  readonly verb: MailVerb
  readonly args: Readonly<Record<string, unknown>>
}
/** What became of mail; null: nothing yet. */
export type MailAnswer = { readonly end: MailEnd; readonly text: string } | null
