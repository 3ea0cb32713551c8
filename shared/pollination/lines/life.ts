import type { ThreadId } from '../../base/ids.ts'
import { DAY, type Instant } from '../../base/time.ts'
import type { Tier } from '../../schedule/tier.ts'

/**
 * The life of a suggestion. adapted: accepted with another line or tier than was suggested; expired: nobody decided in
 * time, or it stopped to hold; retired: the line was taken out again because it found nothing.
 */
export const SUGGESTION_STATES = [
  'proposed',
  'accepted',
  'adapted',
  'declined',
  'expired',
  'retired',
] as const
export type SuggestionState = (typeof SUGGESTION_STATES)[number]

/** A line of another thread that a suggestion rests on, as it was when it was proposed. */
export interface SuggestionSource {
  readonly number: number
  readonly name: string
  readonly tier: Tier
  readonly text: string
  /** What the line has raised in 60 days, and how much of that was true. */
  readonly raised: number
  readonly confirmed: number
  /** Ids of the newest runs that raised it. */
  readonly runs: readonly string[]
}

/** Of a suggestion that came from another machine: from which, and who offered it there. */
export interface SuggestionOffer {
  readonly machine: string // id, as the hub has it
  readonly name: string // of that machine, as it was then
  readonly by: 'master' | 'person'
}

/** A line of a list as it stands there. */
export interface ListedText {
  readonly tier: Tier
  readonly text: string
}

/** A suggestion on record. */
export interface SuggestionRecord {
  readonly number: number // what people call it
  /** null: the thread is gone. */
  readonly threadId: ThreadId | null
  readonly threadNumber: number
  readonly threadName: string // as it was then
  /** Id of the canonical check. */
  readonly pattern: string
  readonly state: SuggestionState
  readonly tier: Tier
  readonly text: string // the line as it is proposed, was written, or was declined
  readonly because: string // as the person read it
  readonly sources: readonly SuggestionSource[]
  readonly reason: string // of the decision, in the words of who made it; '': none was given
  readonly by: 'person' | 'agent' | 'app' // who made the last change
  /** Who proposed it: the comparer of lists, a person for many threads at once, or another machine. */
  readonly origin: 'lists' | 'person' | 'machine'
  readonly offered: SuggestionOffer | null // null: it was proposed here
  /** An edit: the line of the list in whose place it stands once it is accepted. null: it is a new line. */
  readonly replaces: ListedText | null
  /** What was proposed, where it was accepted with another line or tier; else null. */
  readonly proposed: { readonly tier: Tier; readonly text: string } | null
  readonly proposedAt: Instant
  readonly at: Instant // of the last change
}
/** Without an origin: by the comparer. */
export type NewSuggestion = Omit<
  SuggestionRecord,
  'number' | 'state' | 'reason' | 'by' | 'at' | 'origin' | 'offered' | 'replaces' | 'proposed'
> &
  Partial<Pick<SuggestionRecord, 'origin' | 'offered' | 'replaces'>>

/** Of a line that goes to another machine, and of why. */
export const OFFER_CHARS = { text: 500, why: 300 }

/** How far findings are counted back. */
export const WORTH_DAYS = 60
/** So that nobody is overrun: open for one thread, and new in a day for all of them. What a person proposes is not counted as new. */
export const OPEN_OF_ONE_THREAD = 3
export const NEW_IN_A_DAY = 10
/** One repository does not use up the day. */
export const NEW_OF_ONE_THREAD = 5
/** A no holds for this long, and so does silence; then the same may be suggested once more. */
const DECLINED_MS = 30 * DAY
/** Nobody has to decide: what is older than this is closed. */
export const OPEN_MS = 30 * DAY

/**
 * Whether this record keeps its check away from its thread: what is open or was accepted does, also where the line was
 * taken out since; a no does for a while, and so does one that nobody answered. An edit that was accepted does not, for
 * the line that it changed may stand there again.
 */
export function keepsAway(record: SuggestionRecord, now: Instant): boolean {
  const { state, at, proposedAt, replaces } = record
  if (state === 'declined') return now - at < DECLINED_MS
  if (state === 'expired') return at - proposedAt >= OPEN_MS && now - at < DECLINED_MS
  return replaces === null || state === 'proposed'
}

export const isTaken = ({ state }: Pick<SuggestionRecord, 'state'>): boolean =>
  state === 'accepted' || state === 'adapted'

/** An open one that a person took a decision back about waits for the person, also where an agent decides. */
export const isReopened = ({ state, by }: Pick<SuggestionRecord, 'state' | 'by'>): boolean =>
  state === 'proposed' && by === 'person'

/** Whether a line of a list is the one that a suggestion brought. */
export const isLineOf = ({ text, tier }: ListedText, line: ListedText): boolean =>
  line.text === text && line.tier === tier

/** So many records of a thread are looked through, the newest first. */
export const RECORDS_READ = 1000
