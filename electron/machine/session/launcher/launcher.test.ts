import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLauncher } from './launcher.ts'
import { machine, put, run, SCRIPT } from './testing/machine.ts'
import { launcherPlace, pathLine } from './place.ts'
import { commandOf, launcherText } from './text.ts'

const ARGS = ['a b', '$HOME', `it's`, '', '*', '"']

describe('the launcher of the command line', () => {
  it('is put into a folder that only its person can enter, starts this copy with what it is given, and goes again', async () => {
    const { file, launcher, script } = machine()
    expect(await launcher.state()).toMatchObject({
      state: 'absent',
      file,
      command: [process.execPath, script],
      found: null,
    })
    expect(await launcher.install()).toMatchObject({
      ok: true,
      value: { state: 'ours', command: [file], found: file, addToPath: null },
    })
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
    expect(run(file, ...ARGS)).toEqual([null, ...ARGS])
    const written = readFileSync(file, 'utf8')
    expect(await launcher.install()).toMatchObject({ ok: true, value: { state: 'ours' } })
    expect(readFileSync(file, 'utf8')).toBe(written)
    expect(await launcher.remove()).toMatchObject({ ok: true, value: { state: 'absent' } })
    expect(existsSync(file)).toBe(false)
    expect(await launcher.remove()).toMatchObject({ ok: true, value: { state: 'absent' } })
  })
  it('starts a package with its own runtime', async () => {
    const { file, script, launcherOf } = machine()
    await launcherOf(['/usr/bin/env', 'ELECTRON_RUN_AS_NODE=1', process.execPath, script]).install()
    expect(run(file, 'status')).toEqual(['1', 'status'])
  })
  it('is not offered where the package brought one that terminals find', async () => {
    const { home, file, launcherOf } = machine()
    const packaged = path.join(home, 'opt/Threadbeat/resources/bin/threadbeat')
    put(packaged, '#!/bin/sh\n')
    mkdirSync(path.dirname(file), { recursive: true })
    symlinkSync(packaged, file)
    expect(await launcherOf([packaged]).state()).toMatchObject({
      state: 'package',
      file,
      command: [file],
      found: file,
      addToPath: null,
    })
    rmSync(file)
    expect(await launcherOf([packaged]).state()).toMatchObject({ state: 'absent', command: [packaged] })
  })
  it('leaves a folder that is there as it is, and says which line puts it on the PATH', async () => {
    const { file, launcher } = machine(false)
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o755 })
    expect(await launcher.install()).toMatchObject({
      ok: true,
      value: {
        state: 'ours',
        found: null,
        addToPath: { file: '~/.bashrc', line: 'export PATH="$HOME/.local/bin:$PATH"' },
      },
    })
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o755)
  })
  it.each([
    ['a program', '#!/bin/sh\nexec somebody-else\n'],
    ['a launcher that its person changed', `${launcherText(['node', '/x/cli.cjs'])}# mine\n`],
  ])('never replaces or removes %s', async (_what, text) => {
    const { file, launcher } = machine()
    put(file, text)
    for (const done of [await launcher.install(), await launcher.remove()])
      expect(done).toMatchObject({
        ok: false,
        error: { code: 'file.conflict', message: expect.stringContaining('another program') as string },
      })
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(await launcher.state()).toMatchObject({ state: 'foreign' })
  })
  it('never follows or removes a link to something else, and knows one to this copy', async () => {
    const { file, launcher, script } = machine()
    mkdirSync(path.dirname(file), { recursive: true })
    for (const to of ['/bin/ls', '/nowhere/dist/cli.cjs', path.dirname(file)]) {
      symlinkSync(to, file)
      expect(await launcher.install()).toMatchObject({ ok: false })
      expect(await launcher.remove()).toMatchObject({ ok: false })
      expect((await launcher.state()).text).toContain(`${file} is a link to ${to}`)
      expect(lstatSync(file).isSymbolicLink()).toBe(true)
      rmSync(file)
    }
    symlinkSync(script, file)
    expect(await launcher.state()).toMatchObject({ state: 'ours', command: [file] })
    expect(await launcher.remove()).toMatchObject({ ok: true })
    expect(existsSync(script)).toBe(true)
  })
  it('takes the place of one that starts another copy, or one that is gone', async () => {
    const { home, file, launcher, launcherOf, script } = machine()
    const other = path.join(home, 'other.cjs')
    writeFileSync(other, SCRIPT)
    await launcherOf([process.execPath, other]).install()
    expect(await launcher.state()).toMatchObject({
      state: 'other',
      text: expect.stringContaining(`another copy of Threadbeat, ${other}`) as string,
    })
    rmSync(other)
    expect((await launcher.state()).text).toContain(`${file} starts ${other}, which is gone.`)
    expect(await launcher.install()).toMatchObject({ ok: true, value: { state: 'ours' } })
    expect(run(file)).toEqual([null])
    await launcherOf(['/nowhere/node', script]).install()
    put(file, launcherText(['/nowhere/node', script]))
    expect(await launcher.state()).toMatchObject({
      state: 'other',
      text: expect.stringContaining('/nowhere/node') as string,
    })
    chmodSync(file, 0o644)
    expect(await launcher.install()).toMatchObject({ ok: true, value: { state: 'ours' } })
    expect(run(file)).toEqual([null])
  })
  it('says where terminals find another program first', async () => {
    const { home, file, script } = machine()
    const first = path.join(home, 'first/threadbeat')
    put(first, '#!/bin/sh\n')
    const launcher = createLauncher([process.execPath, script], {
      platform: 'linux',
      home,
      env: {},
      terminalPath: async () => `${path.dirname(first)}:${path.dirname(file)}`,
    })
    expect(await launcher.install()).toMatchObject({
      ok: true,
      value: { state: 'ours', found: first, text: expect.stringContaining(`find ${first} first`) as string },
    })
  })
  it('is read back word for word, whatever the words are', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('\n'))
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        expect(commandOf(launcherText(words))).toEqual(words)
      }),
    )
  })
})

describe('where the launcher goes', () => {
  const facts = {
    platform: 'linux' as NodeJS.Platform,
    home: '/home/ada',
    canWrite: (): boolean => false,
    command: ['/usr/bin/node', '/opt/a b/cli.cjs'] as readonly string[],
  }
  it.each([
    ['Linux', {}, '/home/ada/.local/bin/threadbeat'],
    [
      'Linux with a writable /usr/local/bin',
      { canWrite: (): boolean => true },
      '/home/ada/.local/bin/threadbeat',
    ],
    ['macOS', { platform: 'darwin' as const, home: '/Users/ada' }, '/Users/ada/.local/bin/threadbeat'],
    [
      'macOS with Homebrew in /usr/local',
      { platform: 'darwin' as const, canWrite: (): boolean => true },
      '/usr/local/bin/threadbeat',
    ],
  ])('on %s', (_name, more, file) =>
    expect(launcherPlace({ ...facts, ...more })).toEqual({ kind: 'file', file }),
  )
  it.each([
    ['Windows', { platform: 'win32' as const }, 'Call it so: /usr/bin/node "/opt/a b/cli.cjs"'],
    ['a system nobody knows', { platform: 'aix' as const }, 'on aix'],
    ['a path with a line in it', { command: ['/usr/bin/node', '/a\nb/cli.cjs'] }, 'no launcher can hold'],
  ])('nowhere on %s, with the reason', (_name, more, why) =>
    expect(launcherPlace({ ...facts, ...more })).toMatchObject({
      kind: 'none',
      why: expect.stringContaining(why) as string,
    }),
  )
  it.each([
    ['/bin/bash', '/home/ada/.local/bin', 'export PATH="$HOME/.local/bin:$PATH"', '~/.bashrc'],
    ['/usr/bin/zsh', '/home/ada/.local/bin', 'export PATH="$HOME/.local/bin:$PATH"', '~/.zshrc'],
    [
      '/usr/bin/fish',
      '/home/ada/.local/bin',
      'fish_add_path "$HOME/.local/bin"',
      '~/.config/fish/config.fish',
    ],
    [undefined, '/usr/local/bin', 'export PATH="/usr/local/bin:$PATH"', '~/.profile'],
  ])('%s: the line for %s', (shell, folder, line, file) =>
    expect(pathLine(folder, '/home/ada', shell)).toEqual({ line, file }),
  )
})
