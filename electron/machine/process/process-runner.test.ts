import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { endOrphans } from './orphans.ts'
import { childEnvironment, runProcess } from './process-runner.ts'
import { never } from '../agents/testing/specs.ts'
import { folder, sh } from './testing/shell.ts'

describe('a process run', () => {
  it('gives output, errors and exit code apart', async () => {
    const result = await runProcess(sh('echo out; echo err >&2; exit 3'), never)
    expect(result).toMatchObject({
      status: 'exited',
      exitCode: 3,
      stdout: 'out\n',
      stderr: 'err\n',
      message: '',
    })
  })

  it('merges both in the order of arrival when asked', async () => {
    expect(
      (await runProcess(sh('echo out; sleep 0.05; echo err >&2', { capture: 'merged' }), never)).stdout,
    ).toBe('out\nerr\n')
  })

  it('writes the prompt to stdin and closes it', async () => {
    const prompt = `${'- [ ] ligne é\n'.repeat(30_000)}end`
    expect((await runProcess({ ...sh(''), argv: ['wc', '-c'], stdin: prompt }, never)).stdout.trim()).toBe(
      String(Buffer.byteLength(prompt)),
    )
  })

  it('does not mind a program that never reads its input', async () => {
    expect((await runProcess(sh('exec 0<&-; exit 0', { stdin: 'x'.repeat(1_000_000) }), never)).status).toBe(
      'exited',
    )
  })

  it('passes arguments as they are, whatever a shell would make of them', async () => {
    const words = [
      '$(touch canary)',
      '`touch canary`',
      '; touch canary',
      '| x',
      "it's",
      '"',
      '*',
      '-rf',
      '',
      'é\n',
      '%PATH%',
      '&&',
    ]
    const result = await runProcess(
      {
        ...sh(''),
        argv: ['node', '-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', ...words],
      },
      never,
    )
    expect(JSON.parse(result.stdout)).toEqual(words)
  })

  it.each<[string, readonly string[], string]>([
    ['a program that is not there', ['no-such-program-anywhere'], 'not_found'],
    ['an empty list', [], 'not_found'],
    ['a folder', ['/tmp'], 'not_found'],
    ['a word with a NUL', ['sh\0'], 'not_found'],
    ['an argument with a NUL', ['/bin/sh', '-c', 'a\0b'], 'spawn_failed'],
    ['an argument list that is too long', ['/bin/echo', 'x'.repeat(3_000_000)], 'spawn_failed'],
  ])('answers instead of rejecting for %s', async (_, argv, status) => {
    expect(await runProcess({ ...sh(''), argv }, never)).toMatchObject({ status, exitCode: null })
  })

  it('answers for a script whose interpreter is missing', async () => {
    writeFileSync(join(folder, 'bad-script'), '#!/no/such/interpreter\n', { mode: 0o755 })
    expect((await runProcess({ ...sh(''), argv: ['./bad-script'] }, never)).status).toBe('spawn_failed')
  })

  it('answers for a folder that vanished', async () => {
    expect((await runProcess({ ...sh('true'), folder: join(folder, 'gone') }, never)).status).toBe(
      'spawn_failed',
    )
  })

  it('says by which signal a program ended', async () => {
    expect(await runProcess(sh('kill -KILL $$'), never)).toMatchObject({
      status: 'exited',
      exitCode: null,
      message: 'ended by SIGKILL',
    })
  })

  it('does not find programs in the repository through a relative PATH entry', async () => {
    mkdirSync(join(folder, 'trap'))
    writeFileSync(join(folder, 'trap/only-here'), '#!/bin/sh\necho trapped\n', { mode: 0o755 })
    const spec = { ...sh(''), argv: ['only-here'], folder: join(folder, 'trap'), env: { PATH: '.:' } }
    expect((await runProcess(spec, never)).status).toBe('not_found')
  })
})

describe('the environment of a process', () => {
  const secrets = {
    THREADBEAT_TOKEN: 'x',
    ELECTRON_RUN_AS_NODE: '1',
    NODE_OPTIONS: '--no-warnings',
    GITHUB_TOKEN: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
    npm_config_cache: 'x',
    INIT_CWD: '/',
  }
  afterEach(() => Object.keys(secrets).forEach((name) => delete process.env[name]))

  it('is exactly the allowed set', async () => {
    Object.assign(process.env, secrets)
    const allowed = childEnvironment({ marker: 'm', env: { MY_ROW: '1' } })
    const spec = {
      ...sh(''),
      argv: [process.execPath, '-e', 'console.log(JSON.stringify(process.env))'],
      env: { MY_ROW: '1' },
    }
    const seen = JSON.parse((await runProcess(spec, never)).stdout) as Record<string, string>
    expect(Object.keys(seen).sort()).toEqual(
      [...new Set([...Object.keys(allowed), 'TMPDIR', 'TEMP', 'TMP'])].sort(),
    )
    expect(Object.keys(seen).filter((name) => name in secrets)).toEqual([])
    expect(seen).toMatchObject({ TERM: 'dumb', MY_ROW: '1', THREADBEAT_RUN_ID: spec.marker })
  })

  it('has a temporary folder of its own that is gone after the run', async () => {
    const result = await runProcess(sh('echo secret > "$TMPDIR/left-behind"; printf %s "$TMPDIR"'), never)
    expect(result.stdout.startsWith(join(tmpdir(), `threadbeat-run-${process.pid}-`))).toBe(true)
    expect(existsSync(result.stdout)).toBe(false)
  })
})

describe('a flood', () => {
  it('without newlines is kept in bounded memory, beginning and end', async () => {
    const before = process.memoryUsage.rss()
    const result = await runProcess(
      sh('printf START; head -c 60000000 /dev/zero | tr "\\0" x; printf END'),
      never,
    )
    expect(result.exitCode).toBe(0)
    expect(result.stdout.length).toBeLessThan(300_000)
    expect(result.stdout.slice(0, 6)).toBe('STARTx')
    expect(result.stdout.slice(-4)).toBe('xEND')
    expect(result.stdout).toContain('\n… 59,737,864 bytes left out …\n')
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024)
  })

  it('of binary data still gives the right outcome', async () => {
    expect(await runProcess(sh('head -c 2000000 /dev/urandom; exit 4'), never)).toMatchObject({
      status: 'exited',
      exitCode: 4,
    })
  })
})

describe('temporary folders', () => {
  const mine = (): readonly string[] =>
    readdirSync(tmpdir()).filter((name) => name.startsWith(`threadbeat-run-${process.pid}-`))

  it('are private and do not pile up', async () => {
    const results = await Promise.all(
      Array.from({ length: 5 }, () => runProcess(sh('stat -c %a "$TMPDIR"'), never)),
    )
    expect(results.map((result) => result.stdout)).toEqual(Array(5).fill('700\n'))
    expect(mine()).toEqual([])
  })

  it('of an app that died are removed at the next start, those of a living one are not', async () => {
    const dead = spawn('true')
    await new Promise((settle) => dead.once('close', settle))
    const left = join(tmpdir(), `threadbeat-run-${dead.pid}-left`)
    const living = join(tmpdir(), `threadbeat-run-${process.ppid}-living`)
    for (const folder of [left, living]) mkdirSync(join(folder, 'secrets'), { recursive: true })
    await endOrphans([])
    expect([existsSync(left), existsSync(living)]).toEqual([false, true])
    rmSync(living, { recursive: true })
  })
})
