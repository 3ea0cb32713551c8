import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { findMarked, marksOf, protection } from './marks.ts'
import { endOrphans } from './orphans.ts'
import { childEnvironment, runProcess, type ProcessSpec } from './process-runner.ts'
import { testFolder } from '../agents/testing/folders.ts'
import { never, newMarker } from '../agents/testing/specs.ts'

const folder = testFolder()
const isLinux = process.platform === 'linux'

const sh = (script: string, changes: Partial<ProcessSpec> = {}): ProcessSpec => ({
  argv: ['/bin/sh', '-c', script],
  folder,
  stdin: null,
  marker: newMarker(),
  deadlineMs: 60_000,
  capture: 'split',
  ...changes,
})

const survivors = (marker: string): Promise<readonly number[]> => findMarked(marksOf([marker]))

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

describe('stopping', () => {
  const quick = { interruptMs: 60, terminateMs: 60 }

  it('ends a run at its deadline although it keeps printing', async () => {
    const result = await runProcess(
      sh('while :; do echo tick; sleep 0.02; done', { deadlineMs: 150, grace: quick }),
      never,
    )
    expect(result).toMatchObject({ status: 'timed_out', message: 'took longer than 0.15 s' })
  })

  it('ends a run that ignores every request, on abort', async () => {
    const abort = new AbortController()
    const spec = sh('trap "" INT TERM HUP QUIT; echo ready; while :; do sleep 0.05; done', { grace: quick })
    const running = runProcess(
      { ...spec, onProcess: () => void whenMarked(spec.marker).then(() => abort.abort()) },
      abort.signal,
    )
    expect((await running).status).toBe('stopped')
    expect(await survivors(spec.marker)).toEqual([])
  })

  it('lets a program tidy up when it is interrupted', async () => {
    const result = await runProcess(
      sh('trap "echo tidied; exit 0" INT; echo ready; while :; do sleep 0.02; done', { deadlineMs: 400 }),
      never,
    )
    expect(result).toMatchObject({ status: 'timed_out', stdout: 'ready\ntidied\n' })
  })

  it('is much shorter when a breaker trips on what is printed', async () => {
    const breaker = new AbortController()
    const seen: string[] = []
    const result = await runProcess(
      sh('trap "echo INT" INT; trap "echo TERM" TERM; echo ready; while :; do sleep 0.02; done', {
        breaker: breaker.signal,
        onStdout: (chunk) => (seen.push(String(chunk)), breaker.abort()),
      }),
      never,
    )
    expect(result).toMatchObject({
      status: 'broken_off',
      exitCode: null,
      message: 'broken off',
      stdout: 'ready\nINT\nTERM\n',
    })
    expect(seen.join('')).toBe(result.stdout)
  })

  it('does not start what is aborted already', async () => {
    expect(await runProcess(sh(`touch ${join(folder, 'started')}`), AbortSignal.abort())).toMatchObject({
      status: 'stopped',
    })
    expect(existsSync(join(folder, 'started'))).toBe(false)
  })
})

/** Resolves when a process with the marker exists. */
async function whenMarked(marker: string): Promise<void> {
  while ((await survivors(marker)).length === 0) await new Promise((next) => setImmediate(next))
}

const ESCAPES: Record<string, string> = {
  'a background child': 'sleep 300 &',
  nohup: 'nohup sleep 300 >/dev/null 2>&1 &',
  setsid: 'setsid sleep 300 &',
  'setsid with a fork': 'setsid -f sleep 300',
  'a double fork': '( ( sleep 300 & ) & )',
  'a double fork in a new session': '( setsid sh -c "sleep 300 & sleep 300" & )',
  'closed descriptors': 'setsid -f sh -c "exec <&- >&- 2>&-; sleep 300"',
  'an ignored SIGTERM': 'setsid -f sh -c \'trap "" TERM INT HUP; while :; do sleep 1; done\'',
  'a cleared environment': 'env -i setsid -f sleep 300',
  'a cleared environment, forked twice':
    'env -i sh -c "( setsid sh -c \\"setsid sleep 300 & sleep 300\\" & )" >/dev/null 2>&1',
  'an overwritten marker': 'THREADBEAT_RUN_ID=other setsid -f sleep 300',
  'another folder and umask': 'cd / && umask 0 && setsid -f sleep 300 </dev/null >/dev/null 2>&1',
  'a daemon of another language':
    `${process.execPath} -e ` +
    `"require('child_process').spawn('sleep',['300'],{detached:true,stdio:'ignore',env:{}}).unref()"`,
}

describe.runIf(isLinux)('what a run leaves behind', () => {
  it('is found by limits here', async () => expect(await protection()).toBe('limits'))

  it.each(Object.entries(ESCAPES))('is ended: %s', async (_, script) => {
    const spec = sh(`${script}\necho done`)
    const result = await runProcess(spec, never)
    expect(result).toMatchObject({ status: 'exited', exitCode: 0, stdout: 'done\n' })
    expect(await survivors(spec.marker)).toEqual([])
  })

  it('does not touch strangers, nor the processes of another run', async () => {
    const stranger = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' })
    const other = new AbortController()
    const otherSpec = sh('sleep 300', { grace: { interruptMs: 50, terminateMs: 50 } })
    const otherRun = runProcess(otherSpec, other.signal)
    await whenMarked(otherSpec.marker)
    await runProcess(sh('setsid -f sleep 300'), never)
    expect((await survivors(otherSpec.marker)).length).toBeGreaterThan(0)
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
    other.abort()
    await otherRun
    stranger.kill('SIGKILL')
  })

  it('is ended after a crash of the app, by marker', async () => {
    // Stands in for the app: starts a run whose children leave group and environment, then dies the hard
    // way.
    const marker = newMarker()
    const app = join(folder, 'dying-app.mjs')
    writeFileSync(
      app,
      `
      import { spawn } from 'node:child_process'
      const [prlimit, ...prefix] = ${JSON.stringify(await (await import('./marks.ts')).markingPrefix(marker))}
      spawn(prlimit, [...prefix, '/bin/sh', '-c', 'env -i setsid -f sleep 300; setsid -f sleep 300; sleep 300'],
        { detached: true, stdio: 'ignore', env: { PATH: process.env.PATH, THREADBEAT_RUN_ID: ${JSON.stringify(marker)} } })
      setInterval(() => {}, 1000)`,
    )
    const parent = spawn(process.execPath, [app], { stdio: 'ignore' })
    while ((await survivors(marker)).length < 4) await new Promise((next) => setImmediate(next))
    parent.kill('SIGKILL')
    const startedAt = performance.now()
    expect(await endOrphans([marker, 'some-other-marker'])).toBe(4)
    expect(performance.now() - startedAt).toBeLessThan(3000)
    expect(await survivors(marker)).toEqual([])
  })

  it('is nothing when there is no marker to look for', async () => expect(await endOrphans([])).toBe(0))
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
