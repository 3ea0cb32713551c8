import type { AcpAgent } from './agent-names.ts'
import { COMMON_FOLDERS, type RunnerPreset } from './runner-preset.ts'

const ACP_CAUTION =
  'What it asks before it acts, Threadbeat answers by these rights. What it does without asking, it can do: ' +
  'Threadbeat sees changes of the repository afterwards, nothing outside it.'
/** Of those that tell at the end alone, and cannot be asked. */
const ESTIMATED =
  ' What a run used it tells at its end: until then, and of one that was cut off, an estimate counts by what it says ' +
  'and calls, as if nothing came from a cache. A money cap therefore ends a run of it rather too early than too late.'
const OPENCODE_FOLDERS = ['.opencode/bin', ...COMMON_FOLDERS]
const SERVER_VARIABLE = 'OPENAI_BASE_URL'

/** What is so of most. */
const USUAL = {
  folders: COMMON_FOLDERS,
  passes: [],
  keyVariable: null,
  homeVariable: null,
  cheapest: { model: null, effort: null },
  efforts: [],
  keepsSessions: true,
  resumeArgs: null,
  caution: ACP_CAUTION + ESTIMATED,
} as const

/** How they are started stands in electron/machine/agents/acp/agents.ts. */
export const ACP_PRESETS: Record<AcpAgent, RunnerPreset> = {
  opencode: {
    ...USUAL,
    name: 'opencode',
    program: 'opencode',
    folders: OPENCODE_FOLDERS,
    install: 'npm install -g opencode-ai',
    signIn: 'opencode auth login',
    passes: [
      'OPENCODE_CONFIG',
      'OPENCODE_CONFIG_CONTENT',
      'OPENCODE_CONFIG_DIR',
      'OPENCODE_API_KEY',
      'ANTHROPIC_API_KEY',
      'OPENAI_API_KEY',
      'OPENROUTER_API_KEY',
      'GEMINI_API_KEY',
      'XDG_DATA_HOME',
    ],
    keyVariable: 'OPENCODE_API_KEY',
    tellsCost: true,
    homeVariable: 'XDG_DATA_HOME',
    resumeArgs: ['--session'],
    caution: ACP_CAUTION,
  },
  gemini: {
    ...USUAL,
    name: 'Gemini CLI',
    program: 'gemini',
    install: 'npm install -g @google/gemini-cli',
    signIn: 'gemini',
    passes: [
      'GEMINI_API_KEY',
      'GOOGLE_API_KEY',
      'GOOGLE_GEMINI_BASE_URL',
      'GOOGLE_GENAI_USE_VERTEXAI',
      'GOOGLE_CLOUD_PROJECT',
      'GOOGLE_CLOUD_LOCATION',
      'GEMINI_CLI_HOME',
    ],
    keyVariable: 'GEMINI_API_KEY',
    homeVariable: 'GEMINI_CLI_HOME',
    cheapest: { model: 'flash-lite', effort: null }, // an alias: the newest of that size
    keepsSessions: false, // it keeps them, and finds none of them by the protocol (0.61)
    resumeArgs: ['--resume'],
    caution: ACP_CAUTION,
  },
  goose: {
    ...USUAL,
    name: 'Goose',
    program: 'goose',
    install: 'brew install block-goose-cli',
    signIn: 'goose configure',
    passes: ['GOOSE_PROVIDER', 'GOOSE_MODEL', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENROUTER_API_KEY'],
  },
  qwen: {
    ...USUAL,
    name: 'Qwen Code',
    program: 'qwen',
    install: 'npm install -g @qwen-code/qwen-code',
    signIn: 'qwen',
    passes: ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL'],
    keyVariable: 'OPENAI_API_KEY',
  },
  kiro: {
    ...USUAL,
    name: 'Kiro CLI',
    program: 'kiro-cli',
    install: 'curl -fsSL https://cli.kiro.dev/install | bash',
    signIn: 'kiro-cli login',
  },
  // opencode, with any server that speaks OpenAI's protocol and nothing of the person's accounts.
  'local-model': {
    ...USUAL,
    name: 'Local model',
    program: 'opencode',
    folders: OPENCODE_FOLDERS,
    install: 'npm install -g opencode-ai',
    signIn: 'Local models need no sign-in',
    homeVariable: SERVER_VARIABLE, // one server, one runner
    serverVariable: SERVER_VARIABLE,
    asksLarger: true,
    resumeArgs: ['--session'],
    caution: ACP_CAUTION,
  },
  acp: {
    ...USUAL,
    name: 'Another ACP agent',
    program: null,
    folders: [],
    install: 'as its own documentation says',
    signIn: 'as its own documentation says',
  },
}
