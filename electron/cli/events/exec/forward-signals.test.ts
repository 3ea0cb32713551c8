import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { execUnderTest } from '../../testing/exec.ts'

const { repo, env: shellEnv, dropped, ready, gone } = execUnderTest('exec-signals')
const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
beforeAll(ready, 60_000)
afterAll(gone)

describe('threadbeat exec', () => {
  const COUNTS = (name: string): string =>
    `n=0; trap 'n=$((n+1)); echo got' ${name}; echo ready; while read line; do :; done; while [ "$n" ` +
    '= 0 ]; do sleep 0.05; done; echo $n; exit 7'
  /** The same of SIGTSTP, without a shell. */
  const COUNTS_STOPS = `
    let n = 0
    process.addListener('SIGTSTP', () => console.log('got ' + ++n))
    process.stdin.on('end', () => process.exit(7)).resume()
    console.log('ready')`
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
      // By no `wait`: bash may lose the record of a job that was stopped, and says so for ever.
      `set -m; (sh -c 'echo "pid $$"; exec threadbeat exec -- "$1" -e "$0"' "$0" "$1"; echo "code $?") <&0 &
      while kill -0 $! 2>/dev/null; do sleep 0.05; done`,
      COUNTS_STOPS,
      process.execPath,
    ])
    const pid = Number(/pid (\d+)/.exec(await printed(/pid \d+\n/))![1])
    await printed('ready')
    process.kill(pid, 'SIGTSTP')
    const until = async (holds: () => boolean): Promise<void> => {
      while (!holds()) await new Promise((next) => setImmediate(next))
    }
    const status = (of: number | string): string => readFileSync(`/proc/${of}/status`, 'utf8')
    await until(() => /^State:\s+T/m.test(status(pid)))
    // A signal that a process has not taken yet is dropped when it is continued.
    const command = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    const waiting = (): bigint => BigInt(`0x${/^ShdPnd:\s+(\w+)/m.exec(status(command))![1]}`)
    await until(() => (waiting() & (1n << BigInt(constants.signals.SIGTSTP - 1))) === 0n)
    process.kill(pid, 'SIGCONT')
    await printed('got')
    child.stdin.end()
    expect(await ended).toEqual([0, null])
    expect((await printed('code')).replace(/pid \d+\n/, '')).toBe('ready\ngot 1\ncode 7\n')
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
})
