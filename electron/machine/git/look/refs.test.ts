import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changeOf, freshPath, git, make, words } from '../testing/looks.ts'

const told = async (change: (path: string) => void): Promise<string | null> => {
  const path = await make()
  const difference = await changeOf(path, () => change(path))
  return difference === null ? null : words(difference)
}

describe('found by hand: what was done in a look-only run and not told', () => {
  it('a ref of its own', async () => {
    expect(await told((p) => void git(p, 'update-ref', 'refs/mine/one', 'HEAD'))).toBe(
      'ref mine/one was created',
    )
  })

  it('a work tree, made and taken away', async () => {
    const tree = freshPath('tree')
    const path = await make()
    const add = (): void => void git(path, 'worktree', 'add', '--detach', '-q', tree, 'HEAD')
    expect(words(await changeOf(path, add))).toMatch(/^work tree [\w.-]+ was added$/)
    const remove = (): void => void git(path, 'worktree', 'remove', tree)
    expect(words(await changeOf(path, remove))).toMatch(/^work tree [\w.-]+ was removed$/)
  })

  it('a push, also of what was there', async () => {
    expect(await told((p) => void git(p, 'push', '-q', 'origin', 'HEAD:refs/heads/stolen'))).toBe(
      'pushed to origin/stolen',
    )
    expect(await told((p) => void git(p, 'push', '-q', '-f', 'origin', 'HEAD~1:main'))).toBe(
      'pushed to origin/main',
    )
  })

  it('and nothing of a fetch, of the stash, and of what git fetches ahead by itself', async () => {
    const path = await make()
    const other = freshPath('other')
    git(join(path, '..'), 'clone', '-q', git(path, 'remote', 'get-url', 'origin').trim(), other)
    git(other, 'push', '-q', 'origin', 'HEAD:refs/heads/theirs')
    expect(await changeOf(path, () => void git(path, 'fetch', '-q', 'origin'))).toBeNull()
    expect(
      await changeOf(path, () => void git(path, 'update-ref', 'refs/prefetch/remotes/origin/main', 'HEAD')),
    ).toBeNull()
  })
})
