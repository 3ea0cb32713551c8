import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { installHooks, removeHooks, type HookPlan } from './git-hooks.ts'
import { gitState } from '../git-state.ts'
import { wayFacts } from '../facts/way-facts.ts'
import { folder, freshPath, make, ENV, program, lineOf, planOf, install, hook } from '../testing/hooks.ts'

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

it('looking, planning and taking out run nothing that a repository brings along', async () => {
  const path = await make('dirty')
  const canaries = freshPath('canaries')
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
  expect(own.calls()).toBe('')
})
