import { join } from 'node:path'
import type { CliConfig } from '../../../shared/agents/agent-config.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { isCheapest, PRESETS, runnerName } from '../../../shared/agents/presets.ts'
import { SECOND } from '../../../shared/base/time.ts'
import type { Clock } from '../../engine/ports/ports.ts'
import type { AgentResult, AgentSpec, TurnSpec } from '../../engine/ports/agents.ts'
import { makeTemporary, removeTemporary } from '../disk/temporary.ts'
import { locateRepository } from '../git/git-location.ts'
import { findProgram, startOf } from '../process/find-program.ts'
import { joinPaths, sessionPath } from '../process/login-shell.ts'
import { programPath } from '../process/program-path.ts'
import { steeredIn } from './acp/steered.ts'
import { isSessionId, type CliRequest } from './cli.ts'
import { passedOn, runOnce, type Attempt, type Program, type Work } from './cli-attempt.ts'
import { beyondAll, newPassed, reasonToPassOn } from './pass-on.ts'
import type { Place } from './clis/command.ts'

type CliClock = Pick<Clock, 'now' | 'monotonicMs'>

/** An agent CLI works the prompt. Contract: never rejects. */
export async function runCli(
  spec: AgentSpec,
  agent: CliConfig,
  clock: CliClock,
  signal: AbortSignal,
  place: Place = 'repository',
): Promise<AgentResult> {
  const startedAtMs = clock.monotonicMs()
  const attempt = await attemptOf(spec, agent, clock, signal, place)
  return {
    status: attempt.status,
    fault: attempt.because,
    exitCode: attempt.exitCode ?? null,
    text: attempt.status === 'completed' ? (attempt.text ?? '') : '',
    output: attempt.output ?? '',
    tasks: [],
    glance: null,
    turn: attempt.turn ?? null,
    durationMs: clock.monotonicMs() - startedAtMs,
  }
}

/** The last attempt; only its end where none was made. */
type Ended = Pick<Attempt, 'status' | 'because'> & Partial<Attempt>
const failed = (because: Fault): Ended => ({ status: 'failed', because })

async function attemptOf(
  spec: AgentSpec,
  agent: CliConfig,
  clock: CliClock,
  signal: AbortSignal,
  place: Place,
): Promise<Ended> {
  const startedAtMs = clock.monotonicMs()
  const start = await prepare(spec, agent, place)
  if (!start.ok) return failed(start.error)
  let scratch: string | null = null
  try {
    scratch = await makeTemporary('run')
    const request = requestOf(spec, agent, start.value, join(scratch, 'usage.json'))
    const { turn, program } = start.value
    const deadlineMs = (): number => spec.deadlineMs - (clock.monotonicMs() - startedAtMs)
    return await tryModels({ spec, agent, turn, program, request, clock }, deadlineMs, signal)
  } catch (error) {
    return failed(fault('bug', messageOf(error)))
  } finally {
    if (scratch !== null) await removeTemporary(scratch)
  }
}

/**
 * The model of the turn, then its stand-ins, until one is available and does not say that the work is beyond it. Where
 * nobody chose the model, the last stand-in is the CLI's own default: a beat that costs more is better than none, and it
 * is on record.
 */
async function tryModels(
  work: Omit<Work, 'deadlineMs'>,
  msLeft: () => number,
  signal: AbortSignal,
): Promise<Ended> {
  const { agent } = work
  const models = modelsOf(work)
  const passed = newPassed()
  for (const [i, model] of models.entries()) {
    const deadlineMs = msLeft()
    if (i > 0 && deadlineMs <= 0) break
    const { usd, effort } = work.request
    const request = {
      ...work.request,
      model,
      effort: model === null && i > 0 ? null : effort,
      usd: usd === null ? null : Math.max(0, usd - passed.costUsd()),
    }
    const attempt = await runOnce({ ...work, request, deadlineMs: Math.max(1, deadlineMs) }, signal)
    const reason = reasonToPassOn(attempt, agent)
    if (reason === null || i === models.length - 1 || signal.aborted || work.spec.interrupt?.aborted === true)
      return passed.over(reason === 'gaveUp' ? beyondAll(attempt, agent) : attempt)
    passed.on(reason, model, attempt)
  }
  const { name } = PRESETS[agent.cli]
  return failed(fault('agent.timed_out', `${name} took longer than ${work.spec.deadlineMs / SECOND} s`))
}

const modelsOf = ({ agent, turn }: Omit<Work, 'deadlineMs'>): readonly (string | null)[] => [
  turn.model,
  ...agent.fallbackModels.filter((model) => model !== turn.model),
  ...(turn.model !== null && isCheapest(agent, turn.kind) && PRESETS[agent.cli].asksLarger !== true
    ? [null]
    : []),
]

/** What a start needs, looked at before anything is made. */
interface Start {
  readonly turn: TurnSpec
  readonly program: Program
  readonly gitFolders: readonly string[]
  readonly isRepository: boolean
  readonly isSteered: boolean
}

async function prepare(spec: AgentSpec, agent: CliConfig, place: Place): Promise<Result<Start, Fault>> {
  const { name } = PRESETS[agent.cli]
  const { turn } = spec
  if (turn === null) return err(fault('bug', `a run of ${name} without its turn`))
  const located = await locateRepository(spec.repoPath)
  if (place === 'repository' && !located.ok && located.error.code !== 'git.failed') return located
  if (turn.session !== null && !isSessionId(turn.session.id))
    return err(fault('agent.no_session', `"${turn.session.id.slice(0, 80)}" is no session of ${name}`))
  const program = await programOf(agent)
  if (program === null)
    return err(
      fault(
        'agent.not_found',
        agent.program === undefined
          ? `${name} was not found on this machine`
          : `${agent.program} is no program`,
      ),
    )
  const { isSteered, problem } = await steeredIn(spec.repoPath, agent.cli, turn)
  if (problem !== null) return err(fault('agent.spawn_failed', `${name}: ${problem}`))
  const gitFolders = located.ok ? [...new Set([located.value.gitDir, located.value.commonDir])] : []
  return ok({ turn, program, gitFolders, isRepository: place === 'repository', isSteered })
}

function requestOf(
  spec: AgentSpec,
  agent: CliConfig,
  { turn, gitFolders, isRepository, isSteered }: Start,
  usageFile: string,
): CliRequest {
  const { efforts } = PRESETS[agent.cli]
  return {
    repoPath: spec.repoPath,
    gitFolders,
    isRepository,
    isSteered,
    model: turn.model,
    effort: turn.effort !== null && efforts.includes(turn.effort) ? turn.effort : null,
    profile: turn.profile,
    allowed: turn.allowed,
    session: turn.session,
    keepSession: turn.keepSession,
    usd: turn.limits.usd,
    billed: turn.billing === 'api',
    toolsUrl: spec.tools?.url ?? null,
    name: runnerName(agent),
    args: agent.args ?? [],
    environment: passedOn(agent),
    usageFile,
  }
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
