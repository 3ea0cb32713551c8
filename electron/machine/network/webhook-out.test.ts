import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { webhookTargetSchema, type WebhookEvent, type WebhookTarget } from '../../../shared/alerts/webhook.ts'
import { createWebhookSender, isRetryable, signature, WEBHOOK_RETRY_MS } from './webhook-out.ts'

/** A real service on the loopback address, answering as each test says. */
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
interface Got {
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
async function service(
  answer: (res: ServerResponse, got: Got) => void,
): Promise<{ url: string; got: Got[] }> {
  const got: Got[] = []
  const server = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk: Buffer) => (body += chunk.toString()))
    req.once('end', () => {
      const one = { url: req.url ?? '', headers: req.headers, body }
      got.push(one)
      answer(res, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/path-with-token-abc123`, got }
}
const SECRET = 'secret-of-this-target'
const target = (url: string, more: Partial<WebhookTarget> = {}): WebhookTarget =>
  webhookTargetSchema.parse({
    id: 'w1',
    name: 'CI',
    kind: 'json',
    url,
    secret: SECRET,
    chat: null,
    on: ['urgent'],
    enabled: true,
    ...more,
  })
const EVENT: WebhookEvent = {
  kind: 'urgent',
  threadNumber: 1,
  threadName: 'api',
  severity: 'urgent',
  title: 'api',
  text: 'ü is down',
  at: 1,
  runId: null,
  alertId: null,
}
const never = new AbortController().signal

function noting(limitMs?: number): { sender: ReturnType<typeof createWebhookSender>; logs: string[] } {
  const logs: string[] = []
  return {
    sender: createWebhookSender(
      (level, event, fields) => logs.push(JSON.stringify([level, event, fields])),
      limitMs,
    ),
    logs,
  }
}

/** An address where nobody listens any more. */
async function nobodyAt(path: string): Promise<string> {
  const { url } = await service(() => {})
  await ends.pop()?.()
  return new URL(path, url).href
}

describe('sending news', () => {
  it('is signed over the very bytes that arrive, with the time', async () => {
    const { url, got } = await service((res) => res.writeHead(204).end())
    const { sender, logs } = noting()
    const result = await sender.send(target(url), EVENT, never)
    expect([result, isRetryable(result), logs]).toEqual([{ ok: true, value: { status: 204 } }, false, []])
    const [, t, v1] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(got[0]?.headers['threadbeat-signature'])) ?? []
    expect(v1).toBe(createHmac('sha256', SECRET).update(`${t}.${got[0]?.body}`).digest('hex'))
    expect(Math.abs(Number(t) - Date.now() / 1000)).toBeLessThan(60)
    expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ text: 'ü is down' })
    expect(signature('key', 1_700_000_000_999, '{}')).toBe(
      `t=1700000000,v1=${createHmac('sha256', 'key').update('1700000000.{}').digest('hex')}`,
    )
  })

  it('without a secret, or for another service, there is no signature; ntfy gets its token', async () => {
    const { url, got } = await service((res) => res.end('ok'))
    await noting().sender.send(target(url, { secret: null }), EVENT, never)
    await noting().sender.send(target(url.replace(/[^/]+$/, 'topic'), { kind: 'ntfy' }), EVENT, never)
    expect(got.map((g) => [g.url, g.headers['threadbeat-signature'], g.headers['authorization']])).toEqual([
      ['/path-with-token-abc123', undefined, undefined],
      ['/', undefined, `Bearer ${SECRET}`],
    ])
  })

  it.each([
    [500, {}, '', true, null],
    [503, { 'retry-after': '7' }, '', true, 7000],
    [429, { 'retry-after': '120' }, '', true, 120_000],
    [429, {}, '{"retry_after": 1.5}', true, 1500],
    [429, { 'retry-after': '99999999' }, '', true, 86_400_000],
    [429, { 'retry-after': 'soon' }, '', true, null],
    [400, {}, '{"error":"bad chat"}', false, null],
    [401, {}, '', false, null],
    [404, {}, '', false, null],
    [410, {}, '', false, null],
  ] as const)(
    '%i %j: told, and whether another try is worth it',
    async (status, headers, body, retry, waitMs) => {
      const { url } = await service((res) => res.writeHead(status, headers).end(body))
      const result = await noting().sender.send(target(url), EVENT, never)
      expect([result.ok, isRetryable(result)]).toEqual([false, retry])
      if (!result.ok)
        expect(result.error).toMatchObject({
          code: 'webhook.refused',
          status,
          retryAfterMs: waitMs,
          message: expect.stringContaining(`answered ${status}`) as string,
        })
    },
  )

  it('a date of Retry-After is read', async () => {
    const { url } = await service((res) =>
      res.writeHead(429, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() }).end(),
    )
    const result = await noting().sender.send(target(url), EVENT, never)
    expect(result.ok ? 0 : result.error.retryAfterMs).toBeGreaterThan(50_000)
  })

  it('a redirect is not followed', async () => {
    const other = await service((res) => res.end())
    const { url, got } = await service((res) => res.writeHead(307, { location: other.url }).end())
    const result = await noting().sender.send(target(url), EVENT, never)
    expect([
      result.ok ? null : result.error.message.includes('redirect'),
      isRetryable(result),
      got.length,
      other.got.length,
    ]).toEqual([true, false, 1, 0])
  })

  it('an endless answer is read for a kilobyte', async () => {
    const { url } = await service((res) => {
      res.writeHead(400)
      const more = (): void => void (res.destroyed || res.write('x'.repeat(65_536), more))
      more()
    })
    const result = await noting().sender.send(target(url), EVENT, never)
    expect(result.ok ? '' : result.error.message).toMatch(/answered 400: x{300}… \(724 more characters\)$/)
  })

  it('nothing of path, token or secret is told or logged, even if the service sends it back', async () => {
    const { url } = await service((res, got) =>
      res.writeHead(403).end(`no ${got.url} ${SECRET} ${JSON.stringify(got.headers)} \u202e`),
    )
    const { sender, logs } = noting()
    const texts = [
      await sender.send(
        target(url, { kind: 'ntfy', url: url.replace(/[^/]+$/, 'secret_topic_9') }),
        EVENT,
        never,
      ),
      await sender.send(target(url), EVENT, never),
    ].map((r) => JSON.stringify(r))
    const gone = await sender.send(
      target(await nobodyAt('/path-with-token-abc123?key=geheim99')),
      EVENT,
      never,
    )
    for (const text of [...texts, ...logs, JSON.stringify(gone)])
      expect(text).not.toMatch(/secret-of|path-with|abc123|secret_topic|geheim99|\u202e/)
    expect(logs.length).toBe(3)
    expect(texts[1]).toContain('answered 403: no …')
  })

  it('no answer in time, nobody there, stopped: told apart', async () => {
    const { url } = await service(() => {})
    const late = await noting(100).sender.send(target(url), EVENT, never)
    expect([late.ok ? null : [late.error.code, late.error.message], isRetryable(late)]).toEqual([
      ['webhook.unreachable', expect.stringContaining('did not answer within 0.1 s')],
      true,
    ])
    const nobody = await noting().sender.send(target(await nobodyAt('/x')), EVENT, never)
    expect([
      nobody.ok
        ? null
        : [nobody.error.code, nobody.error.status, nobody.error.message.includes('ECONNREFUSED')],
      isRetryable(nobody),
    ]).toEqual([['webhook.unreachable', null, true], true])
    const stop = new AbortController()
    const stopped = noting().sender.send(target(url), EVENT, stop.signal)
    stop.abort()
    expect([(await stopped).ok, isRetryable(await stopped)]).toEqual([false, false])
    const before = await noting().sender.send(target(url), EVENT, AbortSignal.abort())
    expect([before.ok, isRetryable(before)]).toEqual([false, false])
  })

  it('what cannot be sent at all is not tried again and does not reject', async () => {
    for (const bad of [
      { ...target('https://example.org/x'), url: 'https://[broken/abcdef' },
      { ...target('https://ntfy.sh/x', { kind: 'ntfy' }), secret: 'line\nbreak-in-token' },
    ]) {
      const result = await noting().sender.send(bad, EVENT, never)
      expect([result.ok, isRetryable(result), JSON.stringify(result).includes('break-in')]).toEqual([
        false,
        false,
        false,
      ])
    }
    expect(WEBHOOK_RETRY_MS).toEqual([5000, 30_000, 120_000])
  })
})
