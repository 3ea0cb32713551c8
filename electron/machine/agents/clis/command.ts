import { replyAt, type AgentConfig } from '../../../../shared/agents/agent-config.ts'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { SECOND } from '../../../../shared/base/time.ts'
import type { Clock } from '../../../engine/ports/ports.ts'
import type { AgentResult, AgentSpec } from '../../../engine/ports/agents.ts'
import { locateRepository } from '../../git/git-location.ts'
import { failureInReply } from '../failure-text.ts'
import { sessionPath } from '../../process/login-shell.ts'
import { bothOutputs, runProcess, type ProcessResult } from '../../process/process-runner.ts'

/**
 * Where a run takes place: in the thread's repository, or in an empty folder to see whether the runner
 * answers at all.
 */
export type Place = 'repository' | 'empty folder'

/**
 * Any program: the prompt goes to its stdin, its stdout is the reply; what the reply means is judged
 * elsewhere. Contract: never rejects.
 */
export async function runCommand(
  spec: AgentSpec,
  agent: Extract<AgentConfig, { kind: 'command' }>,
  clock: Pick<Clock, 'now' | 'monotonicMs'>,
  signal: AbortSignal,
  place: Place = 'repository',
): Promise<AgentResult> {
  const startedAt = clock.monotonicMs()
  let reply = ''
  const end = (
    status: AgentResult['status'],
    because: Fault | null,
    result: ProcessResult | null,
  ): AgentResult => ({
    status,
    fault: because,
    exitCode: result?.exitCode ?? null,
    text: status === 'completed' ? reply : '',
    output: result === null ? '' : bothOutputs(result),
    tasks: [],
    glance: null,
    turn: null,
    durationMs: clock.monotonicMs() - startedAt,
  })
  const located = await locateRepository(spec.repoPath)
  if (place === 'repository' && !located.ok && located.error.code !== 'git.failed')
    return end('failed', located.error, null)

  const tools: Record<string, string> =
    spec.tools === null
      ? {}
      : { THREADBEAT_TOOLS_URL: spec.tools.url, THREADBEAT_TOOLS_TOKEN: spec.tools.token }
  const result = await runProcess(
    {
      argv: agent.argv,
      folder: spec.repoPath,
      env: { PATH: await sessionPath(), ...agent.env, ...tools },
      stdin: spec.prompt ?? '',
      marker: spec.marker,
      deadlineMs: spec.deadlineMs,
      capture: 'split',
      onProcess: spec.onProcess,
      onOutput: spec.onOutput,
      onBytes: spec.onBytes,
    },
    signal,
  )
  const name = agent.argv[0] ?? ''
  switch (result.status) {
    case 'stopped':
    case 'broken_off':
      return end('stopped', null, result)
    case 'not_found':
      return end(
        'failed',
        fault('agent.not_found', `${name} is neither on the PATH nor a file that can be executed`),
        result,
      )
    case 'spawn_failed':
      return end('failed', fault('agent.spawn_failed', `${name}: ${result.message}`), result)
    case 'timed_out':
      return end(
        'failed',
        fault('agent.timed_out', `${name} took longer than ${spec.deadlineMs / SECOND} s`),
        result,
      )
    case 'exited': {
      // A wrapper around an agent CLI hands its words through, often with its exit code lost.
      const zoned = { now: clock.now(), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
      const told = failureInReply(result.stdout, zoned)
      if (told !== null) return end('failed', told.fault, result)
      if (result.exitCode === 0) {
        const read = agent.replyPath === undefined ? result.stdout : replyAt(result.stdout, agent.replyPath)
        const toldInside = read === null ? null : failureInReply(read, zoned)
        if (toldInside !== null) return end('failed', toldInside.fault, result)
        if (read === null)
          return end(
            'failed',
            fault('agent.bad_output', `${name} printed no JSON with a text at "${agent.replyPath}"`),
            result,
          )
        reply = read
        return end('completed', null, result)
      }
      return end(
        'failed',
        fault(
          'agent.exit_nonzero',
          `${name} ${result.exitCode === null ? `was ${result.message}` : `ended with exit code ${result.exitCode}`}`,
        ),
        result,
      )
    }
  }
}
