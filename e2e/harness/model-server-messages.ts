import {
  blocks,
  ERROR_WORDS,
  list,
  remember,
  str,
  textOf,
  texts,
  told,
  type Entry,
  type Wire,
} from './model-server-wire.ts'

/** Anthropic Messages, as Claude Code asks. */
export const messages: Wire = {
  name: 'messages',
  ending: /\/messages$/,
  ends: null,
  read(body) {
    const names = new Map<string, string>()
    const conversation = list(body['messages']).flatMap((m) =>
      blocks(m['content']).map((block) => ({ role: m['role'], block })),
    )
    const entries: Entry[] = []
    const system = [textOf(body['system'])]
    for (const { role, block } of conversation) {
      if (role === 'system')
        system.push(str(block['text'])) // Claude Code tells its surroundings here
      else if (block['type'] === 'tool_use') names.set(str(block['id']), str(block['name']))
      else if (block['type'] === 'text')
        entries.push({ kind: role === 'assistant' ? 'reply' : 'prompt', text: str(block['text']) })
      else if (block['type'] === 'tool_result') {
        const id = str(block['tool_use_id'])
        entries.push({
          kind: 'result',
          result: { id, tool: names.get(id) ?? '', text: textOf(block['content']) },
        })
      }
    }
    return {
      system: system.join('\n\n'),
      tools: remember(
        body,
        list(body['tools']).map((t) => ({ name: str(t['name']), namespace: null })),
      ),
      ...told(entries),
    }
  },
  *events({ id, model, pieces, call, usage }) {
    const used = {
      input_tokens: usage.input,
      cache_read_input_tokens: usage.cached,
      cache_creation_input_tokens: 0,
      output_tokens: 1,
    }
    yield [
      'message_start',
      {
        type: 'message_start',
        message: {
          id,
          type: 'message',
          role: 'assistant',
          model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: used,
        },
      },
    ]
    let index = 0
    const text = pieces[Symbol.iterator]()
    const first = text.next()
    if (first.done !== true || call === null) {
      yield [
        'content_block_start',
        { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
      ]
      for (let next = first; next.done !== true; next = text.next())
        yield [
          'content_block_delta',
          { type: 'content_block_delta', index, delta: { type: 'text_delta', text: next.value } },
        ]
      yield ['content_block_stop', { type: 'content_block_stop', index }]
      index++
    }
    if (call !== null) {
      yield [
        'content_block_start',
        {
          type: 'content_block_start',
          index,
          content_block: { type: 'tool_use', id: call.id, name: call.name, input: {} },
        },
      ]
      yield [
        'content_block_delta',
        {
          type: 'content_block_delta',
          index,
          delta: { type: 'input_json_delta', partial_json: JSON.stringify(call.args) },
        },
      ]
      yield ['content_block_stop', { type: 'content_block_stop', index }]
    }
    yield [
      'message_delta',
      {
        type: 'message_delta',
        delta: { stop_reason: call === null ? 'end_turn' : 'tool_use', stop_sequence: null },
        usage: { output_tokens: usage.output },
      },
    ]
    yield ['message_stop', { type: 'message_stop' }]
  },
  whole: ({ id, model, pieces, call, usage }) => ({
    id,
    type: 'message',
    role: 'assistant',
    model,
    stop_reason: call === null ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    content: [
      ...texts(pieces).map((text) => ({ type: 'text', text })),
      ...(call === null ? [] : [{ type: 'tool_use', id: call.id, name: call.name, input: call.args }]),
    ],
    usage: {
      input_tokens: usage.input,
      cache_read_input_tokens: usage.cached,
      cache_creation_input_tokens: 0,
      output_tokens: usage.output,
    },
  }),
  error: (status) => ({
    type: 'error',
    error: {
      type: ANTHROPIC_ERRORS[status] ?? 'api_error',
      message: ERROR_WORDS[status] ?? `Error ${status}`,
    },
  }),
}

const ANTHROPIC_ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}
