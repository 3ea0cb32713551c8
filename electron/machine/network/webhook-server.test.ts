import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { err } from '../../../shared/base/result.ts'
import { hostileRequests, rawRequest } from './testing/hostile-requests.ts'
import { TOKEN, serve, type Answer, send, post } from './testing/webhook.ts'

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
      { to: 3, text: 'the deploy is through', wake: 'next', urgent: false },
      ...Array.from({ length: 3 }, () => ({
        to: 'api',
        text: 'ü',
        wake: 'next',
        urgent: true,
        source: 'ci',
      })),
      { to: 1, text: 'x', wake: 'next', urgent: false },
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
})
