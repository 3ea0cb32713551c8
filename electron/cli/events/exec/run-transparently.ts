import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process'
import { closeSync, fstatSync, readFileSync, readlinkSync } from 'node:fs'
import { Socket } from 'node:net'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { isatty } from 'node:tty'
import { COMMAND_VARIABLE } from '../../../machine/process/own-command.ts'
import { copyStream, type CopiedStream } from './copy-stream.ts'
import { forwardSignals } from './forward-signals.ts'
import { outputTail, type OutputTail } from './output-tail.ts'
import { realPipes } from './real-pipe.ts'

/** How a command ended. Exactly one of `code` and `signal` is null. */
export interface CommandEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Why it could not be started, in the words of a shell; null: it was. */
  readonly problem: string | null
  readonly durationMs: number
  readonly tail: OutputTail
  /** Something of its output went straight to a terminal and is not in the tail. */
  readonly isShown: boolean
}

/** As shells have it. */
const NOT_FOUND = 127
const NOT_EXECUTABLE = 126

/**
 * Runs a command as a shell would without us: its stdin is ours, a stream that is a terminal is ours, any
 * other is copied and its end kept; one place for stdout and stderr stays one, so that their order is kept
 * as well. Never rejects. For a process that then ends by `endAs`: from here on signals are the command's.
 */
export async function runTransparently(argv: readonly string[]): Promise<CommandEnd> {
  const began = performance.now()
  const tail = outputTail()
  const copied = isSameFile() ? [[1, 2]] : [[1], [2]]
  const routes = copied.filter(([fd]) => !isatty(fd ?? 1))
  const pipes = routes.length === 0 ? [] : realPipes(routes.length)
  const stdio: ('inherit' | 'pipe' | number)[] = [0, 1, 2].map((fd) => {
    const route = routes.findIndex((fds) => fds.includes(fd))
    return route === -1 ? 'inherit' : (pipes?.[route]?.writeFd ?? 'pipe')
  })
  const isShown = routes.length < copied.length
  let child: ChildProcess | null = null
  // without an end: so does this process, as the command did
  forwardSignals((signal) => void child?.kill(signal))
  const finish = (end: Pick<CommandEnd, 'code' | 'signal' | 'problem'>): CommandEnd => ({
    ...end,
    durationMs: performance.now() - began,
    tail,
    isShown,
  })
  try {
    child = start(argv, withNamedFiles(stdio, argv))
    for (const pipe of pipes ?? []) closeSync(pipe.writeFd)
    const exited = exitOf(child)
    const own = [null, child.stdout, child.stderr]
    const streams = routes.map(([fd = 1], i) => {
      const readFd = pipes?.[i]?.readFd
      const source =
        readFd === undefined ? own[fd] : new Socket({ fd: readFd, readable: true, writable: false })
      return copy(source, readFd, fd, tail)
    })
    const end = await exited
    // What the command started in the background may hold the streams for hours; then somebody else goes on
    // copying.
    for (const { stream, readFd } of streams.filter((s) => s !== null))
      if (!(await stream.settled()) && readFd !== null) stream.handOver(readFd)
    return finish({ ...end, problem: null })
  } catch (error) {
    return finish({ ...startFailure(error as NodeJS.ErrnoException), signal: null })
  }
}

/** As a shell says it. */
function startFailure({ code, message }: NodeJS.ErrnoException): { code: number; problem: string } {
  // ERR_INVALID_ARG_VALUE: an empty name
  if (code === 'ENOENT' || code === 'ERR_INVALID_ARG_VALUE')
    return { code: NOT_FOUND, problem: 'command not found' }
  return { code: NOT_EXECUTABLE, problem: code === 'EACCES' ? 'permission denied' : message }
}

function start(argv: readonly string[], stdio: StdioOptions): ChildProcess {
  const { [COMMAND_VARIABLE]: _ours, ...env } = process.env
  return spawn(argv[0] ?? '', argv.slice(1), { stdio, env })
}

function exitOf(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    // Later ones say that a signal could not be sent on, as to a program of another user.
    child.on('error', (error) => (child.pid === undefined ? reject(error) : undefined))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}

function copy(
  source: Readable | null | undefined,
  readFd: number | undefined,
  to: number,
  tail: OutputTail,
): { stream: CopiedStream; readFd: number | null } | null {
  if (source == null) return null
  const fd = readFd ?? (source as unknown as { _handle?: { fd?: number } })._handle?.fd ?? null
  return { stream: copyStream(source, to, (chunk) => tail.add(to, chunk)), readFd: fd }
}

/** stdout and stderr lead to the same place, as by `2>&1`. */
function isSameFile(): boolean {
  if (isatty(1) || isatty(2)) return false
  const [a, b] = [fstatSync(1), fstatSync(2)]
  return a.dev === b.dev && a.ino === b.ino
}

/**
 * Files that the shell has opened for the command and named on its command line: `<(…)` becomes /dev/fd/63.
 */
function withNamedFiles(
  stdio: readonly ('inherit' | 'pipe' | number)[],
  argv: readonly string[],
): StdioOptions {
  const all: ('inherit' | 'pipe' | 'ignore' | number)[] = [...stdio]
  for (const arg of argv) {
    const fd = Number(/^\/(?:dev\/fd|proc\/self\/fd)\/(\d{1,3})$/.exec(arg)?.[1] ?? 0)
    if (fd < 3 || isOurOwn(fd)) continue
    while (all.length < fd) all.push('ignore')
    all[fd] = fd
  }
  return all
}

function isOurOwn(fd: number): boolean {
  try {
    return /^(?:anon_inode|socket):/.test(readlinkSync(`/proc/self/fd/${fd}`))
  } catch {
    return true
  }
}

/** Their default is a file with the whole memory of the process; the command has written its own. */
const WITH_CORE: readonly NodeJS.Signals[] = [
  'SIGQUIT',
  'SIGILL',
  'SIGABRT',
  'SIGFPE',
  'SIGSEGV',
  'SIGBUS',
  'SIGSYS',
  'SIGTRAP',
  'SIGXCPU',
  'SIGXFSZ',
]

/** Ends this process as the command ended, also by the same signal. */
export function endAs({ code, signal }: Pick<CommandEnd, 'code' | 'signal'>): never {
  if (signal !== null) {
    if (WITH_CORE.includes(signal)) withoutCore()
    if (signal !== 'SIGKILL') {
      // Node ignores some and has handlers of its own for others; this leaves the system's.
      const nothing = (): void => {}
      process.on(signal, nothing)
      process.removeAllListeners(signal)
    }
    process.kill(process.pid, signal)
  }
  // On its way out Node puts terminals back as it found them, and with that undoes what the command did
  // (stty).
  for (const fd of [0, 1, 2]) {
    try {
      closeSync(fd)
    } catch {
      // closed already
    }
  }
  // Still here after the signal: the first process of a container is not ended by any.
  process.exit(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 0))
}

function withoutCore(): void {
  try {
    if (/^Max core file size\s+0\s/m.test(readFileSync('/proc/self/limits', 'latin1'))) return
    spawnSync('prlimit', ['--pid', String(process.pid), '--core=0:'], { stdio: 'ignore', timeout: 500 })
  } catch {
    // not Linux
  }
}
