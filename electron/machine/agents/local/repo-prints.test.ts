import { renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TASK_CLASSES } from '../../../../shared/runs/change-gate.ts'
import type { RepositoryState } from '../../../host/repositories.ts'
import { prints } from './repo-prints.ts'
import type { GhRecording } from '../testing/gh-stand-in.ts'
import {
  folder,
  make,
  git,
  remoteOf,
  cloneOf,
  gh,
  onGitHub,
  pr,
  issue,
} from '../testing/hosted-repository.ts'

describe('what stands behind the tasks', () => {
  it('is told for the classes that are asked for, and is the same again', async () => {
    const path = await make()
    const first = await prints(path, TASK_CLASSES, true)
    // no hosting: the remote is a folder
    expect(Object.keys(first).sort()).toEqual(['refs', 'remote', 'tree'])
    expect(await prints(path, TASK_CLASSES, true)).toEqual(first)
    expect(await prints(path, ['refs'], false)).toEqual({ refs: first.refs })
    expect(await prints(path, [], true)).toEqual({})
    expect(await prints(join(folder, 'not-there'), TASK_CLASSES, true)).toEqual({})
  })

  it.each<RepositoryState>([
    'bare',
    'empty',
    'no_remote',
    'detached',
    'worktree',
    'merge_in_progress',
    'submodule',
  ])('is told of a repository that is %s', async (state) => {
    const path = await make(state)
    const first = await prints(path, TASK_CLASSES, true)
    expect(Object.keys(first)).toEqual(expect.arrayContaining(['refs', 'remote', 'tree']))
    expect(await prints(path, TASK_CLASSES, true)).toEqual(first)
  })

  it('leaves the remote out when it does not answer, and keeps what is known when it is not asked', async () => {
    const path = await make()
    const remote = remoteOf(path)
    const asked = await prints(path, ['remote'], false)
    renameSync(remote, `${remote}.away`)
    expect(await prints(path, ['remote', 'refs'], true)).toEqual({ refs: expect.any(String) as string })
    expect(await prints(path, ['remote'], false)).toEqual(asked)
  })

  it('takes another remote that does not answer for a state, which begins and ends', async () => {
    const path = await make()
    const fork = join(folder, 'fork.git')
    git(folder, 'clone', '-q', '--bare', remoteOf(path), fork)
    git(path, 'remote', 'add', 'fork', fork)
    const up = await prints(path, ['remote'], true)
    renameSync(fork, `${fork}.away`)
    const down = await prints(path, ['remote'], true)
    expect(down.remote).not.toBe(up.remote)
    expect(await prints(path, ['remote'], true)).toEqual(down)
    renameSync(`${fork}.away`, fork)
    expect(await prints(path, ['remote'], true)).toEqual(up)
  })

  it('notices a branch that was deleted on the remote', async () => {
    const path = await make()
    const other = cloneOf(path)
    git(other, 'push', '-q', 'origin', 'HEAD:refs/heads/gone-soon')
    const before = await prints(path, ['remote'], true)
    git(other, 'push', '-q', 'origin', ':gone-soon')
    expect((await prints(path, ['remote'], true)).remote).not.toBe(before.remote)
  })

  it('is not changed by what a look-only agent does', async () => {
    const path = await make('behind')
    const before = await prints(path, TASK_CLASSES, true)
    writeFileSync(join(path, 'HEARTBEAT.md'), '- x\n')
    utimesSync(join(path, 'README.md'), 1, 1)
    git(path, 'status')
    git(path, 'fetch', '-q', 'origin')
    expect(await prints(path, TASK_CLASSES, true)).toEqual(before)
  })
})

describe('what is hosted', () => {
  const hostingOf = async (path: string, recording: GhRecording): Promise<string | undefined> => {
    gh(recording)
    return (await prints(path, ['hosting'], true)).hosting
  }
  it('is told by gh, in any order and without the times of checks', async () => {
    const path = await make()
    onGitHub(path)
    const first = await hostingOf(path, {
      signedIn: true,
      pullRequests: [pr(), pr({ number: 2 })],
      issues: [issue()],
    })
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    const same = pr({
      statusCheckRollup: [
        { context: 'lint', state: 'PENDING' },
        { conclusion: 'SUCCESS', status: 'COMPLETED', name: 'test', startedAt: 'y' },
      ],
    })
    expect(
      await hostingOf(path, { signedIn: true, pullRequests: [pr({ number: 2 }), same], issues: [issue()] }),
    ).toBe(first)
  })
  it.each<readonly [string, GhRecording]>([
    ['a new pull request', { signedIn: true, pullRequests: [pr(), pr({ number: 2 })], issues: [issue()] }],
    ['a closed one', { signedIn: true, pullRequests: [], issues: [issue()] }],
    ['a review', { signedIn: true, pullRequests: [pr({ reviewDecision: 'APPROVED' })], issues: [issue()] }],
    [
      'a draft that is none any more',
      { signedIn: true, pullRequests: [pr({ isDraft: true })], issues: [issue()] },
    ],
    [
      'a check that failed',
      {
        signedIn: true,
        pullRequests: [
          pr({
            statusCheckRollup: [
              { name: 'test', status: 'COMPLETED', conclusion: 'FAILURE' },
              { context: 'lint', state: 'PENDING' },
            ],
          }),
        ],
        issues: [issue()],
      },
    ],
    ['a push', { signedIn: true, pullRequests: [pr({ headRefOid: 'b' })], issues: [issue()] }],
    [
      'a comment',
      { signedIn: true, pullRequests: [pr()], issues: [issue({ updatedAt: '2026-11-22T10:00:00Z' })] },
    ],
    ['a new issue', { signedIn: true, pullRequests: [pr()], issues: [issue(), issue({ number: 8 })] }],
  ])('changes with %s', async (_, recording) => {
    const path = await make()
    onGitHub(path)
    const before = await hostingOf(path, { signedIn: true, pullRequests: [pr()], issues: [issue()] })
    expect(await hostingOf(path, recording)).not.toBe(before)
  })
  it.each<readonly [string, GhRecording]>([
    ['gh is signed out', { signedIn: false }],
    ['GitHub fails', { signedIn: true, fails: 'HTTP 502' }],
    [
      'there is more than was asked for',
      { signedIn: true, issues: Array.from({ length: 500 }, (_, i) => issue({ number: i })) },
    ],
  ])('is left out when %s', async (_, recording) => {
    const path = await make()
    onGitHub(path)
    expect(await hostingOf(path, recording)).toBeUndefined()
  })
})
