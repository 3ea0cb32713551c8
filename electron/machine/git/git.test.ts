import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeRepository, REPOSITORY_STATES } from '../../host/repositories.ts'
import { git, openRepository } from './git.ts'
import { facts, glance } from './facts/repo-facts.ts'
import { parseStatus } from './facts/working-state.ts'
import { folder, make, plain } from './testing/repositories.ts'

describe('git in a repository', () => {
  it.each(REPOSITORY_STATES.filter((state) => !['broken', 'missing', 'bare', 'empty'].includes(state)))(
    'sees the same as plain git when it is %s',
    async (state) => {
      const path = await make(state)
      for (const args of [
        ['status', '--porcelain=v2', '--branch'],
        ['log', '--oneline', '--all'],
        ['for-each-ref'],
        ['ls-files', '--stage'],
        ['stash', 'list'],
        ['rev-parse', 'HEAD', '--show-toplevel'],
      ]) {
        const answer = await git(path, args)
        expect(answer).toMatchObject({ ok: true, value: { stdout: plain(path, ...args) } })
      }
    },
  )

  it('finds packed refs, alternates and a stash', async () => {
    const path = await make('dirty')
    plain(path, 'stash', '--include-untracked')
    plain(path, 'gc', '--quiet')
    const shared = join(folder, 'shared-clone')
    plain(folder, 'clone', '-q', '--shared', path, shared)
    expect(await git(path, ['stash', 'list'])).toMatchObject({
      ok: true,
      value: { stdout: plain(path, 'stash', 'list') },
    })
    expect(await git(shared, ['log', '--oneline'])).toMatchObject({
      ok: true,
      value: { stdout: plain(shared, 'log', '--oneline') },
    })
  })

  it('works with the sparse checkout of a worktree with a config of its own', async () => {
    const path = await make('clean')
    plain(path, 'sparse-checkout', 'set', '--no-cone', '/README.md')
    expect(await git(path, ['status', '--porcelain'])).toMatchObject({ ok: true, value: { stdout: '' } })
  })

  it('works in a worktree of a bare repository that lies beside it', async () => {
    const path = join(folder, 'bare-with-trees')
    mkdirSync(path)
    plain(folder, 'clone', '-q', '--bare', await make('clean'), join(path, '.bare'))
    writeFileSync(join(path, '.git'), 'gitdir: ./.bare\n')
    plain(path, 'worktree', 'add', '-q', 'tree', 'main')
    expect(await glance(join(path, 'tree'))).toMatchObject({
      ok: true,
      value: { branch: 'main', changed: 0 },
    })
    expect(await facts(path)).toMatchObject({ ok: true, value: { bare: true } })
  })

  it('reads a repository with SHA-256 objects', async () => {
    const path = join(folder, 'sha256')
    plain(folder, 'init', '-q', '-b', 'main', '--object-format=sha256', path)
    plain(path, 'commit', '-q', '--allow-empty', '-m', 'x')
    expect(await git(path, ['rev-parse', 'HEAD'])).toMatchObject({
      ok: true,
      value: { stdout: expect.stringMatching(/^[0-9a-f]{64}\n$/) as string },
    })
  })

  it('does not care who owns the repository or where git is told to look', async () => {
    const path = await make('clean')
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', '12345:12345', path])
    process.env['GIT_DIR'] = '/no/such/folder'
    try {
      expect((await git(path, ['status'])).ok).toBe(true)
    } finally {
      delete process.env['GIT_DIR']
    }
  })

  it('passes paths with spaces, quotes, colons and line breaks', async () => {
    const odd = join(folder, 'it\'s "odd": a\nname %20 $(x)')
    mkdirSync(odd)
    const { path } = await makeRepository(odd, 'repo with space', 'conflicting')
    expect(await glance(path)).toMatchObject({ ok: true, value: { branch: 'rework', changed: 0 } })
  })

  it.each<[string, () => Promise<string> | string, string]>([
    ['a missing folder', () => join(folder, 'nowhere'), 'repo.missing'],
    ['a folder without git', () => folder, 'repo.not_git'],
    [
      'a file',
      () => {
        writeFileSync(join(folder, 'file'), '')
        return join(folder, 'file')
      },
      'repo.not_git',
    ],
    ['a damaged HEAD', () => make('broken'), 'git.failed'],
    [
      'a .git that points nowhere',
      async () => {
        const path = join(folder, 'lost-worktree')
        mkdirSync(path)
        writeFileSync(join(path, '.git'), 'gitdir: /no/such/place\n')
        return path
      },
      'git.failed',
    ],
    [
      'a config that cannot be parsed',
      async () => {
        const path = await make('no_remote')
        writeFileSync(join(path, '.git/config'), '[core\nnonsense')
        return path
      },
      'git.failed',
    ],
    [
      'a config that never ends',
      async () => {
        const path = await make('no_remote')
        rmSync(join(path, '.git/config'))
        symlinkSync('/dev/zero', join(path, '.git/config'))
        return path
      },
      'git.failed',
    ],
    [
      'a format that git does not know',
      async () => {
        const path = await make('no_remote')
        writeFileSync(
          join(path, '.git/config'),
          '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tfuture = true\n',
        )
        return path
      },
      'git.failed',
    ],
  ])('answers with a fault for %s', async (_, path, code) => {
    expect(await git(await path(), ['status'])).toMatchObject({ ok: false, error: { code } })
  })

  it('is over at its time limit', async () => {
    const path = await make('no_remote')
    mkdirSync(join(path, 'sub'))
    execFileSync('mkfifo', [join(path, 'sub', '.gitignore')]) // git waits for somebody to write
    expect(await git(path, ['status'], { timeoutMs: 150 })).toEqual({
      ok: false,
      error: { code: 'git.timed_out', message: 'git status took longer than 0.15 s' },
    })
  })

  it('reaches no remote unless it is allowed to', async () => {
    const path = await make('clean')
    expect(await git(path, ['ls-remote', 'origin'])).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('not allowed') as string },
    })
    expect((await git(path, ['ls-remote', 'origin'], { network: true })).ok).toBe(true)
  })

  it('leaves no temporary folder', async () => {
    const opened = await openRepository(await make('no_remote'))
    if (!opened.ok) throw new Error(opened.error.message)
    const environment = await opened.value.environment()
    const standIn = (environment.ok && environment.value['GIT_COMMON_DIR']) || ''
    expect(readdirSync(standIn)).toContain('config')
    expect(await opened.value.environment()).toEqual(environment)
    await opened.value.close()
    expect(() => readdirSync(standIn)).toThrow(/ENOENT/)
  })

  it.skipIf(process.getuid?.() === 0)('says that a folder may not be read', async () => {
    const path = await make('no_remote')
    chmodSync(join(path, '.git'), 0o000)
    expect(await git(path, ['status'])).toMatchObject({ ok: false, error: { code: 'repo.unreadable' } })
    chmodSync(join(path, '.git'), 0o755)
  })
})

describe('the listing of git status', () => {
  it('is read with renames, conflicts and odd names', () => {
    const listing = [
      '# branch.oid 1111',
      '# branch.head a b',
      '# branch.upstream origin/a',
      '# branch.ab +3 -12',
      '1 .M N... 100644 100644 100644 aaa bbb with space.txt',
      '2 R. N... 100644 100644 100644 aaa bbb R100 new name',
      'old name',
      'u UU N... 100644 100644 100644 100644 aaa bbb ccc both',
      '? line\nbreak',
      '? HEARTBEAT.md',
      '',
    ].join('\0')
    expect(parseStatus(listing)).toEqual({
      head: '1111',
      branch: 'a b',
      upstream: 'origin/a',
      ahead: 3,
      behind: 12,
      changed: ['with space.txt', 'new name'],
      untracked: ['line\nbreak'],
      unmerged: ['both'],
    })
  })
})
