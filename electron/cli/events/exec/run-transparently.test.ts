import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { execUnderTest } from '../../testing/exec.ts'

/** `threadbeat exec` inside real shells, against the same command without it. */
const { repo, env: shellEnv, sh, ready, gone } = execUnderTest('exec-shells')
const SHELLS = ['bash', 'sh'].filter((shell) => spawnSync(shell, ['-c', ':']).status === 0)
/** The script with `X` as exec and as nothing. */
const both = (shell: string, script: string, input?: Buffer) =>
  [
    sh(shell, script.replaceAll('X ', 'threadbeat exec -- '), input),
    sh(shell, script.replaceAll('X ', ''), input),
  ] as const

beforeAll(async () => {
  await ready()
  writeFileSync(path.join(repo, 'plain.txt'), 'no program\n', { mode: 0o644 })
  writeFileSync(path.join(repo, 'noshebang'), 'exit 5\n', { mode: 0o755 })
})
afterAll(gone)

describe.each(SHELLS)('threadbeat exec in %s', (shell) => {
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

it('hands over a file that the shell opened for the command', () => {
  expect(sh('bash', 'threadbeat exec -- cat <(echo one) <(echo two)').stdout.toString()).toBe('one\ntwo\n')
})
