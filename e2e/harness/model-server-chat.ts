import { openaiError } from './model-server-responses.ts'
import {
  asRecord,
  blocks,
  list,
  remember,
  str,
  textOf,
  texts,
  told,
  type Entry,
  type Json,
  type ModelUsage,
  type Reply,
  type Wire,
} from './model-server-wire.ts'

/** OpenAI Chat Completions, as Copilot asks. */
export const chat: Wire = {
  name: 'chat',
  ending: /\/chat\/completions$/,
  ends: '[DONE]',
  read(body) {
    const names = new Map<string, string>()
    const entries: Entry[] = []
    const system: string[] = []
    for (const m of list(body['messages'])) {
      if (m['role'] === 'system' || m['role'] === 'developer') system.push(textOf(m['content']))
      else if (m['role'] === 'tool')
        entries.push({
          kind: 'result',
          result: {
            id: str(m['tool_call_id']),
            tool: names.get(str(m['tool_call_id'])) ?? '',
            text: textOf(m['content']),
          },
        })
      else
        entries.push(
          ...blocks(m['content']).map(
            (b): Entry => ({ kind: m['role'] === 'assistant' ? 'reply' : 'prompt', text: str(b['text']) }),
          ),
        )
      for (const call of list(m['tool_calls']))
        names.set(str(call['id']), str(asRecord(call['function'])['name']))
    }
    return {
      system: system.join('\n\n'),
      tools: remember(
        body,
        list(body['tools']).map((t) => ({
          name: str(asRecord(t['function'] ?? t['custom'])['name']),
          namespace: null,
        })),
      ),
      ...told(entries),
    }
  },
  *events({ id, model, pieces, call, usage }) {
    const chunk = (delta: Json, finish: string | null = null): readonly [null, unknown] => [
      null,
      {
        id,
        object: 'chat.completion.chunk',
        created: 1,
        model,
        choices: [{ index: 0, delta, finish_reason: finish }],
      },
    ]
    yield chunk({ role: 'assistant', content: '' })
    for (const piece of pieces) yield chunk({ content: piece })
    if (call !== null) yield chunk({ tool_calls: [{ index: 0, ...chatCall(call) }] })
    yield chunk({}, call === null ? 'stop' : 'tool_calls')
    yield [
      null,
      { id, object: 'chat.completion.chunk', created: 1, model, choices: [], usage: chatUsage(usage) },
    ]
  },
  whole: ({ id, model, pieces, call, usage }) => ({
    id,
    object: 'chat.completion',
    created: 1,
    model,
    usage: chatUsage(usage),
    choices: [
      {
        index: 0,
        finish_reason: call === null ? 'stop' : 'tool_calls',
        message: {
          role: 'assistant',
          content: texts(pieces)[0] ?? null,
          ...(call !== null && { tool_calls: [chatCall(call)] }),
        },
      },
    ],
  }),
  error: openaiError,
}

const chatCall = (call: NonNullable<Reply['call']>) => ({
  id: call.id,
  type: 'function',
  function: { name: call.name, arguments: JSON.stringify(call.args) },
})
const chatUsage = (u: ModelUsage) => ({
  prompt_tokens: u.input + u.cached,
  prompt_tokens_details: { cached_tokens: u.cached },
  completion_tokens: u.output,
  total_tokens: u.input + u.cached + u.output,
})
