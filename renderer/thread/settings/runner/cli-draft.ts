import {
  TURNS,
  type AgentConfig,
  type Billing,
  type CliConfig,
  type Effort,
  type Profile,
  type Turn,
} from '../../../../shared/agents/agent-config.ts'
import type { CliName } from '../../../../shared/agents/agent-names.ts'
import { profileOf } from '../../../../shared/agents/presets.ts'
import { envOf, type EnvRow } from './env-rows.tsx'

export type PerTurn<T> = Readonly<Record<Turn, T>>
/** As typed; read by agentConfigSchema before it counts. */
export interface CliDraft {
  readonly program: string
  readonly args: readonly string[] // behind the program, of an agent that is not known by name
  readonly models: PerTurn<string> // '': the preset's choice
  readonly fallback: string // names with commas
  readonly efforts: PerTurn<Effort | 'own'>
  readonly profiles: PerTurn<Profile>
  readonly billing: Billing | 'found'
  readonly env: readonly EnvRow[]
}
const perTurn = <T>(of: (turn: Turn) => T): PerTurn<T> => ({
  quick: of('quick'),
  hourly: of('hourly'),
  daily: of('daily'),
  message: of('message'),
})
const BARE: CliConfig = {
  kind: 'cli',
  cli: 'claude',
  env: {},
  models: {},
  fallbackModels: [],
  efforts: {},
  profiles: {},
  bypassUntil: null,
}
const usualProfile = (turn: Turn): Profile => profileOf(BARE, turn, 0) as Profile

export function cliDraft(agent: AgentConfig, cli: CliName): CliDraft {
  const from = agent.kind === 'cli' && agent.cli === cli ? agent : BARE
  return {
    program: from.program ?? '',
    args: from.args ?? [],
    models: perTurn((t) => from.models[t] ?? ''),
    fallback: from.fallbackModels.join(', '),
    efforts: perTurn((t) => from.efforts[t] ?? 'own'),
    profiles: perTurn((t) => from.profiles[t] ?? usualProfile(t)),
    billing: from.billing ?? 'found',
    env: Object.entries(from.env),
  }
}

/** What is as usual is left out, so that a better preset reaches the thread. */
export function cliConfig(cli: CliName, d: CliDraft, bypassUntil: number | null): unknown {
  const chosen = <T>(values: PerTurn<T>, usual: (turn: Turn) => T): Partial<Record<Turn, T>> =>
    Object.fromEntries(TURNS.filter((t) => values[t] !== usual(t)).map((t) => [t, values[t]]))
  return {
    kind: 'cli',
    cli,
    ...(d.program.trim() !== '' && { program: d.program.trim() }),
    ...(d.args.some((arg) => arg !== '') && { args: d.args.filter((arg) => arg !== '') }),
    env: envOf(d.env),
    models: chosen(
      perTurn((t) => d.models[t].trim()),
      () => '',
    ),
    fallbackModels: d.fallback
      .split(',')
      .map((m) => m.trim())
      .filter((m) => m !== ''),
    efforts: chosen<Effort | 'own'>(d.efforts, () => 'own'),
    profiles: chosen(d.profiles, usualProfile),
    ...(d.billing !== 'found' && { billing: d.billing }),
    bypassUntil,
  }
}
