import { isCommitHash } from '../../../../shared/attempts/attempt.ts'
import { ok } from '../../../../shared/base/result.ts'
import { withRepository } from '../git.ts'

const MOST_CHARS = 200_000

/**
 * What one commit has differently from another, as git shows it, at most 200,000 characters with a line that says so.
 * null: one of them is not there, or nobody can tell. Contract: never rejects.
 */
export async function commitDifference(repoPath: string, from: string, to: string): Promise<string | null> {
  if (!isCommitHash(from) || !isCommitHash(to)) return null
  const difference = await withRepository(repoPath, async (repository) => {
    const shown = await repository.git(
      [
        '--no-replace-objects',
        'diff',
        '--no-ext-diff',
        '--no-textconv',
        '--no-renames',
        '--stat=100',
        '-p',
        `${from}^{commit}`,
        `${to}^{commit}`,
        '--',
      ],
      { okCodes: [128] }, // one is not there
    )
    if (!shown.ok) return shown
    return ok(shown.value.exitCode === 0 ? capped(shown.value.stdout) : null)
  })
  return difference.ok ? difference.value : null
}

const capped = (text: string): string =>
  text.length <= MOST_CHARS
    ? text
    : `${text.slice(0, MOST_CHARS)}\n(${text.length - MOST_CHARS} more characters)\n`
