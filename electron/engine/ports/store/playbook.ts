import type { NewSuggestion, SuggestionRecord } from '../../../../shared/pollination/lines/life.ts'
import type { SuggestionRule } from '../../../../shared/pollination/rules.ts'
import type { Worth } from '../../../../shared/pollination/lines/line-advice.ts'
import type { SuspectStanding } from '../../../../shared/pollination/suspect/standing.ts'
import type { RunId, ThreadId } from '../../../../shared/base/ids.ts'
import type { Instant } from '../../../../shared/base/time.ts'
import type { TaskTiming } from '../../../../shared/playbook/lint/lint-problem.ts'
import type { LastResult } from '../../../../shared/runs/run.ts'
import type { VersionInfo } from '../../../../shared/playbook/versions.ts'

export interface VersionsRoom {
  /** Versions of HEARTBEAT.md, newest first; a thread's oldest make room. */
  list(threadId: ThreadId, limit: number): readonly VersionInfo[]
  /** `before`: the text of the version before it; null: none is kept. */
  text(
    threadId: ThreadId,
    id: number,
  ): { readonly info: VersionInfo; readonly text: string; readonly before: string | null } | null
  newest(threadId: ThreadId): { readonly print: string; readonly text: string } | null
  /** Its id; null: the newest version has this print already, or the thread is gone. */
  add(
    threadId: ThreadId,
    draft: Pick<VersionInfo, 'author' | 'runId' | 'restoredFrom' | 'added' | 'removed'> & {
      readonly text: string
      readonly print: string
    },
    now: Instant,
  ): number | null
}

/** An item of the Work Queue that a run has marked as in progress. */
export interface WorkClaim {
  readonly threadId: ThreadId
  readonly item: string
  readonly runId: RunId
}
/** Which items of the Work Queue are in progress because a run of ours took them, by their ids in the file. */
export interface WorkRoom {
  claim(threadId: ThreadId, runId: RunId, items: readonly string[]): void
  claims(threadId: ThreadId): readonly WorkClaim[]
  /** Threads with claims. */
  claimants(): readonly ThreadId[]
  release(threadId: ThreadId, items: readonly string[]): void
}

/** Tasks of HEARTBEAT.md as the history knows them. */
export interface TasksRoom {
  /**
   * What is known of each task's first try and, of timed tasks, of their last; a thread that never beat
   * knows none.
   */
  known(
    threadId: ThreadId,
  ): ReadonlyMap<string, { readonly triedAt: Instant | null; readonly doneAt: Instant | null }>
  /**
   * Keys that stand in the file now: new ones wait for their first try, unless `tried`; those that are gone
   * are forgotten.
   */
  note(threadId: ThreadId, keys: readonly string[], tried: Instant | null): void
  /** How long each task took in the newest beats it was run in, at most so many. */
  times(threadId: ThreadId, beats: number): readonly TaskTiming[]
  /**
   * What lines of the list last came to, of those that were worked since then: of each tier so many of its newest
   * beats are looked through. A line under another text is another line.
   */
  lastResults(threadId: ThreadId, since: Instant, beats: number): readonly LastResult[]
}

/** Lines of HEARTBEAT.md that look like an attack. */
export interface SuspectsRoom {
  /** By their exact texts. */
  list(threadId: ThreadId): ReadonlyMap<string, SuspectStanding>
  /** What was found, with its standing from now on; of what is gone only what was seen is remembered. */
  note(
    threadId: ThreadId,
    lines: { readonly found: ReadonlyMap<string, SuspectStanding>; readonly gone: readonly string[] },
    now: Instant,
  ): void
}

/** Suggestions from one repository to another, and where people do not want them. */
export interface PollinationRoom {
  /** Returns its number; the one that stands already where the same is open for the thread. */
  propose(suggestion: NewSuggestion): number
  /** An open one as it holds now. */
  renew(
    suggestionNumber: number,
    change: Pick<SuggestionRecord, 'tier' | 'text' | 'because' | 'sources'>,
  ): void
  /**
   * false: it was not open any more, or, to be retired, not accepted; nothing changed. What was declined may expire.
   */
  decide(
    suggestionNumber: number,
    change: Pick<SuggestionRecord, 'tier' | 'text' | 'reason' | 'by' | 'at'> & {
      readonly state: Exclude<SuggestionRecord['state'], 'proposed'>
    },
  ): boolean
  /** What was closed is open again, at `at` or just later than it was closed; false: it is open, or the same is open anew, and nothing changed. */
  reopen(suggestionNumber: number, change: Pick<SuggestionRecord, 'proposedAt' | 'at' | 'by'>): boolean
  /** From decisions.md, each in the place of the one with its number. */
  restore(records: readonly SuggestionRecord[]): void
  /** The last change first; null: of all threads. */
  list(threadId: ThreadId | null, limit: number): readonly SuggestionRecord[]
  /** Oldest first. */
  open(): readonly SuggestionRecord[]
  /** When the thread's agent was last told of each, by their numbers; those it never was told of are absent. */
  toldOf(threadId: ThreadId): ReadonlyMap<number, Instant>
  noteTold(threadId: ThreadId, suggestionNumbers: readonly number[], at: Instant): void
  /** null: none was ever made. */
  openCount(): number | null
  byNumber(suggestionNumber: number): SuggestionRecord | null
  /** So many the comparer of lists proposed. */
  proposedSince(at: Instant): number
  /** What expired for this reason. */
  expiredFor(reason: string): readonly SuggestionRecord[]
  /** Oldest first. */
  rules(): readonly SuggestionRule[]
  /** Returns its number, which no other ever has; where the same check and scope stand already, only the reason is new. */
  addRule(rule: Omit<SuggestionRule, 'id'>): number
  /** One that is the same then is gone. */
  changeRule(id: number, change: Pick<SuggestionRule, 'scope' | 'reason'>): void
  /** false: there is no such rule. */
  removeRule(id: number): boolean
  /** What lines of a thread have raised since then, by their keys; one that raised nothing is absent. */
  worth(threadId: ThreadId, since: Instant): ReadonlyMap<string, Worth>
}
