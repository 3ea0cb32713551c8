import type { AlertId, ThreadId } from '../../../../shared/base/ids.ts'
import type { Instant } from '../../../../shared/base/time.ts'
import type { Fact } from '../../../../shared/hub/fact.ts'
import type { Mail, MailEnd } from '../../../../shared/hub/mail.ts'
import type { Epoch } from '../../../../shared/hub/older-copy.ts'

type Body = Fact['body']

/** What became of mail that came here, until its sender knows and for a while afterwards. */
export interface MailResult {
  readonly id: string
  readonly end: MailEnd
  readonly text: string
}

/**
 * What goes to the hub and comes from it. Without `join` nothing of it is ever written, and no verb of another room does
 * anything more than before.
 */
export interface HubRoom {
  /**
   * From now on each change that others are told of writes a row of the outbox, in its own transaction. Rows of this
   * start begin with the alerts that stand and were told otherwise, and a mark for each thread. `now`: their times.
   */
  join(epoch: string, now: () => Instant): void
  /** This machine is no part of a fleet any more: nothing is written from now on, and what was written is gone. */
  leave(): void
  isJoined(): boolean

  /** Threads whose state may have changed since a row was made of it. */
  marks(): readonly ThreadId[]
  /** The body that was made last for this thread; null: none is kept. */
  lastState(id: ThreadId): Body | null
  /** A row with that body; the thread is marked no more. */
  writeState(id: ThreadId, body: Body, now: Instant): void
  /** Its state is as it was told last. */
  dropMark(id: ThreadId): void
  /** A row of the alert as it stands; of one that is not there, that it is gone. */
  restateAlert(id: AlertId): void
  /** A row of the suggestion as it stands; of one that is not there, `gone`. */
  restateSuggestion(number: number, gone: Body, now: Instant): void

  /** The body that was told last of this thread's list; null: none is kept. */
  lastList(id: ThreadId): Body | null
  /** Threads whose list was told and not taken back. */
  listed(): readonly ThreadId[]
  /** A row with that body in the place of those before, which are gone. */
  writeList(id: ThreadId, body: Body, now: Instant): void

  /** What the hub has not, as far as is known, in order. A row that is here never changes. */
  unsent(limit: number): readonly Fact[]
  /** How many these are, marks among them. */
  waiting(): number
  acknowledge(facts: readonly Pick<Fact, 'epoch' | 'seq'>[]): void
  epochs(): readonly Epoch[]
  /** What the hub has of each epoch; true: less than it had, so that it was restored from a copy. */
  noteHas(known: ReadonlyMap<string, number>): boolean
  /** These epochs are of a copy of this history that went on by itself, and that is known now. */
  noteElsewhere(known: ReadonlyMap<string, number>): void
  /**
   * Takes away what is older than is kept, and makes of the oldest outcomes one row for each thread and hour where there
   * are too many rows. At most a few hundred rows at a time; true: there is more.
   */
  prune(now: Instant): boolean

  /**
   * What is known of it; null: it was not taken. `end` null: it had no effect yet. `isOurs`: this start took it; of
   * another it is not known whether a copy of this history has done it.
   */
  mailOf(id: string): { readonly end: MailEnd | null; readonly isOurs: boolean } | null
  /** It is about to have its effect. A row of the outbox says so, by which the hub tells copies of this history apart. */
  noteTaken(mails: readonly Mail[], now: Instant): void
  /** Inside the transaction of its effect. Throws where it was not taken, or had one. */
  endMail(id: string, end: MailEnd, text: string): void
  /** Results that the hub has not, oldest first. */
  unsettled(): readonly MailResult[]
  noteSettled(id: string, isSettled: boolean): void
  /** What other machines were told of runs here, of which the hub may have the text still. */
  toldRuns(): readonly Pick<MailResult, 'id' | 'text'>[]
  /** Another answer stands in its place, here at least: what was told is not to be told any more. */
  takeBackToldRun(id: string): void
  /** How many proposed edits were refused, of mail that was taken after `since`. */
  refusedEdits(since: Instant): number
}
