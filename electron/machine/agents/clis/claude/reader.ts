import { TOOL_SERVER, type Refusal, type ToolCall } from '../../../../../shared/agents/agent-turn.ts'
import { fault, type Fault } from '../../../../../shared/base/faults.ts'
import { distinct } from '../../call-log.ts'
import {
  asAmount,
  asList,
  asObject,
  asText,
  isOwnTool,
  type CliRequest,
  type Event,
  type Reader,
  type ReaderContext,
} from '../../cli.ts'
import { classify, failureInReply, type Told } from '../../failure-text.ts'
import { type Answered, addAnswer, answersIn, moneyOf } from './cost.ts'
import { refusalOf } from './rules.ts'

export function reader(request: CliRequest, { calls, cutOff }: ReaderContext): Reader {
  let sessionId: string | null = null
  let model: string | null = null
  let toolsReached: boolean | null = null
  let lastText: string | null = null
  let result: Event | null = null
  let limitResetsAt: number | null = null
  const denied: Refusal[] = []
  const tried: string[] = []
  const asked = new Map<string, Answered>()

  const onInit = (event: Event): void => {
    model = asText(event['model']) ?? model
    if (request.toolsUrl === null) return
    const status = asList(event['mcp_servers'])
      .map(asObject)
      .find(({ name }) => name === TOOL_SERVER)?.['status']
    if (status === 'pending') return
    toolsReached = status === 'connected'
    // Claude Code goes on without the tools, and the run would cost without being able to report.
    if (!toolsReached)
      cutOff(
        fault(
          'agent.tools_failed',
          `Claude Code says of Threadbeat’s tools: ${asText(status) ?? 'not offered'}`,
        ),
      )
  }
  const onAssistant = (event: Event): void => {
    const message = asObject(event['message'])
    const name = asText(message['model'])
    if (name !== null && name !== '<synthetic>') {
      model = name
      addAnswer(asked, name, message)
    }
    for (const block of asList(message['content']).map(asObject)) {
      if (block['type'] === 'text') lastText = asText(block['text']) ?? lastText
      const id = asText(block['id'])
      const tool = asText(block['name'])
      if (block['type'] !== 'tool_use' || id === null || tool === null) continue
      const command = tool === 'Bash' ? asText(asObject(block['input'])['command']) : null
      calls.begin(id, {
        name: tool,
        input: block['input'],
        kind: kindOf(tool),
        ...(command === null ? {} : { shown: command }),
      })
    }
  }
  const onUser = (event: Event): void => {
    for (const block of asList(asObject(event['message'])['content']).map(asObject)) {
      const id = asText(block['tool_use_id'])
      if (block['type'] !== 'tool_result' || id === null) continue
      const ok = block['is_error'] !== true
      const told = /^Exit code (\d{1,3})\b/.exec(asText(block['content']) ?? '')?.[1]
      const isCommand = calls.open(id)?.kind === 'command'
      calls.end(id, { ok, exitCode: !isCommand ? null : ok ? 0 : told === undefined ? null : Number(told) })
    }
  }

  return {
    push(event) {
      sessionId = asText(event['session_id']) ?? sessionId
      switch (event['type']) {
        case 'system': {
          if (event['subtype'] === 'init') onInit(event)
          else if (event['subtype'] === 'permission_denied') {
            const call = calls.open(asText(event['tool_use_id']) ?? '')
            if (call !== null) denied.push(refusalOf(request.repoPath, call.name, asObject(call.input)))
          } else if (event['subtype'] === 'api_retry')
            tried.push(`HTTP ${asAmount(event['error_status']) ?? '?'}`)
          return
        }
        case 'assistant':
          return onAssistant(event)
        case 'user':
          return onUser(event)
        case 'rate_limit_event': {
          const info = asObject(event['rate_limit_info'])
          if (info['status'] === 'rejected') limitResetsAt = asAmount(info['resetsAt'])
          return
        }
        case 'result':
          result = event
      }
    },
    end(exit) {
      const zoned = { now: exit.now, timeZone: exit.timeZone }
      const money = moneyOf(result, request, answersIn(asked, request))
      const refusals =
        result === null
          ? denied
          : asList(result['permission_denials'])
              .map(asObject)
              .map((d) =>
                refusalOf(request.repoPath, asText(d['tool_name']) ?? '?', asObject(d['tool_input'])),
              )
      const text = asText(result?.['result'])
      const end = (told: Told | { fault: Fault | null; resetsAt: null }): ReturnType<Reader['end']> => ({
        text,
        fault: told.fault,
        sessionId,
        model: modelIn(result) ?? model,
        ...money,
        refusals: distinct(refusals),
        toolsReached,
        resetsAt:
          told.resetsAt ??
          (told.fault?.code === 'agent.limit_reached' && limitResetsAt !== null
            ? limitResetsAt * (limitResetsAt < 1e11 ? 1000 : 1)
            : null),
      })
      if (result === null) {
        if (exit.code === 0)
          return end({
            fault: fault(
              'agent.bad_output',
              `Claude Code ended without a result${exit.stderr === '' ? '' : `: ${exit.stderr.trim().slice(0, 300)}`}`,
            ),
            resetsAt: null,
          })
        const why =
          exit.stderr.trim() || lastText || tried.at(-1) || `Claude Code ended with exit code ${exit.code}`
        return end(classify('Claude Code', { text: why, status: null }, zoned))
      }
      const subtype = asText(result['subtype']) ?? ''
      const errors = asList(result['errors'])
        .map(asText)
        .filter((e) => e !== null)
        .join('\n')
      if (subtype === 'error_max_budget_usd')
        return end({
          fault: fault('agent.over_budget', errors || `the limit of ${request.usd} USD is used up`),
          resetsAt: null,
        })
      if (subtype === 'error_max_turns')
        return end({
          fault: fault('agent.runaway', errors || 'the limit of turns is used up'),
          resetsAt: null,
        })
      // Of an HTTP error `subtype` says "success": only the flag, the exit code and the text together tell.
      if (result['is_error'] !== false || subtype !== 'success' || exit.code !== 0) {
        const status = asAmount(result['api_error_status'])
        const why = text || errors || exit.stderr.trim() || lastText || subtype
        return end(
          result['is_error'] === undefined && exit.code === 0
            ? {
                fault: fault('agent.bad_output', 'Claude Code’s result does not say whether it is an error'),
                resetsAt: null,
              }
            : classify('Claude Code', { text: why, status }, zoned),
        )
      }
      if (text === null)
        return end({ fault: fault('agent.bad_output', 'Claude Code’s result holds no text'), resetsAt: null })
      return end(failureInReply(text, zoned) ?? { fault: null, resetsAt: null })
    },
  }
}

const kindOf = (tool: string): ToolCall['kind'] => {
  if (isOwnTool(tool)) return 'own'
  if (/^(?:Bash|PowerShell)$/.test(tool)) return 'command'
  if (/^(?:Edit|MultiEdit|Write|NotebookEdit)$/.test(tool)) return 'write'
  if (/^(?:Read|Glob|Grep|LS|NotebookRead)$/.test(tool)) return 'read'
  return 'other'
}

/** The model that did most: small ones are asked beside it. */
function modelIn(result: Event | null): string | null {
  const used = Object.entries(asObject(result?.['modelUsage'])).map(([name, usage]) => ({
    name,
    output: asAmount(asObject(usage)['outputTokens']) ?? 0,
  }))
  return used.sort((a, b) => b.output - a.output)[0]?.name ?? null
}
