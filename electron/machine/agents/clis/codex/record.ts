import type { Refusal } from '../../../../../shared/agents/agent-turn.ts'
import { distinct, type CallLog } from '../../call-log.ts'
import { asAmount, asList, asObject, asText, mayDoAll, type CliRequest, type Event } from '../../cli.ts'
import { asksIn, shellScript } from './asks.ts'
import { refusalOf, wasHeldBack, wasRefused, type Asks } from './refused.ts'

/** What Codex' record of a session tells beyond what it prints. */
interface RecordReader {
  push(line: Event): void
  refusals(): readonly Refusal[]
  /** Tokens of the whole session so far, in the words of `turn.completed`; null: not told. */
  usage(): Event | null
}

interface OpenCall {
  readonly asks: readonly Asks[]
  readonly ran: Set<string> // command lines of which an item tells
}
const CALLED = {
  command: { name: 'command_execution', kind: 'command' },
  write: { name: 'file_change', kind: 'write' },
  script: { name: 'script', kind: 'command' },
  other: { name: 'tool', kind: 'other' },
} as const
/** Of a run; a session of days has more calls than these, but few are open at a time. */
const OPEN_KEPT = 1000

/** Takes the lines of one run in their order, and never throws. `onUsage`: the model was asked once more. */
export function readRecord(
  request: Pick<CliRequest, 'profile'>,
  calls: CallLog,
  onUsage: (usage: Event) => void,
): RecordReader {
  const isSandboxed = !mayDoAll(request)
  const open = new Map<string, OpenCall>()
  const refusals: Refusal[] = []
  let usage: Event | null = null

  const onAnswer = (id: string, output: string): void => {
    const call = open.get(id)
    open.delete(id)
    for (const [at, ask] of (call?.asks ?? []).entries()) {
      const hasRun = ask.kind === 'script' ? call!.ran.size > 0 : call!.ran.has(ask.text)
      if (hasRun || !wasRefused(ask, output, isSandboxed)) continue
      // No item tells of it, so it is counted here.
      calls.begin(`record:${id}:${at}`, { ...CALLED[ask.kind], input: ask.text, shown: ask.text })
      calls.end(`record:${id}:${at}`, { ok: false, exitCode: null })
      refusals.push(refusalOf(ask))
    }
  }
  const onRan = (item: Event): void => {
    const words = asList(item['command']).flatMap((word) => asText(word) ?? [])
    const command = shellScript(words) ?? words.join(' ')
    for (const call of open.values()) call.ran.add(command)
    const output = asText(item['aggregated_output']) ?? ''
    if (isSandboxed && wasHeldBack(command, asAmount(item['exit_code']), output))
      refusals.push(refusalOf({ kind: 'command', text: command }))
  }
  const onUse = (told: Event): void => {
    if (asAmount(told['input_tokens']) === null) return
    usage = told
    onUsage(told)
  }

  return {
    push({ type, payload }) {
      const told = asObject(payload)
      if (type === 'token_usage_record') return onUse(asObject(told['thread_token_usage']))
      if (type === 'event_msg') {
        const item = told['type'] === 'item_completed' ? asObject(told['item']) : told
        if (item['type'] === 'CommandExecution' || item['type'] === 'exec_command_end') onRan(item)
        if (told['type'] === 'token_count') onUse(asObject(asObject(told['info'])['total_token_usage']))
        return
      }
      if (type !== 'response_item') return
      const id = asText(told['call_id']) ?? ''
      const kind = asText(told['type']) ?? ''
      if (/_call$/.test(kind) && open.size < OPEN_KEPT) open.set(id, { asks: asksIn(told), ran: new Set() })
      if (/_call_output$/.test(kind)) onAnswer(id, textIn(told['output']))
    },
    refusals: () => distinct(refusals),
    usage: () => usage,
  }
}

/** An answer to a call is a text, or a list of parts. */
const textIn = (output: unknown): string =>
  asText(output) ??
  asText(asObject(output)['content']) ??
  asList(output)
    .map((part) => asText(asObject(part)['text']) ?? '')
    .join('\n')
