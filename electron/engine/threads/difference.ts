import type { Fault } from '../../../shared/base/faults.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { RepositoryLook } from '../ports/repositories.ts'

/**
 * What differs in a thread's repository since it was looked at, in words; null: nothing. An error: it cannot
 * be looked at any more.
 */
export async function differenceSince(
  thread: Thread,
  before: RepositoryLook,
  { repositories }: Pick<Ports, 'repositories'>,
): Promise<Result<string | null, Fault>> {
  const after = await repositories.look(thread.repoPath)
  return after.ok ? ok(await repositories.difference(thread.repoPath, before, after.value)) : after
}
