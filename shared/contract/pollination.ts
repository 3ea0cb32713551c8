import type { Instant } from '../base/time.ts'
import type { OfferedThere } from '../hub/offered.ts'
import type { ThreadId } from '../base/ids.ts'
import type { ListedText, SuggestionRecord, SuggestionSource } from '../pollination/lines/life.ts'
import type { Matrix } from '../pollination/lines/matrix.ts'
import type { RuleScope, SuggestionRule } from '../pollination/rules.ts'
import type { Tier } from '../schedule/tier.ts'

/* Advice from one repository to another. */

/**
 * What came of trying a suggestion in throw-away copies of its repository. waits: it is tried in the background; held: it
 * is not tried, and why; over: what it showed.
 */
export interface TrialView {
  readonly state: 'waits' | 'held' | 'over'
  readonly text: string // one sentence without its full stop
}

/** A line that other lists have and this one lacks; it is open until somebody decides. */
export interface SuggestionView {
  /** What people call it. */
  readonly suggestion: number
  readonly threadId: ThreadId
  readonly number: number
  readonly name: string
  /** Id of the canonical check. */
  readonly pattern: string
  readonly title: string
  readonly tier: Tier
  readonly text: string // as it would be written
  readonly because: string // one sentence, in figures
  /** Whose advice from another machine it is, such as "the master on laptop"; null: it is from this one. */
  readonly from: string | null
  /** An edit: the line of the list that it changes. null: it is a new line. */
  readonly replaces: ListedText | null
  readonly sources: readonly SuggestionSource[]
  /** What a no can be about, the narrowest first; empty: only for a while, as of an edit. */
  readonly scopes: readonly RuleScope[]
  /** null: nobody lets suggestions for this thread be tried. */
  readonly trial: TrialView | null
  /** The agent of the thread decides at its next beat; a person still may before. null: a person decides, as about each edit. */
  readonly agent: {
    readonly toldAt: Instant | null // null: it was not told of it yet
  } | null
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
  /** What a no can be about: the narrowest first. */
  readonly scopes: readonly RuleScope[]
}

/** What was decided, and what became of it. */
export interface DecidedView extends SuggestionRecord {
  /** It can be taken back: the line stands as it was written or is gone, or it was declined or retired. */
  readonly mayUndo: boolean
  readonly title: string // of the check
  /** Whose advice from another machine it was; null: it was from this one. */
  readonly from: string | null
  /** What a no for a while can be made a rule for, the narrowest first; empty: it is none, or is one already. */
  readonly scopes: readonly RuleScope[]
  /** Of what was taken up; null: it was not, or its thread cannot be read now. */
  readonly outcome: {
    /** The line stands in the list as it was written. */
    readonly stands: boolean
    /** Since then, or in 60 days, and how much of that was true. */
    readonly raised: number
    readonly confirmed: number
    /** In the newest beats that it was run in, at most 10; null: none. */
    readonly worstMs: number | null
    readonly beats: number
    /** What it still needs to be checked; null: it was checked since it stands there, or is gone. */
    readonly needs: 'approval' | 'agent' | 'beat' | null
    /** It found nothing in 60 days. */
    readonly mayRetire: boolean
  } | null
}

/** A check that is kept away, as a person reads it. */
export interface RuleView extends SuggestionRule {
  readonly title: string // of the check
  readonly where: string // the name of its thread, or of its repositories
}

export interface PollinationView {
  readonly suggestions: readonly SuggestionView[]
  /** So many more wait: at most three are open for a thread, and ten are new in a day, five of them for one. */
  readonly held: number
  readonly ideas: readonly IdeaView[]
  /** What is not open any more, the last change first. */
  readonly decided: readonly DecidedView[]
  /** What the master or a person here suggested to threads of other machines, the newest news first. */
  readonly offered: readonly OfferedThere[]
  readonly rules: readonly RuleView[]
  /** Which list has which check. */
  readonly matrix: Matrix
  /** What is the matter with decisions.md, as sentences. */
  readonly troubles: readonly string[]
  /** Where decisions.md lies. */
  readonly decisionsPath: string
  /** Lines that lists have, what most have first: to pick one to propose. */
  readonly lines: readonly { readonly tier: Tier; readonly text: string; readonly lists: number }[]
  /** Threads that could be compared. */
  readonly compared: number
  /** Threads to which nothing is suggested, as a person set it. */
  readonly ignoring: readonly { readonly number: number; readonly name: string }[]
  /** Threads that could not be read, and why. */
  readonly unread: readonly { readonly number: number; readonly name: string; readonly why: string }[]
}

/** Whether a line that a person typed would be proposed to a thread. */
export interface WeighedView {
  readonly threadId: ThreadId
  readonly number: number
  readonly name: string
  readonly why: string | null // why not, as the end of a sentence; null: it would be
}
export interface ProposedView extends WeighedView {
  readonly suggestion: number | null // null: it was not proposed
}
