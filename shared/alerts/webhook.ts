import { z } from 'zod'
import { cut, stripHidden } from '../base/hidden-text.ts'
import type { AlertId, RunId } from '../base/ids.ts'
import type { Severity } from '../base/severity.ts'
import { EVENT_CHARS } from '../events/system-event.ts'
import { SECOND, type Instant } from '../base/time.ts'

export const WEBHOOK_KINDS = ['json', 'ntfy', 'slack', 'discord', 'telegram'] as const
export const WEBHOOK_NEWS = ['urgent', 'alert', 'broken', 'recovered'] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]
export type WebhookNews = (typeof WEBHOOK_NEWS)[number]

/**
 * Where news go besides this machine. Its address and secret are credentials: neither is logged or shown in
 * errors.
 */
export const webhookTargetSchema = z
  .strictObject({
    id: z.string().min(1).max(40),
    name: z.string().trim().min(1).max(60),
    kind: z.enum(WEBHOOK_KINDS),
    url: z
      .string()
      .max(2000)
      .superRefine((url, context) => {
        const problem = addressProblem(url)
        if (problem !== null) context.addIssue({ code: 'custom', message: problem })
      }),
    /** Key of the signature for json, access token for ntfy; the others have theirs in the address. */
    secret: z
      .string()
      .min(1)
      .max(500)
      .regex(/^[\x21-\x7e]+$/, 'must be letters, digits and signs without spaces')
      .nullable(),
    chat: z.string().trim().min(1).max(100).nullable(), // Telegram's chat id, or @name of a channel
    on: z.array(z.enum(WEBHOOK_NEWS)).min(1).max(WEBHOOK_NEWS.length),
    enabled: z.boolean(),
  })
  .superRefine(({ kind, url, chat }, context) => {
    if (kind === 'telegram' && chat === null)
      context.addIssue({ code: 'custom', path: ['chat'], message: 'Telegram needs the id of the chat' })
    if (kind === 'ntfy' && ntfyTopic(url) === null)
      context.addIssue({
        code: 'custom',
        path: ['url'],
        message: 'must end with the topic, as in https://ntfy.sh/my-topic',
      })
    if (kind === 'telegram' && !/\/bot[^/?#]+(\/sendMessage)?\/?$/.test(url))
      context.addIssue({
        code: 'custom',
        path: ['url'],
        message: 'must be the bot’s address, as in https://api.telegram.org/bot<token>/sendMessage',
      })
  })
export type WebhookTarget = z.infer<typeof webhookTargetSchema>

export interface WebhookEvent {
  readonly kind: WebhookNews
  readonly threadNumber: number
  readonly threadName: string
  readonly severity: Severity
  readonly title: string // one line
  readonly text: string
  readonly at: Instant
  readonly runId: RunId | null
  readonly alertId: AlertId | null
}

export const wantsNews = (target: Pick<WebhookTarget, 'enabled' | 'on'>, kind: WebhookNews): boolean =>
  target.enabled && target.on.includes(kind)

/** What a caller of the local webhook may send. `key` is its own name for the news, told on as it is. */
export const webhookBodySchema = z.strictObject({
  thread: z.union([z.number().int().min(1).max(1_000_000), z.string().trim().min(1).max(200)]),
  text: z
    .string()
    .max(EVENT_CHARS)
    .refine((text) => stripHidden(text).trim() !== '', 'must not be empty'),
  wake: z.enum(['now', 'next']).default('now'),
  urgent: z.boolean().default(false),
  key: z.string().trim().min(1).max(100).optional(),
})

interface WebhookRequest {
  readonly url: string
  readonly method: 'POST'
  readonly headers: Record<string, string>
  readonly body: string
}

const JSON_TEXT_CHARS = 16_000
const TITLE_CHARS = 200

/**
 * The request for one target, without a signature. `sentAtMs` stands in the body of kind json, so that it
 * is signed too.
 */
export function webhookRequest(
  target: WebhookTarget,
  event: WebhookEvent,
  sentAtMs: Instant,
): WebhookRequest {
  const { url, body, headers = {} } = TEMPLATES[target.kind](target, clean(event), sentAtMs)
  return {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Threadbeat', ...headers },
    body: JSON.stringify(body),
  }
}

type Template = (
  target: WebhookTarget,
  event: WebhookEvent,
  sentAtMs: Instant,
) => { readonly url: string; readonly body: unknown; readonly headers?: Record<string, string> }

const TEMPLATES: Readonly<Record<WebhookKind, Template>> = {
  json: ({ url }, event, sentAtMs) => ({
    url,
    body: {
      version: 1,
      event: event.kind,
      thread: { number: event.threadNumber, name: event.threadName },
      severity: event.severity,
      title: event.title,
      text: cut(event.text, JSON_TEXT_CHARS),
      at: iso(event.at),
      sentAt: iso(sentAtMs),
      runId: event.runId,
      alertId: event.alertId,
    },
  }),
  // ntfy documentation, "Publish as JSON" and "Limitations": plain text, a message of at most 4,096 bytes.
  ntfy: ({ url, secret }, event) => {
    const at = ntfyTopic(url) ?? { server: url, topic: '' }
    return {
      url: at.server,
      body: {
        topic: at.topic,
        title: event.title,
        message: fit(event.text, 4096, utf8Bytes),
        priority: NTFY_PRIORITY[event.kind],
        tags: [NTFY_TAG[event.kind]],
      },
      ...(secret !== null && { headers: { authorization: `Bearer ${secret}` } }),
    }
  },
  // Slack documentation, "Formatting message text" and "Truncating content": & < > as entities, 4,000
  // characters.
  slack: ({ url }, event) => {
    const head = `${escapeEntities(event.title)}\n`
    return {
      url,
      body: {
        text: head + fit(event.text, 4000 - head.length, undefined, escapeEntities),
        mrkdwn: false,
        unfurl_links: false,
        unfurl_media: false,
      },
    }
  },
  // Discord documentation, "Execute Webhook" and "Embed Limits": title 256, description 4,096 characters;
  // nobody is mentioned.
  discord: ({ url }, event) => ({
    url,
    body: {
      username: 'Threadbeat',
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: fit(event.title, 256, undefined, escapeMarkdown),
          description: fit(event.text, 4096, undefined, escapeMarkdown),
          color: DISCORD_COLOUR[event.kind],
          timestamp: iso(event.at),
        },
      ],
    },
  }),
  // Telegram Bot API, "sendMessage" and "HTML style": & < > as entities, 4,096 characters.
  telegram: ({ url, chat }, event) => {
    const head = `<b>${escapeEntities(event.title)}</b>\n`
    return {
      url: url.replace(/\/$/, '').replace(/(\/sendMessage)?$/, '/sendMessage'),
      body: {
        chat_id: chat,
        parse_mode: 'HTML',
        text: head + fit(event.text, 4096 - head.length, undefined, escapeEntities),
        link_preview_options: { is_disabled: true },
        disable_notification: event.kind === 'recovered',
      },
    }
  },
}

const NTFY_PRIORITY: Readonly<Record<WebhookNews, number>> = { urgent: 5, alert: 4, broken: 4, recovered: 3 }
const NTFY_TAG: Readonly<Record<WebhookNews, string>> = {
  urgent: 'rotating_light',
  alert: 'warning',
  broken: 'x',
  recovered: 'white_check_mark',
}
const DISCORD_COLOUR: Readonly<Record<WebhookNews, number>> = {
  urgent: 0xd32f2f,
  alert: 0xf9a825,
  broken: 0x8e5a3c,
  recovered: 0x2e7d32,
}

const iso = (at: Instant): string => new Date(at).toISOString()

/** Words of agents and repositories: what no reader sees goes to no service either. */
const clean = (event: WebhookEvent): WebhookEvent => ({
  ...event,
  threadName: cut(oneLine(event.threadName), TITLE_CHARS),
  title: cut(oneLine(event.title), TITLE_CHARS),
  // some services refuse an empty message
  text: stripHidden(event.text).replace(/\r\n?/g, '\n').trim() || oneLine(event.title),
})
const oneLine = (text: string): string => stripHidden(text).replace(/\s+/g, ' ').trim()

const escapeEntities = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const escapeMarkdown = (text: string): string => text.replace(/[\\*_~`|>#[\]()<:@-]/g, '\\$&')

/**
 * As much of the text as is within the limit after escaping, with the number of characters that are not.
 */
function fit(
  text: string,
  limit: number,
  size: (text: string) => number = (t) => t.length,
  escape: (text: string) => string = (t) => t,
): string {
  const of = (chars: number): string => escape(cut(text, chars))
  if (size(of(text.length)) <= limit) return of(text.length)
  let [low, high] = [0, Math.min(text.length, limit)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (size(of(middle)) <= limit) low = middle
    else high = middle - 1
  }
  return of(low)
}

function utf8Bytes(text: string): number {
  let bytes = 0
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

function ntfyTopic(url: string): { readonly server: string; readonly topic: string } | null {
  const match = /^(https?:\/\/[^/?#]+\/)([-_A-Za-z0-9]{1,64})$/i.exec(url)
  return match === null ? null : { server: match[1]!, topic: match[2]! }
}

/**
 * null: news may go there. Plain http only where the address itself says that it does not leave the house.
 */
function addressProblem(url: string): string | null {
  const match =
    /^(https?):\/\/((?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?))(?::(\d{1,5}))?(?:[/?][\x21-\x7e]*)?$/i.exec(
      url,
    )
  if (match === null)
    return url.includes('@') ? 'must be https://host/…, without a name or password' : 'must be https://host/…'
  const [, scheme = '', host = '', port] = match
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))
    return `has port ${port}; ports are 1 to 65535`
  if (url.includes('#') || url.includes('\\')) return 'must not contain # or \\'
  if (scheme.toLowerCase() === 'https' || isPrivateHost(host.toLowerCase())) return null
  return 'must be https; plain http only to localhost or a private address such as 192.168.1.5'
}

/** By the literal address alone: a name could lead anywhere. */
function isPrivateHost(host: string): boolean {
  if (host === 'localhost' || host === '[::1]' || /^\[f[cd][0-9a-f]{2}:[0-9a-f:]*\]$/.test(host)) return true
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(host)?.slice(1) ?? []
  if (
    parts.length !== 4 ||
    parts.some((part) => Number(part) > 255 || (part.length > 1 && part.startsWith('0')))
  )
    return false
  const [a = 0, b = 0] = parts.map(Number)
  return a === 127 || a === 10 || (a === 192 && b === 168) || (a === 172 && b >= 16 && b <= 31)
}

/** Waits before the second, third and fourth try. */
export const WEBHOOK_RETRY_MS: readonly number[] = [5 * SECOND, 30 * SECOND, 120 * SECOND]
