import { randomBytes } from 'node:crypto'
import type { AcpAgent } from '../../../../shared/agents/agent-names.ts'
import { TOOL_SERVER } from '../../../../shared/agents/agent-turn.ts'
import { asObject, eventIn, mayDoAll, type CliRequest } from '../cli.ts'

/** How an agent that speaks the Agent Client Protocol is started, where that is known: a row of data each. */
interface Row {
  readonly args: (request: CliRequest) => readonly string[]
  /** Set after the thread's own variables: they keep to the rights of the turn. */
  readonly env?: (request: CliRequest) => Readonly<Record<string, string>>
  /** Its models are chosen by an argument, not in the session. */
  readonly modelByArgument?: true
  /** Files of a repository that could loosen what it asks for, or run something: looked for before a start. */
  readonly steeredBy?: readonly string[]
  /** It cannot be told to leave those alone: where they are, it is started with all rights or not at all. */
  readonly refusesSteered?: true
  /** It names this before each of its models. */
  readonly provider?: string
  /** What its own instructions and tools take of each request, in tokens; absent: not measured. */
  readonly instructions?: number
  /** It keeps a record of what each request took, see gemini-record.ts. */
  readonly keepsUsage?: true
  /** How it is asked what a session took so far, see opencode-total.ts. Absent: it cannot be asked. */
  readonly totalOf?: (sessionId: string) => readonly string[]
  /** What it tells of tokens is what the last request of the turn took, not all of them (opencode 1.18). */
  readonly usageOfLastRequest?: true
}

const withModel = ({ model }: CliRequest): readonly string[] => (model === null ? [] : ['--model', model])

/** Its errors are printed, too: it asks a server that says no for longer than a run may have. */
const OPENCODE_ARGS = (): readonly string[] => ['acp', '--print-logs', '--log-level', 'ERROR']

const OPENCODE_USAGE = {
  instructions: 8750, // as measured, Threadbeat's tools among them
  totalOf: (sessionId) => ['export', sessionId],
  usageOfLastRequest: true,
} as const satisfies Partial<Row>

/** The provider's name in opencode's own configuration. */
const LOCAL = 'local'

export const ROWS: Readonly<Record<AcpAgent, Row>> = {
  // It asks a server that fails for more than a minute, and tells of it only in its log until then.
  opencode: {
    args: OPENCODE_ARGS,
    env: opencodeEnvironment,
    ...OPENCODE_USAGE,
  },
  // By itself it asks for all that is not reading. In a folder that it does not trust it starts no tools; it is told
  // to trust one without settings, hooks, rules and variables for it.
  gemini: {
    args: (request) => [
      '--acp',
      ...withModel(request),
      ...['--approval-mode', mayDoAll(request) ? 'yolo' : 'default'],
      ...(request.isSteered && !mayDoAll(request) ? [] : ['--skip-trust']),
    ],
    modelByArgument: true,
    keepsUsage: true,
    steeredBy: ['.gemini', '.env'],
  },
  goose: {
    args: () => ['acp'],
    env: (request) => ({ GOOSE_MODE: mayDoAll(request) ? 'auto' : 'approve' }),
  },
  qwen: {
    args: (request) => [
      '--acp',
      ...withModel(request),
      ...['--approval-mode', mayDoAll(request) ? 'yolo' : 'default'],
    ],
    modelByArgument: true,
    steeredBy: ['.qwen', '.env'],
    refusesSteered: true,
  },
  kiro: {
    args: () => ['acp'],
    steeredBy: ['.kiro/agents', '.kiro/hooks', '.kiro/settings'],
    refusesSteered: true,
  },
  'local-model': {
    args: OPENCODE_ARGS,
    env: localModelEnvironment,
    provider: LOCAL,
    ...OPENCODE_USAGE,
  },
  acp: { args: ({ args }) => args },
}

/**
 * opencode asks for nothing unless it is told to. It is told to ask for all but reading, to go on after a refusal,
 * and to take no settings of the repository, which could overrule that (its configuration's documentation).
 */
function opencodeEnvironment(
  request: CliRequest,
  given = eventIn(request.environment['OPENCODE_CONFIG_CONTENT'] ?? '') ?? {},
): Readonly<Record<string, string>> {
  const content = {
    ...given,
    experimental: { ...asObject(given['experimental']), continue_loop_on_deny: true },
    // A name for the session costs a request of its own, and nobody would read it.
    agent: { ...asObject(given['agent']), title: { disable: true } },
  }
  // It listens on the loopback device, where every program of the machine could give it work.
  const locked = { OPENCODE_SERVER_PASSWORD: randomBytes(24).toString('hex') }
  if (mayDoAll(request)) return { ...locked, OPENCODE_CONFIG_CONTENT: JSON.stringify(content) }
  const permission = {
    '*': 'ask',
    read: 'allow',
    grep: 'allow',
    glob: 'allow',
    list: 'allow',
    todowrite: 'allow',
    todoread: 'allow',
    external_directory: 'ask',
    bash: 'ask',
    edit: 'ask',
    [`${TOOL_SERVER}_*`]: 'allow',
  }
  return {
    ...locked,
    OPENCODE_DISABLE_PROJECT_CONFIG: '1',
    OPENCODE_PERMISSION: JSON.stringify(permission),
    OPENCODE_CONFIG_CONTENT: JSON.stringify(content),
  }
}

/** opencode with one provider: the person's server, asked in OpenAI's protocol. It looks nothing up on the network. */
function localModelEnvironment(request: CliRequest): Readonly<Record<string, string>> {
  const { OPENAI_BASE_URL: baseURL, OPENAI_API_KEY: apiKey = LOCAL } = request.environment
  const model = request.model ?? ''
  return {
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    // With all rights, too: whose server is asked is not the repository's to say.
    OPENCODE_DISABLE_PROJECT_CONFIG: '1',
    ...opencodeEnvironment(request, {
      share: 'disabled',
      enabled_providers: [LOCAL],
      model: `${LOCAL}/${model}`,
      small_model: `${LOCAL}/${model}`,
      provider: {
        [LOCAL]: {
          npm: '@ai-sdk/openai-compatible',
          name: 'Local model',
          options: { baseURL, apiKey },
          models: { [model]: { name: model } },
        },
      },
    }),
  }
}
