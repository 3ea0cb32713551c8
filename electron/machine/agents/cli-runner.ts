import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CliConfig, CliName } from '../../../shared/agents/agent-config.ts'
import type { AgentTurn } from '../../../shared/agents/agent-turn.ts'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { PRESETS } from '../../../shared/agents/presets.ts'
import { SECOND } from '../../../shared/base/time.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import type { Clock } from '../../engine/ports/ports.ts'
import type { AgentResult, AgentSpec, TurnSpec } from '../../engine/ports/agents.ts'
import { locateRepository } from '../git/git-location.ts'
import { makeTemporary, removeTemporary } from '../disk/temporary.ts'
import { programPath } from '../process/program-path.ts'
import { callLog } from './call-log.ts'
import { withBegins } from './said-in.ts'
import { cappedOutput } from '../process/capped-output.ts'
import { claude } from './clis/claude/claude.ts'
import { cliStream } from './cli-stream.ts'
import { isSessionId, TOKEN_VARIABLE, type Cli, type CliRequest } from './cli.ts'
import { codex } from './clis/codex.ts'
import type { Place } from './clis/command.ts'
import { copilot } from './clis/copilot/copilot.ts'
import { findProgram, startOf } from '../process/find-program.ts'
import { joinPaths, sessionPath } from '../process/login-shell.ts'
import { bothOutputs, runProcess } from '../process/process-runner.ts'

export const CLIS: Record<CliName, Cli> = { claude, codex, copilot }

/** An agent CLI works the prompt. Contract: never rejects. */
export async function runCli(
  spec: AgentSpec,
  agent: CliConfig,
  clock: Pick<Clock, 'now' | 'monotonicMs'>,
  signal: AbortSignal,
  place: Place = 'repository',
): Promise<AgentResult> {
  const startedAt = clock.monotonicMs()
  const preset = PRESETS[agent.cli]
  const end = (
    status: AgentResult['status'],
    because: Fault | null,
    attempt: Partial<Attempt> = {},
  ): AgentResult => ({
    status,
    fault: because,
    exitCode: attempt.exitCode ?? null,
    text: status === 'completed' ? (attempt.text ?? '') : '',
    output: attempt.output ?? '',
    tasks: [],
    glance: null,
    turn: attempt.turn ?? null,
    durationMs: clock.monotonicMs() - startedAt,
  })
  const { turn } = spec
  if (turn === null) return end('failed', fault('bug', `a run of ${preset.name} without its turn`))
  const located = await locateRepository(spec.repoPath)
  if (place === 'repository' && !located.ok && located.error.code !== 'git.failed')
    return end('failed', located.error)
  if (turn.session !== null && !isSessionId(turn.session.id))
    return end(
      'failed',
      fault('agent.no_session', `"${turn.session.id.slice(0, 80)}" is no session of ${preset.name}`),
    )
  const found = await programOf(agent)
  if (found === null)
    return end(
      'failed',
      fault(
        'agent.not_found',
        agent.program === undefined
          ? `${preset.name} was not found on this machine`
          : `${agent.program} is no program`,
      ),
    )

  let scratch: string | null = null
  try {
    scratch = await makeTemporary('run')
    const request: CliRequest = {
      repoPath: spec.repoPath,
      gitFolders: located.ok ? [...new Set([located.value.gitDir, located.value.commonDir])] : [],
      isRepository: place === 'repository',
      model: turn.model,
      effort: turn.effort !== null && preset.efforts.includes(turn.effort) ? turn.effort : null,
      profile: turn.profile,
      allowed: turn.allowed,
      session: turn.session,
      keepSession: turn.keepSession,
      usd: turn.limits.usd,
      billed: turn.billing === 'api',
      toolsUrl: spec.tools?.url ?? null,
      usageFile: join(scratch, 'usage.json'),
    }
    const models = [turn.model, ...agent.fallbackModels.filter((model) => model !== turn.model)]
    for (const [i, model] of models.entries()) {
      const deadlineMs = spec.deadlineMs - (clock.monotonicMs() - startedAt)
      if (i > 0 && deadlineMs <= 0) break
      const attempt = await runOnce(
        {
          spec,
          agent,
          turn,
          found,
          request: { ...request, model },
          deadlineMs: Math.max(1, deadlineMs),
          clock,
        },
        signal,
      )
      const next =
        attempt.because?.code === 'agent.model_unavailable' &&
        attempt.turn.callCount === 0 &&
        i < models.length - 1 &&
        !signal.aborted
      if (!next) return end(attempt.status, attempt.because, attempt)
    }
    return end(
      'failed',
      fault('agent.timed_out', `${preset.name} took longer than ${spec.deadlineMs / SECOND} s`),
    )
  } catch (error) {
    return end('failed', fault('bug', messageOf(error)))
  } finally {
    if (scratch !== null) await removeTemporary(scratch)
  }
}

interface Program {
  readonly argv: readonly string[]
  readonly path: string
}

/** The person's choice, else what is found. null: there is none. */
async function programOf(agent: CliConfig): Promise<Program | null> {
  if (agent.program !== undefined) {
    const program = await programPath(agent.program, {}, '/')
    return program === null
      ? null
      : { argv: await startOf(program), path: joinPaths(await sessionPath(), join(program, '..')) }
  }
  const { program, path } = await findProgram(agent.cli)
  return program === null
    ? null
    : { argv: await startOf(program), path: joinPaths(path, await sessionPath()) }
}

interface Attempt {
  readonly status: AgentResult['status']
  readonly because: Fault | null
  readonly exitCode: number | null
  readonly text: string
  readonly output: string
  readonly turn: AgentTurn
}
interface Work {
  readonly spec: AgentSpec
  readonly agent: CliConfig
  readonly turn: TurnSpec
  readonly found: Program
  readonly request: CliRequest
  readonly deadlineMs: number
  readonly clock: Pick<Clock, 'now'>
}

async function runOnce(
  { spec, agent, turn, found, request, deadlineMs, clock }: Work,
  signal: AbortSignal,
): Promise<Attempt> {
  const { name } = PRESETS[agent.cli]
  const cli = CLIS[agent.cli]
  const breaker = new AbortController()
  let broken: Fault | null = null
  const cutOff = (because: Fault): void => {
    broken ??= because
    breaker.abort()
  }
  const calls = withBegins(callLog(turn.limits, turn.onCall, cutOff), spec.onOutput)
  const stream = cliStream(cli, request, { calls, cutOff, say: spec.onOutput })
  const start = cli.start(request)
  const result = await runProcess(
    {
      argv: [...found.argv, ...start.args],
      folder: spec.repoPath,
      stdin: spec.prompt ?? '',
      marker: spec.marker,
      deadlineMs,
      capture: 'split',
      onProcess: spec.onProcess,
      env: {
        PATH: found.path,
        ...start.env,
        ...passedOn(agent),
        ...(spec.tools === null ? {} : { [TOKEN_VARIABLE]: spec.tools.token }),
      },
      onStdout: (chunk) => stream.push(chunk),
      onBytes: spec.onBytes,
      breaker: breaker.signal,
    },
    signal,
  )
  const {
    text,
    fault: because,
    malformedLines,
    ...reading
  } = stream.end({
    code: result.exitCode,
    stderr: result.stderr,
    usageText: await readFile(request.usageFile, 'utf8').catch(() => ''),
    now: clock.now(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  const told = {
    exitCode: result.exitCode,
    text: capped(text ?? ''),
    output: bothOutputs(result),
    turn: { ...reading, calls: calls.calls, callCount: calls.count(), malformedLines },
  }
  const failed = (fault: Fault): Attempt => ({ ...told, status: 'failed', because: fault })
  switch (result.status) {
    case 'stopped':
      return { ...told, status: 'stopped', because: null }
    case 'not_found':
      return failed(fault('agent.not_found', `${found.argv[0] ?? name} is no program`))
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
      return { ...told, status: 'completed', because: null }
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
