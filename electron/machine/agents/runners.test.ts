import { PRINTING_CLIS } from '../../../shared/agents/agent-names.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findProgram, shimTarget } from '../process/find-program.ts'
import { capturePath, joinPaths, sessionPath } from '../process/login-shell.ts'
import { createRunners } from './runners.ts'
import { testFolder } from './testing/folders.ts'
import { cliConfig, never, newMarker, realClock } from './testing/specs.ts'

const folder = testFolder()
let count = 0
const home = (): string => {
  const path = join(folder, `home-${++count}`)
  mkdirSync(path)
  return path
}
/** A program that answers like a CLI. */
function program(path: string, body = 'echo 1.2.3'): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  return path
}
const no = (): Promise<null> => Promise.resolve(null)

describe('a CLI is found', () => {
  it('on PATH, and then no shell is asked', async () => {
    const bin = join(home(), 'bin')
    program(join(bin, 'claude'))
    expect(
      await findProgram('claude', { PATH: bin, HOME: folder }, () => Promise.reject(new Error('asked'))),
    ).toMatchObject({ program: join(bin, 'claude'), how: 'path', path: bin })
  })

  it('on a login shell’s PATH, with which its interpreter is found', async () => {
    const bin = join(home(), 'bin')
    program(join(bin, 'codex'))
    const found = await findProgram('codex', { PATH: '/usr/bin', HOME: folder }, () =>
      Promise.resolve(`${bin}:/bin`),
    )
    expect(found).toMatchObject({
      program: join(bin, 'codex'),
      how: 'login shell',
      path: `${bin}:/usr/bin:/bin`,
    })
  })

  it('in the folders where installers put it, of nvm’s the newest', async () => {
    const at = home()
    for (const version of ['v9.1.0', 'v22.3.0', 'v20.18.1'])
      program(join(at, '.nvm/versions/node', version, 'bin/copilot'))
    const found = await findProgram('copilot', { PATH: '/usr/bin', HOME: at }, no)
    expect([found.program, found.how, found.path]).toEqual([
      join(at, '.nvm/versions/node/v22.3.0/bin/copilot'),
      'folder',
      `${join(at, '.nvm/versions/node/v22.3.0/bin')}:/usr/bin`,
    ])
    program(join(at, '.local/bin/copilot'))
    expect((await findProgram('copilot', { PATH: '/usr/bin', HOME: at }, no)).program).toBe(
      join(at, '.local/bin/copilot'),
    )
  })

  it('nowhere, and then says where it looked', async () => {
    const at = home()
    const found = await findProgram('claude', { PATH: '/usr/bin', HOME: at }, () =>
      Promise.resolve('/login/bin'),
    )
    expect(found).toMatchObject({ program: null, how: null })
    expect(found.looked).toEqual(
      expect.arrayContaining(['/usr/bin', '/login/bin', join(at, '.claude/local'), join(at, '.local/bin')]),
    )
  })

  it('behind the .cmd that npm made on Windows, without a shell', () => {
    const cmd =
      '@ECHO off\r\nIF EXIST "%dp0%\\node.exe" (\r\n  SET "_prog=%dp0%\\node.exe"\r\n)\r\nendLocal & ' +
      '"%_prog%"  "%dp0%\\node_modules\\@openai\\codex\\bin\\codex.js" %*\r\n'
    expect(shimTarget(cmd, 'C:\\npm')).toBe('C:\\npm\\node_modules\\@openai\\codex\\bin\\codex.js')
    expect(shimTarget('@"%~dp0\\node_modules\\x\\claude.exe" %*', 'C:\\npm')).toBe(
      'C:\\npm\\node_modules\\x\\claude.exe',
    )
    expect(shimTarget('"%dp0%\\node_modules\\x\\claude.exe" %*', 'C:\\npm')).toBe(
      'C:\\npm\\node_modules\\x\\claude.exe',
    )
    expect(shimTarget('', 'C:\\npm')).toBeNull()
  })
})

describe('a login shell', () => {
  const SHELL = '/bin/bash'
  const shell = async (profile: string, limitMs = 20_000): Promise<string | null> => {
    const at = home()
    writeFileSync(join(at, '.bash_profile'), profile)
    return await capturePath(SHELL, { HOME: at }, limitMs)
  }
  it.each<[string, string, string | null]>([
    [
      'tells the PATH that it sets up',
      'export PATH=/from/profile:/usr/bin:/bin',
      '/from/profile:/usr/bin:/bin',
    ],
    [
      'may be noisy',
      'echo welcome; echo PATH=/evil; printf no-newline; echo oops >&2; export PATH=/noisy:/usr/bin:/bin',
      '/noisy:/usr/bin:/bin',
    ],
    [
      'may fail in its files',
      'no-such-command; false; export PATH=/failing:/usr/bin:/bin; return 3',
      '/failing:/usr/bin:/bin',
    ],
    ['may read its input', 'read answer; export PATH=/reading:/usr/bin:/bin', '/reading:/usr/bin:/bin'],
    ['may exit', 'exit 0', null],
    ['may hang', 'trap "" INT TERM; while :; do sleep 300; done', null],
  ])('%s', async (_, profile, expected) =>
    expect(await shell(profile, profile.includes('sleep') ? 400 : 20_000)).toBe(expected),
  )

  it('may be something else', async () => {
    expect(await capturePath('/no/such/shell')).toBeNull()
    expect(await capturePath('bash')).toBeNull()
    expect(await capturePath(program(join(home(), 'odd'), 'echo no shell at all'))).toBeNull()
  })

  it('is asked only when the app was not started from a terminal, and adds to what is there', async () => {
    const asked = (): Promise<string> => Promise.resolve('/login/bin:/usr/bin')
    expect(await sessionPath({ PATH: '/usr/bin:/bin', TERM: 'xterm' }, asked)).toBe('/usr/bin:/bin')
    expect(await sessionPath({ PATH: '/usr/bin:/bin' }, asked)).toBe('/usr/bin:/bin:/login/bin')
    expect(joinPaths('/a:.:/a', null, 'b:/c')).toBe('/a:/c')
  })
})

describe('the runners of a machine', () => {
  const machine = (bodies: Partial<Record<string, string>>, env: Record<string, string> = {}) => {
    const bin = join(home(), 'bin')
    for (const [name, body] of Object.entries(bodies)) program(join(bin, name), body)
    return { bin, source: { PATH: `${bin}:/usr/bin:/bin`, HOME: join(bin, '..'), ...env } }
  }
  const find = async (bodies: Partial<Record<string, string>>, env: Record<string, string> = {}) =>
    (await createRunners(realClock, machine(bodies, env).source, no).find(false)).map(
      ({ cli, version, signedIn, account }) => [cli, version, signedIn, account],
    )
  /** Those that may speak ACP are the same in all of it. */
  const printing = async (...of: Parameters<typeof find>) =>
    (await find(...of)).slice(0, PRINTING_CLIS.length)

  it('tell version and sign-in in their own words, and never a key', async () => {
    expect(
      await printing({
        claude:
          'if [ "$1" = auth ]; then echo ' +
          '\'{"loggedIn":true,"authMethod":"claude.ai","email":"a@b.c","subscriptionType":"max"}\'; ' +
          'else echo "2.1.330 (Claude Code)"; fi',
        codex:
          'if [ "$1" = login ]; then echo "Logged in using an API key - sk-proj-***abc" >&2; else ' +
          'echo "codex-cli 0.169.0"; fi',
        copilot: 'echo "GitHub Copilot CLI 1.0.102."',
      }),
    ).toEqual([
      ['claude', '2.1.330', 'yes', 'a@b.c, max'],
      ['codex', '0.169.0', 'yes', 'an API key'],
      ['copilot', '1.0.102', 'unknown', null],
    ])
  })

  it('may be signed out, broken or absent', async () => {
    expect(
      await printing({
        claude:
          'if [ "$1" = auth ]; then echo \'{"loggedIn":false,"authMethod":"none"}\'; exit 1; fi; echo 2.0.0',
        codex: 'exit 1',
      }),
    ).toEqual([
      ['claude', '2.0.0', 'no', null],
      ['codex', null, 'no', null],
      ['copilot', null, 'unknown', null],
    ])
    expect(await find({ claude: 'echo what' })).toContainEqual(['claude', null, 'unknown', null])
  })

  it('are signed in by a key or a token of the session', async () => {
    expect(
      await printing(
        { claude: 'echo 2.0.0', copilot: 'echo 1.0.0' },
        { ANTHROPIC_API_KEY: 'sk-secret', GH_TOKEN: 'ghp-secret' },
      ),
    ).toEqual([
      ['claude', '2.0.0', 'yes', 'API key'],
      ['codex', null, 'unknown', null],
      ['copilot', '1.0.0', 'yes', 'token in GH_TOKEN'],
    ])
    const gemini = { gemini: 'echo 0.61.0' }
    expect(await find(gemini)).toContainEqual(['gemini', '0.61.0', 'unknown', null])
    expect(await find(gemini, { GEMINI_API_KEY: 'secret' })).toContainEqual([
      'gemini',
      '0.61.0',
      'yes',
      'API key',
    ])
  })

  it('are remembered until asked again, and the shell is asked once for all', async () => {
    const asked: (boolean | undefined)[] = []
    const runners = createRunners(
      realClock,
      { PATH: '/usr/bin:/bin', HOME: home() },
      (again) => (asked.push(again), Promise.resolve(null)),
    )
    const first = await runners.find(false)
    expect(await runners.find(false)).toBe(first)
    expect(await runners.find(true)).not.toBe(first)
    expect(asked).toEqual([false, true])
  })

  it('answer a test in an empty folder, with every field that was read', async () => {
    const { bin, source } = machine({
      claude:
        'cat >/dev/null; echo ' +
        '\'{"type":"result","subtype":"success","is_error":false,"result":"READY","session_id":"s","total_cost_usd":0.01,"usage":{"input_tokens":3,"output_tokens":1}}\'; ls -A >&2; pwd >&2',
    })
    const runners = createRunners(realClock, source, no)
    const result = await runners.test(
      cliConfig('claude', { program: join(bin, 'claude') }),
      newMarker(),
      never,
    )
    expect(result).toMatchObject({
      status: 'completed',
      text: 'READY',
      turn: { sessionId: 's', costUsd: 0.01, usage: { input: 3, cached: 0, output: 1 } },
    })
    expect(result.output).toMatch(/\[stderr\]\n\S*threadbeat-test-\S+\n$/)
    expect(
      (await runners.test({ kind: 'command', argv: ['sh', '-c', 'cat'], env: {} }, newMarker(), never)).text,
    ).toContain('READY')
    expect((await runners.test({ kind: 'local' }, newMarker(), never)).text).toBe('READY')
    expect(
      (await runners.test(cliConfig('codex', { program: '/no/such/codex' }), newMarker(), never)).fault?.code,
    ).toBe('agent.not_found')
  })
})
