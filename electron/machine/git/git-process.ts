import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { SECOND } from '../../../shared/base/time.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { knownProgramPath } from '../process/program-path.ts'

export interface GitOutput {
  readonly stdout: string
  /** As it came: what a length in bytes counts. */
  readonly bytes: Buffer
  readonly stderr: string
  readonly exitCode: number
}

interface GitCall {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>> // all of it: nothing is inherited
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  readonly input?: string | undefined // absent: it gets none
}

const STDOUT_LIMIT_BYTES = 32 * 1024 * 1024
const STDERR_LIMIT_BYTES = 256 * 1024

/** Time for git to remove its lock files before it is killed. */
const GRACE_MS = 2 * SECOND

/**
 * Starts git by its absolute path. git.failed (also: not installed, aborted), git.timed_out. Contract:
 * never rejects.
 */
export async function runGit(args: readonly string[], call: GitCall): Promise<Result<GitOutput, Fault>> {
  const program = await knownProgramPath('git', call.environment)
  if (program === null) return err(fault('git.failed', 'git is not installed: it is not on the PATH'))
  if (call.signal?.aborted) return err(fault('git.failed', 'git was stopped'))
  const child = start(program, args, call)
  return child.ok ? await follow(child.value, args, call) : child
}

function start(program: string, args: readonly string[], call: GitCall): Result<ChildProcess, Fault> {
  try {
    return ok(
      spawn(program, [...args], {
        cwd: call.folder,
        env: call.environment,
        stdio: [call.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
        detached: true,
        windowsHide: true,
      }),
    )
  } catch (error) {
    return err(fault('git.failed', `git could not be started: ${messageOf(error)}`))
  }
}

/** Those that run now: none of them outlives this process (ARCHITECTURE I10). */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) kill(child, 'SIGKILL')
})

/** Waits for its end, and ends it where it takes too long, prints too much or is not wanted any more. */
function follow(
  child: ChildProcess,
  args: readonly string[],
  call: GitCall,
): Promise<Result<GitOutput, Fault>> {
  const name = `git ${wordOf(args)}`
  return new Promise((settle) => {
    const stdout = collect(child.stdout, STDOUT_LIMIT_BYTES, () =>
      giveUp(fault('git.failed', `${name} printed more than 32 MB`)),
    )
    const stderr = collect(child.stderr, STDERR_LIMIT_BYTES, () => undefined)
    let broken: Fault | null = null
    let hardKill: NodeJS.Timeout | undefined
    const giveUp = (reason: Fault): void => {
      if (broken !== null) return
      broken = reason
      kill(child, 'SIGTERM')
      hardKill = setTimeout(() => {
        kill(child, 'SIGKILL')
        // A process that does not die even now (stuck in the kernel) must not hold the caller.
        hardKill = setTimeout(() => end(err(reason)), SECOND)
      }, GRACE_MS)
    }
    const onAbort = (): void => giveUp(fault('git.failed', 'git was stopped'))
    const deadline = setTimeout(
      () => giveUp(fault('git.timed_out', `${name} took longer than ${call.timeoutMs / SECOND} s`)),
      call.timeoutMs,
    )
    call.signal?.addEventListener('abort', onAbort, { once: true })
    running.add(child)
    // One that ends before it has read all of it says why by its exit code.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(call.input)
    const end = (answer: Result<GitOutput, Fault>): void => {
      clearTimeout(deadline)
      clearTimeout(hardKill)
      call.signal?.removeEventListener('abort', onAbort)
      settle(answer)
    }
    child.on('error', (error) => {
      if (child.pid === undefined) running.delete(child)
      if (child.pid === undefined) end(err(fault('git.failed', `git could not be started: ${error.message}`)))
    })
    child.on('close', (exitCode, signal) => {
      running.delete(child)
      if (broken !== null) end(err(broken))
      else if (exitCode === null)
        end(err(fault('git.failed', `${name} was ended by ${signal ?? 'a signal'}`)))
      else end(ok(outputOf(stdout(), stderr(), exitCode)))
    })
  })
}

const outputOf = (bytes: Buffer, stderr: Buffer, exitCode: number): GitOutput => ({
  bytes,
  stdout: bytes.toString('utf8'),
  stderr: stderr.toString('utf8'),
  exitCode,
})

/**
 * Returns what came so far, without what would go over the limit. There is no stream where the system had no
 * descriptor for one (EMFILE); the child's error follows.
 */
function collect(
  source: Readable | null | undefined,
  limitBytes: number,
  onTooMuch: () => void,
): () => Buffer {
  const chunks: Buffer[] = []
  let bytes = 0
  source?.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= limitBytes) chunks.push(chunk)
    else onTooMuch()
  })
  return () => Buffer.concat(chunks)
}

/** git and what it has started. */
function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-child.pid!, signal)
  } catch {
    child.kill(signal)
  }
}

/** The subcommand, without the settings before it. */
function wordOf(args: readonly string[]): string {
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '-c') i++
    else if (args[i]?.startsWith('--') !== true) return args[i] ?? ''
  }
  return ''
}
