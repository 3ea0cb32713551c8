import type { CliConfig, CliName } from '../../../shared/agents/agent-config.ts'
import type { AgentTurn } from '../../../shared/agents/agent-turn.ts'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { PRESETS } from '../../../shared/agents/presets.ts'
import { createRedactor } from '../../../shared/base/secrets/redactor.ts'
import { SECOND } from '../../../shared/base/time.ts'
import type { Clock } from '../../engine/ports/ports.ts'
import type { AgentResult, AgentSpec, TurnSpec } from '../../engine/ports/agents.ts'
import { cappedOutput } from '../process/capped-output.ts'
import { runProcess, type ProcessResult } from '../process/process-runner.ts'
import { callLog } from './call-log.ts'
import { TOKEN_VARIABLE, type Cli, type CliRequest, type Exit } from './cli.ts'
import { cliStream } from './cli-stream.ts'
import { claude } from './clis/claude/claude.ts'
import { codex } from './clis/codex.ts'
import { copilot } from './clis/copilot/copilot.ts'
import { withBegins } from './said-in.ts'
import { readOwnText } from '../disk/regular-file.ts'

export const CLIS: Record<CliName, Cli> = { claude, codex, copilot }

/** A CLI as it is started: its program, and the PATH its children get. */
export interface Program {
  readonly argv: readonly string[]
  readonly path: string
}

/** One start of a CLI, with one model. */
export interface Work {
  readonly spec: AgentSpec
  readonly agent: CliConfig
  readonly turn: TurnSpec
  readonly program: Program
  readonly request: CliRequest
  readonly unavailable: readonly string[] // models tried before
  readonly deadlineMs: number
  readonly clock: Pick<Clock, 'now'>
}

export interface Attempt {
  readonly status: AgentResult['status']
  readonly because: Fault | null // null: it completed, or was stopped
  readonly exitCode: number | null
  readonly text: string
  readonly output: string
  readonly turn: AgentTurn
}

export async function runOnce(work: Work, signal: AbortSignal): Promise<Attempt> {
  const { spec, agent, turn, request, clock } = work
  const cli = CLIS[agent.cli]
  const breaker = new AbortController()
  let broken: Fault | null = null
  const cutOff = (because: Fault): void => {
    broken ??= because
    breaker.abort()
  }
  const calls = withBegins(callLog(turn.limits, turn.onCall, cutOff), spec.onOutput)
  const redactor = createRedactor(spec.secrets)
  const stream = cliStream(cli, request, { calls, cutOff, say: spec.onOutput }, redactor)
  const result = await runProcess(
    {
      ...processOf(work, cli),
      onStdout: (chunk) => stream.push(chunk),
      breaker: breaker.signal,
    },
    signal,
  )
  const reading = stream.end(await exitOf(result, request, clock))
  const { text, fault: because, malformedLines, ...rest } = reading
  return {
    ...outcomeOf(work, result, broken ?? null, because),
    exitCode: result.exitCode,
    text: capped(text ?? ''),
    output: result.shown.both,
    turn: {
      ...rest,
      unavailable: work.unavailable,
      calls: calls.calls,
      callCount: calls.count(),
      malformedLines,
    },
  }
}

function processOf(
  { spec, agent, program, request, deadlineMs }: Work,
  cli: Cli,
): Parameters<typeof runProcess>[0] {
  const start = cli.start(request)
  const argv = [...program.argv, ...start.args]
  spec.onStart?.(argv)
  return {
    argv,
    folder: spec.repoPath,
    stdin: spec.prompt ?? '',
    marker: spec.marker,
    deadlineMs,
    capture: 'split',
    onProcess: spec.onProcess,
    onBytes: spec.onBytes,
    secrets: spec.secrets,
    env: {
      PATH: program.path,
      ...start.env,
      ...passedOn(agent),
      ...(spec.tools === null ? {} : { [TOKEN_VARIABLE]: spec.tools.token }),
    },
  }
}

const exitOf = async (
  { exitCode, shown }: ProcessResult,
  { usageFile }: CliRequest,
  clock: Pick<Clock, 'now'>,
): Promise<Exit> => ({
  code: exitCode,
  stderr: shown.stderr,
  usageText: await readOwnText(usageFile).catch(() => ''),
  now: clock.now(),
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

/** `broken`: why it was cut off; `because`: what the CLI itself says. null: nothing. */
function outcomeOf(
  { spec, agent, program }: Work,
  result: ProcessResult,
  broken: Fault | null,
  because: Fault | null,
): Pick<Attempt, 'status' | 'because'> {
  const { name } = PRESETS[agent.cli]
  const failed = (reason: Fault): Pick<Attempt, 'status' | 'because'> => ({
    status: 'failed',
    because: reason,
  })
  switch (result.status) {
    case 'stopped':
      return { status: 'stopped', because: null }
    case 'not_found':
      return failed(fault('agent.not_found', `${program.argv[0] ?? name} is no program`))
    case 'spawn_failed':
      return failed(fault('agent.spawn_failed', `${name}: ${result.message}`))
    case 'timed_out':
      return failed(fault('agent.timed_out', `${name} took longer than ${spec.deadlineMs / SECOND} s`))
    case 'broken_off':
      return failed(broken ?? fault('bug', `${name} was broken off for no reason`))
    case 'exited':
      // A breaker that tripped by the last line comes too late to stop anything, but not to count.
      if (broken !== null) return failed(broken)
      if (because !== null) return failed(because)
      return { status: 'completed', because: null }
  }
}

/**
 * A reply goes into the history, onto a page and into the search index: it is bounded like all that a
 * program prints.
 */
function capped(text: string): string {
  const kept = cappedOutput(128 * 1024, 384 * 1024)
  kept.push(Buffer.from(text))
  return kept.text()
}

/** Variables of the CLI's own configuration: those of the session, then the thread's. */
export function passedOn(
  agent: Pick<CliConfig, 'cli' | 'env'>,
  source: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const passed: Record<string, string> = {}
  for (const name of PRESETS[agent.cli].passes) if (source[name] !== undefined) passed[name] = source[name]
  return { ...passed, ...agent.env }
}
