import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Fault } from '../../../shared/base/faults.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { Backtest, Protection } from '../../../shared/pollination/backtest/tried.ts'

export interface BacktestSpec {
  readonly repoPath: string
  /** `npm run lint`: how a suggestion names a script of the repository (`shared/pollination/backtest/script-name.ts`). */
  readonly command: string
  /** By which its processes are known again. */
  readonly marker: string
  /** Asked before anything is run; false: it ends with git.failed. */
  readonly mayRun: () => Promise<boolean>
}

/**
 * Tries a command of a repository in throw-away copies of some of its commits. The repository itself is only read, and
 * nothing is left behind. One at a time. Contract: never rejects.
 */
export interface Backtester {
  /** How it would be done here and now. */
  protection(): Promise<Protection>
  /** repo.*, git.failed (also: no commit yet, too large, aborted), git.timed_out. */
  run(spec: BacktestSpec, signal: AbortSignal): Promise<Result<Backtest, Fault>>
}

/** What trying a suggestion has shown. */
export interface KeptBacktest {
  readonly threadId: ThreadId
  /** Id of the canonical check. */
  readonly pattern: string
  /** Of the command, its script and HEAD: where it is another now, this is old. */
  readonly print: string
  readonly at: Instant
  readonly backtest: Backtest | null // null: it could not be done at all
  readonly problem: string // why, a sentence without its full stop; '' where there is a backtest
}

/** Where suggestions may be tried, and the newest backtest of each. */
export interface BacktestsRoom {
  /** Threads whose person lets suggestions be tried there. */
  allowed(): ReadonlySet<ThreadId>
  /** null: not any more. */
  allow(threadId: ThreadId, at: Instant | null): void
  get(threadId: ThreadId, pattern: string): KeptBacktest | null
  /** In the place of the one before; of a thread that is gone, none. */
  keep(backtest: KeptBacktest): void
}
