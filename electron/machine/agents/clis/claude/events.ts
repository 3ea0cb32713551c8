import { TOOL_SERVER, type Refusal, type ToolCall } from '../../../../../shared/agents/agent-turn.ts'
import { fault } from '../../../../../shared/base/faults.ts'
import {
  asAmount,
  asList,
  asObject,
  asText,
  isOwnTool,
  type CliRequest,
  type Event,
  type ReaderContext,
} from '../../cli.ts'
import { addAnswer, type Answered } from './cost.ts'
import { refusalOf } from './rules.ts'

/** What the events of a turn have told so far. */
export interface Stream {
  readonly request: CliRequest
  readonly context: ReaderContext
  sessionId: string | null
  model: string | null
  toolsReached: boolean | null
  lastText: string | null
  result: Event | null
  limitResetsAt: number | null // as it was told: seconds or milliseconds
  readonly denied: Refusal[]
  readonly retries: string[]
  readonly answers: Map<string, Answered>
}

export const newStream = (request: CliRequest, context: ReaderContext): Stream => ({
  request,
  context,
  sessionId: null,
  model: null,
  toolsReached: null,
  lastText: null,
  result: null,
  limitResetsAt: null,
  denied: [],
  retries: [],
  answers: new Map(),
})

export function onEvent(s: Stream, event: Event): void {
  s.sessionId = asText(event['session_id']) ?? s.sessionId
  switch (event['type']) {
    case 'system':
      return onSystem(s, event)
    case 'assistant':
      return onAssistant(s, asObject(event['message']))
    case 'user':
      return onUser(s, asObject(event['message']))
    case 'rate_limit_event': {
      const info = asObject(event['rate_limit_info'])
      if (info['status'] === 'rejected') s.limitResetsAt = asAmount(info['resetsAt'])
      return
    }
    case 'result':
      s.result = event
  }
}

function onSystem(s: Stream, event: Event): void {
  switch (event['subtype']) {
    case 'init':
      return onInit(s, event)
    case 'permission_denied': {
      const call = s.context.calls.open(asText(event['tool_use_id']) ?? '')
      if (call !== null) s.denied.push(refusalOf(s.request.repoPath, call.name, asObject(call.input)))
      return
    }
    case 'api_retry':
      s.retries.push(`HTTP ${asAmount(event['error_status']) ?? '?'}`)
  }
}

function onInit(s: Stream, event: Event): void {
  s.model = asText(event['model']) ?? s.model
  if (s.request.toolsUrl === null) return
  const own = asList(event['mcp_servers'])
    .map(asObject)
    .find(({ name }) => name === TOOL_SERVER)
  const status = own?.['status']
  if (status === 'pending') return
  s.toolsReached = status === 'connected'
  if (s.toolsReached) return
  // Claude Code goes on without the tools, and the run would cost without being able to report.
  const reason = `Claude Code says of Threadbeat’s tools: ${asText(status) ?? 'not offered'}`
  s.context.cutOff(fault('agent.tools_failed', reason))
}

function onAssistant(s: Stream, message: Event): void {
  const name = asText(message['model'])
  if (name !== null && name !== '<synthetic>') {
    s.model = name
    addAnswer(s.answers, name, message)
  }
  for (const block of asList(message['content']).map(asObject)) {
    if (block['type'] === 'text') s.lastText = asText(block['text']) ?? s.lastText
    const id = asText(block['id'])
    const tool = asText(block['name'])
    if (block['type'] !== 'tool_use' || id === null || tool === null) continue
    const command = tool === 'Bash' ? asText(asObject(block['input'])['command']) : null
    s.context.calls.begin(id, {
      name: tool,
      input: block['input'],
      kind: kindOf(tool),
      ...(command === null ? {} : { shown: command }),
    })
  }
}

function onUser({ context: { calls } }: Stream, message: Event): void {
  for (const block of asList(message['content']).map(asObject)) {
    const id = asText(block['tool_use_id'])
    if (block['type'] !== 'tool_result' || id === null) continue
    const ok = block['is_error'] !== true
    const isCommand = calls.open(id)?.kind === 'command'
    calls.end(id, { ok, exitCode: isCommand ? exitCodeOf(block, ok) : null })
  }
}

/** null: it is not told. */
function exitCodeOf(block: Event, ok: boolean): number | null {
  if (ok) return 0
  const code = /^Exit code (\d{1,3})\b/.exec(asText(block['content']) ?? '')?.[1]
  return code === undefined ? null : Number(code)
}

function kindOf(tool: string): ToolCall['kind'] {
  if (isOwnTool(tool)) return 'own'
  if (/^(?:Bash|PowerShell)$/.test(tool)) return 'command'
  if (/^(?:Edit|MultiEdit|Write|NotebookEdit)$/.test(tool)) return 'write'
  if (/^(?:Read|Glob|Grep|LS|NotebookRead)$/.test(tool)) return 'read'
  return 'other'
}
