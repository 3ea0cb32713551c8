import type { ToolCall } from '../../../../../shared/agents/agent-turn.ts'
import { asText, isOwnTool, toolName, type Event } from '../../cli.ts'

/** An item of type `error` is a notice only. */
export const QUIET_ITEMS = new Set(['agent_message', 'reasoning', 'error', 'todo_list'])

/** An item of the stream as the log of calls has it. */
export function callOf(
  kind: string,
  item: Event,
): { name: string; input: unknown; kind: ToolCall['kind']; shown?: string } {
  if (kind === 'command_execution') {
    const command = commandIn(asText(item['command']) ?? '')
    return { name: kind, input: command, kind: 'command', shown: command }
  }
  if (kind === 'file_change') return { name: kind, input: item['changes'] ?? null, kind: 'write' }
  if (kind === 'mcp_tool_call') {
    const name = toolName(asText(item['server']) ?? '?', asText(item['tool']) ?? '?')
    return { name, input: item['arguments'] ?? null, kind: isOwnTool(name) ? 'own' : 'other' }
  }
  return { name: kind, input: item['query'] ?? item['prompt'] ?? null, kind: 'other' }
}

/** The command line inside `/bin/bash -lc '…'`. */
function commandIn(line: string): string {
  const script = /^\S*(?:sh|bash|zsh) -l?c ([\s\S]+)$/.exec(line)?.[1]
  if (script === undefined) return line
  const single = /^'((?:[^']|'\\''|'"'"')*)'$/.exec(script)?.[1]
  if (single !== undefined) return single.replaceAll(`'\\''`, "'").replaceAll(`'"'"'`, "'")
  const double = /^"((?:[^"\\]|\\[\s\S])*)"$/.exec(script)?.[1]
  return double === undefined ? script : double.replace(/\\(["\\$`])/g, '$1')
}
