import type { RepositoryLook } from '../../../engine/ports/repositories.ts'
import { ok } from '../../../../shared/base/result.ts'
import { withRepository } from '../git.ts'
import { configWords, fileWords, headWords, pushWords, refWords, stashWords, worktreeWords } from './words.ts'
import { pushedIn } from './refs.ts'
import { cameByFetch } from './fetched-tags.ts'
import { diffText } from './diff-text.ts'

const DIFFERENCE_CHARS = 20_000

/**
 * What differs, in words and then as a diff of at most 20,000 characters in all; null: nothing. Tags that
 * the remote has too came with a fetch, which a look-only run may make. Contract: never rejects.
 */
export async function difference(
  repoPath: string,
  before: RepositoryLook,
  after: RepositoryLook,
): Promise<string | null> {
  const came = await cameByFetch(repoPath, before, after)
  const pushed = await withRepository(repoPath, async (repository) =>
    ok(await pushedIn(repository, before, after)),
  )
  const words = [
    ...headWords(before, after),
    ...refWords(before, after, came),
    ...(pushed.ok ? pushWords(pushed.value) : []),
    ...worktreeWords(before, after),
    ...fileWords(before, after),
    ...(before.index !== after.index ? ['the index changed'] : []),
    ...stashWords(before, after),
    ...configWords(before, after),
  ]
  if (words.length === 0) return null
  const shown = await withRepository(repoPath, async (repository) =>
    ok(await diffText(repository, before, after)),
  )
  const text = [
    words.join('; '),
    shown.ok ? shown.value : `(The diff cannot be shown: ${shown.error.message})`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
  return text.length <= DIFFERENCE_CHARS ? text : withGap(text)
}

const withGap = (text: string): string => {
  const kept = DIFFERENCE_CHARS - 60
  return `${text.slice(0, kept)}\n… (${(text.length - kept).toLocaleString('en-US')} more characters are left out)`
}
