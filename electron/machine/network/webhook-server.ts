import type { IncomingMessage, ServerResponse } from 'node:http'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { SECOND } from '../../../shared/base/time.ts'
import { webhookBodySchema } from '../../../shared/alerts/webhook.ts'
import type { Log } from '../../engine/ports/ports.ts'
import type { HeadRefusal as Refusal } from './loopback-head.ts'
import { refusalOf, isToken } from './webhook-head.ts'
import { readBody, parseJson } from './json-body.ts'
import { createLoopbackServer } from './loopback-server.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { minuteCounts } from './minute-counts.ts'

export const WEBHOOK_LIMITS = {
  bodyBytes: 64 * 1024,
  jsonDepth: 16,
  perMinute: 60,
  headerMs: 5 * SECOND,
  bodyMs: 10 * SECOND,
  waitingHeads: 512,
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

interface Context extends Pick<WebhookServerOptions, 'token' | 'accept'> {
  readonly limits: Readonly<Record<keyof typeof WEBHOOK_LIMITS, number>>
  readonly counts: ReturnType<typeof minuteCounts>
}

/**
 * News from other programs of this machine: one verb, on the loopback address only, for who knows the
 * token. Web pages are kept out three times: by name and port, by the headers that browsers add, and by a
 * content type and a token that no simple request has.
 */
export function createWebhookServer(options: WebhookServerOptions): WebhookServer {
  const { port, token, accept, log } = options
  const limits = { ...WEBHOOK_LIMITS, ...options.limits }
  const counts = minuteCounts(log, limits.perMinute, options.nowMs ?? (() => performance.now()))
  const context: Context = { token, accept, limits, counts }
  const server = createLoopbackServer({
    port,
    limits: { ...limits, headerBytes: 8192, requestsPerConnection: 1 },
    answer: (req, res, own) => answer(context, req, res, own),
    onUnheard: (why) => counts.note(408, why),
    onBug(error, res) {
      log('error', 'bug.caught', { where: 'webhook', message: messageOf(error) })
      if (!res.headersSent) reply(res, 500, { error: 'Something in Threadbeat broke; its log says what.' })
    },
  })
  return {
    async start() {
      const started = await server.start()
      if (started.ok) return ok({ port: started.value })
      const message = `port ${port} of 127.0.0.1 cannot be had: ${started.error}`
      return err(fault('webhook.unreachable', message))
    },
    close: server.close,
  }
}

async function answer(
  context: Context,
  req: IncomingMessage,
  res: ServerResponse,
  port: number,
): Promise<void> {
  const { counts } = context
  const outcome = refusalBeforeBody(context, req, port) ?? (await take(context, req))
  if (outcome === 'gone') return
  if (outcome === 'slow') {
    counts.note(408, 'slow')
    return void res.destroy()
  }
  if ('id' in outcome) return reply(res, 202, { id: outcome.id })
  const { status, message, why } = outcome
  counts.note(status, why)
  reply(res, status, { error: message }, refusalHeaders(status, counts.take.secondsLeft))
  req.resume() // not kept, so that the answer can be read
}

function refusalBeforeBody(
  { token, counts, limits }: Context,
  req: IncomingMessage,
  port: number,
): Refusal | null {
  const wrong = refusalOf(req, port)
  if (wrong !== null) return wrong
  if (!isToken(req.headers.authorization, token())) return BAD_TOKEN
  if (!counts.take())
    return { status: 429, message: `More than ${limits.perMinute} requests in a minute.`, why: 'rate' }
  if (Number(req.headers['content-length'] ?? 0) > limits.bodyBytes) return tooLarge(limits.bodyBytes)
  return null
}

/** Reads the news and hands it on. */
async function take(
  { token, accept, limits }: Context,
  req: IncomingMessage,
): Promise<{ readonly id: string } | Refusal | 'slow' | 'gone'> {
  const body = await readBody(req, limits.bodyBytes, limits.bodyMs)
  if (body === 'slow' || body === 'gone') return body
  if (body === 'large') return tooLarge(limits.bodyBytes)
  const value = parseJson(body, limits.jsonDepth)
  if (!value.ok) return { status: 400, message: value.error, why: 'json' }
  const parsed = webhookBodySchema.safeParse(value.value)
  if (!parsed.success) return { status: 422, message: issuesText(parsed.error.issues), why: 'schema' }
  // it may have changed while the body came
  if (!isToken(req.headers.authorization, token())) return BAD_TOKEN
  const { thread, text, wake, urgent, key } = parsed.data
  const accepted = await accept({ to: thread, text, wake, urgent, ...(key !== undefined && { source: key }) })
  return accepted.ok ? { id: accepted.value } : { ...accepted.error, why: 'engine' }
}

const BAD_TOKEN: Refusal = { status: 401, message: 'The token is not good.', why: 'token' }
const tooLarge = (bytes: number): Refusal => ({
  status: 413,
  message: `The body is larger than ${bytes} bytes.`,
  why: 'size',
})
const issuesText = (
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string =>
  issues
    .map((issue) => `${issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''}${issue.message}`)
    .join('; ')
    .slice(0, 500)

function refusalHeaders(status: number, secondsLeft: () => number): Readonly<Record<string, string>> {
  if (status === 401) return { 'www-authenticate': 'Bearer' }
  if (status === 405) return { allow: 'POST' }
  if (status === 429) return { 'retry-after': String(secondsLeft()) }
  return {}
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
