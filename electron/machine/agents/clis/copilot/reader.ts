import { TOOL_SERVER, type Refusal, type ToolCall } from '../../../../../shared/agents/agent-turn.ts'
import { fault } from '../../../../../shared/base/faults.ts'
import { distinct } from '../../call-log.ts'
import {
  asAmount,
  asList,
  asObject,
  asText,
  isOwnTool,
  toolName,
  type CliRequest,
  type Event,
  type Reader,
  type ReaderContext,
  type Reading,
} from '../../cli.ts'
import { classify, failureInReply, oneLine, type Told } from '../../failure-text.ts'
import { refusalOf } from './rules.ts'
import { moneyOf } from './cost.ts'

export function reader(request: CliRequest, { calls, cutOff }: ReaderContext): Reader {
  let sessionId: string | null = null
  let model: string | null = null
  let toolsReached: boolean | null = null
  let reply: string | null = null
  let result: Event | null = null
  let error: Event | null = null
  let refusedInARow = 0
  const denied: Refusal[] = []

  /**
   * Told once they are connected or not, and again in a list, which may come while they are still pending.
   */
  const onServer = (own: Event | undefined): void => {
    const status = asText(own?.['status'])
    if (request.toolsUrl === null || status === 'pending') return
    toolsReached = status === 'connected'
    if (!toolsReached)
      cutOff(
        fault(
          'agent.tools_failed',
          `Copilot says of Threadbeat’s tools: ${asText(own?.['error']) ?? status ?? 'not offered'}`,
        ),
      )
  }
  const onEnd = (data: Event): void => {
    const id = asText(data['toolCallId']) ?? ''
    const call = calls.open(id)
    if (call !== null && asObject(data['error'])['code'] === 'denied') denied.push(refusalOf(call))
    const exitCode = asAmount(asObject(data['shellExecution'])['exitCode'])
    calls.end(id, { ok: data['success'] === true && (exitCode ?? 0) === 0, exitCode })
  }

  return {
    push(event) {
      const data = asObject(event['data'])
      switch (event['type']) {
        case 'session.mcp_servers_loaded':
          return onServer(
            asList(data['servers'])
              .map(asObject)
              .find(({ name }) => name === TOOL_SERVER),
          )
        case 'session.mcp_server_status_changed':
          if (data['serverName'] === TOOL_SERVER) onServer(data)
          return
        case 'tool.execution_start': {
          const id = asText(data['toolCallId'])
          const told = asText(data['toolName'])
          if (id === null || told === null) return
          const server = asText(data['mcpServerName'])
          const name = server === null ? told : toolName(server, asText(data['mcpToolName']) ?? told)
          const command = asText(asObject(data['arguments'])['command'])
          calls.begin(id, {
            name,
            input: data['arguments'] ?? null,
            kind: kindOf(name),
            ...(kindOf(name) === 'command' && command !== null ? { shown: command } : {}),
          })
          return
        }
        case 'tool.execution_complete':
          return onEnd(data)
        case 'model.call_failure':
          refusedInARow = asAmount(data['statusCode']) === 429 ? refusedInARow + 1 : 0
          // It would go on asking for a minute.
          if (refusedInARow === 2)
            cutOff(
              fault(
                'agent.limit_reached',
                'Copilot was refused twice: HTTP ' +
                  `429${asText(data['errorMessage']) === null ? '' : ` ${oneLine(asText(data['errorMessage']) ?? '')}`}`,
              ),
            )
          return
        case 'assistant.message':
          refusedInARow = 0
          model = asText(data['model']) ?? model
          reply = asText(data['content']) || reply
          return
        case 'session.error':
          error = data
          return
        case 'result':
          result = event
          sessionId = asText(event['sessionId']) ?? sessionId
      }
    },
    end(exit) {
      const zoned = { now: exit.now, timeZone: exit.timeZone }
      const end = (told: Told | { fault: Reading['fault']; resetsAt: null }): Reading => ({
        text: reply,
        fault: told.fault,
        sessionId,
        model: model ?? request.model,
        ...moneyOf(exit.usageText, model ?? request.model, request),
        refusals: distinct(denied),
        resetsAt: told.resetsAt,
        toolsReached,
      })
      if (error !== null)
        return end(
          classify(
            'Copilot',
            { text: asText(error['message']) ?? '', status: asAmount(error['statusCode']) },
            zoned,
          ),
        )
      if (exit.code !== 0 || (asAmount(result?.['exitCode']) ?? 0) !== 0) {
        const said =
          exit.stderr
            .trim()
            .split('\n')
            .find((line) => line.trim() !== '') ??
          `Copilot ended ${exit.code === null ? 'by a signal' : `with exit code ${exit.code}`}`
        return end(classify('Copilot', { text: said, status: null }, zoned))
      }
      if (result === null || reply === null)
        return end({
          fault: fault(
            'agent.bad_output',
            result === null ? 'Copilot ended without a result' : 'Copilot ended without a message',
          ),
          resetsAt: null,
        })
      return end(failureInReply(reply, zoned) ?? { fault: null, resetsAt: null })
    },
  }
}

const kindOf = (tool: string): ToolCall['kind'] => {
  if (isOwnTool(tool)) return 'own'
  if (/^(?:bash|powershell|shell)$/.test(tool)) return 'command'
  if (/^(?:apply_patch|create|edit|write|str_replace\w*|insert)$/.test(tool)) return 'write'
  if (/^(?:view|glob|grep|rg|read\w*)$/.test(tool)) return 'read'
  return 'other'
}
