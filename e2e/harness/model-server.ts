/**
 * A model's server that does what a test's script says, on a free port of 127.0.0.1. It speaks what the
 * agent CLIs speak: Anthropic Messages (Claude Code), OpenAI Responses (Codex) and OpenAI Chat Completions
 * (Copilot), streamed or in one piece.
 *
 * const server = await startModelServer((asked) => (asked.results.length === 0 ? { call: 'report', args:
 *   { … } } : { say: 'HEARTBEAT_OK' }))
 *   …an agent CLI that is pointed at it: see `pointed(cli, server, folder)`, which returns its environment…
 *   await server.until('the agent has asked', () => server.asked[0] ?? null)
 *   server.asked[0]?.prompts    // what was said to the model, word for word
 *   server.play(otherScript)    // from the next request on
 *   await server.close()
 *
 * `call` takes a tool's bare name (`report`, `Bash`): each CLI spells the tools of an MCP server in its own
 * way, see `isTool`. A tool that was not offered is called all the same, by the name given: what the CLI
 * then answers is in the next `results`.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { chat } from './model-server-chat.ts'
import { gemini } from './model-server-gemini.ts'
import { messages } from './model-server-messages.ts'
import { responses } from './model-server-responses.ts'
import {
  asRecord,
  toolFor,
  str,
  type Asked,
  type ModelUsage,
  type Reply,
  type Wire,
} from './model-server-wire.ts'
import { Announcements } from './waiting.ts'

export const USAGE: ModelUsage = { input: 1200, cached: 800, output: 34 }

/** `thinksMs`: to the first word of an answer, where something beside the run must have the time that it has there. */
export type Step = { readonly usage?: ModelUsage; readonly thinksMs?: number } & (
  | { readonly say: string }
  | { readonly call: string; readonly args: Readonly<Record<string, unknown>>; readonly say?: string }
  /** An HTTP error; without a body, the one that the real server sends with this status. */
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  /** Half of an answer, then the end. */
  | { readonly malformed: true }
  /**
   * No answer: not even headers, or (`midway`) the beginning of one. The connection stays open until the
   * client goes.
   */
  | { readonly hang: true | 'midway' }
  /** A reply of so many bytes. */
  | { readonly huge: number }
)
export type Script = (asked: Asked) => Step

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

/**
 * Steps of one run in order: the first for the prompt, the next for the first tool result … The last one
 * stays.
 */
export const inOrder =
  (...steps: readonly [Step, ...Step[]]): Script =>
  ({ results }) =>
    steps[Math.min(results.length, steps.length - 1)]!

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
    const protocol = request.method === 'POST' ? PROTOCOLS.find((p) => p.ending.test(pathname)) : undefined
    if (protocol === undefined) {
      others.push(`${request.method} ${pathname}`)
      news.announce()
      answerOther(pathname, text, response)
      return
    }
    const body = asRecord(JSON.parse(text))
    const read: Asked = {
      index: asked.length,
      protocol: protocol.name,
      model: str(body['model']),
      stream: body['stream'] === true,
      ...protocol.inPath?.(pathname),
      body,
      ...protocol.read(body),
    }
    const step = current(read)
    const record: (typeof asked)[number] = { ...read, step, state: 'open' }
    asked.push(record)
    response.once('close', () => {
      record.state = response.writableFinished ? 'answered' : 'gone'
      news.announce()
    })
    news.announce()
    if (step.thinksMs !== undefined) await delay(step.thinksMs)
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
    until: (what, ask, timeoutMs = 30_000) =>
      news.until(what, ask, {
        timeoutMs,
        seen: () => ({
          asked: asked.map(({ model, step, state, results }) => ({ model, step, state, results })),
          others,
          complaints,
        }),
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

async function perform(step: Step, asked: Asked, wire: Wire, response: ServerResponse): Promise<void> {
  if ('status' in step) {
    response.writeHead(step.status, { ...JSON_TYPE, ...step.headers })
    response.end(JSON.stringify(step.body ?? wire.error(step.status)))
    return
  }
  if ('hang' in step && step.hang === true) return

  const bare = { id: `msg_${asked.index}`, model: asked.model, call: null, usage: step.usage ?? USAGE }
  const reply = { ...bare, ...contentOf(step, asked) }
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
    const isFull = !response.write(
      `${event === null ? '' : `event: ${event}\n`}data: ${isCut ? line.slice(0, line.length / 2) : line}\n\n`,
    )
    if (isCut) break
    if (isFull) await drained(response)
    if (response.destroyed) return
  }
  response.end(wire.ends === null || 'malformed' in step ? '' : `data: ${wire.ends}\n\n`)
}

/** What the model says and calls in this step. */
function contentOf(step: Step, asked: Asked): Pick<Reply, 'pieces'> & Partial<Pick<Reply, 'call'>> {
  if ('call' in step) {
    const call = { id: `call_${asked.index}`, ...toolFor(step.call, asked), args: step.args }
    return { pieces: pieces(step.say ?? ''), call }
  }
  if ('say' in step) return { pieces: pieces(step.say) }
  return { pieces: 'huge' in step ? hugeText(step.huge) : ['Half an'] }
}

function answerOther(pathname: string, text: string, response: ServerResponse): void {
  response.writeHead(200, JSON_TYPE)
  if (pathname.endsWith('/count_tokens'))
    response.end(JSON.stringify({ input_tokens: Math.ceil(text.length / 4) }))
  else if (pathname.endsWith('/models'))
    response.end(JSON.stringify({ object: 'list', data: [], models: [] }))
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

const PROTOCOLS: readonly Wire[] = [messages, responses, chat, gemini]

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
