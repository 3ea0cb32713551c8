import type { ItemId, ThreadId } from '../base/ids.ts'
import type { Instant } from '../base/time.ts'
import type { AttemptClass, Counter } from './counters.ts'
import { isBetter, usableScore, type Direction } from './gain.ts'

/** What is known of an attempt before it is counted. */
export interface NewAttempt {
  /** Of the run or the file that it came from: one that was counted is not counted again. */
  readonly key: string
  readonly threadId: ThreadId
  readonly team: string
  readonly score: number | null // in the metric's own unit; null: failed
  readonly class: AttemptClass
  readonly title: string // '': none
  readonly feedback: string
  readonly commit: string | null // null: none is known
  /** The agent's session that made it; null: none, or none that can be resumed. */
  readonly session: string | null
  readonly at: Instant
}

/**
 * What an attempt came to. best: a new best, by a real step. small gain: a new best by no more than the least gain. within noise: better
 * than the best by no more than the metric varies. not counted: of a class that sets no best.
 */
export type Standing = 'best' | 'small gain' | 'within noise' | 'no gain' | 'failed' | 'not counted'

export interface Attempt extends NewAttempt {
  readonly number: number // in the order in which attempts settled
  readonly run: number // of its agent, from 1
  readonly standing: Standing // as it was when it settled
  /** A person does not believe it: it is no best. */
  readonly isStruck: boolean
}

export function standingOf(
  { score, class: of }: Pick<NewAttempt, 'score' | 'class'>,
  before: Counter,
  after: Counter,
  direction: Direction,
): Standing {
  if (of !== 'real') return 'not counted'
  const usable = usableScore(score)
  if (usable === null) return 'failed'
  if (after.stalled === 0) return 'best'
  if (after.best !== before.best) return 'small gain'
  const isBeyond = before.best !== null && isBetter(usable, before.best, direction)
  return isBeyond ? 'within noise' : 'no gain'
}

/** What one agent was given at once. */
export interface Intervention {
  readonly number: number
  readonly threadId: ThreadId
  readonly team: string
  readonly names: readonly string[]
  readonly attempt: number // the newest attempt it told of; 0: none
  readonly session: string | null // that was resumed; null: a new one began
  readonly at: Instant
  readonly itemId: ItemId | null // of the message that gave it; null: none
  readonly depth: number // interventions in a row, this one included
  readonly isForced: boolean // the turn before it was interrupted for it
  readonly isReturned: boolean // it did not reach its agent, and is owed again
}

export const CHANGE_AUTHORS = ['person', 'agent', 'file'] as const
/** Who changed actions, and how; a refused change stands nowhere. */
export interface ActionChange {
  readonly owner: string // as ActionOwner has it
  readonly by: (typeof CHANGE_AUTHORS)[number]
  readonly what: string
  readonly at: Instant
}

/** What an agent reports of its own work. */
export interface ReportedScore {
  readonly score: number | null // null: failed
  readonly class: 'real' | 'tune'
  readonly title: string
  readonly feedback: string
}

/** Whole or abbreviated: nothing that git would take for an option or a name. */
export const isCommitHash = (text: string): boolean => /^[0-9a-f]{7,64}$/.test(text)
