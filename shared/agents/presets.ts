import type { AgentConfig, Billing, CliConfig, CliName, Effort, Profile, Turn } from './agent-config.ts'
import type { Instant } from '../base/time.ts'

/**
 * What is known of an agent CLI without starting it. How its output is read stands in
 * electron/agents/<name>.ts.
 */
interface RunnerPreset {
  readonly name: string // for people
  readonly program: string // looked for on PATH and in the known folders
  /** Folders below the home folder where installers put it. */
  readonly folders: readonly string[]
  readonly install: string // the command a person would type
  readonly signIn: string // the CLI's own way
  /** Variables of the CLI's own configuration that it may see besides the session's. */
  readonly passes: readonly string[]
  /** The variable whose presence means that each token is paid for. */
  readonly keyVariable: string
  /** The variable that names its configuration folder: two accounts, two runners. */
  readonly homeVariable: string
  /**
   * What beats run on unless the person chose: the cheapest model of the CLI's own catalogue that works with
   * tools, and its effort (null: the CLI's own). Messages run on the CLI's own default.
   */
  readonly cheapest: { readonly model: string; readonly effort: Effort | null }
  readonly efforts: readonly Effort[] // empty: it has no such choice
  /** What stands behind the program to go on with a session, its id last; null: it cannot. */
  readonly resumeArgs: readonly string[] | null
  /** What its own rules cannot keep it from, for whoever lets it beat; null: nothing known. */
  readonly caution: string | null
  /** It tells the money itself; else the price table is used. */
  readonly tellsCost: boolean
}

const COMMON_FOLDERS = [
  '.local/bin',
  'bin',
  '.npm-global/bin',
  '.volta/bin',
  '.bun/bin',
  '.asdf/shims',
  '.local/share/mise/shims',
  'n/bin',
] as const

export const PRESETS: Record<CliName, RunnerPreset> = {
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
    resumeArgs: ['--resume'],
    caution: null,
    tellsCost: true,
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
    resumeArgs: ['resume'],
    caution: null,
    tellsCost: false,
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
    resumeArgs: ['--resume'],
    caution:
      'Its rules are looser than the others’: a shell line that sets variables before git can still ' +
      'run a program. Threadbeat sees changes of the repository afterwards, nothing outside it.',
    tellsCost: false,
  },
}

export const runnerName = (agent: AgentConfig): string => {
  if (agent.kind === 'local') return 'Local checks'
  if (agent.kind === 'cli') return PRESETS[agent.cli].name
  return agent.argv[0] ?? 'command'
}

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
    agent.env[homeVariable] ?? '',
    agent.env[keyVariable] === undefined ? '' : 'key',
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
): Billing =>
  agent.kind !== 'cli'
    ? 'plan'
    : (agent.billing ??
      ((agent.env[PRESETS[agent.cli].keyVariable] ?? session[PRESETS[agent.cli].keyVariable])
        ? 'api'
        : 'plan'))
