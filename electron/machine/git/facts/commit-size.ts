import { isCommitHash } from '../../../../shared/attempts/attempt.ts'
import { ok } from '../../../../shared/base/result.ts'
import { withRepository } from '../git.ts'

/** Lines that a commit added and removed; null: there is no such commit here, or nobody can tell. Contract: never rejects. */
export async function commitSize(repoPath: string, commit: string): Promise<number | null> {
  if (!isCommitHash(commit)) return null
  const size = await withRepository(repoPath, async (repository) => {
    const shown = await repository.git(
      ['--no-replace-objects', 'show', '--numstat', '--format=', '--no-renames', `${commit}^{commit}`, '--'],
      { okCodes: [128] }, // it is not there
    )
    if (!shown.ok) return shown
    return ok(shown.value.exitCode === 0 ? linesIn(shown.value.stdout) : null)
  })
  return size.ok ? size.value : null
}

const linesIn = (numstat: string): number =>
  [...numstat.matchAll(/^(\d{1,9})\t(\d{1,9})\t/gm)].reduce((sum, [, a, b]) => sum + Number(a) + Number(b), 0)
