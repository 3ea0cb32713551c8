import { existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { photograph } from '../../agents/testing/photograph.ts'
import { installHooks, removeHooks, type HookPlan } from './git-hooks.ts'
import { freshPath, make, git, commit, program, lineOf, planOf, install, hook } from '../testing/hooks.ts'

const states = (plan: HookPlan) => plan.files.map((f) => `${f.name} ${f.state}`)

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
      () => expect(told.calls()).toContain('event|7|git hook post-commit|--source|hook|\n'),
      20_000,
    )
    expect(git(path, ['switch', '-q', '-c', 'y']).code).toBe(0)
    await vi.waitFor(() => expect(told.calls()).toContain('git hook post-checkout'), 20_000)
    expect(git(path, ['commit', '-q', '--amend', '--allow-empty', '-m', 'y']).code).toBe(0)
    await vi.waitFor(() => expect(told.calls()).toContain('git hook post-rewrite'), 20_000)
    git(path, ['switch', '-q', 'main'])
    git(path, ['merge', '-q', '--no-ff', '-m', 'm', 'y'])
    expect(git(path, ['pull', '-q', '--no-rebase']).code).toBe(0)
  })

  it('run in the folder of the worktree whose commit it is, whatever the environment says', async () => {
    const path = await make()
    const tree = freshPath('worktree')
    expect(git(path, ['worktree', 'add', '-q', tree]).code).toBe(0)
    const told = program(`pwd -P >>"$(dirname "$0")/args"`)
    await install(path, lineOf(told.path))
    expect(commit(tree, { PWD: path, OLDPWD: path }).code).toBe(0)
    await vi.waitFor(
      () => expect(told.calls()).toContain(`git hook post-commit|--source|hook|\n${realpathSync(tree)}\n`),
      20_000,
    )
  })

  it('are silent about what a run of Threadbeat does', async () => {
    const path = await make()
    const told = program()
    await install(path, lineOf(told.path))
    expect(commit(path, { THREADBEAT_RUN_ID: 'run_1' }).code).toBe(0)
    commit(path)
    await vi.waitFor(() => expect(told.calls()).toContain('post-commit'), 20_000)
    expect(
      told
        .calls()
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
    await vi.waitFor(() => expect(fails.calls()).toContain('post-checkout'), 20_000)
  })
  it('where the command hangs, also when the hook waits for all of its children', async () => {
    const path = await make()
    const pids = freshPath('pids')
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
    await vi.waitFor(() => expect(told.calls()).toContain('post-checkout'), 20_000)
    expect(readFileSync(join(path, '.git/arguments'), 'utf8')).toBe('3\n')
    git(path, ['commit', '-q', '--amend', '--allow-empty', '-m', 'y'])
    expect(readFileSync(join(path, '.git/input'), 'utf8')).toMatch(/^[0-9a-f]{40} [0-9a-f]{40}/)
  })
})
