import { replyAt, type AgentConfig } from '../../../../shared/agents/agent-config.ts'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { createRedactor } from '../../../../shared/base/secrets/redactor.ts'
import { SECOND } from '../../../../shared/base/time.ts'
import type { Clock } from '../../../engine/ports/ports.ts'
import type { AgentResult, AgentSpec } from '../../../engine/ports/agents.ts'
import { locateRepository } from '../../git/git-location.ts'
import { shorten } from '../../../../shared/base/one-line.ts'
import { classify, failureInReply } from '../failures/failure-text.ts'
import { tellingLine } from '../failures/telling-line.ts'
import { sessionPath } from '../../process/login-shell.ts'
import { runProcess, type ProcessResult } from '../../process/process-runner.ts'

/**
 * Where a run takes place: in the thread's repository, or in an empty folder to see whether the runner
 * answers at all.
 */
export type Place = 'repository' | 'empty folder'

type CommandAgent = Extract<AgentConfig, { kind: 'command' }>
type ProcessSpec = Parameters<typeof runProcess>[0]
type Zoned = Parameters<typeof failureInReply>[1]

/**
 * Any program: the prompt goes to its stdin, its stdout is the reply; what the reply means is judged
 * elsewhere. Contract: never rejects.
 */
export async function runCommand(
  spec: AgentSpec,
  agent: CommandAgent,
  clock: Pick<Clock, 'now' | 'monotonicMs'>,
  signal: AbortSignal,
  place: Place = 'repository',
): Promise<AgentResult> {
  const startedAtMs = clock.monotonicMs()
  const { outcome, result } = await attemptIn(place, spec, agent, clock, signal)
  return {
    status: outcome.status,
    fault: outcome.because,
    exitCode: result?.exitCode ?? null,
    text: outcome.reply,
    output: result?.shown.both ?? '',
    tasks: [],
    glance: null,
    turn: null,
    durationMs: clock.monotonicMs() - startedAtMs,
  }
}

/** `result` null: nothing was started. */
async function attemptIn(
  place: Place,
  spec: AgentSpec,
  agent: CommandAgent,
  clock: Pick<Clock, 'now'>,
  signal: AbortSignal,
): Promise<{ readonly outcome: Outcome; readonly result: ProcessResult | null }> {
  const located = await locateRepository(spec.repoPath)
  const isBare = spec.anyFolder === true && !located.ok && located.error.code === 'repo.not_git'
  if (place === 'repository' && !located.ok && !isBare && located.error.code !== 'git.failed')
    return { outcome: failed(located.error), result: null }
  const result = await runProcess(await processOf(spec, agent), signal)
  const zoned = { now: clock.now(), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  return { outcome: outcomeOf(spec, agent, result, zoned), result }
}

async function processOf(spec: AgentSpec, agent: CommandAgent): Promise<ProcessSpec> {
  spec.onStart?.(agent.argv)
  const tools: Record<string, string> =
    spec.tools === null
      ? {}
      : { THREADBEAT_TOOLS_URL: spec.tools.url, THREADBEAT_TOOLS_TOKEN: spec.tools.token }
  return {
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
    secrets: spec.secrets,
  }
}

const WORDS_SHOWN = 240

interface Outcome {
  readonly status: AgentResult['status']
  readonly because: Fault | null
  readonly reply: string // '' unless it completed
}
const failed = (because: Fault): Outcome => ({ status: 'failed', because, reply: '' })

function outcomeOf(spec: AgentSpec, agent: CommandAgent, result: ProcessResult, zoned: Zoned): Outcome {
  const name = agent.argv[0] ?? ''
  switch (result.status) {
    case 'stopped':
    case 'broken_off':
    case 'interrupted':
      return { status: 'stopped', because: null, reply: '' }
    case 'not_found':
      return failed(
        fault('agent.not_found', `${name} is neither on the PATH nor a file that can be executed`),
      )
    case 'spawn_failed':
      return failed(fault('agent.spawn_failed', `${name}: ${result.message}`))
    case 'timed_out':
      return failed(fault('agent.timed_out', `${name} took longer than ${spec.deadlineMs / SECOND} s`))
    case 'exited':
      return exitedOutcome(spec, agent, result, zoned)
  }
}

function exitedOutcome(spec: AgentSpec, agent: CommandAgent, result: ProcessResult, zoned: Zoned): Outcome {
  const name = agent.argv[0] ?? ''
  // A wrapper around an agent CLI hands its words through, often with its exit code lost.
  const outside = failureInReply(result.shown.stdout, zoned)
  if (outside !== null) return failed(outside.fault)
  if (result.exitCode !== 0) {
    const { shown, exitCode, message } = result
    const limited = classify(name, { text: tellingLine(shown.stderr), status: null }, zoned).fault
    if (limited.code === 'agent.limit_reached' || limited.code === 'agent.needs_login') return failed(limited)
    const end = exitCode === null ? `was ${message}` : `ended with exit code ${exitCode}`
    const words = shorten(tellingLine(shown.stderr) || tellingLine(shown.stdout), WORDS_SHOWN)
    return failed(fault('agent.exit_nonzero', `${name} ${end}${words === '' ? '' : `: ${words}`}`))
  }
  // JSON is read as it came, for a number in it may be a credential as well.
  const printed =
    agent.replyPath === undefined ? result.shown.stdout : replyAt(result.stdout, agent.replyPath)
  if (printed === null)
    return failed(fault('agent.bad_output', `${name} printed no JSON with a text at "${agent.replyPath}"`))
  const reply = createRedactor(spec.secrets).redact(printed)
  const inside = failureInReply(reply, zoned)
  return inside === null ? { status: 'completed', because: null, reply } : failed(inside.fault)
}
