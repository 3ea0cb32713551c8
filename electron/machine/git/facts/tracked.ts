import { join } from 'node:path'
import type { Fault } from '../../../../shared/base/faults.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import { locateRepository, type GitLocation } from '../git-location.ts'
import { withRepository } from '../git.ts'
import { isSurelyNotInIndex } from './index-names.ts'
import { keptByLook } from './kept-by-look.ts'

/** By git folder. */
const kept = keptByLook<boolean>()

/**
 * Whether git tracks HEARTBEAT.md there. Asked anew only where the index has changed, or the configuration by which it
 * is read, and of git only where the index alone does not tell. `nowMs`: the system's clock.
 */
export async function isTracked(
  repoPath: string,
  nowMs: () => number = Date.now,
): Promise<Result<boolean, Fault>> {
  const located = await locateRepository(repoPath)
  if (!located.ok) return located
  const { path, gitDir, commonDir } = located.value
  return kept({
    key: [path, gitDir, commonDir].join('\n'),
    paths: [join(gitDir, 'index'), join(gitDir, 'config.worktree'), join(commonDir, 'config')],
    find: () => ask(repoPath, located.value),
    nowMs,
  })
}

async function ask(repoPath: string, { gitDir }: GitLocation): Promise<Result<boolean, Fault>> {
  if (await isSurelyNotInIndex(gitDir, 'HEARTBEAT.md')) return ok(false)
  return withRepository(repoPath, async (repository) => {
    if (repository.bare) return ok(false)
    const listed = await repository.git(['ls-files', '-z', '--', 'HEARTBEAT.md'])
    return listed.ok ? ok(listed.value.stdout !== '') : listed
  })
}
