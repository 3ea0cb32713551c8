import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { photograph } from '../../agents/testing/photograph.ts'
import { testFolder } from '../../agents/testing/folders.ts'
import { makeRepository, type RepositoryState } from '../../../host/repositories.ts'
import { hookLine, hookPlan, installHooks, removeHooks, type HookPlan } from './git-hooks.ts'
import { gitState } from '../git-state.ts'
import { isPlainLine, withBlock, withoutBlock } from './hook-text.ts'
import { wayFacts } from '../way-facts.ts'

const folder = testFolder()
let count = 0
const make = async (state: RepositoryState = 'clean'): Promise<string> =>
  (await makeRepository(folder, `${state}-${++count}`, state)).path
const ENV = {
  ...process.env,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: join(folder, 'gitconfig'),
  THREADBEAT_RUN_ID: '',
}
/**
 * Exit code and how long git took; what it prints goes through pipes, which a process left behind would
 * keep open.
 */
function git(
  path: string,
  args: readonly string[],
  env: Record<string, string> = {},
): { code: number | null; ms: number } {
  const startedAt = performance.now()
  const { status } = spawnSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args], {
    cwd: path,
    env: { ...ENV, ...env },
    timeout: 30_000,
  })
  return { code: status, ms: performance.now() - startedAt }
}
const commit = (path: string, env: Record<string, string> = {}) =>
  git(path, ['commit', '-q', '--allow-empty', '-m', 'x'], env)

/** A program that notes what it was called with, and then does what the body says. */
function program(body = ''): { path: string; said: () => string } {
  const at = join(folder, `it's a program ${++count}`)
  mkdirSync(at)
  const path = join(at, 'threadbeat')
  writeFileSync(path, `#!/bin/sh\nprintf '%s|' "$@" >>"${at}/args"\necho >>"${at}/args"\n${body}\n`)
  chmodSync(path, 0o755)
  return { path, said: () => (existsSync(`${at}/args`) ? readFileSync(`${at}/args`, 'utf8') : '') }
}
const lineOf =
  (path: string) =>
  (hook: string): string =>
    hookLine([path], 7, hook)
const planOf = async (path: string, line: (hook: string) => string): Promise<HookPlan> => {
  const plan = await hookPlan(path, line)
  if (!plan.ok) throw new Error(plan.error.message)
  return plan.value
}
async function install(path: string, line: (hook: string) => string): Promise<void> {
  expect(await installHooks(path, await planOf(path, line))).toMatchObject({ ok: true })
}
function hook(path: string, name: string, text: string, mode = 0o755): string {
  const at = join(path, '.git/hooks', name)
  mkdirSync(join(path, '.git/hooks'), { recursive: true })
  writeFileSync(at, text)
  chmodSync(at, mode)
  return at
}
const states = (plan: HookPlan) => plan.files.map((f) => `${f.name} ${f.state}`)

beforeEach(() => {
  vi.stubEnv('GIT_CONFIG_GLOBAL', ENV.GIT_CONFIG_GLOBAL)
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1')
  writeFileSync(ENV.GIT_CONFIG_GLOBAL, '')
})
afterEach(() => vi.unstubAllEnvs())

describe('hooks of a repository that has none', () => {
  it('are shown, written as shown, and taken out without a trace', async () => {
    const path = await make()
    rmSync(join(path, '.git/hooks'), { recursive: true, force: true })
    const before = photograph(path)
    const plan = await planOf(path, lineOf('/opt/threadbeat'))
    expect(photograph(path)).toEqual(before)
    expect(plan).toMatchObject({ folder: join(path, '.git/hooks'), managedBy: null, problem: null })
    expect(states(plan)).toEqual([
      'post-commit absent',
      'post-merge absent',
      'post-checkout absent',
      'post-rewrite absent',
    ])
    expect(await installHooks(path, plan)).toEqual({
      ok: true,
      value: ['post-commit', 'post-merge', 'post-checkout', 'post-rewrite'],
    })
    for (const file of plan.files) {
      expect(readFileSync(file.path, 'utf8')).toBe(file.after)
      expect(statSync(file.path).mode & 0o777).toBe(0o755)
    }
    const again = await planOf(path, lineOf('/opt/threadbeat'))
    expect(again.files.map((f) => f.state)).toEqual(['ours', 'ours', 'ours', 'ours'])
    expect(await installHooks(path, again)).toEqual({ ok: true, value: [] })
    expect((await planOf(path, lineOf('/opt/other'))).files.map((f) => f.state)).toEqual([
      'outdated',
      'outdated',
      'outdated',
      'outdated',
    ])
    await install(path, lineOf('/opt/other'))
    expect(readFileSync(join(path, '.git/hooks/post-commit'), 'utf8')).toContain('/opt/other event 7')
    expect(await removeHooks(path)).toMatchObject({
      ok: true,
      value: expect.arrayContaining(['post-commit', 'post-rewrite']) as unknown,
    })
    expect(photograph(path)).toEqual(before)
    expect(await removeHooks(path)).toEqual({ ok: true, value: [] })
  })

  it('tell what git did, each with its name', async () => {
    const path = await make()
    const told = program()
    await install(path, lineOf(told.path))
    expect(commit(path).code).toBe(0)
    await vi.waitFor(
      () => expect(told.said()).toContain('event|7|git hook post-commit|--source|hook|\n'),
      20_000,
    )
    expect(git(path, ['switch', '-q', '-c', 'y']).code).toBe(0)
    await vi.waitFor(() => expect(told.said()).toContain('git hook post-checkout'), 20_000)
    expect(git(path, ['commit', '-q', '--amend', '--allow-empty', '-m', 'y']).code).toBe(0)
    await vi.waitFor(() => expect(told.said()).toContain('git hook post-rewrite'), 20_000)
    git(path, ['switch', '-q', 'main'])
    git(path, ['merge', '-q', '--no-ff', '-m', 'm', 'y'])
    expect(git(path, ['pull', '-q', '--no-rebase']).code).toBe(0)
  })

  it('are silent about what a run of Threadbeat does', async () => {
    const path = await make()
    const told = program()
    await install(path, lineOf(told.path))
    expect(commit(path, { THREADBEAT_RUN_ID: 'run_1' }).code).toBe(0)
    commit(path)
    await vi.waitFor(() => expect(told.said()).toContain('post-commit'), 20_000)
    expect(
      told
        .said()
        .split('\n')
        .filter((l) => l !== ''),
    ).toHaveLength(1)
  })
})

describe('a hook never fails or delays git', () => {
  it.each(['#!/bin/sh', '#!/bin/sh -eu', '#!/usr/bin/env bash', '#!/bin/dash'])(
    'where the command is missing (%s)',
    async (shebang) => {
      const path = await make()
      hook(path, 'post-checkout', `${shebang}\necho mine >.git/mine\n`)
      await install(path, lineOf('/nowhere/threadbeat'))
      expect(commit(path).code).toBe(0)
      expect(git(path, ['checkout', '-q', '-b', 'y']).code).toBe(0)
      expect(existsSync(join(path, '.git/mine'))).toBe(true)
    },
  )
  it('where the command fails', async () => {
    const path = await make()
    const fails = program('echo noise; echo noise >&2; exit 9')
    await install(path, lineOf(fails.path))
    expect(git(path, ['checkout', '-q', '-b', 'y']).code).toBe(0)
    await vi.waitFor(() => expect(fails.said()).toContain('post-checkout'), 20_000)
  })
  it('where the command hangs, also when the hook waits for all of its children', async () => {
    const path = await make()
    const pids = join(folder, `pids-${++count}`)
    const hangs = program(`echo $$ >>'${pids}'; exec sleep 600`)
    hook(path, 'post-checkout', '#!/bin/sh\nwait\n')
    await install(path, lineOf(hangs.path))
    try {
      for (const args of [
        ['commit', '-q', '--allow-empty', '-m', 'x'],
        ['checkout', '-q', '-b', 'y'],
      ]) {
        const { code, ms } = git(path, args)
        expect(code).toBe(0)
        expect(ms).toBeLessThan(20_000) // of 600 s
      }
      await vi.waitFor(() => expect(readFileSync(pids, 'utf8').trim().split('\n')).toHaveLength(2), 20_000)
    } finally {
      for (const pid of readFileSync(pids, 'utf8').trim().split('\n')) process.kill(Number(pid), 'SIGKILL')
    }
  })
  it('and keeps the exit code, the arguments and the input of a hook that was there', async () => {
    const path = await make()
    const told = program()
    hook(path, 'post-checkout', '#!/bin/sh\necho "$#" >.git/arguments\nexit 3\n')
    hook(path, 'post-rewrite', '#!/bin/sh\ncat >.git/input\n')
    const code = git(path, ['checkout', '-q', '-b', 'a']).code
    await install(path, lineOf(told.path))
    expect(git(path, ['checkout', '-q', '-b', 'b']).code).toBe(code)
    expect(code).not.toBe(0)
    await vi.waitFor(() => expect(told.said()).toContain('post-checkout'), 20_000)
    expect(readFileSync(join(path, '.git/arguments'), 'utf8')).toBe('3\n')
    git(path, ['commit', '-q', '--amend', '--allow-empty', '-m', 'y'])
    expect(readFileSync(join(path, '.git/input'), 'utf8')).toMatch(/^[0-9a-f]{40} [0-9a-f]{40}/)
  })
})

describe('hooks that were there before', () => {
  it.each([
    '#!/bin/sh\necho mine\n',
    '#!/bin/sh',
    '#!/bin/sh\n',
    '#!/usr/bin/env bash\nset -e\nexec true',
    '#!/bin/sh\n\n\n',
    '#!/bin/sh\ncat <<X\nnever ended',
  ])('are byte for byte the same afterwards: %j', async (text) => {
    const path = await make()
    const at = hook(path, 'post-commit', text, 0o700)
    const plan = await planOf(path, lineOf('/opt/threadbeat'))
    expect(plan.files[0]).toMatchObject({ state: 'foreign', before: text })
    await install(path, lineOf('/opt/threadbeat'))
    await install(path, lineOf('/opt/other'))
    expect(statSync(at).mode & 0o777).toBe(0o700)
    expect(await removeHooks(path)).toMatchObject({ ok: true })
    expect(readFileSync(at, 'utf8')).toBe(text)
  })
  it('keep what somebody added to ours', async () => {
    const path = await make()
    await install(path, lineOf('/opt/threadbeat'))
    appendFileSync(join(path, '.git/hooks/post-commit'), 'echo mine \xff\n', 'latin1')
    expect(await removeHooks(path)).toMatchObject({ ok: true })
    expect(readFileSync(join(path, '.git/hooks/post-commit'), 'latin1')).toBe('#!/bin/sh\necho mine \xff\n')
    expect(existsSync(join(path, '.git/hooks/post-merge'))).toBe(false)
  })
  it.each<readonly [string, string, (at: string) => void]>([
    [
      'another language',
      'not a script of a POSIX shell',
      (at) => writeFileSync(at, '#!/usr/bin/env python3\n', { mode: 0o755 }),
    ],
    ['no first line', 'does not begin with #!', (at) => writeFileSync(at, 'echo x\n', { mode: 0o755 })],
    [
      'CRLF',
      'not a script of a POSIX shell',
      (at) => writeFileSync(at, '#!/bin/sh\r\necho\r\n', { mode: 0o755 }),
    ],
    ['a hook put to sleep', 'not executable', (at) => writeFileSync(at, '#!/bin/sh\n', { mode: 0o644 })],
    [
      'a program',
      'not UTF-8',
      (at) => writeFileSync(at, Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0xff]), { mode: 0o755 }),
    ],
    ['a link', 'a link', (at) => symlinkSync('/bin/true', at)],
    [
      'a hard link',
      'hard links',
      (at) => (writeFileSync(`${at}.x`, '#!/bin/sh\n', { mode: 0o755 }), linkSync(`${at}.x`, at)),
    ],
    ['a folder', 'no file', (at) => mkdirSync(at)],
    [
      'damaged marks',
      'damaged',
      (at) => writeFileSync(at, '#!/bin/sh\n# >>> threadbeat >>>\n', { mode: 0o755 }),
    ],
  ])('are left alone with a reason where there is %s; the others are written', async (_, reason, put) => {
    const path = await make()
    mkdirSync(join(path, '.git/hooks'), { recursive: true })
    put(join(path, '.git/hooks/post-merge'))
    const plan = await planOf(path, lineOf('/opt/threadbeat'))
    expect(plan.problem).toContain(`post-merge is left alone: `)
    expect(plan.problem).toContain(reason)
    expect(await installHooks(path, plan)).toEqual({
      ok: true,
      value: ['post-commit', 'post-checkout', 'post-rewrite'],
    })
  })
})

describe('a plan that no longer fits', () => {
  it('is refused where a hook changed, appeared or went meanwhile, and nothing is written', async () => {
    const path = await make()
    const at = hook(path, 'post-rewrite', '#!/bin/sh\n')
    const plan = await planOf(path, lineOf('/opt/threadbeat'))
    for (const change of [() => appendFileSync(at, 'echo\n'), () => unlinkSync(at)]) {
      change()
      expect(await installHooks(path, plan)).toMatchObject({ ok: false, error: { code: 'file.conflict' } })
      expect(existsSync(join(path, '.git/hooks/post-commit'))).toBe(false)
    }
    writeFileSync(at, '#!/bin/sh\n', { mode: 0o755 })
    hook(path, 'post-commit', '#!/bin/sh\necho new\n')
    expect(await installHooks(path, plan)).toMatchObject({ ok: false, error: { code: 'file.conflict' } })
  })
  it('is refused where it would do more than put our block in, or elsewhere', async () => {
    const path = await make()
    const plan = await planOf(path, lineOf('/opt/threadbeat'))
    const [first] = plan.files as [HookPlan['files'][number]]
    for (const file of [
      { ...first, after: `${first.after}rm -rf /\n` },
      { ...first, path: join(path, '.git/hooks/pre-commit') },
      { ...first, after: '#!/bin/sh\n' },
    ]) {
      expect(await installHooks(path, { ...plan, files: [file] })).toMatchObject({
        ok: false,
        error: { code: 'file.write_failed' },
      })
    }
    expect(await installHooks(path, { ...plan, folder: folder })).toMatchObject({
      ok: false,
      error: { code: 'file.conflict' },
    })
    expect(existsSync(join(path, '.git/hooks/post-commit'))).toBe(false)
  })
})

describe('where the hooks lie', () => {
  const config = (path: string, ...args: readonly string[]): void =>
    void execFileSync('git', ['config', ...args], { cwd: path, env: ENV })

  it('is the project’s own folder, which is refused while git tracks it', async () => {
    const path = await make()
    mkdirSync(join(path, '.husky'))
    writeFileSync(join(path, '.husky/pre-commit'), '#!/bin/sh\n')
    config(path, 'core.hooksPath', '.husky')
    expect(await planOf(path, lineOf('/opt/threadbeat'))).toMatchObject({
      managedBy: 'husky',
      problem: null,
      folder: join(path, '.husky'),
    })
    git(path, ['add', '-A'])
    const plan = await planOf(path, lineOf('/opt/threadbeat'))
    expect(plan).toMatchObject({
      managedBy: 'husky',
      files: [],
      problem: expect.stringContaining('belongs to the project') as string,
    })
    expect(await installHooks(path, plan)).toMatchObject({ ok: false, error: { code: 'file.write_failed' } })
  })
  it('is a folder for all repositories, which is refused, whoever set it', async () => {
    const path = await make()
    const outside = join(folder, `hooks-${++count}`)
    mkdirSync(outside)
    config(path, '--global', 'core.hooksPath', outside)
    expect(await planOf(path, lineOf('/opt/threadbeat'))).toMatchObject({
      managedBy: 'core.hooksPath',
      files: [],
      problem: expect.stringContaining('core.hooksPath of the global configuration') as string,
    })
    config(path, '--global', '--unset', 'core.hooksPath')
    rmSync(join(path, '.git/hooks'), { recursive: true, force: true })
    symlinkSync(outside, join(path, '.git/hooks'))
    expect((await planOf(path, lineOf('/opt/threadbeat'))).problem).toContain('outside this repository')
  })
  it('is taken from the nearest configuration, and a folder used before is tidied too', async () => {
    const path = await make()
    await install(path, lineOf('/opt/threadbeat'))
    config(path, '--global', 'core.hooksPath', '/dev/null')
    config(path, 'core.hooksPath', '.git/my-hooks')
    const plan = await planOf(path, lineOf('/opt/threadbeat'))
    expect(plan).toMatchObject({
      managedBy: 'core.hooksPath',
      problem: null,
      folder: join(path, '.git/my-hooks'),
    })
    await install(path, lineOf('/opt/threadbeat'))
    await removeHooks(path)
    for (const at of ['hooks', 'my-hooks'])
      expect(existsSync(join(path, '.git', at, 'post-commit'))).toBe(false)
  })
  it.each([
    ['lefthook', 'lefthook.yml'],
    ['pre-commit', '.pre-commit-config.yaml'],
  ])('may be looked after by %s', async (manager, file) => {
    const path = await make()
    writeFileSync(join(path, file), '')
    expect(await planOf(path, lineOf('/opt/threadbeat'))).toMatchObject({ managedBy: manager, problem: null })
  })
  it('is shared among worktrees, so that only the main one has them; a submodule has its own', async () => {
    const linked = await planOf(await make('worktree'), lineOf('/opt/threadbeat'))
    expect(linked).toMatchObject({ files: [], problem: expect.stringContaining('linked worktree') as string })
    const module = join(await make('submodule'), 'lib')
    const told = program()
    await install(module, lineOf(told.path))
    commit(module)
    await vi.waitFor(() => expect(told.said()).toContain('post-commit'), 20_000)
    expect(await hookPlan(join(folder, 'nowhere'), lineOf('x'))).toMatchObject({
      ok: false,
      error: { code: 'repo.missing' },
    })
  })
})

it('looking, planning and taking out run nothing that a repository brings along', async () => {
  const path = await make('dirty')
  const canaries = join(folder, `canaries-${++count}`)
  mkdirSync(canaries)
  const trap = (name: string): string => `touch '${canaries}/${name}'; cat`
  const own = program(trap('hook'))
  for (const name of ['post-commit', 'post-index-change', 'reference-transaction', 'fsmonitor-watchman'])
    hook(path, name, readFileSync(own.path, 'utf8'))
  for (const key of [
    'core.fsmonitor',
    'core.pager',
    'pager.config',
    'core.editor',
    'core.askPass',
    'core.sshCommand',
    'core.alternateRefsCommand',
    'alias.config',
    'filter.x.clean',
    'filter.x.process',
    'diff.external',
  ]) {
    execFileSync('git', ['config', key, `${key.startsWith('alias') ? '!' : ''}${trap(key)}`], {
      cwd: path,
      env: ENV,
    })
  }
  writeFileSync(join(path, '.gitattributes'), '* filter=x\n')
  expect(await planOf(path, lineOf('/opt/threadbeat'))).toMatchObject({ problem: null })
  expect(await gitState(path)).toMatchObject({ ok: true })
  expect(await wayFacts(path, 0)).toMatchObject({ ok: true })
  expect(await removeHooks(path)).toEqual({ ok: true, value: [] })
  expect(readdirSync(canaries)).toEqual([])
  expect(own.said()).toBe('')
})

describe('the line of a hook', () => {
  it('is quoted for a shell', () => {
    expect(hookLine(['/path/threadbeat'], 7, 'post-commit')).toBe(
      "/path/threadbeat event 7 'git hook post-commit' --source hook",
    )
    for (const words of [
      ['/it\'s here/$HOME `x` "q"', '--a=b c'],
      ['a\\b', '*'],
    ]) {
      const line = hookLine(words, 1, 'h')
      expect(isPlainLine(line)).toBe(true)
      const said = execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' }).split('\n')
      expect(said.slice(0, 2)).toEqual(words)
    }
  })
  it.each(['', 'a; b', 'a && b', 'a $(b)', 'a "b"', "a 'b", 'a\nb', 'a > b', 'a &'])(
    'is refused as %j',
    async (line) => {
      const plan = await planOf(await make(), () => line)
      expect(plan).toMatchObject({
        files: [],
        problem: expect.stringContaining('its line must be plain words') as string,
      })
    },
  )
  it('comes out of any text again', () => {
    for (const text of ['#!/bin/sh', '#!/bin/sh\n', '#!/bin/sh\nx', '#!/bin/sh\n\n# >>> other >>>\n']) {
      expect(withoutBlock(withBlock(text, 'x', false))).toEqual({ text, isNew: false })
      expect(withoutBlock(text)).toBeNull()
      expect(withoutBlock(withBlock(withBlock(text, 'x', true), 'x', true))).toBe('damaged')
    }
  })
})
