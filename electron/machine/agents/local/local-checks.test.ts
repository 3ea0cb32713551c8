import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { TaskResult } from '../../../../shared/runs/run.ts'
import { DAY, HOUR } from '../../../../shared/base/time.ts'
import { makeRepository, type RepositoryState } from '../../../host/repositories.ts'
import type { AgentSpec } from '../../../engine/ports/agents.ts'
import { createAgentRunner } from '../agent-runner.ts'
import { testFolder } from '../testing/folders.ts'
import { withGhStandIn, type GhRecording } from '../testing/gh-stand-in.ts'
import { localSpec, never, quickTasks, realClock } from '../testing/specs.ts'

const folder = testFolder()
const runner = createAgentRunner(realClock)
let count = 0
const makeAnew = async (state: RepositoryState): Promise<string> =>
  (await makeRepository(folder, `${state}-${++count}`, state)).path

/** A copy of one that was made before; copies share their remote. */
const pristine = new Map<RepositoryState, Promise<string>>()
async function make(state: RepositoryState): Promise<string> {
  if (state === 'worktree' || state === 'missing') return await makeAnew(state)
  if (!pristine.has(state)) pristine.set(state, makeAnew(state))
  const path = join(folder, `copy-${++count}`)
  cpSync((await pristine.get(state))!, path, {
    recursive: true,
    preserveTimestamps: true,
    verbatimSymlinks: true,
  })
  return path
}
const git = (path: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args], {
    cwd: path,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })

const TASK = {
  status: 'Run `git status`; report uncommitted or untracked files',
  flags: 'Check Urgent Flags above; report if anything is flagged',
  fetch: 'Run `git fetch origin`; look for upstream changes',
  upstream: 'Run `git log HEAD..origin/main --oneline`; report new commits',
  checks: 'Run `gh pr list --state open`, then `gh pr checks`: CI on open pull requests',
  conflicts: 'Check for merge conflicts with `main`',
  day: 'Summarise the day’s commits: `git log --since="24 hours ago" --oneline`',
  prs: 'Check PR status (open, draft, review requested)',
  issues: 'Run `gh issue list`; look for new or ageing items',
  stale: 'Flag branches without commits for more than 7 days',
  review: 'Review all tier lists: prune what no longer fits, evolve the rest',
}

async function results(
  path: string,
  texts: readonly string[],
  changes: Partial<AgentSpec> = {},
): Promise<readonly TaskResult[]> {
  return (await runner.run(localSpec(path, quickTasks(...texts), changes), never)).tasks
}
/** Status, severity and note of one task. */
async function check(
  path: string,
  text: string,
  changes: Partial<AgentSpec> = {},
): Promise<readonly [string, string | null, string]> {
  const [result] = await results(path, [text], changes)
  return [result!.status, result!.severity, result!.note]
}

describe('the built-in check of the working tree', () => {
  it.each<[RepositoryState, string]>([
    ['clean', 'clean'],
    ['dirty', '1 file changed, 1 file untracked'],
    ['empty', 'clean'],
    ['bare', 'a bare repository has no working tree'],
    ['worktree', 'clean'],
    ['submodule', 'clean'],
    ['detached', 'clean'],
  ])('is quiet about a repository that is %s', async (state, note) => {
    expect(await check(await make(state), TASK.status)).toEqual(['passed', null, note])
  })

  it('warns of files with merge conflicts', async () => {
    expect(await check(await make('merge_in_progress'), TASK.status)).toEqual([
      'finding',
      'warning',
      '1 file with merge conflicts: src/index.txt',
    ])
  })

  it('warns of an operation that was begun more than a day ago', async () => {
    const path = await make('clean')
    writeFileSync(join(path, '.git/CHERRY_PICK_HEAD'), git(path, 'rev-parse', 'HEAD'))
    expect(await check(path, TASK.status)).toEqual(['passed', null, 'cherry-pick in progress'])
    utimesSync(
      join(path, '.git/CHERRY_PICK_HEAD'),
      new Date(Date.now() - 25 * HOUR),
      new Date(Date.now() - 25 * HOUR),
    )
    expect(await check(path, TASK.status)).toEqual([
      'finding',
      'warning',
      'a cherry-pick was begun and not finished',
    ])
  })

  it('gives notice of uncommitted work that has been lying for more than a week', async () => {
    const path = await make('dirty')
    const old = new Date(Date.now() - 8 * DAY)
    for (const file of ['notes.txt', 'src/index.txt']) utimesSync(join(path, file), old, old)
    expect(await check(path, TASK.status)).toEqual([
      'finding',
      'notice',
      'uncommitted work has been lying for more than 7 days: notes.txt, src/index.txt',
    ])
  })

  it('does not count a HEARTBEAT.md that nobody excluded', async () => {
    const path = await make('clean')
    writeFileSync(join(path, 'HEARTBEAT.md'), '## Quick Tasks\n')
    expect(await check(path, TASK.status)).toEqual(['passed', null, 'clean'])
  })
})

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

  it('has nothing to say without a remote', async () => {
    const notes = (await results(await make('no_remote'), [TASK.fetch, TASK.upstream, TASK.checks])).map(
      (task) => `${task.status}: ${task.note}`,
    )
    expect(notes).toEqual(['passed: no remote', 'passed: no remote', 'passed: no remote'])
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
    ['no_remote', 'merges cleanly with main'],
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
})

describe('the built-in checks of GitHub', () => {
  let end = (): void => undefined
  afterEach(() => end())
  async function onGitHub(
    recording: GhRecording,
    text: string,
  ): Promise<readonly [string, string | null, string]> {
    const path = await make('clean')
    git(path, 'config', 'remote.origin.url', 'git@github.com:someone/something.git')
    end = withGhStandIn(join(folder, `gh-${count}`), recording)
    return await check(path, text)
  }
  const red = {
    number: 12,
    title: 'Rework\nthe parser',
    statusCheckRollup: [
      { name: 'test', conclusion: 'FAILURE' },
      { name: 'build', conclusion: 'SUCCESS' },
      { context: 'lint', state: 'ERROR' },
    ],
  }
  const green = {
    number: 3,
    title: 'Small fix',
    isDraft: true,
    statusCheckRollup: [
      { name: 'test', conclusion: 'SUCCESS' },
      { name: 'slow', conclusion: '' },
    ],
  }
  const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

  it.each<[string, GhRecording, string, readonly [string, string | null, string]]>([
    [
      'warns of red CI',
      { signedIn: true, pullRequests: [red, green] },
      TASK.checks,
      ['finding', 'warning', 'CI is red on #12 Rework the parser (lint, test)'],
    ],
    [
      'is quiet about green CI',
      { signedIn: true, pullRequests: [green] },
      TASK.checks,
      ['passed', null, '1 open pull request, no red CI'],
    ],
    [
      'does not take a branch without pull request for red',
      { signedIn: true, fails: 'no pull requests found for branch main' },
      TASK.checks,
      ['passed', null, 'no open pull requests'],
    ],
    [
      'does not claim to have looked when signed out',
      { signedIn: false },
      TASK.checks,
      ['untouched', null, 'gh is not signed in: not checked'],
    ],
    [
      'does not claim to have looked when GitHub fails',
      { signedIn: true, fails: 'HTTP 502' },
      TASK.issues,
      ['untouched', null, 'GitHub could not be asked: not checked'],
    ],
    [
      'counts open pull requests',
      { signedIn: true, pullRequests: [{ ...red, reviewDecision: 'REVIEW_REQUIRED' }, green] },
      TASK.prs,
      ['passed', null, '2 open pull requests, 1 draft, 1 waiting for review'],
    ],
    [
      'counts issues',
      {
        signedIn: true,
        issues: [
          { number: 1, createdAt: ago(HOUR), updatedAt: ago(HOUR) },
          { number: 2, createdAt: ago(90 * DAY), updatedAt: ago(60 * DAY) },
        ],
      },
      TASK.issues,
      ['passed', null, '2 open issues, 1 new, 1 untouched for 30 days'],
    ],
    [
      'knows issues that are switched off',
      { signedIn: true, fails: 'the x/y repository has disabled issues' },
      TASK.issues,
      ['passed', null, 'issues are switched off'],
    ],
  ])('%s', async (_, recording, text, expected) => expect(await onGitHub(recording, text)).toEqual(expected))

  it('says so when gh is not there', async () => {
    const path = await make('clean')
    git(path, 'config', 'remote.origin.url', 'https://github.com/someone/something')
    const before = process.env['PATH']
    end = () => void (process.env['PATH'] = before)
    process.env['PATH'] = '/usr/bin:/bin'
    const expected =
      existsSync('/usr/bin/gh') || existsSync('/bin/gh')
        ? expect.stringMatching(/not signed in/)
        : 'gh is not installed: not checked'
    expect((await check(path, TASK.prs))[2]).toEqual(expected)
  })
})

describe('urgent flags', () => {
  it('are findings of their own, one each', async () => {
    const tasks = await results(await make('clean'), [TASK.flags], { flags: ['Key expires', 'Disk is full'] })
    expect(tasks.map((task) => [task.key, task.status, task.severity, task.note])).toEqual([
      ['k0', 'passed', null, '2 urgent flags'],
      ['flag:Key expires', 'finding', 'urgent', 'Key expires'],
      ['flag:Disk is full', 'finding', 'urgent', 'Disk is full'],
    ])
  })
})

describe('commands of tasks', () => {
  const approved = (): boolean => true

  it.each<[string, string, readonly [string, string | null, string]]>([
    ['passes with exit code 0', 'Run `true`', ['passed', null, '`true` passed']],
    [
      'is a finding with another exit code, with its last line',
      "Run `sh -c 'echo first; echo 2 tests failed >&2; echo; exit 3'`",
      [
        'finding',
        'warning',
        "`sh -c 'echo first; echo 2 tests failed >&2; echo; exit 3'` failed (exit code 3): 2 tests failed",
      ],
    ],
    [
      'may use a shell',
      'Run `echo a && false | cat; exit 5`',
      ['finding', 'warning', '`echo a && false | cat; exit 5` failed (exit code 5): a'],
    ],
    [
      'fails at its time limit',
      'Run `sleep 30`',
      ['failed', null, '`sleep 30` did not end within its time limit'],
    ],
  ])('a command that is approved %s', async (_, text, expected) => {
    expect(await check(await make('no_remote'), text, { approved, taskTimeoutMs: 400 })).toEqual(expected)
  })

  it('are not run without approval, and the request says what would be run', async () => {
    const path = await make('no_remote')
    const asked: unknown[] = []
    const [result] = await results(path, ['Run `touch made-by-a-task`'], {
      approved: (request) => asked.push(request.argv) < 0,
    })
    expect(result).toMatchObject({
      status: 'needs_approval',
      note: '`touch made-by-a-task` is not approved',
      command: ['touch', 'made-by-a-task'],
      exitCode: null,
    })
    expect(asked).toEqual([['touch', 'made-by-a-task']])
    expect(existsSync(join(path, 'made-by-a-task'))).toBe(false)
  })

  it('run in the repository, in file order, with progress', async () => {
    const path = await make('no_remote')
    const seen: (string | null)[] = []
    const tasks = ["Run `sh -c 'pwd > where'`", TASK.review, 'Run `cat where`', 'Ask the team how they feel']
    const result = await runner.run(
      localSpec(path, quickTasks(...tasks), { approved, onProgress: (p) => seen.push(p.current) }),
      never,
    )
    expect(result.tasks.map((task) => task.status)).toEqual([
      'passed',
      'needs_agent',
      'passed',
      'needs_agent',
    ])
    expect(readFileSync(join(path, 'where'), 'utf8').trim()).toBe(path)
    expect(seen).toEqual([...tasks, null])
    expect(result.output).toContain(`Run \`cat where\`\n${path}\n`)
  })

  it('need an agent when their first word is no program here', async () => {
    expect((await check(await make('no_remote'), 'Check `README.md` for typos', { approved }))[0]).toBe(
      'needs_agent',
    )
  })
})

describe('a run of local checks', () => {
  it.each<[RepositoryState, string]>([
    ['missing', 'repo.missing'],
    ['broken', 'git.failed'],
  ])('fails when the repository is %s', async (state, code) => {
    const result = await runner.run(localSpec(await make(state), quickTasks(TASK.status)), never)
    expect([result.status, result.fault?.code, result.glance, result.tasks]).toEqual([
      'failed',
      code,
      null,
      [],
    ])
  })

  it('fails for a folder that is no repository', async () => {
    const result = await runner.run(localSpec(join(folder, '.remotes'), quickTasks(TASK.status)), never)
    expect(result.fault?.code).toBe('repo.not_git')
  })

  it('gives the glance, also after a fetch', async () => {
    const path = await make('behind')
    git(path, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
    const result = await runner.run(localSpec(path, quickTasks(TASK.status, TASK.fetch)), never)
    expect(result.glance).toEqual({ branch: 'main', ahead: 0, behind: 2, changed: 0, operation: null })
  })

  it('keeps what it has when it is stopped', async () => {
    const abort = new AbortController()
    const spec = localSpec(await make('no_remote'), quickTasks(TASK.status, 'Run `sleep 300`', TASK.day), {
      approved: () => true,
      onProcess: () => abort.abort(),
    })
    const result = await runner.run(spec, abort.signal)
    expect([result.status, result.fault, result.tasks.map((task) => task.status)]).toEqual([
      'stopped',
      null,
      ['passed'],
    ])
  })

  it('fails at its deadline and says which tasks were not reached', async () => {
    const spec = localSpec(await make('no_remote'), quickTasks(TASK.status, 'Run `sleep 300`', TASK.day), {
      approved: () => true,
      deadlineMs: 600,
    })
    const result = await runner.run(spec, never)
    expect([result.status, result.fault?.code]).toEqual(['failed', 'agent.timed_out'])
    expect(result.tasks.map((task) => `${task.status}: ${task.note}`)).toEqual([
      'passed: clean',
      'failed: `sleep 300` was cut off by the run’s time limit',
      'failed: not reached within the run’s time limit',
    ])
  })
})
