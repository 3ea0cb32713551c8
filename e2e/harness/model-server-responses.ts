import {
  blocks,
  ERROR_WORDS,
  list,
  remember,
  spelling,
  str,
  textOf,
  texts,
  told,
  type Entry,
  type Json,
  type ModelUsage,
  type OfferedTool,
  type Reply,
  type Wire,
} from './model-server-wire.ts'

/** OpenAI Responses, as Codex asks. */
export const responses: Wire = {
  name: 'responses',
  ending: /\/responses$/,
  ends: null,
  read(body) {
    const names = new Map<string, string>()
    const entries: Entry[] = []
    const system: string[] = [str(body['instructions'])]
    const input =
      typeof body['input'] === 'string' ? [{ role: 'user', content: body['input'] }] : list(body['input'])
    for (const item of input) {
      const type = item['type'] ?? 'message'
      if (type === 'message' && (item['role'] === 'developer' || item['role'] === 'system'))
        system.push(textOf(item['content']))
      else if (type === 'message')
        entries.push(
          ...blocks(item['content']).map(
            (b): Entry => ({ kind: item['role'] === 'assistant' ? 'reply' : 'prompt', text: str(b['text']) }),
          ),
        )
      if (type === 'function_call' || type === 'custom_tool_call')
        names.set(
          str(item['call_id']),
          scriptedTool(str(item['input'])) ??
            spelling({
              name: str(item['name']),
              namespace: typeof item['namespace'] === 'string' ? item['namespace'] : null,
            }),
        )
      if (type === 'function_call_output' || type === 'custom_tool_call_output') {
        const id = str(item['call_id'])
        entries.push({
          kind: 'result',
          result: { id, tool: names.get(id) ?? '', text: textOf(item['output']) },
        })
      }
    }
    const tools = [body, ...input.filter((item) => item['type'] === 'additional_tools')].flatMap((from) =>
      list(from['tools']).flatMap(offeredIn),
    )
    return {
      system: system.filter((s) => s !== '').join('\n\n'),
      tools: remember(body, tools),
      ...told(entries),
    }
  },
  *events(reply) {
    const { id, model, pieces, call } = reply
    const response = { id, object: 'response', model, status: 'in_progress', output: [] }
    let n = 0
    const event = (type: string, fields: Json): readonly [string, unknown] => [
      type,
      { type, sequence_number: n++, ...fields },
    ]
    yield event('response.created', { response })
    const output: unknown[] = []
    const text = pieces[Symbol.iterator]()
    const first = text.next()
    if (first.done !== true || call === null) {
      const item = { id: `${id}_text`, type: 'message', role: 'assistant' }
      yield event('response.output_item.added', {
        output_index: 0,
        item: { ...item, status: 'in_progress', content: [] },
      })
      yield event('response.content_part.added', {
        item_id: item.id,
        output_index: 0,
        content_index: 0,
        part: { type: 'output_text', text: '', annotations: [] },
      })
      let whole = ''
      for (let next = first; next.done !== true; next = text.next()) {
        whole += next.value
        yield event('response.output_text.delta', {
          item_id: item.id,
          output_index: 0,
          content_index: 0,
          delta: next.value,
        })
      }
      const done = {
        ...item,
        status: 'completed',
        content: [{ type: 'output_text', text: whole, annotations: [] }],
      }
      yield event('response.output_text.done', {
        item_id: item.id,
        output_index: 0,
        content_index: 0,
        text: whole,
      })
      yield event('response.output_item.done', { output_index: 0, item: done })
      output.push(done)
    }
    if (call !== null) {
      const item = callItem(call)
      const isScript = item.type === 'custom_tool_call'
      yield event('response.output_item.added', {
        output_index: output.length,
        item: { ...item, status: 'in_progress', ...(isScript ? { input: '' } : { arguments: '' }) },
      })
      yield event(`response.${isScript ? 'custom_tool_call_input' : 'function_call_arguments'}.delta`, {
        item_id: item.id,
        output_index: output.length,
        delta: isScript ? item.input : item.arguments,
      })
      yield event('response.output_item.done', { output_index: output.length, item })
      output.push(item)
    }
    yield event('response.completed', {
      response: { ...response, status: 'completed', output, usage: openaiUsage(reply.usage) },
    })
  },
  whole: ({ id, model, pieces, call, usage }) => ({
    id,
    object: 'response',
    model,
    status: 'completed',
    usage: openaiUsage(usage),
    output: [
      ...texts(pieces).map((text) => ({
        id: `${id}_text`,
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text, annotations: [] }],
      })),
      ...(call === null ? [] : [callItem(call)]),
    ],
  }),
  error: openaiError,
}

function offeredIn(tool: Json): readonly OfferedTool[] {
  if (tool['type'] !== 'namespace') return [{ name: str(tool['name'] ?? tool['type']), namespace: null }]
  return list(tool['tools']).flatMap((inner): OfferedTool[] =>
    inner['type'] === 'custom' && inner['name'] === 'exec'
      ? [...str(inner['description']).matchAll(/declare const tools: \{ (\w+)\(/g)].map(([, name = '']) => ({
          name,
          namespace: null,
          inScript: true,
        }))
      : [{ name: str(inner['name']), namespace: str(tool['name']) }],
  )
}

/** The tool that a script of ours calls; null: it is no such script. */
const scriptedTool = (script: string): string | null => /endsWith\('__(\w+)'\)/.exec(script)?.[1] ?? null

const callItem = (call: NonNullable<Reply['call']>) =>
  call.inScript === true
    ? {
        id: `ctc_${call.id}`,
        type: 'custom_tool_call' as const,
        status: 'completed',
        call_id: call.id,
        name: 'exec',
        namespace: 'functions',
        input:
          `const tool = ALL_TOOLS.find((t) => t.name === '${call.name}' || t.name.endsWith('__${call.name}'))\n` +
          `const result = await tools[tool.name](${JSON.stringify(call.args)})\n` +
          `text(result?.output ?? result?.content?.map((part) => part.text).join('') ?? result)`,
      }
    : {
        id: `fc_${call.id}`,
        type: 'function_call' as const,
        status: 'completed',
        call_id: call.id,
        name: call.name,
        ...(call.namespace !== null && { namespace: call.namespace }),
        arguments: JSON.stringify(call.args),
      }
const openaiUsage = (u: ModelUsage) => ({
  input_tokens: u.input + u.cached,
  input_tokens_details: { cached_tokens: u.cached },
  output_tokens: u.output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: u.input + u.cached + u.output,
})

const OPENAI_ERRORS: Readonly<Record<number, readonly [type: string, code: string | null]>> = {
  400: ['invalid_request_error', null],
  401: ['invalid_request_error', 'invalid_api_key'],
  404: ['invalid_request_error', 'model_not_found'],
  429: ['rate_limit_error', 'rate_limit_exceeded'],
}
/** Both protocols of OpenAI word an error alike. */
export function openaiError(status: number): unknown {
  const [type, code] = OPENAI_ERRORS[status] ?? ['server_error', null]
  return { error: { message: ERROR_WORDS[status] ?? `Error ${status}`, type, code, param: null } }
}
