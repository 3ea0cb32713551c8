import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { RepositoryState } from '../../../host/repositories.ts'
import { sentence } from '../../../../shared/runs/judge/verdict.ts'
import { localSpec, never, quickTasks } from '../testing/specs.ts'
import { folder, runner, make, git, TASK, results, check } from '../testing/local-run.ts'

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
      'which says first what is wrong',
      'Run `git push --dry-run nowhere-of-mine main`',
      [
        'finding',
        'warning',
        "`git push --dry-run nowhere-of-mine main` failed (exit code 128): fatal: 'nowhere-of-mine' does not appear to be a git repository",
      ],
    ],
    [
      'with words of npm around it',
      "Run `sh -c 'echo npm error code 1; echo npm error Missing script: x; echo npm error A complete log of this; exit 1'`",
      [
        'finding',
        'warning',
        "`sh -c 'echo npm error code 1; echo npm error Missing script: x; echo npm error A complete log of this; exit 1'` failed (exit code 1): npm error Missing script: x",
      ],
    ],
    [
      'below make',
      "Run `sh -c 'echo 3 lint errors; echo make: ... Error 1; exit 2'`",
      [
        'finding',
        'warning',
        "`sh -c 'echo 3 lint errors; echo make: ... Error 1; exit 2'` failed (exit code 2): 3 lint errors",
      ],
    ],
    [
      'fails at its time limit',
      'Run `sleep 30`',
      ['failed', null, '`sleep 30` did not end within its time limit'],
    ],
  ])('a command that is approved %s', async (_, text, expected) => {
    expect(await check(await make('no_remote'), text, { approved, taskTimeoutMs: 400 })).toEqual(expected)
  })

  it('of which one takes long leave their place to others after ten seconds, once', async () => {
    const path = await make('no_remote')
    const pipe = join(folder, 'pipe-of-a-long-command')
    execFileSync('mkfifo', [pipe])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const waits: string[] = []
    try {
      const run = results(path, [`Run \`cat ${pipe}\``], { approved, onLongWait: (of) => waits.push(of) })
      const writer = await open(pipe, 'w') // once cat has it open
      vi.advanceTimersByTime(9_999)
      expect(waits).toEqual([])
      vi.advanceTimersByTime(1)
      await writer.close()
      expect((await run).map(({ status }) => status)).toEqual(['passed'])
    } finally {
      vi.useRealTimers()
    }
    expect(waits).toEqual(['command'])
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

  it('are not run where one line has several: the first alone would be half of what it asks for', async () => {
    const path = await make('no_remote')
    const lines = ['Run `true` and `touch made-by-a-task`', 'Run `true` on `no-such-program`']
    const [several, one] = await results(path, lines, { approved: () => true })
    expect(several).toMatchObject({
      status: 'needs_agent',
      note: 'several commands: give each a line of its own',
    })
    expect(one).toMatchObject({ status: 'passed' })
    expect(existsSync(join(path, 'made-by-a-task'))).toBe(false)
  })

  it.each([
    // Asked for once as the list says, and once as the files are at the start.
    ['exchanged between reading and start', 'test -e asked && mv bad.sh check.sh || touch asked', ''],
    [
      'exchanged while it runs, and put back',
      '',
      'mv check.sh kept && mv bad.sh check.sh && mv check.sh bad.sh && mv kept check.sh',
    ],
    [
      'rewritten while it runs, its time put back',
      '',
      'touch -r check.sh time && cat bad.sh > check.sh && touch -r time check.sh',
    ],
  ])('a script that is %s is said, also where it passed', async (_, before, during) => {
    const path = await make('no_remote')
    writeFileSync(join(path, 'check.sh'), `true\n${during}\n`)
    writeFileSync(join(path, 'bad.sh'), 'true\n')
    const sh = (line: string) => execFileSync('/bin/sh', ['-c', line], { cwd: path })
    const [result] = await results(path, ['Run `sh check.sh`'], {
      approved: () => (before !== '' && sh(before), true),
    })
    expect(result).toMatchObject({ status: 'finding', severity: 'warning' })
    expect(result!.note).toMatch(
      /^While `sh check\.sh` ran, (?:bad\.sh, )?check\.sh changed, by it or by others: what was executed may not be what was approved\. /,
    )
  })

  it('found by an attack: the name of a script that changed stays as it is where an alert tells of it', async () => {
    const path = await make('no_remote')
    writeFileSync(join(path, 'lib.sh'), 'echo >> lib.sh\n')
    const [result] = await results(path, ['Run `sh lib.sh`'], { approved: () => true })
    expect(sentence(result!.note)).toContain(' lib.sh changed')
    expect(sentence(result!.note)).not.toContain('Lib.sh')
  })

  it('a script that stays as it was is not said, whatever it writes beside itself', async () => {
    const path = await make('no_remote')
    writeFileSync(join(path, 'check.sh'), 'date > log.txt\n')
    writeFileSync(join(path, 'package.json'), '{"scripts": {"test": "sh check.sh"}}')
    const hashes = new Set<string>()
    for (let beat = 0; beat < 2; beat++) {
      const [direct, npm] = await results(path, ['Run `sh check.sh > out.txt`', 'Run `npm test`'], {
        approved: ({ hash }) => hashes.add(hash).size > 0,
      })
      expect([direct!.status, npm!.status]).toEqual(['passed', 'passed'])
    }
    expect(hashes.size, 'asked for once each').toBe(2)
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
