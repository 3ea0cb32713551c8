import { readOutput, type OutputSpec } from './child-output.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import type { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { SECOND } from '../../../shared/base/time.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { makeTemporary, removeTemporary } from '../disk/temporary.ts'
import { programPath } from './program-path.ts'
import { userEnvironment } from './user-environment.ts'
import { findMarked, MARKER_VARIABLE, markingPrefix, marksOf } from './marks.ts'
import { endMarked, send } from './orphans.ts'
import { type StopGrace, type StopReason, AFTER_KILL_MS, stopLadder } from './stop-ladder.ts'

export interface ProcessSpec extends OutputSpec {
  readonly argv: readonly string[] // never a shell line
  readonly folder: string
  // beside the allow-listed variables of the session
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly stdin: string | null
  /** Its stdin stays open for whoever talks to it; `stdin` is not written then. Must not throw. */
  readonly onInput?: ((input: ProcessInput) => void) | undefined
  readonly marker: string
  readonly deadlineMs: number // from the start, whatever is printed meanwhile
  readonly onProcess?: ((pid: number) => void) | undefined
  /**
   * Ends the run as 'broken_off', much sooner than a stop does: whoever reads the output has seen enough.
   */
  readonly breaker?: AbortSignal | undefined
  /** Ends the run as 'interrupted', gently: it goes on later in the same session. */
  readonly interrupt?: AbortSignal | undefined
  readonly grace?: StopGrace
}

/** The stdin of a running program. Both do nothing once it is gone: that is told by its end. */
export interface ProcessInput {
  write(text: string): void
  end(): void
}

/** For the last lines of a pipe that somebody else still writes to. */
const DRAIN_MS = 200
/** Strays of a run that ended by itself are asked before they are killed. */
const STRAY_GRACE_MS = SECOND
/**
 * A run this long may have seen process numbers wrap around more than once: then all processes are looked
 * at.
 */
const SHORT_RUN_MS = 10 * SECOND

export interface ProcessResult {
  readonly status: 'exited' | 'not_found' | 'spawn_failed' | StopReason
  readonly exitCode: number | null // null: ended by a signal, or never started
  readonly message: string // '' when exited with a code
  readonly stdout: string // everything when merged
  readonly stderr: string // '' when merged
  readonly shown: Shown
  readonly durationMs: number
}

/** What a person gets to read, see OutputSpec.secrets. */
interface Shown {
  readonly stdout: string
  readonly stderr: string
  readonly both: string // the errors below the output
}

const shownOf = (stdout: string, stderr: string): Shown => ({
  stdout,
  stderr,
  both:
    stderr === ''
      ? stdout
      : `${stdout}${stdout === '' || stdout.endsWith('\n') ? '' : '\n'}[stderr]\n${stderr}`,
})

/**
 * Runs one program in a process group of its own and ends everything it started, also what left the group.
 * Contract: never rejects, and settles at most a little over the deadline plus the grace, even if a process
 * cannot be killed.
 */
export async function runProcess(spec: ProcessSpec, signal: AbortSignal): Promise<ProcessResult> {
  const startedAtMs = performance.now()
  const failed = (status: ProcessResult['status'], message: string): ProcessResult =>
    nothing(status, message, performance.now() - startedAtMs)
  if (signal.aborted) return failed('stopped', 'stopped before it started')
  const environment = childEnvironment(spec)
  let temporary: string | null = null
  try {
    const [program, prefix, folder] = await Promise.all([
      programPath(spec.argv[0] ?? '', environment, spec.folder),
      markingPrefix(spec.marker),
      makeTemporary('run'),
    ])
    temporary = folder
    if (program === null) return failed('not_found', `${spec.argv[0] ?? ''} was not found`)
    const inTemporary = { TMPDIR: temporary, TEMP: temporary, TMP: temporary }
    const [file = program, ...args] = [...prefix, program, ...spec.argv.slice(1)]
    const child = spawn(file, args, {
      cwd: spec.folder,
      env: { ...environment, ...inTemporary },
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: [spec.stdin === null && spec.onInput === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    })
    return await supervise(child, spec, signal, startedAtMs)
  } catch (error) {
    return failed('spawn_failed', messageOf(error))
  } finally {
    if (temporary !== null) await removeTemporary(temporary)
  }
}

/**
 * The variables a child sees: those of the session that are on the list, a quiet terminal, the caller's
 * own, the marker.
 */
export function childEnvironment(spec: Pick<ProcessSpec, 'env' | 'marker'>): Record<string, string> {
  return {
    ...userEnvironment(),
    TERM: 'dumb',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    ...spec.env,
    [MARKER_VARIABLE]: spec.marker,
  }
}

async function supervise(
  child: ChildProcess,
  spec: ProcessSpec,
  signal: AbortSignal,
  startedAtMs: number,
): Promise<ProcessResult> {
  const output = readOutput(child, spec)
  giveInput(child.stdin, spec)
  const spawnError = new Promise<Error>((settle) => child.once('error', settle))
  const exited = new Promise<Exit>((settle) => {
    child.once('exit', (code, name) => settle({ code, signal: name }))
  })
  const closed = new Promise<void>((settle) => child.once('close', () => settle()))

  const pid = child.pid
  if (pid === undefined) {
    const { message } = await spawnError
    return nothing('spawn_failed', message, performance.now() - startedAtMs)
  }
  spec.onProcess?.(pid)

  const ladder = stopLadder(child, pid, spec, signal)
  const exit = await Promise.race([exited, ladder.gaveUp])
  ladder.end()
  output.drain()
  const durationMs = performance.now() - startedAtMs

  await orAfter(closed, DRAIN_MS)
  await endStrays(pid, spec.marker, ladder.reason() === null ? STRAY_GRACE_MS : 0, durationMs)
  if (!(await orAfter(closed, AFTER_KILL_MS))) {
    child.stdout?.destroy()
    child.stderr?.destroy()
    child.unref()
  }
  output.end()
  const reason = ladder.reason()
  const couldNotStart = /^prlimit: failed to execute (.*)/m.exec(output.errors())?.[1]
  if (reason === null && couldNotStart !== undefined && (exit?.code === 126 || exit?.code === 127))
    return nothing('spawn_failed', couldNotStart, durationMs)
  return {
    status: reason ?? 'exited',
    exitCode: exit?.code ?? null,
    message: endWords(reason, exit, spec.deadlineMs),
    stdout: output.stdout(),
    stderr: spec.capture === 'merged' ? '' : output.errors(),
    shown: shownOf(output.shown().stdout, spec.capture === 'merged' ? '' : output.shown().errors),
    durationMs,
  }
}

/** A child that does not read its input closes the pipe: that is its right. */
function giveInput(pipe: Writable | null, { stdin, onInput }: ProcessSpec): void {
  if (pipe === null) return
  pipe.on('error', () => undefined)
  if (onInput === undefined) return void pipe.end(stdin ?? '')
  onInput({ write: (text) => void pipe.write(text), end: () => void pipe.end() })
}

interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** Of a program that printed nothing. */
const nothing = (status: ProcessResult['status'], message: string, durationMs: number): ProcessResult => ({
  status,
  exitCode: null,
  message,
  stdout: '',
  stderr: '',
  shown: shownOf('', ''),
  durationMs,
})

/** `exit` null: it could not be ended. */
function endWords(reason: StopReason | null, exit: Exit | null, deadlineMs: number): string {
  if (reason === 'timed_out') return `took longer than ${deadlineMs / SECOND} s`
  if (reason !== null) return REASON_WORDS[reason]
  return exit?.signal ? `ended by ${exit.signal}` : ''
}
const REASON_WORDS = { stopped: 'stopped', broken_off: 'broken off', interrupted: 'interrupted' } as const

/** No process of a run outlives it (ARCHITECTURE I10). */
async function endStrays(pid: number, marker: string, graceMs: number, durationMs: number): Promise<void> {
  const marks = marksOf([marker])
  const since = durationMs < SHORT_RUN_MS ? pid : null
  if (process.platform !== 'linux') {
    if (process.platform === 'win32' || !send(-pid, 'SIGTERM')) return
    await wait(graceMs)
    send(-pid, 'SIGKILL')
  } else if ((await findMarked(marks, since)).length > 0) {
    await endMarked(marks, graceMs, since)
  }
}

/** True when the promise settled in time. */
function orAfter(promise: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((settle) => {
    const timer = setTimeout(() => settle(false), ms)
    void promise.then(() => {
      clearTimeout(timer)
      settle(true)
    })
  })
}
