import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { appUnderTest, snapshotWith, threadView } from '../../testing/app.ts'
import { commandUnderTest } from '../../testing/command.ts'

/** `threadbeat exec` inside real shells, against the same command without it. */
const { root, dataDir, bundle, env, bundled, gone } = commandUnderTest('exec-test', { engine: false })
const bin = path.join(root, 'bin')
const repo = path.join(root, 'repo')
const inbox = path.join(dataDir, 'inbox')
const SHELLS = ['bash', 'sh'].filter((shell) => spawnSync(shell, ['-c', ':']).status === 0)
const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

const shellEnv = { ...env, PATH: `${bin}:${process.env['PATH']}`, LC_ALL: 'C' }
const sh = (shell: string, script: string, input?: Buffer) =>
  spawnSync(shell, ['-c', script], { cwd: repo, env: shellEnv, input, maxBuffer: 64 << 20, timeout: 40_000 })
/** The script with `X` as exec and as nothing. */
const both = (shell: string, script: string, input?: Buffer) =>
  [
    sh(shell, script.replaceAll('X ', 'threadbeat exec -- '), input),
    sh(shell, script.replaceAll('X ', ''), input),
  ] as const
const dropped = () =>
  existsSync(inbox)
    ? readdirSync(inbox)
        .filter((name) => name.endsWith('.json'))
        .map(
          (name) =>
            JSON.parse(readFileSync(path.join(inbox, name), 'utf8')) as {
              to: string
              text: string
              wake: string
            },
        )
    : []

beforeAll(async () => {
  await bundled()
  mkdirSync(bin)
  mkdirSync(repo)
  writeFileSync(
    path.join(bin, 'threadbeat'),
    `#!/bin/sh\nexec "${process.execPath}" "${bundle}" --data-dir "${dataDir}" "$@"\n`,
    { mode: 0o755 },
  )
  writeFileSync(path.join(repo, 'plain.txt'), 'no program\n', { mode: 0o644 })
  writeFileSync(path.join(repo, 'noshebang'), 'exit 5\n', { mode: 0o755 })
}, 60_000)
afterAll(gone)
afterEach(() => rmSync(inbox, { recursive: true, force: true }))

describe.each(SHELLS)('threadbeat exec in %s', { timeout: 120_000 }, (shell) => {
  it.each<readonly [string, string]>([
    ['succeeds', 'X true; echo $?'],
    ['fails', 'X false; echo $?'],
    ['fails with a code', 'X sh -c "exit 2"; echo $?'],
    ['ends with 130 by itself', 'X sh -c "exit 130"; echo $?'],
    ['is not there', 'X no-such-program-here 2>/dev/null; echo $?'],
    ['is no program', 'X ./plain.txt 2>/dev/null; echo $?'],
    ['is a folder', 'X /tmp 2>/dev/null; echo $?'],
    ['has an empty name', 'X "" 2>/dev/null; echo $?'],
    ['has no first line', 'X ./noshebang; echo $?'],
    ...['TERM', 'KILL', 'SEGV', 'INT', 'QUIT', 'HUP', 'PIPE', 'USR1', 'ABRT'].map(
      (signal) =>
        [
          `is ended by ${signal}`,
          `(ulimit -c 0; X sh -c 'kill -${signal} $$') 2>/dev/null; echo $?`,
        ] as const,
    ),
    ['has arguments with every sign', `X printf '%s|' '' ' ' 'a b' '*' '$HOME' "it's" '--version' '-t' '--'`],
    ['prints to both', 'X sh -c "echo out; echo err >&2" 2>&1'],
    ['opens its streams by name', 'X sh -c "echo out >/dev/stdout; echo err >/dev/stderr" 2>&1 | cat'],
    ['mixes both in one place', `X sh -c 'for i in 1 2 3 4 5 6 7 8 9; do echo o$i; echo e$i >&2; done' 2>&1`],
    ['prints no line end', 'X printf x; printf y'],
    ['prints nothing', 'X true'],
    ['reads stdin', 'printf "a\\nb" | X cat'],
    ['reads a part of stdin', 'printf "a\\nb\\nc\\n" | { X sh -c "read x; echo got \\$x"; }'],
    ['reads a file', 'X cat < plain.txt'],
    ['writes a file', 'X echo hi > out1; cat out1; X echo more >> out1; cat out1; rm out1'],
    ['is read only at its beginning', 'X seq 100000 | head -1'],
    ['is substituted', 'x=$(X echo "a  b"); echo "[$x]"'],
    ['sees folder and environment', 'cd / && FOO="x y" X sh -c "pwd; echo \\$FOO"'],
    ['has a umask', 'umask 027; X sh -c umask'],
    [
      'starts something in the background',
      `X sh -c '(while [ ! -e go ]; do sleep 0.05; done; echo late) & echo early' > out2; cat out2; ` +
        'touch go; while ! grep -q late out2; do sleep 0.05; done; cat out2; rm go out2',
    ],
  ])('a command that %s is as without it', (_how, script) => {
    const [ours, theirs] = both(shell, script).map(({ status, signal, stdout, stderr }) => ({
      status,
      signal,
      out: stdout.toString(),
      err: stderr.toString().replace(/ \d+ (\w[\w ]+?) +\(.*/g, ' $1'),
    })) // bash names process and command
    expect(ours).toEqual(theirs)
  })

  it('ends by the signal itself, not by a number', () => {
    const ended = spawnSync('threadbeat', ['exec', '--', shell, '-c', 'kill -TERM $$'], {
      cwd: repo,
      env: shellEnv,
    })
    expect(ended.signal).toBe('SIGTERM')
    const [ours, theirs] = both('bash', `X yes | head -1 >/dev/null; echo \${PIPESTATUS[0]}`)
    expect(ours.stdout.toString()).toBe(theirs.stdout.toString())
  })

  it('passes five megabytes of anything both ways', () => {
    const bytes = randomBytes(5_000_000)
    const [ours] = both(shell, 'X cat | X cat', bytes)
    expect(createHash('sha256').update(ours.stdout).digest('hex')).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    )
    const toErr = sh(shell, 'threadbeat exec -- sh -c "cat >&2"', bytes)
    expect(toErr.stderr.equals(bytes)).toBe(true)
    expect(toErr.stdout).toHaveLength(0)
  })
})

describe('threadbeat exec', { timeout: 120_000 }, () => {
  it('hands over a file that the shell opened for the command', () => {
    expect(sh('bash', 'threadbeat exec -- cat <(echo one) <(echo two)').stdout.toString()).toBe('one\ntwo\n')
  })

  const COUNTS = (name: string): string =>
    `n=0; trap 'n=$((n+1)); echo got' ${name}; echo ready; while read line; do :; done; while [ "$n" ` +
    '= 0 ]; do sleep 0.05; done; echo $n; exit 7'
  const started = (program: string, args: readonly string[]) => {
    const child = spawn(program, args, { cwd: repo, env: shellEnv, stdio: ['pipe', 'pipe', 'inherit'] })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    const printed = (text: string | RegExp) =>
      new Promise<string>((resolve) => {
        const look = (): void => (out.search(text) >= 0 ? resolve(out) : undefined)
        child.stdout.on('data', look)
        look()
      })
    return {
      child,
      printed,
      ended: new Promise((resolve) => child.once('close', (code, by) => resolve([code, by]))),
    }
  }

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGCONT'] as const)(
    'sends %s on, once',
    async (signal) => {
      const { child, printed, ended } = started('threadbeat', [
        'exec',
        '--',
        'bash',
        '-c',
        COUNTS(signal.slice(3)),
      ])
      await printed('ready')
      child.kill(signal)
      await printed('got')
      child.stdin.end()
      expect(await ended).toEqual([7, null])
      expect(await printed('ready')).toBe('ready\ngot\n1\n')
    },
  )

  // As a job of a shell: a process group whose shell is gone cannot be stopped at all.
  it('sends SIGTSTP on, once, and is stopped with the command until it is continued', async () => {
    const { child, printed, ended } = started('bash', [
      '-c',
      `set -m; threadbeat exec -- bash -c "$0" <&0 & echo "pid $!"; wait -f $!`,
      COUNTS('TSTP'),
    ])
    const pid = Number(/pid (\d+)/.exec(await printed(/pid \d+\n/))![1])
    await printed('ready')
    process.kill(pid, 'SIGTSTP')
    while (!/^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')))
      await new Promise((next) => setImmediate(next))
    process.kill(pid, 'SIGCONT')
    await printed('got')
    child.stdin.end()
    expect(await ended).toEqual([7, null])
    expect((await printed('got')).replace(/pid \d+\n/, '')).toBe('ready\ngot\n1\n')
  })

  it.skipIf(!has('script'))(
    'reaches a command in a terminal once by Ctrl-C, and leaves the terminal as the command set it',
    async () => {
      writeFileSync(
        path.join(repo, 'in-terminal'),
        `threadbeat exec -- bash -c 'n=0; trap "n=\\$((n+1))" INT; test -t 0 && test -t 1 && test -t ` +
          '2 && echo terminal; echo ready; while [ $n = 0 ]; do sleep 0.05; done; sleep 0.2; echo count ' +
          `$n; exit 9'\necho code $?\nthreadbeat exec -- stty -echo\nstty -a | grep -o -- '-echo ` +
          `'\nstty echo\n`,
      )
      const child = spawn('script', ['-qec', 'bash in-terminal', '/dev/null'], {
        cwd: repo,
        env: shellEnv,
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      let out = ''
      let isSent = false
      child.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString()
        if (!isSent && out.includes('ready')) isSent = child.stdin.write('\u0003')
      })
      await new Promise((resolve) => child.once('close', resolve))
      expect(out.replace(/\r/g, '')).toMatch(/terminal\nready\n(?:\^C)?count 1\ncode 9\n-echo/)
      expect(dropped().map((d) => d.text)).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/failed with exit code 9 after .*\. Its output was shown in a terminal\.$/),
        ]),
      )
    },
  )

  it('keeps the event in the inbox folder while no app runs, privately and whole', () => {
    expect(sh('sh', 'threadbeat exec -- sh -c "echo one; echo two >&2; exit 3"').status).toBe(3)
    expect(dropped()).toEqual([
      {
        to: repo,
        text: expect.stringMatching(
          /^Command "sh -c 'echo one; echo two >&2; exit 3'" failed with exit code 3 after \d+ s\. Its output ended with:\none\ntwo$/,
        ) as string,
        wake: 'now',
        urgent: false,
        source: 'command',
        trusted: false,
      },
    ])
    const [name = ''] = readdirSync(inbox)
    expect(name).toMatch(/^event_\d{8}T\d{9}Z-[0-9a-f]{12}\.json$/)
    expect(statSync(path.join(inbox, name)).mode & 0o777).toBe(0o600)
  })

  it('asks for a beat when it failed, or always', () => {
    for (const script of ['true', 'false', 'kill -INT $$', 'kill -TERM $$'])
      sh('sh', `threadbeat exec --name job -- sh -c '${script}'`)
    sh('sh', 'threadbeat exec --thread 3 --always-wake -- true')
    expect(
      dropped()
        .map(({ to, wake, text }) => [to, wake, text.replace(/ after .*/, '')].join(' '))
        .sort(),
    ).toEqual(
      [
        [repo, 'next', 'Command "job" ended well'],
        [repo, 'next', 'Command "job" was ended by SIGINT'],
        [repo, 'now', 'Command "job" failed with exit code 1'],
        [repo, 'now', 'Command "job" was ended by SIGTERM'],
        [3, 'now', 'Command "true" ended well'],
      ].map((words) => words.join(' ')),
    )
  })

  describe('with a running app', () => {
    const marked = { ...shellEnv, THREADBEAT_RUN_ID: 'run_marked' }
    const run = (args: readonly string[], cwd: string) =>
      new Promise<{ code: number | null; err: string; out: string; ms: number }>((resolve) => {
        const began = performance.now()
        const child = spawn('threadbeat', ['exec', ...args], { cwd, env: marked })
        let [out, err] = ['', '']
        child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
        child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
        child.once('close', (code) => resolve({ code, err, out, ms: performance.now() - began }))
      })
    const inner = path.join(repo, 'inner')
    const threads = [threadView(2, 'api', repo), threadView(3, 'api-inner', inner)]
    const answers = {
      snapshot: () => snapshotWith(threads),
      'events.add': () => ({ state: 'queued', id: 'evt_1', wakes: true }),
    }

    it('tells the innermost thread of its folder, with the marker of the run it stands in', async () => {
      mkdirSync(path.join(inner, 'src'), { recursive: true })
      const app = await appUnderTest(dataDir, answers)
      expect(await run(['--', 'sh', '-c', 'echo hello; exit 4'], path.join(inner, 'src'))).toMatchObject({
        code: 4,
        out: 'hello\n',
        err: '',
      })
      expect(app.calls.find((c) => c.method === 'events.add')?.input).toMatchObject({
        to: 'thr_3',
        source: 'command',
        wake: 'now',
        trusted: false,
        urgent: false,
        marker: 'run_marked',
        text: expect.stringMatching(/failed with exit code 4[^]*\nhello$/) as string,
      })
      await app.close()
      expect(dropped()).toEqual([])
    })

    it('does nothing when the thread is ambiguous, and runs where there is none', async () => {
      const app = await appUnderTest(dataDir, answers)
      expect(await run(['--thread', 'ap', '--', 'touch', 'ran'], repo)).toMatchObject({
        code: 2,
        err: expect.stringContaining('could be 2 api, 3 api-inner') as string,
      })
      expect(existsSync(path.join(repo, 'ran'))).toBe(false)
      expect(await run(['--', 'sh', '-c', 'exit 6'], root)).toMatchObject({
        code: 6,
        err: `threadbeat: nobody was told how it ended: ${root} lies in no thread's repository\n`,
      })
      expect(await run(['--thread', 'ghost', '--', 'true'], repo)).toMatchObject({
        code: 0,
        err: expect.stringContaining('no thread "ghost"') as string,
      })
      expect(app.calls.some((c) => c.method === 'events.add')).toBe(false)
      await app.close()
    })

    it('waits for no app that is stuck, and keeps the event', async () => {
      const app = await appUnderTest(dataDir, { ...answers, 'events.add': () => new Promise(() => {}) })
      const ended = await run(['--', 'false'], repo)
      expect(ended).toMatchObject({ code: 1, err: '' })
      expect(ended.ms).toBeLessThan(4000)
      expect(dropped()).toMatchObject([{ to: 2, text: expect.stringContaining('exit code 1') as string }])
      await app.close()
    })
  })
})
