import type { AgentConfig, Billing, CliConfig, Effort, Profile, Turn } from './agent-config.ts'
import { ACP_AGENTS, type AcpAgent, type CliName, type PrintingCli } from './agent-names.ts'
import { ACP_PRESETS } from './acp-presets.ts'
import { COMMON_FOLDERS, type RunnerPreset } from './runner-preset.ts'
import type { Instant } from '../base/time.ts'

const PRINTING_PRESETS: Record<PrintingCli, RunnerPreset> = {
  claude: {
    name: 'Claude Code',
    program: 'claude',
    folders: ['.claude/local', ...COMMON_FOLDERS],
    install: 'npm install -g @anthropic-ai/claude-code',
    signIn: 'claude auth login',
    passes: [
      'ANTHROPIC_API_KEY',
      'ANTHROPIC_AUTH_TOKEN',
      'ANTHROPIC_BASE_URL',
      'CLAUDE_CODE_OAUTH_TOKEN',
      'CLAUDE_CONFIG_DIR',
      'CLAUDE_CODE_USE_BEDROCK',
      'CLAUDE_CODE_USE_VERTEX',
      'AWS_PROFILE',
      'AWS_REGION',
      'GOOGLE_CLOUD_PROJECT',
    ],
    keyVariable: 'ANTHROPIC_API_KEY',
    homeVariable: 'CLAUDE_CONFIG_DIR',
    cheapest: { model: 'haiku', effort: null }, // an alias: the newest Haiku; not every Haiku takes an effort
    efforts: ['low', 'medium', 'high'],
    keepsSessions: true,
    resumeArgs: ['--resume'],
    caution: null,
  },
  codex: {
    name: 'Codex',
    program: 'codex',
    folders: COMMON_FOLDERS,
    install: 'npm install -g @openai/codex',
    signIn: 'codex login',
    passes: ['OPENAI_API_KEY', 'CODEX_API_KEY', 'OPENAI_BASE_URL', 'CODEX_HOME'],
    keyVariable: 'CODEX_API_KEY',
    homeVariable: 'CODEX_HOME',
    cheapest: { model: 'gpt-6-luna', effort: 'low' },
    efforts: ['low', 'medium', 'high'],
    keepsSessions: true,
    resumeArgs: ['resume'],
    caution:
      'Its sandbox takes no exceptions, and has no network. What it refused is read from the record that Codex ' +
      'keeps of a session: what a script of its model tried and did not tell is not in there.',
  },
  copilot: {
    name: 'GitHub Copilot',
    program: 'copilot',
    folders: COMMON_FOLDERS,
    install: 'npm install -g @github/copilot',
    signIn: 'copilot login',
    passes: [
      'COPILOT_GITHUB_TOKEN',
      'GH_TOKEN',
      'GITHUB_TOKEN',
      'COPILOT_HOME',
      'COPILOT_OFFLINE',
      'COPILOT_PROVIDER_BASE_URL',
      'COPILOT_PROVIDER_API_KEY',
      'COPILOT_MODEL',
    ],
    keyVariable: 'COPILOT_PROVIDER_API_KEY',
    homeVariable: 'COPILOT_HOME',
    cheapest: { model: 'gpt-6-luna', effort: 'low' },
    efforts: ['low', 'medium', 'high'],
    keepsSessions: true,
    resumeArgs: ['--resume'],
    caution:
      'Its rules are looser than the others’: a shell line that sets variables before git can still ' +
      'run a program. Threadbeat sees changes of the repository afterwards, nothing outside it. Where you send its ' +
      'telemetry elsewhere, a money cap holds from one run to the next, within one the cap of calls does.',
  },
}

export const PRESETS: Record<CliName, RunnerPreset> = { ...PRINTING_PRESETS, ...ACP_PRESETS }

export const isAcpAgent = (cli: CliName): cli is AcpAgent => (ACP_AGENTS as readonly string[]).includes(cli)

/** Both are the same program, which is found once. */
export const startsSame = (a: CliName, b: CliName): boolean => PRESETS[a].program === PRESETS[b].program

export const runnerName = (agent: AgentConfig): string => {
  if (agent.kind === 'local') return 'Local checks'
  if (agent.kind === 'cli')
    return agent.cli === 'acp'
      ? (agent.program?.split(/[\\/]/).at(-1) ?? 'ACP agent')
      : PRESETS[agent.cli].name
  return agent.argv[0] ?? 'command'
}

/** Its server is one that a person named. */
export const hasOwnServer = (cli: CliName): boolean => PRESETS[cli].serverVariable !== undefined

/** `key`: of runnerKey. */
export const isOwnServerKey = (key: string): boolean =>
  Object.keys(PRESETS).some((cli) => cli === key.split(':')[0] && hasOwnServer(cli as CliName))

/** `runner`: a name of runnerName. What a server that a person named takes for it is not known, and not counted. */
export const isOwnServer = (runner: string): boolean =>
  Object.values(PRESETS).some(({ name, serverVariable }) => serverVariable !== undefined && name === runner)

/** Whether messages to it can go on where the last one ended. Of local checks and commands: as it is set. */
export const keepsSessions = (agent: AgentConfig): boolean =>
  agent.kind !== 'cli' || PRESETS[agent.cli].keepsSessions

/** Whether the thread names its program itself, so that none need be found. */
export const namesProgram = (agent: AgentConfig): boolean =>
  agent.kind === 'command' || (agent.kind === 'cli' && agent.program !== undefined)

/**
 * Threads with the same key share sign-in and quota, so that trouble with one pauses all of them: the CLI
 * and its account. null: nothing is shared (local checks).
 */
export function runnerKey(agent: AgentConfig): string | null {
  if (agent.kind === 'local') return null
  if (agent.kind === 'command') return `command:${agent.argv[0] ?? ''}`
  const { homeVariable, keyVariable } = PRESETS[agent.cli]
  const account = [
    agent.program ?? '',
    (homeVariable === null ? null : agent.env[homeVariable]) ?? '',
    keyVariable === null || agent.env[keyVariable] === undefined ? '' : 'key',
  ].filter((part) => part !== '')
  return [agent.cli, ...account].join(':')
}

/** null: the CLI's own default. */
export const modelOf = (agent: CliConfig, turn: Turn): string | null =>
  agent.models[turn] ?? (turn === 'message' ? null : PRESETS[agent.cli].cheapest.model)
/** null: the CLI's own default. What goes with the cheapest model need not fit one that a person chose. */
export const effortOf = (agent: CliConfig, turn: Turn): Effort | null =>
  agent.efforts[turn] ?? (isCheapest(agent, turn) ? PRESETS[agent.cli].cheapest.effort : null)
/** The model is the preset's choice, not a person's or HEARTBEAT.json's. */
export const isCheapest = (agent: CliConfig, turn: Turn): boolean =>
  turn !== 'message' && agent.models[turn] === undefined
const DEFAULT_PROFILE: Record<Turn, Profile> = {
  quick: 'look',
  hourly: 'look',
  daily: 'look',
  message: 'tidy',
}
/** `bypass`: the CLI's own checks are off, for a time that a person set. */
export const profileOf = (agent: AgentConfig, turn: Turn, now: Instant): Profile | 'bypass' => {
  if (agent.kind !== 'cli') return 'full'
  if (agent.bypassUntil !== null && now < agent.bypassUntil) return 'bypass'
  return agent.profiles[turn] ?? DEFAULT_PROFILE[turn]
}
/** `session`: variables of the person's session; the agent's own come first. */
export const billingOf = (
  agent: AgentConfig,
  session: Readonly<Record<string, string | undefined>>,
): Billing => {
  if (agent.kind !== 'cli' || hasOwnServer(agent.cli)) return 'plan'
  const { keyVariable, tellsCost } = PRESETS[agent.cli]
  const hasKey = keyVariable !== null && Boolean(agent.env[keyVariable] ?? session[keyVariable])
  return agent.billing ?? (hasKey || tellsCost ? 'api' : 'plan')
}
