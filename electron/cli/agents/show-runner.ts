import type { AgentConfig, CliConfig } from '../../../shared/agents/agent-config.ts'
import { shownVariable } from '../../../shared/base/secrets/shown-variable.ts'
import { PROFILE_WORDS, TURN_WORD } from '../../../shared/agents/permission.ts'
import { effortOf, modelOf, PRESETS, profileOf, runnerName } from '../../../shared/agents/presets.ts'
import type { RunnerView } from '../../../shared/contract/agents.ts'
import { formatDuration, MINUTE, type Instant } from '../../../shared/base/time.ts'
import { shortMomentText, type ClockFace } from '../../../shared/base/clock/time-text.ts'
import type { Context } from '../kit/context.ts'
import { exact, relative } from '../kit/text.ts'
import { PROFILES, TURNS } from './read-runner.ts'

/**
 * What will be executed, when, and what it may do, in plain words; `found`: what this machine has of it.
 */
export function showRunner(
  cx: Context,
  title: string,
  folder: string,
  agent: AgentConfig,
  found: RunnerView | null,
  face: ClockFace,
): void {
  if (agent.kind === 'local') return cx.out.line(`${title}: Local checks`)
  if (agent.kind === 'cli') return showCli(cx, title, folder, agent, found, face)
  // Quoted, so that what is one argument and what are two cannot be mistaken.
  cx.out.line(
    `${title}: ${exact(JSON.stringify(agent.argv))}, started in ${exact(folder)} for ` +
      `beats and messages${agent.replyPath === undefined ? '' : `; its reply is read at ${exact(agent.replyPath)}`}`,
  )
  cx.out.line(
    agent.mayChange === true
      ? '  Nothing restricts it, and what its beats change in the repository is not told.'
      : '  Nothing restricts it; what a beat of it changes in the repository is told afterwards.',
  )
  showEnvironment(cx, agent.env)
}

function showCli(
  cx: Context,
  title: string,
  folder: string,
  agent: CliConfig,
  found: RunnerView | null,
  face: ClockFace,
): void {
  const { colors } = cx.out
  const { name, caution, asksLarger } = PRESETS[agent.cli]
  cx.out.line(
    `${title}: ${colors.bold(agent.cli === 'acp' ? runnerName(agent) : name)}, started in ${exact(folder)} for beats and messages`,
  )
  cx.out.line(`  program: ${programWords(cx, agent, found)}`)
  const withChecks: CliConfig = { ...agent, bypassUntil: null }
  for (const turn of TURNS) {
    const effort = effortOf(agent, turn)
    const profile = profileOf(withChecks, turn, cx.now())
    cx.out.line(
      `  ${TURN_WORD[turn].toLowerCase()}: model ` +
        `${exact(modelOf(agent, turn) ?? 'by its own default')}${effort === null ? '' : `, effort ${effort}`}, ${PROFILE_WORDS[profile].name}`,
    )
  }
  if (agent.fallbackModels.length > 0)
    cx.out.line(
      `  when a model is not available${asksLarger === true ? ' or gives up' : ''}: ${agent.fallbackModels.map(exact).join(', then ')}`,
    )
  cx.out.line(`  paid: ${paidWords(agent)}`)
  showEnvironment(cx, agent.env)
  for (const profile of PROFILES.filter((p) =>
    TURNS.some((turn) => profileOf(withChecks, turn, cx.now()) === p),
  )) {
    const { name: called, may, never } = PROFILE_WORDS[profile]
    const paint = profile === 'full' ? colors.red : (text: string): string => text
    cx.out.line(`  ${colors.bold(called)}: ${may.join('; ')}. ${paint(never)}`)
  }
  if (caution !== null) cx.out.line(colors.yellow(`  ${caution}`))
  if (agent.bypassUntil !== null) showBypass(cx, agent.bypassUntil, face)
}

function programWords({ out: { colors } }: Context, agent: CliConfig, found: RunnerView | null): string {
  if (agent.program !== undefined)
    // Quoted where there are more: what is one argument and what are two cannot be mistaken.
    return agent.args === undefined
      ? exact(agent.program)
      : exact(JSON.stringify([agent.program, ...agent.args]))
  const program = found?.program ?? null
  return program === null
    ? colors.yellow(`not found on this machine; install it with: ${PRESETS[agent.cli].install}`)
    : `${exact(program)}, found by itself`
}

function paidWords({ cli, billing }: CliConfig): string {
  const { keyVariable, tellsCost, serverVariable } = PRESETS[cli]
  if (serverVariable !== undefined) return 'not counted: a server of yours'
  if (billing === undefined && tellsCost === true) return 'as it tells what each turn cost'
  if (billing === undefined)
    return keyVariable === null
      ? 'by plan, unless --billing api'
      : `by token when ${keyVariable} is in the environment, else by plan`
  return billing === 'api' ? 'by token' : 'by plan'
}

function showBypass(cx: Context, until: Instant, face: ClockFace): void {
  const { colors } = cx.out
  const { name, may, never } = PROFILE_WORDS.bypass
  const lengthMs = Math.ceil((until - cx.now()) / MINUTE) * MINUTE // as it was asked for: the question took its time
  cx.out.line(
    colors.red(`  ${name} for ${formatDuration(lengthMs)}, instead of all that: ${may.join('; ')}. ${never}`),
  )
  cx.out.line(
    colors.red(
      `  It ends ${relative(until, cx.now())}, at ${shortMomentText(until, cx.now(), face)}. Until then every ` +
        'beat, and every message of yours, can delete, send and install whatever you could.',
    ),
  )
}

/** A value that looks like a credential stays out of the terminal's history. */
function showEnvironment(cx: Context, env: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(env))
    cx.out.line(`  environment: ${exact(name)}=${exact(shownVariable(name, value))}`)
}
