import { MINUTE, type Instant } from '../../base/time.ts'

/** Of how many newest commits of HEAD some are tried. */
export const COMMITS_LOOKED_AT = 200
export const TRIED_AT_MOST = 12
/** For HEAD, and once more for all commits before it together. */
export const TRIED_MS = MINUTE

/**
 * What one run of the command in a copy of one commit showed. absent: the commit had no such script. other_packages:
 * it asks for other packages than those that are installed, so it was not run. could_not: it ran, or was to run, and what
 * came of it says nothing about the commit.
 */
export type TriedOutcome = 'passed' | 'failed' | 'absent' | 'other_packages' | 'could_not'

/** Why a run says nothing about its commit. submodules, filtered: what git keeps elsewhere is not in a copy. */
export type Cause =
  | 'slow'
  | 'start'
  | 'signal'
  | 'program'
  | 'packages'
  | 'network'
  | 'writes'
  | 'submodules'
  | 'filtered'

export interface Tried {
  readonly commit: string
  readonly at: Instant // of the commit
  readonly outcome: TriedOutcome
  readonly cause: Cause | null // null unless could_not
  readonly line: string // of failed, what tells the failure; '': nothing does
  readonly ms: number | null // of the command alone; null: it did not run to its end
}

/**
 * closed: no network, and everything but the copy can only be read. open: this system has no way to do that without an
 * administrator, so that nothing is tried.
 */
export type Protection = 'closed' | 'open'

/** What came of trying a command at HEAD and at commits before it, in throw-away copies. */
export interface Backtest {
  /** How many of the newest commits were chosen from, HEAD among them. */
  readonly commits: number
  /** Older ones ask for other packages than those that are installed, so they were left out. */
  readonly isCut: boolean
  /** Newest first; the first is HEAD. */
  readonly tried: readonly Tried[]
}
