import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ok } from '../../../shared/base/result.ts'
import { rawRequest } from './testing/hostile-requests.ts'
import { createWebhookServer } from './webhook-server.ts'
import { TOKEN, servers, serve, send, post } from './testing/webhook.ts'

describe('much news at once', () => {
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
    const head = rawRequest({ host: `127.0.0.1:${port}`, auth: `Bearer ${TOKEN}`, body: 'x'.repeat(60_000) })
    const slow = await Promise.all([
      drip(port, '', ''),
      drip(port, 'POST /v1/events HTTP/1.1\r\nX: ', 'a'),
      drip(port, head.slice(0, head.indexOf('\r\n\r\n') + 4), 'a'),
      ...Array.from({ length: 20 }, () => drip(port, 'POST /', 'a')),
    ])
    expect((await post(port, { thread: 1, text: 'x' })).status).toBe(202)
    expect(await Promise.all(slow.map(({ answer }) => answer))).toEqual(slow.map(() => ''))
    expect(taken.length).toBe(1)
    // 23 were too slow; the log names the first ten of a minute.
    expect(logs.map((l) => [l.fields['status'], l.fields['why']])).toEqual(
      Array.from({ length: 10 }, () => [408, 'slow']),
    )
  })

  it('found by a user: of connections that say nothing the oldest end once they are too many, and no caller is kept out', async () => {
    const { port, logs } = await serve({ limits: { headerMs: 60_000 } })
    const silent: Silence[] = []
    for (let i = 0; i < 15; i++) silent.push(...(await silence(port, 100)))
    expect((await post(port, { thread: 1, text: 'x' })).status).toBe(202)
    await Promise.all(silent.slice(0, 900).map(({ gone }) => gone))
    expect(silent.slice(1100).filter(({ socket }) => socket.closed)).toEqual([])
    expect(logs.map((l) => l.fields['why'])).toEqual(Array.from({ length: 10 }, () => 'crowded'))
  })

  it('found by a user: a caller gets in while others open connections that say nothing', async () => {
    const { port } = await serve({ limits: { headerMs: 60_000 } })
    for (let i = 0; i < 600; i++) connect(port, '127.0.0.1').on('error', () => {})
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(port, { thread: 1, text: 'x' })))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 202))
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

interface Silence {
  readonly socket: Socket
  readonly gone: Promise<unknown>
}
/** So many, all connected; few enough that the system makes each wait for none. */
const silence = (port: number, count: number): Promise<readonly Silence[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, '127.0.0.1')
      const gone = once(socket, 'close')
      await once(socket, 'connect')
      return { socket, gone }
    }),
  )

/**
 * Resolves once connected, with everything that will have come back when the server closes. Nothing may be
 * written before `start`: what is written while the connection is still being made goes out ahead of it.
 */
function drip(port: number, start: string, drop: string): Promise<{ readonly answer: Promise<string> }> {
  return new Promise((resolve) => {
    let [text, dripping]: [string, NodeJS.Timeout | undefined] = ['', undefined]
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(start)
      dripping = setInterval(() => socket.write(drop), 20)
      resolve({ answer })
    })
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('error', () => {})
    const answer = new Promise<string>((closed) => {
      socket.once('close', () => {
        clearInterval(dripping)
        closed(text)
      })
    })
  })
}
