import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { TASK_CLASSES, type TaskClass } from '../../../../shared/runs/change-gate.ts'
import { randomFrom } from '../../../../shared/playbook/testing/heartbeat-fuzz.ts'
import { makeRepository, type RepositoryState } from '../../../host/repositories.ts'
import { prints } from './repo-prints.ts'
import { testFolder } from '../testing/folders.ts'
import { withGhStandIn, type GhRecording } from '../testing/gh-stand-in.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
const folder = testFolder()
let count = 0
const make = async (state: RepositoryState = 'clean'): Promise<string> =>
  (await makeRepository(folder, `${state}-${++count}`, state)).path
const git = (path: string, ...args: readonly string[]): string =>
  execFileSync(
    'git',
    ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', '-c', 'commit.gpgSign=false', ...args],
    { cwd: path, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )
const remoteOf = (path: string): string => git(path, 'remote', 'get-url', 'origin').trim()
const cloneOf = (path: string): string => {
  const other = join(folder, `clone-${++count}`)
  git(folder, 'clone', '-q', remoteOf(path), other)
  return other
}
let endGh = (): void => {}
afterEach(() => endGh())
const gh = (recording: GhRecording): void => {
  endGh()
  endGh = withGhStandIn(join(folder, 'gh'), recording)
}
/** The address is GitHub's, what answers is a folder: gh is asked, and git can fetch. */
const onGitHub = (path: string): void => {
  const real = remoteOf(path)
  git(path, 'config', 'remote.origin.url', 'https://github.com/acme/x.git')
  const config = join(folder, `gitconfig-${++count}`)
  writeFileSync(config, `[url "${real}"]\n\tinsteadOf = https://github.com/acme/x.git\n`)
  process.env['GIT_CONFIG_GLOBAL'] = config
}
afterEach(() => delete process.env['GIT_CONFIG_GLOBAL'])

const pr = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  number: 1,
  title: 'Fix',
  isDraft: false,
  reviewDecision: 'REVIEW_REQUIRED',
  headRefOid: 'a',
  baseRefName: 'main',
  updatedAt: '2026-11-22T09:00:00Z',
  statusCheckRollup: [
    { name: 'test', status: 'COMPLETED', conclusion: 'SUCCESS', startedAt: 'x' },
    { context: 'lint', state: 'PENDING' },
  ],
  ...more,
})
const issue = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  number: 7,
  title: 'Slow',
  createdAt: '2026-11-20T09:00:00Z',
  updatedAt: '2026-11-21T09:00:00Z',
  ...more,
})

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
    const fork = join(folder, `fork-${++count}.git`)
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

// ── Random planted changes
// ───────────────────────────────────────────────────────────────────────────────────────────────

interface World {
  readonly path: string
  readonly other: string // another clone, which pushes
  readonly hosted: { pullRequests: Record<string, unknown>[]; issues: Record<string, unknown>[] }
  readonly random: () => number
  serial: number
}
type Change = (w: World) => TaskClass | readonly TaskClass[]

const CHANGES: Readonly<Record<string, Change>> = {
  edit: (w) => (appendFileSync(join(w.path, 'README.md'), `${w.serial}\n`), 'tree'),
  'new file': (w) => (writeFileSync(join(w.path, `new-${w.serial}.txt`), 'x\n'), 'tree'),
  'edit of an untracked file': (w) => (writeFileSync(join(w.path, 'scratch.txt'), `${w.serial}\n`), 'tree'),
  mode: (w) => (
    chmodSync(join(w.path, 'README.md'), w.serial % 2 === 0 ? 0o755 : 0o644),
    appendFileSync(join(w.path, 'README.md'), 'm\n'),
    'tree'
  ),
  add: (w) => (
    writeFileSync(join(w.path, `added-${w.serial}.txt`), 'x\n'),
    git(w.path, 'add', `added-${w.serial}.txt`),
    'tree'
  ),
  commit: (w) => (git(w.path, 'commit', '-q', '--allow-empty', '-am', `c ${w.serial}`), ['tree', 'refs']),
  branch: (w) => (git(w.path, 'branch', `b-${w.serial}`), 'refs'),
  switch: (w) => (git(w.path, 'checkout', '-q', '-b', `s-${w.serial}`), ['tree', 'refs']),
  tag: (w) => (git(w.path, 'tag', `t-${w.serial}`), 'refs'),
  stash: (w) => (
    appendFileSync(join(w.path, 'README.md'), `${w.serial}\n`), git(w.path, 'stash', '-q'), 'tree'
  ),
  operation: (w) => {
    const head = join(w.path, '.git/MERGE_HEAD')
    if (existsSync(head)) rmSync(head)
    else writeFileSync(head, git(w.path, 'rev-parse', 'HEAD'))
    return 'tree'
  },
  push: (w) => (
    git(w.other, 'commit', '-q', '--allow-empty', '-m', `p ${w.serial}`),
    git(w.other, 'push', '-q', 'origin', 'HEAD:main'),
    'remote'
  ),
  'pushed branch': (w) => (git(w.other, 'push', '-q', 'origin', `HEAD:refs/heads/r-${w.serial}`), 'remote'),
  'pull request': (w) => (w.hosted.pullRequests.push(pr({ number: w.serial })), 'hosting'),
  'red check': (w) => {
    w.hosted.pullRequests[0] = pr({
      number: w.serial,
      statusCheckRollup: [{ name: 'test', status: 'COMPLETED', conclusion: 'FAILURE' }],
    })
    return 'hosting'
  },
  'closed issue': (w) => {
    if (w.hosted.issues.pop() === undefined) w.hosted.issues.push(issue({ number: w.serial }))
    return 'hosting'
  },
}
const NO_CHANGES: readonly ((w: World) => void)[] = [
  () => {},
  (w) => writeFileSync(join(w.path, 'HEARTBEAT.md'), `- ${w.serial}\n`),
  (w) => void git(w.path, 'status'),
  (w) => void git(w.path, 'log', '--oneline'),
]

describe(`planted changes, seed ${seed}`, () => {
  it('are never missed, and nothing is never taken for one', async () => {
    const random = randomFrom(seed)
    const path = await make()
    const other = cloneOf(path)
    onGitHub(path)
    const w: World = { path, other, hosted: { pullRequests: [pr()], issues: [issue()] }, random, serial: 100 }
    const look = (): ReturnType<typeof prints> => {
      gh({ signedIn: true, ...w.hosted })
      return prints(path, TASK_CLASSES, true)
    }
    mkdirSync(join(path, 'src'), { recursive: true })
    let before = await look()
    expect(Object.keys(before).sort()).toEqual([...TASK_CLASSES].sort())
    const names = [
      ...Object.keys(CHANGES),
      ...Array.from(
        { length: 16 },
        () => Object.keys(CHANGES)[Math.floor(random() * Object.keys(CHANGES).length)]!,
      ),
    ]
    const done: string[] = []
    for (const name of names) {
      w.serial++
      NO_CHANGES[w.serial % NO_CHANGES.length]!(w)
      const still = await look()
      if (JSON.stringify(still) !== JSON.stringify(before))
        expect.fail(`something changed although nothing did, after ${done.join(', ')}`)
      done.push(name)
      const touched = [CHANGES[name]!(w)].flat()
      const after = await look()
      for (const c of touched)
        if (after[c] === undefined || after[c] === before[c])
          expect.fail(`${name} did not change ${c}; changes so far: ${done.join(', ')}`)
      before = after
    }
  }, 120_000)
})
