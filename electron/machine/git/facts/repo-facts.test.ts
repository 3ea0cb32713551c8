import { cpSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RepositoryState } from '../../../host/repositories.ts'
import { facts, fingerprint, glance, hostOf, identify } from './repo-facts.ts'
import { isTracked } from './tracked.ts'
import { folder, make, plain } from '../testing/repositories.ts'

const fileId = async (path: string): Promise<string | null> => {
  const found = await identify(path)
  return found.ok ? found.value.fileId : found.error.message
}

describe('what is known of a repository', () => {
  it.each<[RepositoryState, object]>([
    [
      'clean',
      { defaultBranch: 'main', remote: 'origin', hosting: null, hasGh: false, bare: false, worktree: false },
    ],
    ['no_remote', { defaultBranch: 'main', remote: null, remoteUrl: null }],
    ['empty', { defaultBranch: null, remote: null }],
    ['bare', { defaultBranch: 'main', bare: true }],
    ['worktree', { defaultBranch: 'main', worktree: true }],
    ['detached', { defaultBranch: 'main' }],
    ['conflicting', { defaultBranch: 'main' }],
  ])('when it is %s', async (state, expected) => {
    expect(await facts(await make(state))).toMatchObject({ ok: true, value: expected })
  })

  it('is nothing of git’s own folders, into which a list would be written', async () => {
    const path = await make('clean')
    cpSync(join(await make('empty'), '.git'), join(path, '.git/modules/sub'), { recursive: true })
    for (const inside of ['.git', '.git/modules/sub'])
      expect(await identify(join(path, inside))).toMatchObject({
        ok: false,
        error: {
          code: 'repo.not_git',
          message: expect.stringContaining(`git’s own folder in ${path}`) as string,
        },
      })
    expect(await identify(await make('bare'))).toMatchObject({ ok: true })
  })

  it('takes the default branch from the remote before any other', async () => {
    const path = await make('clean')
    plain(path, 'update-ref', 'refs/remotes/origin/develop', 'HEAD')
    plain(path, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/develop')
    expect(await facts(path)).toMatchObject({ ok: true, value: { defaultBranch: 'develop' } })
  })

  it('knows a repository whose only branch has another name', async () => {
    const path = await make('no_remote')
    plain(path, 'branch', '-m', 'topic')
    expect(await facts(path)).toMatchObject({ ok: true, value: { defaultBranch: 'topic' } })
  })

  it.each<[RepositoryState, object]>([
    ['clean', { branch: 'main', ahead: 0, behind: 0, changed: 0, operation: null }],
    ['dirty', { branch: 'main', ahead: 0, behind: 0, changed: 2, operation: null }],
    ['ahead', { branch: 'main', ahead: 1, behind: 0, changed: 0, operation: null }],
    ['behind', { branch: 'main', ahead: 0, behind: 2, changed: 0, operation: null }],
    ['merge_in_progress', { branch: 'rework', ahead: null, behind: null, changed: 1, operation: 'merge' }],
    ['detached', { branch: null, ahead: null, behind: null, changed: 0, operation: null }],
    ['empty', { branch: 'main', ahead: null, behind: null, changed: 0, operation: null }],
    ['bare', { branch: 'main', ahead: null, behind: null, changed: 0, operation: null }],
  ])('at a glance when it is %s', async (state, expected) => {
    expect(await glance(await make(state))).toEqual({ ok: true, value: expected })
  })

  it('does not count what our own writes put beside HEARTBEAT.md for a moment', async () => {
    const path = await make('clean')
    for (const own of ['.HEARTBEAT.md.0123456789ab.tmp', '.HEARTBEAT.json.0123456789ab.tmp'])
      writeFileSync(join(path, own), 'half')
    expect(await glance(path)).toMatchObject({ ok: true, value: { changed: 0 } })
    writeFileSync(join(path, '.HEARTBEAT.md.tmp'), 'somebody’s')
    expect(await glance(path)).toMatchObject({ ok: true, value: { changed: 1 } })
  })

  it('has a fingerprint that changes with whatever changed, and only then', async () => {
    const path = await make('clean')
    const seen = new Set<string>()
    const now = async (): Promise<string> => {
      const result = await fingerprint(path)
      if (!result.ok) throw new Error(result.error.message)
      return result.value
    }
    const changes: (() => void)[] = [
      () => undefined,
      () => writeFileSync(join(path, 'new.txt'), '1'),
      () => writeFileSync(join(path, 'new.txt'), '22'),
      () => void plain(path, 'add', 'new.txt'),
      () => void plain(path, 'commit', '-q', '-m', 'new'),
      () => void plain(path, 'branch', 'another'),
      () => void plain(path, 'update-ref', 'refs/remotes/origin/main', 'HEAD'),
      () => void plain(path, 'checkout', '-q', 'another'),
      () => writeFileSync(join(path, '.git/MERGE_HEAD'), plain(path, 'rev-parse', 'HEAD')),
    ]
    for (const change of changes) {
      change()
      seen.add(await now())
    }
    expect(seen.size).toBe(changes.length)
    writeFileSync(join(path, 'HEARTBEAT.md'), 'ours')
    expect(seen.has(await now())).toBe(true)
  })

  it('says whether git tracks HEARTBEAT.md', async () => {
    const path = await make('clean')
    writeFileSync(join(path, 'HEARTBEAT.md'), 'x')
    expect(await isTracked(path)).toEqual({ ok: true, value: false })
    plain(path, 'add', 'HEARTBEAT.md')
    expect(await isTracked(path)).toEqual({ ok: true, value: true })
  })

  it('is another one where another repository was put in its place, and the same after all that git does', async () => {
    const path = await make('clean')
    const before = await fileId(path)
    expect(before).toMatch(/^\d+:\d+$/)
    plain(path, 'commit', '--allow-empty', '-m', 'more')
    plain(path, 'gc')
    plain(path, 'init')
    expect(await fileId(path)).toBe(before)
    renameSync(path, `${path}.old`)
    cpSync(`${path}.old`, path, { recursive: true })
    expect(await fileId(path)).not.toBe(before)
    expect(await fileId(`${path}.old`)).toBe(before)
  })

  it('has one real path, whichever way it was named', async () => {
    const path = await make('clean')
    symlinkSync(path, join(folder, 'link-to-it'))
    expect(await identify(join(folder, 'link-to-it'))).toEqual({
      ok: true,
      value: { realPath: path, name: path.split('/').at(-1), fileId: await fileId(path) },
    })
    expect(await identify(join(path, 'src'))).toMatchObject({
      ok: false,
      error: {
        code: 'repo.not_git',
        message: `${join(path, 'src')} is a folder inside the repository ${path}`,
      },
    })
  })

  it.each([
    ['git@github.com:a/b.git', 'github.com'],
    ['https://user@GitHub.com/a/b', 'github.com'],
    ['ssh://git@git.example.org:2222/a', 'git.example.org'],
    ['/srv/git/x.git', null],
    ['../x.git', null],
    ['C:\\repos\\x', null],
    ['C:/repos/x', null],
    ['file:///srv/x', null],
    ['', null],
  ])('reads the host of %s', (url, host) => expect(hostOf(url)).toBe(host))
})
