import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fault } from '../../../../shared/base/faults.ts'
import { CONFIG_NAMES } from '../../../../shared/threads/heartbeat-json.ts'
import type { WayFacts } from '../../../../shared/runs/in-the-way.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import { MINUTE, type Instant } from '../../../../shared/base/time.ts'
import { findAgentSession } from '../../process/agent-session.ts'
import { withRepository } from '../git.ts'
import { isTempName } from '../../disk/replace-file.ts'
import { readWorkingState } from './working-state.ts'

const OWN_NAMES: readonly string[] = ['HEARTBEAT.md', ...CONFIG_NAMES]
const FILES_LOOKED_AT = 200

/**
 * Signs that somebody is at work in the repository; executes nothing of it. repo.missing, repo.not_git,
 * repo.unreadable, git.failed, git.timed_out. Contract: never rejects.
 */
export const wayFacts = (repoPath: string, now: Instant): Promise<Result<WayFacts, Fault>> =>
  withRepository(repoPath, async (repository) => {
    const { gitDir, path } = repository.location
    const state = await readWorkingState(repository)
    if (!state.ok) return state
    const { changed, untracked, unmerged, operation } = state.value
    const [lock, edited, session] = await Promise.all([
      lstat(join(gitDir, 'index.lock')).catch(() => null),
      newestEdit(
        path,
        [...unmerged, ...changed, ...untracked].filter((name) => !isOwn(name)),
        now,
      ),
      findAgentSession(path),
    ])
    return ok({
      lock: lock === null ? null : { ageMs: age(lock.mtimeMs, now) },
      operation: operation?.kind ?? null,
      operationAgeMs: operation === null ? null : age(operation.since, now),
      editedMsAgo: edited === null ? null : age(edited, now),
      session,
    })
  })

/**
 * A time ahead of the clock is as far from now as one behind it: a file from the future must not hold beats
 * for ever.
 */
const age = (at: Instant, now: Instant): number => Math.abs(now - at)
const isOwn = (name: string): boolean =>
  OWN_NAMES.includes(name) || OWN_NAMES.some((own) => isTempName(name, own))

async function newestEdit(folder: string, names: readonly string[], now: Instant): Promise<Instant | null> {
  const times = await Promise.all(
    names.slice(0, FILES_LOOKED_AT).map((name) =>
      lstat(join(folder, name)).then(
        (found) => found.mtimeMs,
        () => null,
      ),
    ),
  )
  const seen = times.filter((at) => at !== null)
  // The clock of a network disk may be ahead a little; what is far ahead says nothing.
  const likely = seen.filter((at) => at <= now + MINUTE)
  if (likely.length === 0) {
    if (seen.length === 0) return null
    return Math.min(...seen)
  }
  return Math.max(...likely)
}
