import { plainLine } from '../base/one-line.ts'
import type { WebhookEvent, WebhookKind, WebhookNews, WebhookTarget } from './webhook.ts'
import type { Instant } from '../base/time.ts'
import { cut, stripHidden } from '../base/hidden-text.ts'
import { ntfyTopic } from './webhook-address.ts'

interface WebhookRequest {
  readonly url: string
  readonly method: 'POST'
  readonly headers: Record<string, string>
  readonly body: string
}

const JSON_TEXT_CHARS = 16_000

const TITLE_CHARS = 200

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
  threadName: cut(plainLine(event.threadName), TITLE_CHARS),
  title: cut(plainLine(event.title), TITLE_CHARS),
  // some services refuse an empty message
  text: stripHidden(event.text).replace(/\r\n?/g, '\n').trim() || plainLine(event.title),
})

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
  const bytesOf = (code: number): number => {
    if (code < 0x80) return 1
    if (code < 0x800) return 2
    return code < 0x10000 ? 3 : 4
  }
  let bytes = 0
  for (const char of text) bytes += bytesOf(char.codePointAt(0) ?? 0)
  return bytes
}

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
