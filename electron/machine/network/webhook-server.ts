import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { SECOND } from '../../../shared/base/time.ts'
import { webhookBodySchema } from '../../../shared/alerts/webhook.ts'
import type { Log } from '../../engine/ports/ports.ts'
import { refusalOf, isToken } from './webhook-head.ts'
import { readBody, parse } from './webhook-body.ts'
import { minuteCounts } from './minute-counts.ts'

export const WEBHOOK_LIMITS = {
  bodyBytes: 64 * 1024,
  jsonDepth: 16,
  perMinute: 60,
  headerMs: 10 * SECOND,
  bodyMs: 10 * SECOND,
  connections: 32,
} as const

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
