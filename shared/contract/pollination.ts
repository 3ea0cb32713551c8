import type { ThreadId } from '../base/ids.ts'
import type { DecidedSuggestion } from '../pollination/lines/decided.ts'
import type { Tier } from '../schedule/tier.ts'

/* Advice from one repository to another. */

/** A line that other lists have and this one lacks. */
export interface SuggestionView {
  readonly threadId: ThreadId
  readonly number: number
  readonly name: string
  /** Id of the canonical check; with the thread it names the suggestion. */
  readonly pattern: string
  readonly title: string
  readonly tier: Tier
  readonly text: string // as it would be written
  readonly because: string // one sentence, in figures
}

/** A check that a repository has not got and is likely to want: for a person to think about, nothing to accept. */
export interface IdeaView {
  readonly threadId: ThreadId
  readonly number: number
  readonly name: string
  readonly pattern: string
  readonly title: string
  readonly command: string | null // the best known one for it; null: it has none
  readonly because: string
}

export interface PollinationView {
  readonly suggestions: readonly SuggestionView[]
  readonly ideas: readonly IdeaView[]
  /** Newest first; of threads that are gone none. */
  readonly decided: readonly (DecidedSuggestion & { readonly name: string })[]
  /** Threads that could be compared. */
  readonly compared: number
  /** Threads that could not be read, and why. */
  readonly unread: readonly { readonly number: number; readonly name: string; readonly why: string }[]
}
