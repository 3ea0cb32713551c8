import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { err, ok } from '../../../shared/base/result.ts'
import { hostileRequests, rawRequest } from './testing/hostile-requests.ts'
import {
  createWebhookServer,
  type WebhookInput,
  type WebhookServer,
  type WebhookServerOptions,
} from './webhook-server.ts'

/** The real server, over raw sockets: no client between that would mend what is sent. */
const TOKEN = 'tb_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG'
const servers: WebhookServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

interface Served {
  readonly server: WebhookServer
  readonly port: number
  readonly taken: WebhookInput[]
  readonly logs: { readonly event: string; readonly fields: Readonly<Record<string, unknown>> }[]
}
async function serve(options: Partial<WebhookServerOptions> = {}): Promise<Served> {
  const taken: WebhookInput[] = []
  const logs: Served['logs'] = []
  const server = createWebhookServer({
    port: 0,
    token: () => TOKEN,
    log: (_level, event, fields = {}) => logs.push({ event, fields }),
    accept: (input) => {
      taken.push(input)
      return Promise.resolve(ok(`evt_${taken.length}`))
    },
    ...options,
  })
  servers.push(server)
  const started = await server.start()
  if (!started.ok) throw new Error(started.error.message)
  return { server, port: started.value.port, taken, logs }
}

interface Answer {
  readonly status: number // 0: the connection was closed without an answer
  readonly head: string
  readonly body: string
}
/** Everything that came back until the server closed. `after` is sent once the first part is out. */
function send(port: number, bytes: string | Buffer): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('error', () => {})
    socket.once('close', () => {
      const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s)
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body })
    })
  })
}
const post = (
  port: number,
  body: unknown,
  more: Partial<Parameters<typeof rawRequest>[0]> = {},
): Promise<Answer> =>
  send(
    port,
    rawRequest({
      host: `127.0.0.1:${port}`,
      auth: `Bearer ${TOKEN}`,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...more,
    }),
  )
const errorOf = (answer: Answer): string => (JSON.parse(answer.body) as { error: string }).error

describe('news from other programs', () => {
  it('are taken with the right token, in every allowed form', async () => {
    const { port, taken } = await serve()
    const first = await post(port, { thread: 3, text: 'the deploy is through' })
    expect([first.status, JSON.parse(first.body)]).toEqual([202, { id: 'evt_1' }])
    expect(first.head.toLowerCase()).not.toContain('access-control')
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON;charset=UTF-8',
      'application/json; charset="utf-8"',
    ])
      expect(
        (await post(port, { thread: 'api', text: 'ü', wake: 'next', urgent: true, key: 'ci' }, { type }))
          .status,
      ).toBe(202)
    expect(
      (
        await post(
          port,
          { thread: 1, text: 'x' },
          { host: `localhost:${port}`, extra: ['Sec-Fetch-Site: none'] },
        )
      ).status,
    ).toBe(202)
    expect(taken).toEqual([
      { to: 3, text: 'the deploy is through', wake: 'now', urgent: false },
      ...Array.from({ length: 3 }, () => ({
        to: 'api',
        text: 'ü',
        wake: 'next',
        urgent: true,
        source: 'ci',
      })),
      { to: 1, text: 'x', wake: 'now', urgent: false },
    ])
  })

  it('of a thousand hostile requests none has an effect', async () => {
    const { port, taken } = await serve({ limits: { perMinute: 1e6 } })
    const requests = hostileRequests(port, TOKEN)
    expect(requests.length).toBeGreaterThanOrEqual(1000)
    expect(new Set(requests.map((r) => r.bytes)).size).toBeGreaterThanOrEqual(1000)
    const bad: string[] = []
    const work = [...requests]
    const worker = async (): Promise<void> => {
      for (let next = work.pop(); next !== undefined; next = work.pop()) {
        const answer = await send(port, next.bytes)
        if (answer.status !== 0 && answer.status < 400) bad.push(`${next.name}: ${answer.status}`)
        if (/access-control/i.test(answer.head)) bad.push(`${next.name}: CORS`)
        if (answer.head.includes(TOKEN) || answer.body.includes(TOKEN))
          bad.push(`${next.name}: the token came back`)
      }
    }
    await Promise.all(Array.from({ length: 16 }, worker))
    expect([bad, taken]).toEqual([[], []])
    expect((await post(port, { thread: 1, text: 'still there' })).status).toBe(202)
  })

  it.each([
    ['host', 403, { host: 'evil.example' }],
    ['origin', 403, { extra: ['Origin: null'] }],
    ['site', 403, { extra: ['Sec-Fetch-Site: same-origin'] }],
    ['duplicate host', 400, { extra: ['Host: x'] }],
    ['method', 405, { method: 'GET' }],
    ['preflight', 405, { method: 'OPTIONS' }],
    ['path', 404, { target: '/' }],
    ['absolute form', 404, { target: 'http://127.0.0.1/v1/events' }],
    ['token', 401, { auth: 'Bearer x' }],
    ['type', 415, { type: 'text/plain' }],
    ['compressed', 415, { extra: ['Content-Encoding: gzip'] }],
    ['duplicate token', 400, { extra: ['Authorization: Bearer x'] }],
  ] as const)('says what is wrong: %s', async (_what, status, more) => {
    const { port, logs } = await serve()
    const answer = await post(port, { thread: 1, text: 'x' }, more)
    expect([answer.status, errorOf(answer).length > 8, logs.length]).toEqual([status, true, 1])
    expect(JSON.stringify(logs)).not.toContain(TOKEN)
  })

  it('knows its body: size, depth, words, bytes', async () => {
    const { port, taken } = await serve()
    expect((await post(port, { thread: 1, text: 'x'.repeat(4001) })).status).toBe(422)
    expect((await post(port, { thread: 1, text: 'x', by: 'me' })).status).toBe(422)
    expect((await post(port, `${'['.repeat(17)}${']'.repeat(17)}`)).status).toBe(400)
    expect((await post(port, `${'['.repeat(16)}${']'.repeat(16)}`)).status).toBe(422)
    expect((await post(port, { thread: 1, text: `${'['.repeat(100)}"\\${'{'.repeat(100)}` })).status).toBe(
      202,
    ) // signs in a string are no depth
    expect((await post(port, `"${'\\"'.repeat(30_000)}`)).status).toBe(400)
    expect((await post(port, '{'.padEnd(64 * 1024 + 1))).status).toBe(413)
    const head =
      `POST /v1/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ` +
      `${TOKEN}\r\nContent-Type: application/json\r\n`
    expect(
      (
        await send(
          port,
          Buffer.concat([
            Buffer.from(`${head}Content-Length: 24\r\n\r\n{"thread":1,"text":"a`),
            Buffer.from([0xff]),
            Buffer.from('"}'),
          ]),
        )
      ).status,
    ).toBe(400)
    // Without a length the size is only known on the way.
    expect(
      (
        await send(
          port,
          `${head}Transfer-Encoding: chunked\r\n\r\n${`8000\r\n${'x'.repeat(0x8000)}\r\n`.repeat(3)}0\r\n\r\n`,
        )
      ).status,
    ).toBe(413)
    expect(taken.length).toBe(1)
  })

  it('hands on what the engine refuses, and survives what it throws', async () => {
    const refusing = await serve({
      accept: () => Promise.resolve(err({ status: 404, message: 'no thread 9; threads are 1 to 3' })),
    })
    const answer = await post(refusing.port, { thread: 9, text: 'x' })
    expect([answer.status, errorOf(answer)]).toEqual([404, 'no thread 9; threads are 1 to 3'])
    const broken = await serve({ accept: () => Promise.reject(new Error('a bug')) })
    expect([
      (await post(broken.port, { thread: 9, text: 'x' })).status,
      broken.logs.map((l) => l.event),
    ]).toEqual([500, ['bug.caught']])
  })

  it('lets no old token in, not even one whose body was on its way', async () => {
    let token: string | null = TOKEN
    const { port, taken, logs } = await serve({ token: () => token })
    const body = JSON.stringify({ thread: 1, text: 'x' })
    const bytes = rawRequest({
      host: `127.0.0.1:${port}`,
      auth: `Bearer ${TOKEN}`,
      body,
      extra: ['Expect: 100-continue'],
    })
    const status = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes.slice(0, -body.length)))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString()
        if (!/^HTTP\/1\.1 100/.test(text) || token !== TOKEN) return
        token = 'tb_another' // the head was let in
        socket.write(body)
      })
      socket.once('close', () => resolve(/HTTP\/1\.1 (?!100)(\d+)/.exec(text)?.[1] ?? 'none'))
    })
    expect([status, taken]).toEqual(['401', []])
    for (let i = 0; i < 100; i++) {
      const before = token
      token = `tb_${i}`
      expect((await post(port, body, { auth: `Bearer ${before}` })).status).toBe(401)
    }
    expect((await post(port, body, { auth: `Bearer ${token}` })).status).toBe(202)
    token = null
    expect((await post(port, body, { auth: 'Bearer null' })).status).toBe(401)
    expect([taken.length, logs.length]).toEqual([1, 10]) // the log does not grow with the attempts
  })

  it('counts what comes with the token: 60 a minute, and no stranger uses them up', async () => {
    let now = 0
    const { port, taken, logs } = await serve({ nowMs: () => now })
    for (let i = 0; i < 100; i++) await post(port, { thread: 1, text: 'x' }, { auth: 'Bearer wrong' })
    for (let i = 0; i < 60; i++) expect((await post(port, { thread: 1, text: 'x' })).status).toBe(202)
    now = 20_000
    const refused = await post(port, { thread: 1, text: 'x' })
    expect([refused.status, /retry-after: (\d+)/i.exec(refused.head)?.[1], taken.length]).toEqual([
      429,
      '40',
      60,
    ])
    now = 60_000
    expect((await post(port, { thread: 1, text: 'x' })).status).toBe(202)
    expect(logs.map((l) => l.fields['more'] ?? l.fields['status'])).toEqual([
      ...Array.from({ length: 10 }, () => 401),
      91,
    ])
  })

  it('takes many at once, each once', async () => {
    const { port, taken } = await serve()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => post(port, { thread: i + 1, text: `n${i}` })),
    )
    expect(answers.map((a) => a.status)).toEqual(Array.from({ length: 30 }, () => 202))
    expect([
      taken.map((t) => t.to).sort((a, b) => Number(a) - Number(b)),
      new Set(answers.map((a) => a.body)).size,
    ]).toEqual([Array.from({ length: 30 }, (_, i) => i + 1), 30])
  })

  it('takes one request from each connection', async () => {
    const { port, taken } = await serve()
    const one = rawRequest({ host: `127.0.0.1:${port}`, auth: `Bearer ${TOKEN}` }).replace(
      'Connection: close',
      'Connection: keep-alive',
    )
    await send(port, one + one + one)
    expect(taken.length).toBe(1)
  })

  it('waits neither for a slow head nor for a slow body, and serves others meanwhile', async () => {
    const { port, taken, logs } = await serve({ limits: { headerMs: 150, bodyMs: 150 } })
    const drip = (start: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(start))
        let text = ''
        const dripping = setInterval(() => socket.write('a'), 20)
        socket.on('data', (chunk) => (text += chunk.toString()))
        socket.on('error', () => {})
        socket.once('close', () => {
          clearInterval(dripping)
          resolve(text)
        })
      })
    const head = rawRequest({ host: `127.0.0.1:${port}`, auth: `Bearer ${TOKEN}`, body: 'x'.repeat(60_000) })
    const slow = Promise.all([
      drip(''),
      drip('POST /v1/events HTTP/1.1\r\nX: '),
      drip(head.slice(0, head.indexOf('\r\n\r\n') + 4)),
      ...Array.from({ length: 20 }, () => drip('P')),
    ])
    expect((await post(port, { thread: 1, text: 'x' })).status).toBe(202)
    const texts = await slow
    expect(texts.filter((t) => t.startsWith('HTTP/1.1 2'))).toEqual([])
    expect([taken.length, logs.some((l) => l.fields['why'] === 'slow')]).toEqual([1, true])
  })

  it('listens on the loopback address only, once, and frees its port', async () => {
    const { server, port } = await serve()
    expect(await server.start()).toEqual({ ok: true, value: { port } })
    const second = createWebhookServer({
      port,
      token: () => TOKEN,
      accept: () => Promise.resolve(ok('evt')),
      log: () => {},
    })
    servers.push(second)
    const started = await second.start()
    expect(started.ok ? null : [started.error.code, started.error.message.includes(String(port))]).toEqual([
      'webhook.unreachable',
      true,
    ])
    const waiting = send(port, 'POST') // a connection in the middle of its head
    await server.close()
    await waiting
    expect(await second.start()).toEqual({ ok: true, value: { port } })
    await second.close()
    await second.close()
    expect((await send(port, 'GET / HTTP/1.1\r\n\r\n')).status).toBe(0)
  })
})
