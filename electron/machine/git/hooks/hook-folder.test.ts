import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { hookPlan, installHooks, removeHooks } from './git-hooks.ts'
import {
  folder,
  freshPath,
  make,
  ENV,
  git,
  commit,
  program,
  lineOf,
  planOf,
  install,
} from '../testing/hooks.ts'

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
    const outside = freshPath('hooks')
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
    await vi.waitFor(() => expect(told.calls()).toContain('post-commit'), 20_000)
    expect(await hookPlan(join(folder, 'nowhere'), lineOf('x'))).toMatchObject({
      ok: false,
      error: { code: 'repo.missing' },
    })
  })
})
