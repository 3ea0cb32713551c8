import type { Fault } from '../../../shared/base/faults.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { Backtest, Protection } from '../../../shared/pollination/backtest/tried.ts'

export interface BacktestSpec {
  readonly repoPath: string
  /** `npm run lint`: how a suggestion names a script of the repository (`shared/pollination/backtest/script-name.ts`). */
  readonly command: string
  /** By which its processes are known again. */
  readonly marker: string
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
