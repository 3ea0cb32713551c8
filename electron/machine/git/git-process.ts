import { spawn } from 'node:child_process'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { SECOND } from '../../../shared/base/time.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { programPath } from '../process/program-path.ts'

export interface GitOutput {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
}

interface GitCall {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>> // all of it: nothing is inherited
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
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
  const program = await programPath('git', call.environment, call.folder)
  if (program === null) return err(fault('git.failed', 'git is not installed: it is not on the PATH'))
  if (call.signal?.aborted) return err(fault('git.failed', 'git was stopped'))
  return await new Promise((settle) => {
    let child
    try {
      child = spawn(program, [...args], {
        cwd: call.folder,
        env: call.environment,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
        windowsHide: true,
      })
    } catch (error) {
      return settle(err(fault('git.failed', `git could not be started: ${messageOf(error)}`)))
    }
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    const size = { stdout: 0, stderr: 0 }
    let broken: Fault | null = null

    const kill = (name: NodeJS.Signals): void => {
      try {
        process.kill(-child.pid!, name)
      } catch {
        child.kill(name)
      }
    }
    let hardKill: NodeJS.Timeout | undefined
    const give = (reason: Fault): void => {
      if (broken !== null) return
      broken = reason
      kill('SIGTERM')
      hardKill = setTimeout(() => {
        kill('SIGKILL')
        // A process that does not die even now (stuck in the kernel) must not hold the caller.
        hardKill = setTimeout(() => end(err(reason)), SECOND)
      }, GRACE_MS)
    }
    const onAbort = (): void => give(fault('git.failed', 'git was stopped'))
    const deadline = setTimeout(
      () => give(fault('git.timed_out', `git ${wordOf(args)} took longer than ${call.timeoutMs / SECOND} s`)),
      call.timeoutMs,
    )
    call.signal?.addEventListener('abort', onAbort, { once: true })

    const end = (answer: Result<GitOutput, Fault>): void => {
      clearTimeout(deadline)
      clearTimeout(hardKill)
      call.signal?.removeEventListener('abort', onAbort)
      settle(answer)
    }
    child.stdout.on('data', (chunk: Buffer) => {
      size.stdout += chunk.length
      if (size.stdout <= STDOUT_LIMIT_BYTES) stdout.push(chunk)
      else give(fault('git.failed', `git ${wordOf(args)} printed more than 32 MB`))
    })
    child.stderr.on('data', (chunk: Buffer) => {
      size.stderr += chunk.length
      if (size.stderr <= STDERR_LIMIT_BYTES) stderr.push(chunk)
    })
    child.on('error', (error) => {
      if (child.pid === undefined) end(err(fault('git.failed', `git could not be started: ${error.message}`)))
    })
    child.on('close', (code, signal) => {
      if (broken !== null) return end(err(broken))
      const text = {
        stdout: Buffer.concat(stdout).toString('utf8'),
        stderr: Buffer.concat(stderr).toString('utf8'),
      }
      if (code === null)
        return end(err(fault('git.failed', `git ${wordOf(args)} was ended by ${signal ?? 'a signal'}`)))
      end(ok({ ...text, exitCode: code }))
    })
  })
}

/** The subcommand, without the settings before it. */
function wordOf(args: readonly string[]): string {
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '-c') i++
    else return args[i] ?? ''
  }
  return ''
}
