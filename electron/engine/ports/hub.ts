import type { Fault } from '../../../shared/base/faults.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Fact } from '../../../shared/hub/fact.ts'
import type { RemoteList } from '../../../shared/hub/list.ts'
import type { Machine } from '../../../shared/hub/machine.ts'
import type { Mail, MailEnd, MailVerb } from '../../../shared/hub/mail.ts'
import type { AskedOfOthers, OthersDetails, RemoteOutcomes } from '../../../shared/hub/others/others.ts'
import type { ToldRun } from '../../../shared/hub/told-run.ts'
import type {
  HubDetails,
  HubMembership,
  HubRemains,
  HubRemoved,
  HubStatus,
  HubHere,
  HubUpgrade,
  Invitation,
  MailAnswer,
  OutcomesAsked,
  OutgoingMail,
  RemoteAdvice,
  RemoteFleet,
  RemoteState,
  ToldOutcomes,
} from '../../../shared/hub/status.ts'

/** What a machine tells of itself while it is connected. */
export interface Presence {
  readonly version: string
  readonly now: Instant // its own clock
  readonly lastBeatAt: Instant | null
  readonly intervalMs: number | null
  readonly isAsleep?: boolean // true: it is about to sleep; whatever is told later without it says that it is awake
}

/**
 * One connection to the hub, of one machine. Contract: nothing rejects; whatever the network does ends as a fault within
 * 30 s; each call may be repeated.
 */
export interface HubSession {
  /** For each epoch of this machine that the hub has rows of: the largest seq. */
  known(): Promise<Result<ReadonlyMap<string, number>, Fault>>
  /** One transaction; rows that the hub has already are passed over. */
  push(facts: readonly Fact[]): Promise<Result<void, Fault>>
  /** Clock skew follows from the answer: the hub's time when it took the row. */
  tell(presence: Presence): Promise<Result<{ readonly hubNow: Instant }, Fault>>
  /** The others are told that this machine stops, until it tells of itself again. Ends within a second. */
  stop(): Promise<Result<void, Fault>>
  machines(): Promise<Result<readonly Machine[], Fault>>
  /** What changed after that revision, of all machines and so of this one too, oldest first, at most `limit`. */
  states(afterRev: number, limit: number): Promise<Result<readonly RemoteState[], Fault>>
  /** Of other machines that have not left, by when the hub received them, newest first. */
  outcomes(asked: OutcomesAsked): Promise<Result<ToldOutcomes, Fault>>
  /** Whether that server is silent, as the hub sees it, and it is this machine that noticed it: of a fleet one. */
  noticeSilence(machine: string): Promise<Result<boolean, Fault>>
  /**
   * The newest lists of all machines, and how suggestions of the others stand: what changed after that revision, oldest
   * first, at most `limit`.
   */
  advice(afterRev: number, limit: number): Promise<Result<readonly RemoteAdvice[], Fault>>
  /** Suggestions of this machine that stand there as open, as it told them last. */
  openSuggestions(): Promise<Result<readonly Fact['body'][], Fault>>
  /**
   * For this machine, neither settled nor expired, in the order of its coming; at most `limit`, and 1 MB. Where more
   * waits, the same number of each sender, so that none has to wait for the flood of another.
   */
  mail(limit: number): Promise<Result<readonly Mail[], Fault>>
  /** Repeating it changes nothing. */
  settle(mailId: string, end: MailEnd, text: string): Promise<Result<void, Fault>>
  send(mail: {
    readonly id: string
    readonly to: string
    readonly verb: MailVerb
    readonly args: Readonly<Record<string, unknown>>
    readonly expiresAt: Instant
  }): Promise<Result<void, Fault>>
  /** What became of mail that this machine sent; null: nothing yet. */
  answers(
    ids: readonly string[],
  ): Promise<Result<ReadonlyMap<string, { readonly end: MailEnd; readonly text: string } | null>, Fault>>
  /**
   * The hub has no more what was told of a run in this mail, which this machine sent or answered; null: in all of it.
   * Nor in what this machine asked two minutes ago or earlier, nor in what has expired.
   */
  clearToldRuns(ids: readonly string[] | null): Promise<Result<void, Fault>>
  /**
   * Rung, each at most four times a second, when there may be mail or news, or a machine came, left, stopped or fell
   * asleep; a ring may be missing or come twice.
   */
  onBell(listener: (about: 'news' | 'machines') => void): void
  /** Once, when the connection is gone. */
  onEnd(listener: (fault: Fault) => void): void
  close(): Promise<void>
}

/** hub.unreachable, hub.refused (login, TLS, left), hub.copy (another live connection has this identity), hub.newer. */
export interface Hub {
  connect(signal: AbortSignal): Promise<Result<HubSession, Fault>>
}

/** Where others reach the hub, if not as this machine does. */
export interface HubReach {
  readonly host?: string | undefined
  readonly port?: number | undefined
}

/** What a person does with the hub. Contract: nothing rejects; what asks the hub ends as a fault within half a minute. */
export interface HubDoor {
  status(): Promise<Result<HubStatus, Fault>>
  details(): Promise<Result<HubDetails, Fault>>
  fleet(): Promise<Result<RemoteFleet, Fault>>
  /** From memory; nothing where the hub was not heard since the start. */
  others(): OthersDetails
  /** From memory; null: it may not be read, or was not told. */
  list(machine: string, thread: string): RemoteList | null
  outcomes(asked: OutcomesAsked): Promise<Result<RemoteOutcomes, Fault>>
  /** Sent from here since the start; from memory. */
  asked(): readonly AskedOfOthers[]
  /** What that machine answered about one of its runs; null: nothing yet, or it was not asked since the start. */
  toldRun(machine: string, run: string): ToldRun | null
  /** Makes a hub in a database; the address, which holds its administrator's password, is kept nowhere. */
  init(url: string, ca: string | null, reach: HubReach): Promise<Result<Invitation, Fault>>
  /** Makes a hub with the PostgreSQL that runs on this machine, as who runs Threadbeat, and joins it. */
  makeHere(as: Pick<Machine, 'name' | 'class'>): Promise<Result<HubHere, Fault>>
  /** Takes the steps of the hub's schema that are missing; the address as for `init`. */
  upgrade(url: string, ca: string | null): Promise<Result<HubUpgrade, Fault>>
  /** Takes a machine that was lost out of the fleet, by its name or its id; the address as for `init`. */
  remove(url: string, ca: string | null, machine: string): Promise<Result<HubRemoved, Fault>>
  invite(reach: HubReach): Promise<Result<Invitation, Fault>>
  join(code: string, as: Pick<Machine, 'name' | 'class'>): Promise<Result<HubMembership, Fault>>
  rotate(): Promise<Result<void, Fault>>
  leave(): Promise<Result<HubRemains, Fault>>
  /** Where the hub is gone for good: this machine knows nothing of it any more. */
  forget(): Promise<Result<void, Fault>>
  /** Returns its id. */
  send(mail: OutgoingMail): Promise<Result<string, Fault>>
  answer(id: string): Promise<Result<MailAnswer, Fault>>
}
