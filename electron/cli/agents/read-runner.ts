import path from 'node:path'
import type { AgentConfig, CliConfig, Effort, Profile, Turn } from '../../../shared/agents/agent-config.ts'
import { CLI_NAMES, type CliName } from '../../../shared/agents/agent-names.ts'
import { MAX_BYPASS_HOURS, PROFILE_WORDS, TURN_WORD } from '../../../shared/agents/permission.ts'
import { PRESETS } from '../../../shared/agents/presets.ts'
import { HOUR, parseDuration, type Instant } from '../../../shared/base/time.ts'
import { usageError } from '../kit/errors.ts'

/** What `set runner` was given besides the program. */
export interface RunnerOptions {
  readonly yes?: true
  readonly replyPath?: string
  readonly mayChange?: true
  readonly program?: string
  readonly model?: readonly string[]
  readonly effort?: readonly string[]
  readonly profile?: readonly string[]
  readonly billing?: 'plan' | 'api'
  readonly fallback?: readonly string[]
  readonly env?: readonly string[]
  readonly bypass?: string
  readonly acp?: true
}

export const isCliName = (text: string): text is (typeof KNOWN_RUNNERS)[number] =>
  (KNOWN_RUNNERS as readonly string[]).includes(text)

export const TURNS = Object.keys(TURN_WORD) as Turn[]

export const PROFILES = Object.keys(PROFILE_WORDS).filter((name): name is Profile => name !== 'bypass')

/** Options that mean something for a known agent CLI only. */
const CLI_ONLY = ['program', 'model', 'effort', 'profile', 'billing', 'fallback', 'bypass'] as const

/** Those that are found by themselves, or by a path. */
export const KNOWN_RUNNERS = CLI_NAMES.filter((cli) => cli !== 'acp')
const KNOWN = KNOWN_RUNNERS.join(', ')

/**
 * The whole choice: what is not given is the preset's, not what was set before. `value`: with `acp` the program
 * is a whole path.
 */
export function readRunner(value: readonly string[], o: RunnerOptions, now: Instant): AgentConfig {
  const [first, ...more] = value
  if (first === undefined)
    throw usageError(
      `runner must be local, ${KNOWN}, or -- PROGRAM ARGUMENT… (with --acp where it speaks ACP)`,
    )
  if (o.acp === true) return readAcp(first, more, o, now)
  if (more.length === 0 && isCliName(first)) {
    if (o.replyPath !== undefined)
      throw usageError(
        `--reply-path is for a program of your own; how ${PRESETS[first].name} answers is known`,
      )
    if (o.mayChange !== undefined)
      throw usageError(`--may-change is for a program of your own; ${PRESETS[first].name} has --profile`)
    return readCli(first, o, now)
  }
  const stray = CLI_ONLY.find((key) => o[key] !== undefined)
  if (stray !== undefined) throw usageError(`--${stray} is for ${KNOWN}, and with --acp`)
  if (more.length === 0 && first === 'local') {
    if (o.env !== undefined || o.replyPath !== undefined || o.mayChange !== undefined)
      throw usageError('Local checks take no --env, no --reply-path and no --may-change')
    return { kind: 'local' }
  }
  return {
    kind: 'command',
    argv: [...value],
    ...(o.replyPath !== undefined && { replyPath: o.replyPath }),
    ...(o.mayChange === true && { mayChange: true }),
    env: readEnvironment(o.env ?? []),
  }
}

function readAcp(program: string, args: readonly string[], o: RunnerOptions, now: Instant): AgentConfig {
  if (o.program !== undefined) throw usageError('--acp takes the program behind --, and no --program')
  if (o.replyPath !== undefined || o.mayChange !== undefined)
    throw usageError(
      '--acp takes no --reply-path and no --may-change: an agent that speaks ACP has --profile',
    )
  return { ...readCli('acp', { ...o, program }, now), ...(args.length > 0 && { args: [...args] }) }
}

function readCli(cli: CliName, o: RunnerOptions, now: Instant): CliConfig {
  const { name, efforts } = PRESETS[cli]
  const oneOf =
    <T extends string>(option: string, allowed: readonly T[]) =>
    (text: string): T => {
      const match = allowed.find((a) => a === text)
      if (match === undefined)
        throw usageError(`--${option} of ${name} must be one of ${allowed.join(', ')}, got "${text}"`)
      return match
    }
  return {
    kind: 'cli',
    cli,
    ...(o.program !== undefined && { program: path.resolve(o.program) }),
    ...(o.billing !== undefined && { billing: o.billing }),
    env: readEnvironment(o.env ?? []),
    fallbackModels: [...(o.fallback ?? [])],
    models: perTurn('model', o.model ?? [], (text) => text),
    efforts: perTurn('effort', o.effort ?? [], oneOf<Effort>('effort', efforts)),
    profiles: perTurn('profile', o.profile ?? [], oneOf('profile', PROFILES)),
    bypassUntil: o.bypass === undefined ? null : now + readBypass(o.bypass),
  }
}

/** "daily=opus", or "opus" for every turn; what names its turn comes before what does not. */
function perTurn<T>(
  option: string,
  given: readonly string[],
  read: (text: string) => T,
): Partial<Record<Turn, T>> {
  const forAll: Partial<Record<Turn, T>> = {}
  const named: Partial<Record<Turn, T>> = {}
  for (const text of given) {
    const [, turn, value = ''] = /^([^=]*)=(.*)$/.exec(text) ?? [null, null, text]
    if (value === '' || (turn !== null && !TURNS.includes(turn as Turn)))
      throw usageError(
        `--${option} must be TURN=VALUE with a turn of ${TURNS.join(', ')}, or VALUE for all of them; got "${text}"`,
      )
    if (turn === null) for (const t of TURNS) forAll[t] = read(value)
    else named[turn as Turn] = read(value)
  }
  return { ...forAll, ...named }
}

function readEnvironment(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const [, name, value] = /^([^=]+)=([^]*)$/.exec(text) ?? []
      if (name === undefined || value === undefined)
        throw usageError(`--env must be NAME=VALUE, got "${text}"`)
      return [name, value]
    }),
  )
}

function readBypass(text: string): number {
  const ms = parseDuration(text, 'm')
  if (ms === null || ms === 0 || ms > MAX_BYPASS_HOURS * HOUR)
    throw usageError(`--bypass must be a duration up to ${MAX_BYPASS_HOURS}h, got "${text}"`)
  return ms
}
