import { describe, expect, it } from 'vitest'
import type { AlertId, RunId } from '../base/ids.ts'
import { WEBHOOK_KINDS, webhookBodySchema, type WebhookEvent, type WebhookKind } from './webhook.ts'
import { webhookRequest } from './webhook-request.ts'
import { target, URLS } from './testing/webhook-target.ts'

const event = (more: Partial<WebhookEvent> = {}): WebhookEvent => ({
  kind: 'urgent',
  threadNumber: 3,
  threadName: 'api',
  severity: 'urgent',
  title: 'api: the disk is full',
  text: 'only 12 MB left',
  at: 1_700_000_000_000,
  runId: 'run_1' as RunId,
  alertId: 'alt_1' as AlertId,
  ...more,
})
const bodyOf = (kind: WebhookKind, more: Partial<WebhookEvent> = {}): Record<string, unknown> =>
  JSON.parse(webhookRequest(target(kind), event(more), 1_700_000_001_500).body) as Record<string, unknown>

describe('the request', () => {
  it('json holds everything, the time of sending too', () => {
    const request = webhookRequest(target('json', { secret: 'k' }), event(), 1_700_000_001_500)
    expect([request.url, request.method, request.headers['content-type']]).toEqual([
      URLS.json,
      'POST',
      'application/json; charset=utf-8',
    ])
    expect(JSON.parse(request.body)).toEqual({
      version: 1,
      event: 'urgent',
      thread: { number: 3, name: 'api' },
      severity: 'urgent',
      title: 'api: the disk is full',
      text: 'only 12 MB left',
      at: '2023-11-14T22:13:20.000Z',
      sentAt: '2023-11-14T22:13:21.500Z',
      runId: 'run_1',
      alertId: 'alt_1',
    })
    expect(request.body).not.toContain('"k"') // the key signs, it is not sent
  })

  it('ntfy: published at the server, with the topic of the address and its token', () => {
    const request = webhookRequest(target('ntfy', { secret: 'tk_1' }), event(), 1)
    expect([request.url, request.headers['authorization'], JSON.parse(request.body)]).toEqual([
      'https://ntfy.sh/',
      'Bearer tk_1',
      {
        topic: 'my-topic',
        title: 'api: the disk is full',
        message: 'only 12 MB left',
        priority: 5,
        tags: ['rotating_light'],
      },
    ])
    expect(webhookRequest(target('ntfy'), event(), 1).headers['authorization']).toBeUndefined()
  })

  it('slack, discord, telegram: no markup, no mention, no preview comes of a text', () => {
    const text =
      '<!channel> <@U1> @everyone <b>x</b> & *bold* _it_ `code` [a](https://evil.example) ||s|| # h'
    expect(bodyOf('slack', { text })).toEqual({
      text:
        'api: the disk is full\n&lt;!channel&gt; &lt;@U1&gt; @everyone &lt;b&gt;x&lt;/b&gt; &amp; ' +
        '*bold* _it_ `code` [a](https://evil.example) ||s|| # h',
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
    })
    expect(bodyOf('discord', { text })).toMatchObject({
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: 'api\\: the disk is full',
          description:
            '\\<!channel\\> \\<\\@U1\\> \\@everyone \\<b\\>x\\</b\\> & \\*bold\\* \\_it\\_ \\`code\\` ' +
            '\\[a\\]\\(https\\://evil.example\\) \\|\\|s\\|\\| \\# h',
          timestamp: '2023-11-14T22:13:20.000Z',
        },
      ],
    })
    expect(bodyOf('telegram', { text, kind: 'recovered' })).toEqual({
      chat_id: '-1001',
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      disable_notification: true,
      text:
        '<b>api: the disk is full</b>\n&lt;!channel&gt; &lt;@U1&gt; @everyone &lt;b&gt;x&lt;/b&gt; ' +
        '&amp; *bold* _it_ `code` [a](https://evil.example) ||s|| # h',
    })
  })

  it.each([URLS.telegram, `${URLS.telegram}/`, `${URLS.telegram}/sendMessage`])(
    'telegram finds its method from %s',
    (url) => {
      expect(webhookRequest(target('telegram', { url }), event(), 1).url).toBe(`${URLS.telegram}/sendMessage`)
    },
  )

  const lengthOf: Record<
    WebhookKind,
    (body: Record<string, unknown>) => [size: number, limit: number, text: string]
  > = {
    json: (b) => [String(b['text']).length, 16_100, String(b['text'])],
    ntfy: (b) => [Buffer.byteLength(String(b['message'])), 4096, String(b['message'])],
    slack: (b) => [String(b['text']).length, 4000, String(b['text'])],
    discord: (b) => [
      (b['embeds'] as { description: string }[])[0]!.description.length,
      4096,
      (b['embeds'] as { description: string }[])[0]!.description,
    ],
    telegram: (b) => [String(b['text']).length, 4096, String(b['text'])],
  }
  it.each(WEBHOOK_KINDS)('%s: cut within the limit, saying how much is missing, nothing torn', (kind) => {
    for (const unit of ['x', '<', '&', 'ü', '🙂', '*', 'a&b 🙂']) {
      const raw = unit.repeat(20_000)
      const [size, limit, text] = lengthOf[kind](bodyOf(kind, { text: raw, title: unit.repeat(300) }))
      expect(size).toBeLessThanOrEqual(limit)
      expect(size).toBeGreaterThan(limit * 0.9)
      expect(text).toMatch(/… \\?\(\d+ more characters\\?\)$/)
      expect(text).not.toMatch(/\p{Cs}/u)
      if (kind !== 'json' && kind !== 'ntfy' && kind !== 'discord')
        expect(text.replace(/<\/?b>/g, '').replace(/&(amp|lt|gt);/g, '')).not.toMatch(/[<>&]/)
    }
  })

  it.each(WEBHOOK_KINDS)('%s: nothing hidden, one line of title, never empty', (kind) => {
    const body = webhookRequest(
      target(kind),
      event({ title: 'a\r\nb\u202e\u200bc', text: '\u200b', threadName: 'x\u2028y' }),
      1,
    ).body
    expect(body).not.toMatch(/[\u200b\u202e\u2028]/)
    expect(lengthOf[kind](JSON.parse(body) as Record<string, unknown>)[2]).toContain('a bc')
  })
})

describe('what the local webhook takes', () => {
  it('fills in what may be left out', () => {
    expect(webhookBodySchema.parse({ thread: 1, text: 'x' })).toEqual({
      thread: 1,
      text: 'x',
      wake: 'next',
      urgent: false,
    })
  })
  it.each([
    { thread: 0, text: 'x' },
    { thread: '', text: 'x' },
    { thread: 1, text: ' ' },
    { thread: 1, text: '\u200b' },
    { thread: 1, text: 'x'.repeat(4001) },
    { thread: 1, text: 'x', more: 1 },
    { thread: 1, text: 'x', wake: 'later' },
    JSON.parse('{"thread":1,"text":"x","__proto__":{}}'),
  ])('refuses %j', (body) => expect(webhookBodySchema.safeParse(body).success).toBe(false))
})
