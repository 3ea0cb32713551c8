import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { TOOL_LIMITS } from '../../../shared/agents/tool-limits.ts'
import { hostileRequests, rawRequest } from '../network/testing/hostile-requests.ts'
import { serve, noting, opened, post, CALL, bearer } from './testing/tool-client.ts'

describe('tools over HTTP are for their run alone', () => {
  it('refuses whoever is not meant, in the log without token or content', async () => {
    const { server, logs } = serve()
    const { tools, reached } = noting('a')
    const { url, token } = await opened(server, 'a', tools)
    const { port } = new URL(url)
    const good = bearer(token)
    const statusOf = async (
      headers: Record<string, string>,
      body = CALL,
      method = 'POST',
      at = url,
    ): Promise<number> => (await post(at, headers, body, method).answered).status
    const cases: readonly [number, Promise<number>][] = [
      [401, statusOf({})],
      [401, statusOf(bearer('x'.repeat(43)))],
      [401, statusOf(bearer(`${token}x`))],
      [401, statusOf(bearer(token.slice(0, -1)))],
      [401, statusOf({ authorization: token })],
      [401, statusOf({ authorization: `Basic ${token}` })],
      [403, statusOf({ ...good, host: `evil.example:${port}` })],
      [403, statusOf({ ...good, host: '127.0.0.1' })],
      [403, statusOf({ ...good, host: `127.0.0.1:${Number(port) + 1}` })],
      [403, statusOf({ ...good, host: `LOCALHOST.evil:${port}` })],
      [403, statusOf({ ...good, host: `[::1]:${port}` })],
      [403, statusOf({ ...good, origin: 'https://evil.example' })],
      [403, statusOf({ ...good, origin: 'null' })],
      [403, statusOf({ ...good, origin: `http://127.0.0.1.evil:${port}` })],
      [403, statusOf({ ...good, origin: 'http://localhost:1' })],
      [403, statusOf({ ...good, origin: `https://127.0.0.1:${port}` })],
      [403, statusOf({ ...good, origin: `http://localhost:${port}` })],
      [404, statusOf(good, CALL, 'POST', url.replace('/mcp', '/'))],
      [404, statusOf(good, CALL, 'POST', `${url}/`)],
      [405, statusOf(good, '', 'GET')],
      [405, statusOf(good, '', 'DELETE')],
      [400, statusOf(good, '{"jsonrpc":')],
      [413, statusOf(good, JSON.stringify({ x: 'y'.repeat(1_000_001) }))],
    ]
    expect(await Promise.all(cases.map(([, status]) => status))).toEqual(cases.map(([status]) => status))
    expect(reached).toEqual([])
    const denied = logs.filter((l) => l.event === 'mcp.denied')
    expect(denied).toHaveLength(cases.length)
    expect(JSON.stringify(logs)).not.toContain(token.slice(0, 10))
    expect([await statusOf({ ...good, host: `localhost:${port}` })]).toEqual([200])
  })

  it('of a thousand hostile hosts, origins and forms none reaches a tool', async () => {
    let nowMs = 0
    const { server, logs } = serve(() => (nowMs += 100)) // ten requests a second
    const { tools, reached } = noting('a')
    const { url, token } = await opened(server, 'a', tools)
    const port = Number(new URL(url).port)
    const accept = 'Accept: application/json, text/event-stream'
    const send = (bytes: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
        let text = ''
        socket.on('data', (chunk) => (text += chunk.toString()))
        socket.on('error', () => {})
        socket.once('close', () => resolve(text))
      })
    // With a good token, and under the server's own name, a caller is no stranger here, whatever else is
    // odd about it.
    const names = [`127.0.0.1:${port}`, `localhost:${port}`]
    const isOurs = (bytes: string): boolean => {
      const lines = bytes.split('\r\n\r\n', 1)[0]!.split('\r\n')
      const values = (name: string): readonly string[] =>
        lines.flatMap((l) => (l.startsWith(`${name}: `) ? [l.slice(name.length + 2).trim()] : []))
      const [host, origin, auth] = [values('Host'), values('Origin'), values('Authorization')]
      const named =
        host.length === 1 &&
        names.includes(host[0]!) &&
        origin.length <= 1 &&
        origin.every((o) => names.some((n) => o === `http://${n}`))
      return (
        named &&
        /^POST \/mcp /.test(lines[0]!) &&
        auth.length === 1 &&
        auth[0]!.toLowerCase() === `bearer ${token}`.toLowerCase()
      )
    }
    const requests = hostileRequests(port, token, { target: '/mcp', body: CALL, extra: [accept] }).filter(
      (r) => !isOurs(r.bytes),
    )
    expect(requests.length).toBeGreaterThanOrEqual(1000)
    const bad: string[] = []
    const work = [...requests]
    const worker = async (): Promise<void> => {
      for (let next = work.pop(); next !== undefined; next = work.pop()) {
        const answer = await send(next.bytes)
        const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
        if (status !== 0 && status < 400) bad.push(`${next.name}: ${status}`)
        if (/access-control/i.test(answer) || answer.includes(token))
          bad.push(`${next.name}: it says too much`)
      }
    }
    await Promise.all(Array.from({ length: 16 }, worker))
    expect([bad, reached]).toEqual([[], []])
    expect(JSON.stringify(logs)).not.toContain(token.slice(0, 10))
    const good = rawRequest({
      host: `127.0.0.1:${port}`,
      auth: `Bearer ${token}`,
      target: '/mcp',
      body: CALL,
      extra: [accept],
    })
    expect([/^HTTP\/1\.1 (\d+)/.exec(await send(good))?.[1], reached.length]).toEqual(['200', 1])
  })

  it('refuses a body that grows too large without saying so beforehand', async () => {
    const { server } = serve()
    const { url, token } = await opened(server, 'a')
    const { sent, answered } = post(url, { ...bearer(token), 'transfer-encoding': 'chunked' }, null)
    for (let i = 0; i < 12; i++) sent.write('y'.repeat(100_000))
    expect((await answered).status).toBe(413)
    sent.destroy()
  })

  it('ends a run that calls without end, and one that calls too fast', async () => {
    let nowMs = 0
    const { server, logs } = serve(() => (nowMs += 100)) // ten requests a second
    const { tools, reached } = noting('a')
    const a = await opened(server, 'a', tools)
    const last: string[] = []
    for (let i = 0; i < TOOL_LIMITS.callsPerRun + 2; i++)
      last.push((await post(a.url, bearer(a.token), CALL).answered).text)
    expect([reached.length, last.filter((t) => t.includes('which is the limit')).length]).toEqual([
      TOOL_LIMITS.callsPerRun,
      2,
    ])
    expect(logs.filter((l) => l.fields['why'] === 'calls')).toHaveLength(2)

    const fast = serve(() => 0)
    const b = await opened(fast.server, 'b')
    const all = await Promise.all(
      Array.from({ length: 60 }, () => post(b.url, bearer(b.token), CALL).answered),
    )
    expect(all.filter((r) => r.status === 429)).toHaveLength(10)
  })
})
