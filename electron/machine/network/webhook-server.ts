import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { MINUTE, SECOND } from '../../../shared/base/time.ts'
import { webhookBodySchema } from '../../../shared/alerts/webhook.ts'
import type { Log } from '../../engine/ports/ports.ts'

export const WEBHOOK_PATH = '/v1/events'
export const WEBHOOK_LIMITS = {
  bodyBytes: 64 * 1024,
  jsonDepth: 16,
  perMinute: 60,
  headerMs: 10 * SECOND,
  bodyMs: 10 * SECOND,
  connections: 32,
} as const
const LOGGED_PER_MINUTE = 10

export interface WebhookInput {
  readonly to: string | number // a thread's name or number
  readonly text: string
  readonly wake: 'now' | 'next'
  readonly urgent: boolean
  /** The sender's own name for the news; absent: it gave none. */
  readonly source?: string
}
export type WebhookRefusal = { readonly status: 404 | 409 | 422 | 429; readonly message: string }

export interface WebhookServerOptions {
  readonly port: number // 0: any that is free
  /** Asked for each request: a token that was changed is dead at once. null: nothing is let in. */
  readonly token: () => string | null
  /** Takes the news; the value is the event's id. */
  readonly accept: (input: WebhookInput) => Promise<Result<string, WebhookRefusal>>
  readonly log: Log
  readonly limits?: Partial<Record<keyof typeof WEBHOOK_LIMITS, number>>
  readonly nowMs?: () => number // monotonic
}

export interface WebhookServer {
  /**
   * webhook.unreachable: the port cannot be had. Called again while it listens: the same answer. Never
   * rejects.
   */
  start(): Promise<Result<{ readonly port: number }, Fault>>
  /** Ends every connection; the port is free afterwards. Never rejects. */
  close(): Promise<void>
}

/**
 * News from other programs of this machine: one verb, on the loopback address only, for who knows the
 * token. Web pages are kept out three times: by name and port, by the headers that browsers add, and by a
 * content type and a token that no simple request has.
 */
export function createWebhookServer(options: WebhookServerOptions): WebhookServer {
  const { token, accept } = options
  const limits = { ...WEBHOOK_LIMITS, ...options.limits }
  const { take, note } = minuteCounts(
    options.log,
    limits.perMinute,
    options.nowMs ?? (() => performance.now()),
  )
  let listening: Promise<Result<{ readonly server: Server; readonly port: number }, Fault>> | null = null

  async function answer(req: IncomingMessage, res: ServerResponse, port: number): Promise<void> {
    const refuse = (status: number, message: string, why: string): void => {
      note(status, why)
      const more =
        status === 401
          ? { 'www-authenticate': 'Bearer' }
          : status === 405
            ? { allow: 'POST' }
            : status === 429
              ? { 'retry-after': String(take.secondsLeft()) }
              : {}
      reply(res, status, { error: message }, more)
      req.resume() // not kept, so that the answer can be read
    }
    const wrong = refusalOf(req, port)
    if (wrong !== null) return refuse(wrong.status, wrong.message, wrong.why)
    if (!isToken(req.headers.authorization, token())) return refuse(401, 'The token is not good.', 'token')
    if (!take()) return refuse(429, `More than ${limits.perMinute} requests in a minute.`, 'rate')
    if (Number(req.headers['content-length'] ?? 0) > limits.bodyBytes)
      return refuse(413, tooLarge(limits.bodyBytes), 'size')
    const body = await readBody(req, limits.bodyBytes, limits.bodyMs)
    if (body === 'slow') {
      note(408, 'slow')
      return void res.destroy()
    }
    if (body === 'gone') return
    if (body === 'large') return refuse(413, tooLarge(limits.bodyBytes), 'size')
    const value = parse(body, limits.jsonDepth)
    if (!value.ok) return refuse(400, value.error, 'json')
    const parsed = webhookBodySchema.safeParse(value.value)
    if (!parsed.success)
      return refuse(
        422,
        parsed.error.issues
          .map((issue) => `${issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''}${issue.message}`)
          .join('; ')
          .slice(0, 500),
        'schema',
      )
    // it may have changed while the body came
    if (!isToken(req.headers.authorization, token())) return refuse(401, 'The token is not good.', 'token')
    const { thread, text, wake, urgent, key } = parsed.data
    const accepted = await accept({
      to: thread,
      text,
      wake,
      urgent,
      ...(key !== undefined && { source: key }),
    })
    if (!accepted.ok) return refuse(accepted.error.status, accepted.error.message, 'engine')
    reply(res, 202, { id: accepted.value })
  }

  function listen(): Promise<Result<{ readonly server: Server; readonly port: number }, Fault>> {
    return new Promise((resolve) => {
      const heads = new WeakMap<Socket, NodeJS.Timeout>()
      const server = createServer(
        {
          headersTimeout: limits.headerMs,
          requestTimeout: limits.headerMs + limits.bodyMs,
          maxHeaderSize: 8192,
        },
        (req, res) => {
          clearTimeout(heads.get(req.socket))
          void answer(req, res, (server.address() as AddressInfo | null)?.port ?? 0).catch(
            (error: unknown) => {
              options.log('error', 'bug.caught', {
                where: 'webhook',
                message: error instanceof Error ? error.message : String(error),
              })
              if (!res.headersSent)
                reply(res, 500, { error: 'Something in Threadbeat broke; its log says what.' })
            },
          )
        },
      )
      server.maxConnections = limits.connections
      server.maxRequestsPerSocket = 1
      // Node looks at its own deadlines only every half minute; here each connection has its own.
      server.on('connection', (socket) => {
        const timer = setTimeout(() => {
          note(408, 'slow')
          socket.destroy()
        }, limits.headerMs)
        heads.set(socket, timer)
        socket.once('close', () => clearTimeout(timer))
      })
      server.on('error', (error) =>
        resolve(
          err(
            fault('webhook.unreachable', `port ${options.port} of 127.0.0.1 cannot be had: ${error.message}`),
          ),
        ),
      )
      server.listen(options.port, '127.0.0.1', () =>
        resolve(ok({ server, port: (server.address() as AddressInfo).port })),
      )
    })
  }

  return {
    async start() {
      const place = (listening ??= listen())
      const result = await place
      if (result.ok) return ok({ port: result.value.port })
      if (listening === place) listening = null // the next start tries again
      return result
    },
    async close() {
      const last = await listening
      listening = null
      if (last === null || !last.ok) return
      const closed = new Promise<void>((resolve) => last.value.server.close(() => resolve()))
      last.value.server.closeAllConnections()
      await closed
    },
  }
}

/**
 * Everything that can be said from the head of a request without knowing the token. null: nothing against
 * it.
 */
function refusalOf(
  req: IncomingMessage,
  port: number,
): { readonly status: number; readonly message: string; readonly why: string } | null {
  const { headers } = req
  const own = [`127.0.0.1:${port}`, `localhost:${port}`]
  if (req.httpVersionMajor !== 1) return { status: 505, message: 'Only HTTP/1.', why: 'version' }
  const repeated = repeatedHeader(req.rawHeaders)
  if (repeated !== null)
    return { status: 400, message: `The header ${repeated} stands there more than once.`, why: 'duplicate' }
  // By name and port: a page whose name was made to lead here still sends its own name.
  if (!own.includes(headers.host ?? ''))
    return { status: 403, message: 'Not allowed under that name.', why: 'host' }
  if (headers.origin !== undefined || (headers['sec-fetch-site'] ?? 'none') !== 'none')
    return { status: 403, message: 'Not allowed from a web page.', why: 'origin' }
  if (req.method !== 'POST') return { status: 405, message: 'Only POST.', why: 'method' }
  if (req.url !== WEBHOOK_PATH) return { status: 404, message: `There is only ${WEBHOOK_PATH}.`, why: 'path' }
  if (!/^application\/json(\s*;\s*charset=("?)utf-8\2)?$/i.test(headers['content-type'] ?? ''))
    return { status: 415, message: 'Content-Type must be application/json.', why: 'type' }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    return { status: 415, message: 'The body must not be compressed.', why: 'encoding' }
  return null
}

/**
 * Node keeps the first of some headers and joins others; whoever sends two of these means to be read in two
 * ways.
 */
const ONCE = [
  'host',
  'authorization',
  'origin',
  'sec-fetch-site',
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
]
function repeatedHeader(raw: readonly string[]): string | null {
  const seen = new Set<string>()
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]!.toLowerCase()
    if (ONCE.includes(name) && seen.has(name)) return name
    seen.add(name)
  }
  return null
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
function isToken(authorization: string | undefined, token: string | null): boolean {
  const given = /^Bearer ([\x21-\x7e]{1,500})$/.exec(authorization ?? '')?.[1]
  return (
    given !== undefined && token !== null && token !== '' && timingSafeEqual(sha256(given), sha256(token))
  )
}

function readBody(
  req: IncomingMessage,
  maxBytes: number,
  limitMs: number,
): Promise<Buffer | 'large' | 'slow' | 'gone'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = (what: Buffer | 'large' | 'slow' | 'gone'): void => {
      clearTimeout(timer)
      req.removeAllListeners('data')
      resolve(what)
    }
    const timer = setTimeout(() => end('slow'), limitMs)
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) end('large')
      else chunks.push(chunk)
    })
    req.once('end', () => end(Buffer.concat(chunks)))
    req.once('error', () => end('gone'))
    req.once('close', () => end('gone'))
  })
}

function parse(body: Buffer, maxDepth: number): Result<unknown, string> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    if (depthOf(text) > maxDepth) return err(`The JSON is nested deeper than ${maxDepth}.`)
    return ok(JSON.parse(text) as unknown)
  } catch {
    return err('The body is not JSON in UTF-8.')
  }
}
/** Before it is parsed: the deepest nesting outside of strings. */
function depthOf(json: string): number {
  let [depth, deepest, isInString] = [0, 0, false]
  for (let i = 0; i < json.length; i++) {
    const sign = json[i]
    if (isInString && sign === '\\') i++
    else if (sign === '"') isInString = !isInString
    else if (isInString) continue
    else if (sign === '{' || sign === '[') deepest = Math.max(deepest, ++depth)
    else if (sign === '}' || sign === ']') depth--
  }
  return deepest
}

function reply(
  res: ServerResponse,
  status: number,
  body: { readonly id: string } | { readonly error: string },
  more: Readonly<Record<string, string>> = {},
): void {
  const text = `${JSON.stringify(body)}\n`
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
    ...more,
  })
  res.end(text)
}
const tooLarge = (bytes: number): string => `The body is larger than ${bytes} bytes.`

/**
 * Requests with the token in the running minute, and what was refused: the first ones by line, the others
 * by number.
 */
function minuteCounts(
  log: Log,
  perMinute: number,
  nowMs: () => number,
): {
  readonly take: (() => boolean) & { secondsLeft(): number }
  readonly note: (status: number, why: string) => void
} {
  let [startedMs, taken, refused] = [-Infinity, 0, 0]
  const roll = (): void => {
    if (nowMs() - startedMs < MINUTE) return
    if (refused > LOGGED_PER_MINUTE)
      log('warn', 'inbox.rejected', { by: 'webhook', more: refused - LOGGED_PER_MINUTE })
    ;[startedMs, taken, refused] = [nowMs(), 0, 0]
  }
  const take = (): boolean => {
    roll()
    return ++taken <= perMinute
  }
  const note = (status: number, why: string): void => {
    roll()
    if (++refused <= LOGGED_PER_MINUTE) log('warn', 'inbox.rejected', { by: 'webhook', status, why })
  }
  return {
    take: Object.assign(take, {
      secondsLeft: () => Math.max(1, Math.ceil((startedMs + MINUTE - nowMs()) / SECOND)),
    }),
    note,
  }
}
