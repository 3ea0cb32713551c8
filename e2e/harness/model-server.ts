/**
 * A model's server that does what a test's script says, on a free port of 127.0.0.1. It speaks what the agent CLIs speak:
 * Anthropic Messages (Claude Code), OpenAI Responses (Codex) and OpenAI Chat Completions (Copilot), streamed or in one piece.
 *
 *   const server = await startModelServer((asked) => (asked.results.length === 0 ? { call: 'report', args: { … } } : { say: 'HEARTBEAT_OK' }))
 *   …an agent CLI that is pointed at it: see `pointed(cli, server, folder)`, which returns its environment…
 *   await server.until('the agent has asked', () => server.asked[0] ?? null)
 *   server.asked[0]?.prompts    // what was said to the model, word for word
 *   server.play(otherScript)    // from the next request on
 *   await server.close()
 *
 * `call` takes a tool's bare name (`report`, `Bash`): each CLI spells the tools of an MCP server in its own way, see `isTool`.
 * A tool that was not offered is called all the same, by the name given: what the CLI then answers is in the next `results`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import type { Billing, CliName } from '../../shared/agent-config.ts'
import { TOOL_SERVER } from '../../shared/agent-turn.ts'
import { Announcements } from './waiting.ts'

export type Protocol = 'messages' | 'responses' | 'chat'
export interface ModelUsage {
  readonly input: number // not from the cache
  readonly cached: number
  readonly output: number
}
export const USAGE: ModelUsage = { input: 1200, cached: 800, output: 34 }

export type Step = { readonly usage?: ModelUsage } & (
  | { readonly say: string }
  | { readonly call: string; readonly args: Readonly<Record<string, unknown>>; readonly say?: string }
  /** An HTTP error; without a body, the one that the real server sends with this status. */
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  /** Half of an answer, then the end. */
  | { readonly malformed: true }
  /** No answer: not even headers, or (`midway`) the beginning of one. The connection stays open until the client goes. */
  | { readonly hang: true | 'midway' }
  /** A reply of so many bytes. */
  | { readonly huge: number }
)
export type Script = (asked: Asked) => Step

export interface ToolResult {
  readonly id: string
  readonly tool: string // as the CLI spells it
  readonly text: string
}
interface OfferedTool {
  readonly name: string
  readonly namespace: string | null // Codex: the tools of one MCP server are grouped
}
/** One request for an answer. */
export interface Asked {
  readonly index: number // 0 for the first since the start
  readonly protocol: Protocol
  readonly model: string
  readonly stream: boolean
  readonly system: string // system prompt and developer messages
  /** All that was said by the user so far, oldest first; what the CLIs add to it stands among them. */
  readonly prompts: readonly string[]
  readonly replies: readonly string[] // what the model has said so far: not empty in a resumed session
  readonly tools: readonly string[] // offered, as the CLI spells them
  /** Of the calls that came after the newest prompt; `history` has all. */
  readonly results: readonly ToolResult[]
  readonly history: readonly ToolResult[]
  readonly body: unknown
}
export interface Recorded extends Asked {
  readonly step: Step
  /** gone: the client went before the answer was complete. */
  readonly state: 'open' | 'answered' | 'gone'
}
export interface ModelServer {
  readonly url: string // http://127.0.0.1:port
  readonly asked: readonly Recorded[]
  /** Everything else that was requested: `HEAD /`, `POST /v1/messages/count_tokens` … */
  readonly others: readonly string[]
  /** Errors of the script, and requests that could not be understood. A test ends by expecting none. */
  readonly complaints: readonly string[]
  play(script: Script): void
  /** Asks now and whenever a request came, was answered or was given up. */
  until<T>(what: string, ask: () => T | null, timeoutMs?: number): Promise<T>
  close(): Promise<void>
}

/** Whether this is how a CLI spells that tool of Threadbeat: Claude Code and Codex with underscores, Copilot with a dash. */
export const isTool = (spelt: string, bare: string): boolean => [bare, `mcp__${TOOL_SERVER}__${bare}`, `${TOOL_SERVER}-${bare}`].includes(spelt)

/** How a CLI hears from its own server that a plan's limit is reached, and until when (Copilot is not told). */
export function planLimit(cli: CliName, resetsAt: number): Step {
  const seconds = Math.floor(resetsAt / 1000)
  switch (cli) {
    case 'claude': return { status: 429, headers: { 'anthropic-ratelimit-unified-status': 'rejected', 'anthropic-ratelimit-unified-representative-claim': 'five_hour', 'anthropic-ratelimit-unified-reset': String(seconds) } }
    case 'codex': return { status: 429, body: { error: { type: 'usage_limit_reached', message: 'The usage limit has been reached', plan_type: 'plus', resets_at: seconds } } }
    case 'copilot': return { status: 429 }
  }
}

/** Steps of one run in order: the first for the prompt, the next for the first tool result … The last one stays. */
export const inOrder = (...steps: readonly [Step, ...Step[]]): Script => ({ results }) => steps[Math.min(results.length, steps.length - 1)]!

export async function startModelServer(script: Script): Promise<ModelServer> {
  let current = script
  const asked: { -readonly [K in keyof Recorded]: Recorded[K] }[] = []
  const others: string[] = []
  const complaints: string[] = []
  const news = new Announcements()

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      complaints.push(`${request.method} ${request.url}: ${String(error)}`)
      if (!response.headersSent) response.writeHead(400, JSON_TYPE)
      response.end(JSON.stringify({ error: { type: 'invalid_request_error', message: String(error) } }))
      news.announce()
    })
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readAll(request)
    const { pathname } = new URL(request.url ?? '/', 'http://model')
    const protocol = request.method === 'POST' ? PROTOCOLS.find((p) => pathname.endsWith(p.ending)) : undefined
    if (protocol === undefined) {
      others.push(`${request.method} ${pathname}`)
      news.announce()
      answerOther(pathname, text, response)
      return
    }
    const body = asRecord(JSON.parse(text))
    const read: Asked = { index: asked.length, protocol: protocol.name, model: str(body['model']), stream: body['stream'] === true, body, ...protocol.read(body) }
    const step = current(read)
    const record: (typeof asked)[number] = { ...read, step, state: 'open' }
    asked.push(record)
    response.once('close', () => {
      record.state = response.writableFinished ? 'answered' : 'gone'
      news.announce()
    })
    news.announce()
    await perform(step, read, protocol, response)
  }

  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the model server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    others,
    complaints,
    play: (next) => (current = next),
    until: (what, ask, timeoutMs = 30_000) => news.until(what, ask, { timeoutMs, seen: () => ({ asked: asked.map(({ model, step, state, results }) => ({ model, step, state, results })), others, complaints }) }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Environment, and files below `home`, with which a CLI asks this server and knows nothing of the person who runs the test. */
export function pointed(cli: CliName, server: Pick<ModelServer, 'url'>, home: string, pays: Billing = 'api'): Record<string, string> {
  mkdirSync(home, { recursive: true })
  switch (cli) {
    case 'claude': {
      const account: Record<string, string> = pays === 'api' ? { ANTHROPIC_API_KEY: 'test-key' } : { CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-test' }
      return { HOME: home, CLAUDE_CONFIG_DIR: path.join(home, 'claude'), ANTHROPIC_BASE_URL: server.url, ...account }
    }
    case 'codex': {
      const codexHome = path.join(home, 'codex')
      mkdirSync(codexHome, { recursive: true })
      const provider = [`base_url = "${server.url}/v1"`, 'name = "test"', 'env_key = "CODEX_API_KEY"', 'wire_api = "responses"', 'request_max_retries = 0', 'stream_max_retries = 0']
      writeFileSync(path.join(codexHome, 'config.toml'), ['model = "gpt-test"', 'model_provider = "test"', '', '[model_providers.test]', ...provider, ''].join('\n'))
      return { HOME: home, CODEX_HOME: codexHome, CODEX_API_KEY: 'test-key' }
    }
    case 'copilot':
      return { HOME: home, COPILOT_HOME: path.join(home, 'copilot'), COPILOT_OFFLINE: 'true', COPILOT_PROVIDER_BASE_URL: `${server.url}/v1`, COPILOT_PROVIDER_API_KEY: 'test-key', COPILOT_MODEL: 'gpt-test' }
  }
}

/** How a protocol reads a conversation, and how it writes an answer. */
interface Wire {
  readonly name: Protocol
  readonly ending: string // of the path
  read(body: Json): Omit<Asked, 'index' | 'protocol' | 'model' | 'stream' | 'body'>
  /** Events in order, as `event name` (null: none) and data. `text` pieces are made of `say`. */
  events(reply: Reply): Iterable<readonly [string | null, unknown]>
  whole(reply: Reply): unknown
  error(status: number): unknown
  readonly ends: string | null // a last line that is no JSON
}
interface Reply {
  readonly id: string
  readonly model: string
  readonly pieces: Iterable<string> // of the text; none: a call alone
  readonly call: { readonly id: string; readonly name: string; readonly namespace: string | null; readonly args: unknown } | null
  readonly usage: ModelUsage
}
type Json = Readonly<Record<string, unknown>>
const JSON_TYPE = { 'content-type': 'application/json' }

async function perform(step: Step, asked: Asked, wire: Wire, response: ServerResponse): Promise<void> {
  if ('status' in step) {
    response.writeHead(step.status, { ...JSON_TYPE, ...step.headers })
    response.end(JSON.stringify(step.body ?? wire.error(step.status)))
    return
  }
  if ('hang' in step && step.hang === true) return

  const bare = { id: `msg_${asked.index}`, model: asked.model, call: null, usage: step.usage ?? USAGE }
  const reply: Reply =
    'call' in step ? { ...bare, pieces: pieces(step.say ?? ''), call: { id: `call_${asked.index}`, ...toolFor(step.call, asked), args: step.args } }
    : 'say' in step ? { ...bare, pieces: pieces(step.say) }
    : 'huge' in step ? { ...bare, pieces: hugeText(step.huge) }
    : { ...bare, pieces: ['Half an'] }
  if (!asked.stream) {
    response.writeHead(200, JSON_TYPE)
    const whole = JSON.stringify(wire.whole(reply))
    if ('hang' in step) response.write(whole.slice(0, 20))
    else response.end('malformed' in step ? whole.slice(0, whole.length / 2) : whole)
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  let written = 0
  for (const [event, data] of wire.events(reply)) {
    const line = JSON.stringify(data)
    const isCut = ('malformed' in step || 'hang' in step) && ++written === 3
    if (isCut && 'hang' in step) return
    const isFull = !response.write(`${event === null ? '' : `event: ${event}\n`}data: ${isCut ? line.slice(0, line.length / 2) : line}\n\n`)
    if (isCut) break
    if (isFull) await drained(response)
    if (response.destroyed) return
  }
  response.end(wire.ends === null || 'malformed' in step ? '' : `data: ${wire.ends}\n\n`)
}

function answerOther(pathname: string, text: string, response: ServerResponse): void {
  response.writeHead(200, JSON_TYPE)
  if (pathname.endsWith('/count_tokens')) response.end(JSON.stringify({ input_tokens: Math.ceil(text.length / 4) }))
  else if (pathname.endsWith('/models')) response.end(JSON.stringify({ object: 'list', data: [], models: [] }))
  else response.end('{}')
}

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.once('drain', done).once('close', done)
  })

/** Like a model's stream: words come in pieces, and a character may be cut in two by nobody. */
function* pieces(text: string): Iterable<string> {
  const letters = [...text]
  for (let at = 0; at < letters.length; at += 12) yield letters.slice(at, at + 12).join('')
}
function* hugeText(bytes: number): Iterable<string> {
  const line = `${'All work and no play. '.repeat(46)}\n`
  for (let left = bytes; left > 0; left -= line.length) yield line.slice(0, left)
}

const offered = new WeakMap<object, readonly OfferedTool[]>()
function toolFor(bare: string, asked: Asked): OfferedTool {
  const tools = offered.get(asked.body as object) ?? []
  return tools.find((t) => t.name === bare && t.namespace === null) ?? tools.find((t) => isTool(spelling(t), bare)) ?? { name: bare, namespace: null }
}
const spelling = ({ name, namespace }: OfferedTool): string => (namespace === null ? name : `${namespace}${namespace.endsWith('__') ? '' : '__'}${name}`)
/** Remembered beside the body, since only the wire knows how a grouped tool is called. */
function remember(body: Json, tools: readonly OfferedTool[]): readonly string[] {
  offered.set(body, tools)
  return tools.map(spelling)
}

const messages: Wire = {
  name: 'messages',
  ending: '/messages',
  ends: null,
  read(body) {
    const names = new Map<string, string>()
    const conversation = list(body['messages']).flatMap((m) => blocks(m['content']).map((block) => ({ role: m['role'], block })))
    const entries: Entry[] = []
    const system = [textOf(body['system'])]
    for (const { role, block } of conversation) {
      if (role === 'system') system.push(str(block['text'])) // Claude Code tells its surroundings here
      else if (block['type'] === 'tool_use') names.set(str(block['id']), str(block['name']))
      else if (block['type'] === 'text') entries.push({ kind: role === 'assistant' ? 'reply' : 'prompt', text: str(block['text']) })
      else if (block['type'] === 'tool_result') {
        const id = str(block['tool_use_id'])
        entries.push({ kind: 'result', result: { id, tool: names.get(id) ?? '', text: textOf(block['content']) } })
      }
    }
    return { system: system.join('\n\n'), tools: remember(body, list(body['tools']).map((t) => ({ name: str(t['name']), namespace: null }))), ...told(entries) }
  },
  *events({ id, model, pieces, call, usage }) {
    const used = { input_tokens: usage.input, cache_read_input_tokens: usage.cached, cache_creation_input_tokens: 0, output_tokens: 1 }
    yield ['message_start', { type: 'message_start', message: { id, type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null, usage: used } }]
    let index = 0
    const text = pieces[Symbol.iterator]()
    const first = text.next()
    if (first.done !== true || call === null) {
      yield ['content_block_start', { type: 'content_block_start', index, content_block: { type: 'text', text: '' } }]
      for (let next = first; next.done !== true; next = text.next()) yield ['content_block_delta', { type: 'content_block_delta', index, delta: { type: 'text_delta', text: next.value } }]
      yield ['content_block_stop', { type: 'content_block_stop', index }]
      index++
    }
    if (call !== null) {
      yield ['content_block_start', { type: 'content_block_start', index, content_block: { type: 'tool_use', id: call.id, name: call.name, input: {} } }]
      yield ['content_block_delta', { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: JSON.stringify(call.args) } }]
      yield ['content_block_stop', { type: 'content_block_stop', index }]
    }
    yield ['message_delta', { type: 'message_delta', delta: { stop_reason: call === null ? 'end_turn' : 'tool_use', stop_sequence: null }, usage: { output_tokens: usage.output } }]
    yield ['message_stop', { type: 'message_stop' }]
  },
  whole: ({ id, model, pieces, call, usage }) => ({
    id, type: 'message', role: 'assistant', model, stop_reason: call === null ? 'end_turn' : 'tool_use', stop_sequence: null,
    content: [...texts(pieces).map((text) => ({ type: 'text', text })), ...(call === null ? [] : [{ type: 'tool_use', id: call.id, name: call.name, input: call.args }])],
    usage: { input_tokens: usage.input, cache_read_input_tokens: usage.cached, cache_creation_input_tokens: 0, output_tokens: usage.output },
  }),
  error: (status) => ({ type: 'error', error: { type: ANTHROPIC_ERRORS[status] ?? 'api_error', message: ERROR_WORDS[status] ?? `Error ${status}` } }),
}

const responses: Wire = {
  name: 'responses',
  ending: '/responses',
  ends: null,
  read(body) {
    const names = new Map<string, string>()
    const entries: Entry[] = []
    const system: string[] = [str(body['instructions'])]
    const input = typeof body['input'] === 'string' ? [{ role: 'user', content: body['input'] }] : list(body['input'])
    for (const item of input) {
      const type = item['type'] ?? 'message'
      if (type === 'message' && (item['role'] === 'developer' || item['role'] === 'system')) system.push(textOf(item['content']))
      else if (type === 'message') entries.push(...blocks(item['content']).map((b): Entry => ({ kind: item['role'] === 'assistant' ? 'reply' : 'prompt', text: str(b['text']) })))
      if (type === 'function_call' || type === 'custom_tool_call') names.set(str(item['call_id']), spelling({ name: str(item['name']), namespace: typeof item['namespace'] === 'string' ? item['namespace'] : null }))
      if (type === 'function_call_output' || type === 'custom_tool_call_output') {
        const id = str(item['call_id'])
        entries.push({ kind: 'result', result: { id, tool: names.get(id) ?? '', text: textOf(item['output']) } })
      }
    }
    const tools = list(body['tools']).flatMap((t): OfferedTool[] =>
      t['type'] === 'namespace' ? list(t['tools']).map((inner) => ({ name: str(inner['name']), namespace: str(t['name']) })) : [{ name: str(t['name'] ?? t['type']), namespace: null }])
    return { system: system.filter((s) => s !== '').join('\n\n'), tools: remember(body, tools), ...told(entries) }
  },
  *events(reply) {
    const { id, model, pieces, call } = reply
    const response = { id, object: 'response', model, status: 'in_progress', output: [] }
    let n = 0
    const event = (type: string, fields: Json): readonly [string, unknown] => [type, { type, sequence_number: n++, ...fields }]
    yield event('response.created', { response })
    const output: unknown[] = []
    const text = pieces[Symbol.iterator]()
    const first = text.next()
    if (first.done !== true || call === null) {
      const item = { id: `${id}_text`, type: 'message', role: 'assistant' }
      yield event('response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress', content: [] } })
      yield event('response.content_part.added', { item_id: item.id, output_index: 0, content_index: 0, part: { type: 'output_text', text: '', annotations: [] } })
      let whole = ''
      for (let next = first; next.done !== true; next = text.next()) {
        whole += next.value
        yield event('response.output_text.delta', { item_id: item.id, output_index: 0, content_index: 0, delta: next.value })
      }
      const done = { ...item, status: 'completed', content: [{ type: 'output_text', text: whole, annotations: [] }] }
      yield event('response.output_text.done', { item_id: item.id, output_index: 0, content_index: 0, text: whole })
      yield event('response.output_item.done', { output_index: 0, item: done })
      output.push(done)
    }
    if (call !== null) {
      const item = functionCall(call)
      yield event('response.output_item.added', { output_index: output.length, item: { ...item, status: 'in_progress', arguments: '' } })
      yield event('response.function_call_arguments.delta', { item_id: item.id, output_index: output.length, delta: item.arguments })
      yield event('response.output_item.done', { output_index: output.length, item })
      output.push(item)
    }
    yield event('response.completed', { response: { ...response, status: 'completed', output, usage: openaiUsage(reply.usage) } })
  },
  whole: ({ id, model, pieces, call, usage }) => ({
    id, object: 'response', model, status: 'completed', usage: openaiUsage(usage),
    output: [
      ...texts(pieces).map((text) => ({ id: `${id}_text`, type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] })),
      ...(call === null ? [] : [functionCall(call)]),
    ],
  }),
  error: openaiError,
}

const chat: Wire = {
  name: 'chat',
  ending: '/chat/completions',
  ends: '[DONE]',
  read(body) {
    const names = new Map<string, string>()
    const entries: Entry[] = []
    const system: string[] = []
    for (const m of list(body['messages'])) {
      if (m['role'] === 'system' || m['role'] === 'developer') system.push(textOf(m['content']))
      else if (m['role'] === 'tool') entries.push({ kind: 'result', result: { id: str(m['tool_call_id']), tool: names.get(str(m['tool_call_id'])) ?? '', text: textOf(m['content']) } })
      else entries.push(...blocks(m['content']).map((b): Entry => ({ kind: m['role'] === 'assistant' ? 'reply' : 'prompt', text: str(b['text']) })))
      for (const call of list(m['tool_calls'])) names.set(str(call['id']), str(asRecord(call['function'])['name']))
    }
    return { system: system.join('\n\n'), tools: remember(body, list(body['tools']).map((t) => ({ name: str(asRecord(t['function'] ?? t['custom'])['name']), namespace: null }))), ...told(entries) }
  },
  *events({ id, model, pieces, call, usage }) {
    const chunk = (delta: Json, finish: string | null = null): readonly [null, unknown] => [null, { id, object: 'chat.completion.chunk', created: 1, model, choices: [{ index: 0, delta, finish_reason: finish }] }]
    yield chunk({ role: 'assistant', content: '' })
    for (const piece of pieces) yield chunk({ content: piece })
    if (call !== null) yield chunk({ tool_calls: [{ index: 0, ...chatCall(call) }] })
    yield chunk({}, call === null ? 'stop' : 'tool_calls')
    yield [null, { id, object: 'chat.completion.chunk', created: 1, model, choices: [], usage: chatUsage(usage) }]
  },
  whole: ({ id, model, pieces, call, usage }) => ({
    id, object: 'chat.completion', created: 1, model, usage: chatUsage(usage),
    choices: [{
      index: 0, finish_reason: call === null ? 'stop' : 'tool_calls',
      message: { role: 'assistant', content: texts(pieces)[0] ?? null, ...(call !== null && { tool_calls: [chatCall(call)] }) },
    }],
  }),
  error: openaiError,
}
const PROTOCOLS: readonly Wire[] = [messages, responses, chat]

type Entry = { readonly kind: 'prompt' | 'reply'; readonly text: string } | { readonly kind: 'result'; readonly result: ToolResult }
/** Reminders that a CLI slips in beside tool results do not begin a new turn. */
const isAside = (text: string): boolean => /^\s*<(?:system-reminder|system_notification|environment_context)\b/.test(text)
function told(entries: readonly Entry[]): Pick<Asked, 'prompts' | 'replies' | 'results' | 'history'> {
  const resultsOf = (some: readonly Entry[]): ToolResult[] => some.flatMap((e) => (e.kind === 'result' ? [e.result] : []))
  const textsOf = (kind: 'prompt' | 'reply'): string[] => entries.flatMap((e) => (e.kind === kind && e.text !== '' ? [e.text] : []))
  const newest = entries.findLastIndex((e) => e.kind === 'prompt' && !isAside(e.text))
  return { prompts: textsOf('prompt'), replies: textsOf('reply'), results: resultsOf(entries.slice(newest + 1)), history: resultsOf(entries) }
}

const functionCall = (call: NonNullable<Reply['call']>) => ({
  id: `fc_${call.id}`, type: 'function_call', status: 'completed', call_id: call.id, name: call.name, ...(call.namespace !== null && { namespace: call.namespace }), arguments: JSON.stringify(call.args),
})
const chatCall = (call: NonNullable<Reply['call']>) => ({ id: call.id, type: 'function', function: { name: call.name, arguments: JSON.stringify(call.args) } })
const openaiUsage = (u: ModelUsage) => ({
  input_tokens: u.input + u.cached, input_tokens_details: { cached_tokens: u.cached }, output_tokens: u.output, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: u.input + u.cached + u.output,
})
const chatUsage = (u: ModelUsage) => ({ prompt_tokens: u.input + u.cached, prompt_tokens_details: { cached_tokens: u.cached }, completion_tokens: u.output, total_tokens: u.input + u.cached + u.output })

const ANTHROPIC_ERRORS: Readonly<Record<number, string>> = { 400: 'invalid_request_error', 401: 'authentication_error', 403: 'permission_error', 404: 'not_found_error', 429: 'rate_limit_error', 529: 'overloaded_error' }
const OPENAI_ERRORS: Readonly<Record<number, readonly [type: string, code: string | null]>> = {
  400: ['invalid_request_error', null], 401: ['invalid_request_error', 'invalid_api_key'], 404: ['invalid_request_error', 'model_not_found'], 429: ['rate_limit_error', 'rate_limit_exceeded'],
}
const ERROR_WORDS: Readonly<Record<number, string>> = {
  400: 'The request could not be understood.', 401: 'Invalid API key provided.', 404: 'The model does not exist.', 429: 'Rate limit reached, please try again later.', 500: 'Internal server error', 529: 'Overloaded',
}
function openaiError(status: number): unknown {
  const [type, code] = OPENAI_ERRORS[status] ?? ['server_error', null]
  return { error: { message: ERROR_WORDS[status] ?? `Error ${status}`, type, code, param: null } }
}

const asRecord = (value: unknown): Json => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {})
const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(asRecord) : [])
const str = (value: unknown): string => (typeof value === 'string' ? value : '')
/** Content is a text, or a list of blocks. */
const blocks = (content: unknown): readonly Json[] => (typeof content === 'string' ? [{ type: 'text', text: content }] : list(content))
const textOf = (content: unknown): string => blocks(content).map((b) => str(b['text'])).join('\n')
function texts(pieces: Iterable<string>): readonly string[] {
  const text = [...pieces].join('')
  return text === '' ? [] : [text]
}
async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
