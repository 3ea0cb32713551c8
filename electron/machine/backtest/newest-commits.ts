import type { Fault } from '../../../shared/base/faults.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Repository } from '../git/git.ts'

export interface Commit {
  readonly id: string
  readonly at: Instant
}

/**
 * The newest commits of HEAD, newest first, none while there is none. Of a merge only its own line: what lay on a
 * branch was never how the repository stood.
 */
export async function newestCommits(
  repository: Repository,
  atMost: number,
  signal: AbortSignal,
): Promise<Result<readonly Commit[], Fault>> {
  const log = await repository.git(
    [
      '--no-replace-objects',
      'log',
      '--first-parent',
      '--format=%H %ct',
      `--max-count=${atMost}`,
      'HEAD',
      '--',
    ],
    { okCodes: [128], signal }, // no commit yet
  )
  if (!log.ok) return log
  return ok(
    log.value.stdout.split('\n').flatMap((line) => {
      const [, id, seconds] = /^([0-9a-f]{40,64}) (\d{1,12})$/.exec(line) ?? []
      return id === undefined ? [] : [{ id, at: Number(seconds) * 1000 }]
    }),
  )
}
