import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { photograph } from '../../agents/testing/photograph.ts'
import { REPOSITORY_STATES } from '../../../host/repositories.ts'
import { difference } from './difference.ts'
import { look } from './look.ts'
import { folder, freshPath, make, git, lookOf, changeOf, words } from '../testing/looks.ts'

describe('looking at a repository', () => {
  it.each(REPOSITORY_STATES.filter((s) => s !== 'missing' && s !== 'broken'))(
    'writes nothing and sees the same twice when it is %s',
    async (state) => {
      const path = await make(state)
      const before = photograph(path)
      const first = await lookOf(path)
      expect(await lookOf(path)).toEqual(first)
      expect(photograph(path)).toEqual(before)
      expect(await difference(path, first, first)).toBeNull()
    },
  )
  it('says what is wrong with a folder that is none', async () => {
    expect(await look(join(folder, 'not-there'))).toMatchObject({
      ok: false,
      error: { code: 'repo.missing' },
    })
    expect(
      await difference(
        join(folder, 'not-there'),
        { head: 'a x', index: '', branches: {}, stashes: [], files: {}, config: '' },
        { head: 'b x', index: '', branches: {}, stashes: [], files: {}, config: '' },
      ),
    ).toMatch(/^HEAD moved from a to b \(branch x\)\n\n\(The diff cannot be shown: /)
  })
})

describe('what a look-only run may do', () => {
  it.each<readonly [string, (path: string) => void]>([
    ['nothing', () => {}],
    [
      'git status, which refreshes the index',
      (path) => void (utimesSync(join(path, 'README.md'), 1, 1), git(path, 'status')),
    ],
    ['editing the list', (path) => writeFileSync(join(path, 'HEARTBEAT.md'), '## Quick Tasks\n- x\n')],
    ['its settings', (path) => writeFileSync(join(path, 'HEARTBEAT.json'), '{}')],
    ['git fetch', (path) => void git(path, 'fetch', '-q', 'origin')],
    ['reading', (path) => void git(path, 'log', '--all')],
  ])('%s', async (_, change) => {
    const path = await make('behind')
    expect(await changeOf(path, () => change(path))).toBeNull()
  })

  it('lets tags come in by a fetch, and tells one that was made here', async () => {
    const path = await make()
    const other = freshPath('other')
    git(folder, 'clone', '-q', git(path, 'remote', 'get-url', 'origin').trim(), other)
    git(other, 'tag', 'v1')
    git(other, 'push', '-q', 'origin', 'v1')
    expect(await changeOf(path, () => void git(path, 'fetch', '-q', '--tags', 'origin'))).toBeNull()
    expect(words(await changeOf(path, () => void git(path, 'tag', 'v2')))).toBe('tag v2 was created')
    git(path, 'remote', 'set-url', 'origin', join(folder, 'gone'))
    expect(words(await changeOf(path, () => void git(path, 'tag', 'v3')))).toBe('tag v3 was created')
  })
})
