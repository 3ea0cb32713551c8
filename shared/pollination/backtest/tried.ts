import type { Instant } from '../../base/time.ts'

/** Of how many newest commits of HEAD some are tried. */
export const COMMITS_LOOKED_AT = 200
export const TRIED_AT_MOST = 12

/**
 * What one run of the command in a copy of one commit showed. absent: the commit had no such script. other_packages:
 * it asks for other packages than those that are installed, so it was not run. could_not: it ran, or was to run, and what
 * came of it says nothing about the commit.
 */
export type TriedOutcome = 'passed' | 'failed' | 'absent' | 'other_packages' | 'could_not'

export interface Tried {
  readonly commit: string
  readonly at: Instant // of the commit
  readonly outcome: TriedOutcome
  readonly why: string // of could_not, and the telling line of failed; '': nothing to say
  readonly ms: number | null // of the command alone; null: it did not run to its end
}

/**
 * closed: no network, and everything but the copy could only be read. open: this system has no way to do that without
 * an administrator, so the command ran in a folder of its own and nothing more.
 */
export type Protection = 'closed' | 'open'

/** What came of trying a command at HEAD and at commits before it, in throw-away copies. */
export interface Backtest {
  readonly protection: Protection
  /** How many of the newest commits were chosen from, HEAD among them. */
  readonly commits: number
  /** Newest first; the first is HEAD. */
  readonly tried: readonly Tried[]
}
