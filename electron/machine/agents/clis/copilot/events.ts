import { TOOL_SERVER, type Refusal, type ToolCall } from '../../../../../shared/agents/agent-turn.ts'
import { fault } from '../../../../../shared/base/faults.ts'
import {
  asAmount,
  asList,
  asObject,
  asText,
  isOwnTool,
  toolName,
  type CliRequest,
  type Event,
  type ReaderContext,
} from '../../cli.ts'
import { firstWords } from '../../failures/failure-text.ts'
import { refusalOf } from './rules.ts'

/** What the events of a turn have told so far. */
export interface Stream {
  readonly request: CliRequest
  readonly context: ReaderContext
  sessionId: string | null
  model: string | null
  toolsReached: boolean | null
  reply: string | null
  result: Event | null
  error: Event | null
  refusedInARow: number
  readonly denied: Refusal[]
}

export const newStream = (request: CliRequest, context: ReaderContext): Stream => ({
  request,
  context,
  sessionId: null,
  model: null,
  toolsReached: null,
  reply: null,
  result: null,
  error: null,
  refusedInARow: 0,
  denied: [],
})

export function onEvent(s: Stream, event: Event): void {
  const data = asObject(event['data'])
  switch (event['type']) {
    case 'session.mcp_servers_loaded':
      return onServer(
        s,
        asList(data['servers'])
          .map(asObject)
          .find(({ name }) => name === TOOL_SERVER),
      )
    case 'session.mcp_server_status_changed':
      if (data['serverName'] === TOOL_SERVER) onServer(s, data)
      return
    case 'tool.execution_start':
      return onToolStart(s, data)
    case 'tool.execution_complete':
      return onToolEnd(s, data)
    case 'model.call_failure':
      return onCallFailure(s, data)
    case 'assistant.message':
      s.refusedInARow = 0
      s.model = asText(data['model']) ?? s.model
      s.reply = asText(data['content']) || s.reply
      return
    case 'session.error':
      s.error = data
      return
    case 'result':
      s.result = event
      s.sessionId = asText(event['sessionId']) ?? s.sessionId
  }
}

/**
 * Told once they are connected or not, and again in a list, which may come while they are still pending.
 */
function onServer(s: Stream, own: Event | undefined): void {
  const status = asText(own?.['status'])
  if (s.request.toolsUrl === null || status === 'pending') return
  s.toolsReached = status === 'connected'
  if (s.toolsReached) return
  const reason = asText(own?.['error']) ?? status ?? 'not offered'
  s.context.cutOff(fault('agent.tools_failed', `Copilot says of Threadbeat’s tools: ${reason}`))
}

function onToolStart({ context }: Stream, data: Event): void {
  const id = asText(data['toolCallId'])
  const tool = asText(data['toolName'])
  if (id === null || tool === null) return
  const server = asText(data['mcpServerName'])
  const name = server === null ? tool : toolName(server, asText(data['mcpToolName']) ?? tool)
  const kind = kindOf(name)
  const command = kind === 'command' ? asText(asObject(data['arguments'])['command']) : null
  context.calls.begin(id, {
    name,
    input: data['arguments'] ?? null,
    kind,
    ...(command === null ? {} : { shown: command }),
  })
}

function onToolEnd({ context: { calls }, denied }: Stream, data: Event): void {
  const id = asText(data['toolCallId']) ?? ''
  const call = calls.open(id)
  if (call !== null && asObject(data['error'])['code'] === 'denied') denied.push(refusalOf(call))
  const exitCode = asAmount(asObject(data['shellExecution'])['exitCode'])
  calls.end(id, { ok: data['success'] === true && (exitCode ?? 0) === 0, exitCode })
}

function onCallFailure(s: Stream, data: Event): void {
  s.refusedInARow = asAmount(data['statusCode']) === 429 ? s.refusedInARow + 1 : 0
  if (s.refusedInARow !== 2) return
  // It would go on asking for a minute.
  const message = asText(data['errorMessage'])
  const reason = `Copilot was refused twice: HTTP 429${message === null ? '' : ` ${firstWords(message)}`}`
  s.context.cutOff(fault('agent.limit_reached', reason))
}

function kindOf(tool: string): ToolCall['kind'] {
  if (isOwnTool(tool)) return 'own'
  if (/^(?:bash|powershell|shell)$/.test(tool)) return 'command'
  if (/^(?:apply_patch|create|edit|write|str_replace\w*|insert)$/.test(tool)) return 'write'
  if (/^(?:view|glob|grep|rg|read\w*)$/.test(tool)) return 'read'
  return 'other'
}
