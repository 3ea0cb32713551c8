import { plainLine } from '../../../shared/base/one-line.ts'
import { createHmac } from 'node:crypto'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { cut } from '../../../shared/base/hidden-text.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { DAY, SECOND } from '../../../shared/base/time.ts'
import type { WebhookEvent, WebhookTarget } from '../../../shared/alerts/webhook.ts'
import { webhookRequest } from '../../../shared/alerts/webhook-request.ts'
import type { Log } from '../../engine/ports/ports.ts'

export { WEBHOOK_RETRY_MS } from '../../../shared/alerts/webhook.ts'

const LIMIT_MS = 10 * SECOND
const READ_BYTES = 1024
const LONGEST_WAIT_MS = DAY

interface WebhookFault extends Fault {
  readonly status: number | null // null: there was no answer
  readonly isRetryable: boolean
  // how long the service asks to wait, at most a day; null: it does not say
  readonly retryAfterMs: number | null
}

interface WebhookSender {
  /**
   * One try. webhook.unreachable: no answer within 10 s; webhook.refused: an answer that is not 2xx, or
   * what cannot be sent as it is. Redirects are not followed. What is wrong is told without the address's
   * path, the token and the secret. Whether the target is enabled is the caller's to ask. Contract: never
   * rejects.
   */
  send(
    target: WebhookTarget,
    event: WebhookEvent,
    signal: AbortSignal,
  ): Promise<Result<{ readonly status: number }, WebhookFault>>
}

/**
 * No answer, "too many", or trouble of the service: worth another try. See WEBHOOK_RETRY_MS, and
 * retryAfterMs of the fault.
 */
export const isRetryable = (result: Result<unknown, WebhookFault>): boolean =>
  !result.ok && result.error.isRetryable

/**
 * `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`: to be compared by the receiver, together with the
 * age of t.
 */
export const signature = (secret: string, sentAtMs: number, body: string): string => {
  const t = Math.floor(sentAtMs / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}

/** `limitMs`: for one try, answer included. */
export function createWebhookSender(log: Log = () => {}, limitMs = LIMIT_MS): WebhookSender {
  return {
    async send(target, event, signal) {
      const hide = (text: string): string => redact(text, target)
      const failed = (
        code: Fault['code'],
        message: string,
        more: Omit<WebhookFault, keyof Fault>,
      ): Result<never, WebhookFault> => {
        const result = { ...fault(code, hide(message)), ...more }
        log('warn', 'alert.undeliverable', {
          webhook: target.id,
          alertId: event.alertId,
          status: more.status,
          message: result.message,
        })
        return err(result)
      }
      const { request, place } = prepared(target, event)
      if (request === null)
        return failed(
          'webhook.refused',
          `a request to ${place} cannot be made: the address or the token is not of a form that can be sent`,
          { status: null, isRetryable: false, retryAfterMs: null },
        )
      const limit = AbortSignal.timeout(limitMs)
      try {
        const response = await fetch(request, { signal: AbortSignal.any([signal, limit]) })
        if (response.ok) {
          await response.body?.cancel()
          return ok({ status: response.status })
        }
        const said = await beginning(response)
        const { status } = response
        const why =
          status >= 300 && status < 400
            ? 'a redirect, which is not followed'
            : cut(plainLine(hide(said)), 300)
        const words = `${place} answered ${status}${why === '' ? '' : `: ${why}`}`
        return failed('webhook.refused', words, {
          status,
          isRetryable: status === 429 || status >= 500,
          retryAfterMs: retryAfter(response.headers.get('retry-after'), said),
        })
      } catch (error) {
        if (signal.aborted)
          return failed('webhook.unreachable', `sending to ${place} was stopped`, {
            status: null,
            isRetryable: false,
            retryAfterMs: null,
          })
        if (limit.aborted)
          return failed('webhook.unreachable', `${place} did not answer within ${limitMs / 1000} s`, {
            status: null,
            isRetryable: true,
            retryAfterMs: null,
          })
        const cause = error instanceof Error ? error.cause : undefined
        const why =
          cause instanceof Error
            ? cause.message || ('code' in cause ? String(cause.code) : cause.name)
            : String(error)
        return failed('webhook.unreachable', `${place}: ${why}`, {
          status: null,
          isRetryable: true,
          retryAfterMs: null,
        })
      }
    },
  }
}

/**
 * `place` is all that is said of the address: scheme and host. null: such a request does not exist; why
 * would tell the secret.
 */
function prepared(
  target: WebhookTarget,
  event: WebhookEvent,
): { readonly request: Request | null; readonly place: string } {
  const sentAtMs = Date.now()
  const { url, method, headers, body } = webhookRequest(target, event, sentAtMs)
  const place = /^https?:\/\/[^/?#@]+/i.exec(url)?.[0] ?? 'the target'
  const signed =
    target.kind === 'json' && target.secret !== null
      ? { ...headers, 'threadbeat-signature': signature(target.secret, sentAtMs, body) }
      : headers
  try {
    return { request: new Request(url, { method, headers: signed, body, redirect: 'manual' }), place }
  } catch {
    return { request: null, place }
  }
}

/**
 * A service may send back what it was sent: neither the secret nor a part of the address behind the host is
 * told on.
 */
function redact(text: string, { url, secret }: WebhookTarget): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '')
  const parts = [path, ...path.split(/[/?&=#]/)]
    .flatMap((part) => [part, decoded(part)])
    .filter((part) => part.length >= 6)
  return [secret ?? '', ...parts]
    .filter((part) => part !== '')
    .sort((a, b) => b.length - a.length)
    .reduce((left, part) => left.replaceAll(part, '…'), text)
}
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** At most the first kilobyte; '' when it cannot be read. */
async function beginning(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    const reader = response.body?.getReader()
    while (reader !== undefined && size < READ_BYTES) {
      const { done, value } = await reader.read()
      if (done) break
      chunks.push(value)
      size += value.length
    }
    await reader?.cancel()
  } catch {
    // What was read so far is all there is to tell.
  }
  return Buffer.concat(chunks).subarray(0, READ_BYTES).toString('utf8')
}

/**
 * By the header in seconds or as a date, else by the field that Discord and Telegram put into their
 * answers, in seconds.
 */
function retryAfter(header: string | null, body: string): number | null {
  const text = header?.trim() ?? /"retry_after"\s*:\s*(\d+(?:\.\d+)?)/.exec(body)?.[1] ?? ''
  const ms = /^\d+(\.\d+)?$/.test(text) ? Math.ceil(Number(text) * 1000) : Date.parse(text) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), LONGEST_WAIT_MS) : null
}
