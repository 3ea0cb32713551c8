import { createRedactor } from '../../../../shared/base/secrets/redactor.ts'
import type { CliName } from '../../../../shared/agents/agent-names.ts'
import type { ToolCall } from '../../../../shared/agents/agent-turn.ts'
import type { Fault } from '../../../../shared/base/faults.ts'
import { callLog } from '../call-log.ts'
import { CLIS } from '../cli-attempt.ts'
import { cliStream } from '../cli-stream.ts'
import type { CliRequest, Exit } from '../cli.ts'

const NOW = Date.UTC(2026, 10, 22, 9, 30)
const REQUEST: CliRequest = {
  repoPath: '/src/repo',
  gitFolders: [],
  isRepository: true,
  isSteered: false,
  model: 'gpt-5.4',
  effort: null,
  profile: 'look',
  allowed: [],
  session: null,
  keepSession: false,
  usd: 0.25,
  billed: false,
  name: 'The agent',
  args: [],
  environment: {},
  toolsUrl: 'http://127.0.0.1:1/mcp',
  usageFile: '/x',
}

const OK: Exit = { code: 0, stderr: '', usageText: '', now: NOW, timeZone: 'UTC' }

/** What is read of an agent CLI that wrote these chunks and ended so, with its calls and why it was cut off. */
export function read(
  cli: CliName,
  chunks: readonly (Buffer | string)[],
  exit: Partial<Exit> = {},
  request: Partial<CliRequest> = {},
  limits = { toolCalls: 100, repeats: 100 },
) {
  const seen: ToolCall[] = []
  const cut: Fault[] = []
  const calls = callLog(
    limits,
    (call) => seen.push(call),
    (because) => cut.push(because),
  )
  const stream = cliStream(
    CLIS[cli],
    { ...REQUEST, ...request },
    { calls, cutOff: (because) => cut.push(because) },
    createRedactor(),
  )
  for (const chunk of chunks) stream.push(Buffer.from(chunk))
  const reading = stream.end({ ...OK, ...exit })
  return { ...reading, calls: seen, kept: calls.calls, count: calls.count(), cut }
}

export const jsonl = (...events: readonly unknown[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('')

export const init = (status = 'connected') => ({
  type: 'system',
  subtype: 'init',
  session_id: 's1',
  model: 'claude-haiku-5-5',
  mcp_servers: [{ name: 'threadbeat', status }],
})

export const use = (id: string, name: string, input: unknown) => ({
  type: 'assistant',
  message: { model: 'claude-haiku-5-5', content: [{ type: 'tool_use', id, name, input }] },
  session_id: 's1',
})

export const used = (id: string, content: string, is_error = false) => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: id, content, is_error }] },
  session_id: 's1',
})

export const claudeResult = (changes: Record<string, unknown> = {}) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: 'HEARTBEAT_OK',
  session_id: 's1',
  total_cost_usd: 0.03,
  usage: {
    input_tokens: 1200,
    output_tokens: 34,
    cache_read_input_tokens: 800,
    cache_creation_input_tokens: 50,
  },
  modelUsage: {
    'claude-haiku-5-5': {
      inputTokens: 3000,
      outputTokens: 100,
      cacheReadInputTokens: 1600,
      cacheCreationInputTokens: 100,
    },
  },
  permission_denials: [],
  terminal_reason: 'completed',
  api_error_status: null,
  ...changes,
})

export const codexItem = (
  id: string,
  type: string,
  more: Record<string, unknown>,
  event = 'item.completed',
) => ({
  type: event,
  item: { id, type, ...more },
})

const codexUsage = {
  input_tokens: 900,
  cached_input_tokens: 100,
  output_tokens: 20,
  reasoning_output_tokens: 5,
}

export const thread = { type: 'thread.started', thread_id: 't1' }

export const codexMessage = (text: string) => codexItem('m', 'agent_message', { text })
export const done = { type: 'turn.completed', usage: codexUsage }

export const event = (type: string, data: Record<string, unknown>) => ({ type, data, id: 'x' })
export const copilotEnd = { type: 'result', sessionId: 'c1', exitCode: 0, usage: { premiumRequests: 0 } }
