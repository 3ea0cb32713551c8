import { join } from 'node:path'
import type { Fault } from '../../../../shared/base/faults.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import { locateRepository, type GitLocation } from '../git-location.ts'
import { withRepository } from '../git.ts'
import { isSurelyNotInIndex } from './index-names.ts'
import { isSettled, sightingOf } from './sighting.ts'

interface Known {
  readonly print: string
  readonly tracked: boolean
}
/** By git folder: what was found, as long as the index and what it is read by stay as they were. */
const known = new Map<string, Known>()
const KNOWN_AT_MOST = 2000

/**
 * Whether git tracks HEARTBEAT.md there. Asked anew only where the index has changed, and of git only where the
 * index alone does not tell. `nowMs`: the system's clock.
 */
export async function isTracked(
  repoPath: string,
  nowMs: () => number = Date.now,
): Promise<Result<boolean, Fault>> {
  const located = await locateRepository(repoPath)
  if (!located.ok) return located
  const { gitDir } = located.value
  const askedMs = nowMs()
  const before = await standing(located.value)
  const kept = known.get(gitDir)
  if (kept !== undefined && kept.print === before?.print) return ok(kept.tracked)
  known.delete(gitDir)
  const tracked = await ask(repoPath, located.value)
  // What changed just before, or meanwhile, may not be what was read.
  const isKept =
    tracked.ok &&
    before?.isSettled(askedMs) === true &&
    (await standing(located.value))?.print === before.print
  if (!isKept) return tracked
  if (known.size >= KNOWN_AT_MOST) known.clear()
  known.set(gitDir, { print: before.print, tracked: tracked.value })
  return tracked
}

async function ask(repoPath: string, { gitDir }: GitLocation): Promise<Result<boolean, Fault>> {
  if (await isSurelyNotInIndex(gitDir, 'HEARTBEAT.md')) return ok(false)
  return withRepository(repoPath, async (repository) => {
    if (repository.bare) return ok(false)
    const listed = await repository.git(['ls-files', '-z', '--', 'HEARTBEAT.md'])
    return listed.ok ? ok(listed.value.stdout !== '') : listed
  })
}

/** The index, and the configuration by which it is read. null: they cannot be seen. */
async function standing({ path, gitDir, commonDir }: GitLocation) {
  const names = [join(gitDir, 'index'), join(gitDir, 'config.worktree'), join(commonDir, 'config')]
  const seen = await Promise.all(names.map(sightingOf)).catch(() => null)
  if (seen === null) return null
  return {
    print: [path, commonDir, ...seen.map(({ print }) => print)].join('\n'),
    isSettled: (nowMs: number): boolean => seen.every((sighting) => isSettled(sighting, nowMs)),
  }
}
