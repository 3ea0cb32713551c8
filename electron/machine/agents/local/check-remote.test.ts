import { existsSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeRepository, type RepositoryState } from '../../../host/repositories.ts'
import { remoteBounds } from '../../git/remote-bounds.ts'
import { localSpec, never, quickTasks } from '../testing/specs.ts'
import { folder, runner, makeAnew, make, git, TASK, results, check } from '../testing/local-run.ts'

describe('the built-in checks of the remote', () => {
  it('fetches and names the branches that moved, then is quiet', async () => {
    const path = await make('behind')
    git(path, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
    expect(await check(path, TASK.fetch)).toEqual(['passed', null, 'new commits on origin/main'])
    expect(await check(path, TASK.fetch)).toEqual(['passed', null, 'nothing new'])
  })

  it('writes remote-tracking branches and nothing else', async () => {
    const path = await makeAnew('behind')
    git(path, 'config', '--add', 'remote.origin.fetch', '+refs/heads/*:refs/heads/copied/*')
    git(join(folder, '.remotes', `${path.split('/').at(-1)}.git`), 'tag', 'v1', 'main')
    git(path, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
    await check(path, TASK.fetch)
    expect(git(path, 'for-each-ref', '--format=%(refname)').trim().split('\n')).toEqual([
      'refs/heads/main',
      'refs/remotes/origin/HEAD',
      'refs/remotes/origin/main',
    ])
    expect(existsSync(join(path, '.git/FETCH_HEAD'))).toBe(false)
  })

  it.each<[string, string, string]>([
    ['a remote that is gone', '/no/such/remote.git', 'origin does not exist any more, or may not be seen'],
    ['a remote that cannot be reached', 'https://127.0.0.1:1/x.git', 'origin could not be reached'],
    [
      'a remote with an address that is a command',
      'ext::sh -c true',
      'origin has an address of a kind that is not allowed here',
    ],
  ])('gives one notice of %s, without breaking the run', async (_, url, note) => {
    const path = await make('clean')
    git(path, 'config', 'remote.origin.url', url)
    const result = await runner.run(localSpec(path, quickTasks(TASK.fetch)), never)
    expect(result.status).toBe('completed')
    expect(result.tasks.map((task) => [task.status, task.severity, task.note])).toEqual([
      ['finding', 'notice', note],
    ])
  })

  it('does not call up to date what a remote that did not answer may have changed', async () => {
    const path = await makeAnew('behind')
    const lines = [TASK.upstream, TASK.conflicts]
    git(path, 'config', 'remote.origin.url', '/no/such/remote.git')
    git(path, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
    const [, ...told] = await results(path, [TASK.fetch, ...lines])
    expect(told.map((task) => [task.status, task.note])).toEqual([
      ['untouched', 'up to date with origin/main when last fetched; not checked now'],
      ['untouched', 'merges cleanly with origin/main when last fetched; not checked now'],
    ])
    expect((await results(path, lines)).map(({ status }) => status)).toEqual(['passed', 'passed'])
  })

  it('counts the commits behind, quietly, and shows them', async () => {
    const [result] = await results(await make('behind'), [TASK.upstream])
    expect(result).toMatchObject({ status: 'passed', note: '2 behind origin/main' })
    expect(result!.output).toMatch(/Raise the version\n.*Fix the parser/)
    expect(await check(await make('clean'), TASK.upstream)).toEqual([
      'passed',
      null,
      'up to date with origin/main',
    ])
  })

  it('found by a user: says of a branch that went another way, or ahead, that it did', async () => {
    const apart = await makeAnew('behind')
    git(apart, 'commit', '-q', '--allow-empty', '-m', 'mine')
    const ahead = await makeAnew('clean')
    git(ahead, 'commit', '-q', '--allow-empty', '-m', 'mine')
    for (const [path, note] of [
      [apart, '2 behind origin/main, 1 commit ahead'],
      [ahead, 'up to date with origin/main, 1 commit ahead'],
    ] as const)
      expect(await check(path, TASK.upstream)).toEqual(['passed', null, note])
  })

  it('does not take another remote for one that is named and missing', async () => {
    expect(await check(await make('clean'), 'Run `git fetch backup`')).toEqual([
      'untouched',
      null,
      'there is no remote "backup" here: not fetched',
    ])
  })

  it('has nothing to say without a remote', async () => {
    const notes = (await results(await make('no_remote'), [TASK.fetch, TASK.upstream, TASK.checks])).map(
      (task) => `${task.status}: ${task.note}`,
    )
    expect(notes).toEqual([
      'passed: no remote, so there is nothing to fetch',
      'passed: no remote',
      'passed: no remote',
    ])
  })
})

describe('the built-in checks of branches', () => {
  it('warns of conflicts with the default branch and names the files', async () => {
    expect(await check(await make('conflicting'), TASK.conflicts)).toEqual([
      'finding',
      'warning',
      'conflicts with origin/main in src/index.txt',
    ])
  })

  it('finds them also where the path has quotes, colons and line breaks', async () => {
    const odd = join(folder, 'it\'s "odd": a\nname \\ %20 $(x)')
    const { path } = await makeRepository(odd, 'repo with space', 'conflicting')
    expect(await check(path, TASK.conflicts)).toEqual([
      'finding',
      'warning',
      'conflicts with origin/main in src/index.txt',
    ])
  })

  it('writes no object while it tries the merge', async () => {
    const path = await make('conflicting')
    const before = git(path, 'count-objects', '-v')
    await check(path, TASK.conflicts)
    expect(git(path, 'count-objects', '-v')).toBe(before)
  })

  it.each<[RepositoryState, string]>([
    ['clean', 'merges cleanly with origin/main'],
    ['ahead', 'merges cleanly with origin/main'],
    ['no_remote', 'nothing to merge: main is checked out'],
    ['empty', 'no commit yet'],
  ])('is quiet about conflicts when the repository is %s', async (state, note) => {
    expect(await check(await make(state), TASK.conflicts)).toEqual(['passed', null, note])
  })

  it('gives notice of stale branches, sorted, without those that are merged or in use', async () => {
    const path = await make('stale_branches')
    git(path, 'branch', 'merged/long-ago', 'main~1')
    expect(await check(path, TASK.stale)).toEqual([
      'finding',
      'notice',
      '2 branches without commits for more than 7 days: old/experiment, old/spike',
    ])
    expect(await check(path, 'Flag branches without commits for more than 30 days')).toEqual([
      'finding',
      'notice',
      '1 branch without commits for more than 30 days: old/experiment',
    ])
  })

  it('found by a user: says of which branches none is stale, where some were left out', async () => {
    const path = await make('stale_branches')
    git(path, 'branch', 'merged/long-ago', 'main~1')
    git(path, 'branch', '-D', 'old/experiment', 'old/spike')
    const [status, , note] = await check(path, TASK.stale)
    expect([status, note]).toEqual(['passed', 'no stale branches that are not merged'])
  })

  it('names at most twenty', async () => {
    const path = await make('stale_branches')
    for (let i = 0; i < 25; i++) git(path, 'branch', `old/more-${i}`, 'old/spike')
    expect((await check(path, TASK.stale))[2]).toMatch(/^27 branches .* and 7 more$/)
  })

  it('counts the commits of the day', async () => {
    expect(await check(await make('ahead'), TASK.day)).toEqual([
      'passed',
      null,
      '1 commit in the last 24 hours',
    ])
    expect(await check(await make('clean'), TASK.day)).toEqual([
      'passed',
      null,
      'no commits in the last 24 hours',
    ])
    expect(await check(await make('empty'), TASK.day)).toEqual(['passed', null, 'no commit yet'])
  })

  it('says that it waits for a network while a remote takes the connection and never answers', async () => {
    const connections = new Set<Socket>()
    const server = createServer((socket) => void connections.add(socket))
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const url = `git://127.0.0.1:${(server.address() as AddressInfo).port}/x.git`
    const path = await make('clean')
    git(path, 'config', 'remote.origin.url', url)
    let waits = 0
    const spec = { ...localSpec(path, quickTasks(TASK.fetch)), taskTimeoutMs: 3500 }
    const result = await runner.run({ ...spec, onLongWait: () => void waits++ }, never)
    expect(result.tasks.map(({ status, note }) => [status, note])).toEqual([
      ['finding', 'origin did not answer in time'],
    ])
    expect(waits).toBe(1)
    expect(remoteBounds.boundOf(url), 'the next time it is given less').toBe(10_000)
    for (const socket of connections) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
})
