import type { CliConfig } from '../../../shared/agents/agent-config.ts'
import {
  ACP_AGENTS,
  type AcpAgent,
  type CliName,
  type PrintingCli,
} from '../../../shared/agents/agent-names.ts'
import type { AgentTurn } from '../../../shared/agents/agent-turn.ts'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { isAcpAgent, PRESETS } from '../../../shared/agents/presets.ts'
import { randomUUID } from 'node:crypto'
import { createRedactor } from '../../../shared/base/secrets/redactor.ts'
import { SECOND } from '../../../shared/base/time.ts'
import type { Clock } from '../../engine/ports/ports.ts'
import type { AgentResult, AgentSpec, TurnSpec } from '../../engine/ports/agents.ts'
import { cappedOutput } from '../process/capped-output.ts'
import { runProcess, type ProcessResult } from '../process/process-runner.ts'
import { callLog } from './call-log.ts'
import { isSessionId, TOKEN_VARIABLE, type Cli, type CliRequest, type Exit } from './cli.ts'
import { cliStream } from './cli-stream.ts'
import { acp } from './acp/acp.ts'
import { openTalk } from './acp/talk.ts'
import { claude } from './clis/claude/claude.ts'
import { codex } from './clis/codex/codex.ts'
import { copilot } from './clis/copilot/copilot.ts'
import { withBegins } from './said-in.ts'
import { readOwnText } from '../disk/regular-file.ts'

const PRINTING: Record<PrintingCli, Cli> = { claude, codex, copilot }
const TALKING = Object.fromEntries(ACP_AGENTS.map((name) => [name, acp(name)])) as Record<AcpAgent, Cli>
export const CLIS: Record<CliName, Cli> = { ...PRINTING, ...TALKING }

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
  const talk = isAcpAgent(agent.cli) ? openTalk(spec, () => breaker.abort()) : null
  const ask = (args: readonly string[]): Promise<string> => askedOf(work, cli, args)
  const context = { calls, cutOff, say: spec.onOutput, dialogue: talk?.dialogue, ask }
  const stream = cliStream(cli, request, context, redactor)
  const process = processOf(work, cli)
  spec.onStart?.(process.argv)
  const result = await runProcess(
    {
      ...process,
      onStdout: (chunk) => stream.push(chunk),
      onInput: talk?.begin,
      breaker: breaker.signal,
      interrupt: spec.interrupt,
    },
    signal,
  )
  talk?.end()
  const exit = await exitOf(result, request, clock)
  await stream.settled()
  const reading = stream.end(exit)
  await forget(work, cli, reading.sessionId)
  const { text, fault: because, malformedLines, ...rest } = reading
  return {
    ...outcomeOf(work, result, broken ?? null, because),
    exitCode: result.exitCode,
    text: capped(text ?? ''),
    output: result.shown.both,
    turn: {
      ...rest,
      unavailable: [],
      calls: calls.calls,
      callCount: calls.count(),
      malformedLines,
    },
  }
}

/** Deleting takes a fraction of a second; what stands in its way must not hold up the run. */
const FORGET_MS = 5 * SECOND

/** What a run was to leave no trace of is deleted by the CLI that kept it, also after a stop. */
async function forget(work: Work, cli: Cli, sessionId: string | null): Promise<void> {
  const args =
    sessionId === null || !isSessionId(sessionId) ? null : (cli.forget?.(work.request, sessionId) ?? null)
  if (args === null) return
  const { onProcess: _, onBytes: __, ...process } = processOf(work, cli, args)
  await runProcess({ ...process, stdin: '', deadlineMs: FORGET_MS }, new AbortController().signal)
}

const ASK_MS = 8 * SECOND
const ANSWER_BYTES = 64 * 1024

/** The CLI as another process, for what it can say of a run. Never rejects. */
async function askedOf(work: Work, cli: Cli, args: readonly string[]): Promise<string> {
  const { onProcess: _, onBytes: __, ...process } = processOf(work, cli, args)
  let answer = Buffer.alloc(0)
  const enough = new AbortController()
  await runProcess(
    {
      ...process,
      // With a process all that has its mark is ended: what the agent runs meanwhile has another.
      marker: `ask-${randomUUID()}`,
      stdin: '',
      deadlineMs: ASK_MS,
      onStdout(chunk) {
        answer = Buffer.concat([answer, chunk.subarray(0, ANSWER_BYTES - answer.length)])
        if (answer.length === ANSWER_BYTES) enough.abort()
      },
    },
    enough.signal,
  )
  return answer.toString('utf8')
}

function processOf(
  { spec, agent, program, request, deadlineMs }: Work,
  cli: Cli,
  instead?: readonly string[],
): Parameters<typeof runProcess>[0] {
  const start = cli.start(request)
  return {
    argv: [...program.argv, ...(instead ?? start.args)],
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
      ...start.overrides,
      // Who is talked to is told the token in that talk.
      ...(spec.tools === null || isAcpAgent(agent.cli) ? {} : { [TOKEN_VARIABLE]: spec.tools.token }),
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

const OUTSIDE: ReadonlySet<Fault['code']> = new Set(['agent.limit_reached', 'agent.overloaded'])

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
    case 'interrupted':
      return { status: 'stopped', because: null }
    case 'not_found':
      return failed(fault('agent.not_found', `${program.argv[0] ?? name} is no program`))
    case 'spawn_failed':
      return failed(fault('agent.spawn_failed', `${name}: ${result.message}`))
    case 'timed_out':
      // Some go on asking a server that says no until their time is up.
      return failed(
        because !== null && OUTSIDE.has(because.code)
          ? because
          : fault('agent.timed_out', `${name} took longer than ${spec.deadlineMs / SECOND} s`),
      )
    case 'broken_off': // also one that did not end although its turn had
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
