import http from 'node:http'
import { connect } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, it } from 'vitest'
import type { RunId } from '../../../shared/base/ids.ts'
import { err, ok } from '../../../shared/base/result.ts'
import { TOOL_LIMITS } from '../../../shared/agents/tool-limits.ts'
import type { AgentTools, ToolAnswer, ToolServer } from '../../engine/ports/agents.ts'
import { hostileRequests, rawRequest } from '../network/testing/hostile-requests.ts'
import { createToolServer } from './server.ts'
import { TOOL_NAMES } from './tools.ts'

/** The real server and the real client of the same SDK, over a real loopback connection. */
const servers: ToolServer[] = []
const clients: Client[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close().catch(() => undefined)
  for (const server of servers.splice(0)) await server.close()
})

interface Logged {
  readonly level: string
  readonly event: string
  readonly fields: Readonly<Record<string, unknown>>
}
function serve(nowMs?: () => number): { server: ToolServer; logs: Logged[] } {
  const logs: Logged[] = []
  const server = createToolServer((level, event, fields = {}) => logs.push({ level, event, fields }), nowMs)
  servers.push(server)
  return { server, logs }
}
const run = (name: string): RunId => `run_${name}` as RunId

/** Tools that note what reached them. */
function noting(
  name: string,
  answer: () => Promise<ToolAnswer> = () => Promise.resolve(ok(`answer of ${name}`)),
): { tools: AgentTools; reached: unknown[][] } {
  const reached: unknown[][] = []
  const note =
    (method: string) =>
    (...args: unknown[]) => {
      reached.push([method, ...args])
      return answer()
    }
  const tools: AgentTools = {
    heartbeatRead: note('heartbeatRead'),
    heartbeatWrite: note('heartbeatWrite'),
    report: note('report'),
    flag: note('flag'),
    sendMessage: note('sendMessage'),
    listThreads: note('listThreads'),
    queryKnowledge: note('queryKnowledge'),
    currentTime: note('currentTime'),
    elapsed: note('elapsed'),
  }
  return { tools, reached }
}
async function opened(
  server: ToolServer,
  name: string,
  tools = noting(name).tools,
): Promise<{ url: string; token: string; close(): void }> {
  const result = await server.open(run(name), tools)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}
async function clientOf(at: { url: string; token: string }): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  clients.push(client)
  await client.connect(
    new StreamableHTTPClientTransport(new URL(at.url), {
      requestInit: { headers: { authorization: `Bearer ${at.token}` } },
    }),
  )
  return client
}
const textOf = (result: { content: readonly { type: string }[] }): string =>
  result.content.map((c) => ('text' in c ? String(c.text) : '')).join('')

/** A request with exactly these headers; the body may be held back. */
function post(
  url: string,
  headers: Record<string, string>,
  body: string | null,
  method = 'POST',
): { sent: http.ClientRequest; answered: Promise<{ status: number; text: string }> } {
  const { hostname, port, pathname } = new URL(url)
  const sent = http.request({
    hostname,
    port,
    path: pathname,
    method,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
  })
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sent.once('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sent.once('error', reject)
  })
  if (body !== null) sent.end(body)
  return { sent, answered }
}
const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'current_time', arguments: {} },
})
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })
const listens = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(Number(new URL(url).port), '127.0.0.1')
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })

describe('tools over HTTP', () => {
  it('lists every tool with words and a closed schema, and calls it', async () => {
    const { server, logs } = serve()
    const { tools, reached } = noting('a')
    const client = await clientOf(await opened(server, 'a', tools))
    const { tools: listed } = await client.listTools()
    expect(listed.map((t) => t.name)).toEqual([...TOOL_NAMES])
    for (const t of listed)
      expect([t.description?.length, t.inputSchema['additionalProperties']]).toEqual([
        expect.toSatisfy((n: number) => n > 30),
        false,
      ])
    expect(JSON.stringify(listed).length).toBeLessThan(14_000) // it stands in every prompt
    expect(listed.find((t) => t.name === 'query_knowledge_base')?.description).toMatch(
      /^Full-text search over reports, answers and notes of all threads\./,
    ) // what the store keeps, no more
    expect(
      textOf(
        await client.callTool({
          name: 'heartbeat_write',
          arguments: { edits: [{ do: 'tick', key: 'quick:x', on: true }] },
        }),
      ),
    ).toBe('answer of a')
    await client.callTool({ name: 'query_knowledge_base', arguments: { query: 'flaky tests' } })
    await client.callTool({ name: 'report', arguments: { status: 'ok', tasks: [] } })
    expect(reached).toEqual([
      ['heartbeatWrite', [{ do: 'tick', key: 'quick:x', on: true }]],
      ['queryKnowledge', 'flaky tests', 8],
      ['report', { status: 'ok', tasks: [], alerts: [], attachments: [] }],
    ])
    expect(logs.filter((l) => l.event === 'mcp.called').map((l) => l.fields)).toEqual([
      { runId: 'run_a', tool: 'heartbeat_write', ok: true },
      { runId: 'run_a', tool: 'query_knowledge_base', ok: true },
      { runId: 'run_a', tool: 'report', ok: true },
    ])
  })

  it.each([
    ['heartbeat_read', { thread: 3 }],
    ['heartbeat_write', { edits: [], threadId: 'thr_1' }],
    ['heartbeat_write', { edits: [{ do: 'stamp', tier: 'quick', at: 1, timeZone: 'UTC' }] }],
    ['heartbeat_write', { edits: [{ do: 'moveWork', id: 'a', to: 'done', by: 'engine', putBack: true }] }],
    ['heartbeat_write', { edits: [{ do: 'moveWork', id: 'a', to: 'pending' }] }],
    [
      'heartbeat_write',
      { edits: Array.from({ length: TOOL_LIMITS.edits + 1 }, () => ({ do: 'clearFlag', text: 'a' })) },
    ],
    ['heartbeat_write', { edits: [{ do: 'addFlag', text: 'x'.repeat(1001) }] }],
    ['send_message', { to: '3', text: 'x', from: 'user' }],
    ['report', { status: 'quiet', tasks: [] }],
    ['flag', { text: 'x' }],
    ['query_knowledge_base', { query: 'a', limit: 500 }],
  ])(
    'refuses arguments of %s that its schema does not know, so that a model can mend them: %j',
    async (name, args) => {
      const { server } = serve()
      const { tools, reached } = noting('a')
      const client = await clientOf(await opened(server, 'a', tools))
      const result = await client.callTool({ name, arguments: args })
      expect([result.isError, textOf(result).length > 20, reached]).toEqual([true, true, []])
    },
  )

  it('tells a refusal as a tool error with its words', async () => {
    const { server } = serve()
    const client = await clientOf(
      await opened(
        server,
        'a',
        noting('a', () => Promise.resolve(err('no such task; keys are: quick:x'))).tools,
      ),
    )
    expect(await client.callTool({ name: 'heartbeat_read', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'no such task; keys are: quick:x' }],
    })
  })

  it('reaches by a token the tools of its own run only', async () => {
    const { server } = serve()
    const [a, b] = [noting('a'), noting('b')]
    const [atA, atB] = [await opened(server, 'a', a.tools), await opened(server, 'b', b.tools)]
    expect(new URL(atA.url).port).toBe(new URL(atB.url).port)
    expect(
      textOf(
        await (await clientOf({ url: atA.url, token: atB.token })).callTool({
          name: 'current_time',
          arguments: {},
        }),
      ),
    ).toBe('answer of b')
    expect([a.reached.length, b.reached.length]).toEqual([0, 1])
    atA.close()
    expect((await post(atB.url, bearer(atA.token), CALL).answered).status).toBe(401)
    expect((await post(atB.url, bearer(atB.token), CALL).answered).status).toBe(200)
    expect([a.reached.length, b.reached.length]).toEqual([0, 2])
  })

  it('listens only while a run is open', async () => {
    const { server } = serve()
    const a = await opened(server, 'a')
    const b = await opened(server, 'b')
    expect(await listens(a.url)).toBe(true)
    a.close()
    a.close()
    expect(await listens(b.url)).toBe(true)
    b.close()
    expect(await listens(a.url)).toBe(false)
    const again = await opened(server, 'c')
    expect((await post(again.url, bearer(again.token), CALL).answered).status).toBe(200)
    await server.close()
    expect([await listens(again.url), (await server.open(run('d'), noting('d').tools)).ok]).toEqual([
      false,
      false,
    ])
  })

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

  it('lets no request through that was on its way when its run ended', async () => {
    const { server } = serve()
    const { tools, reached } = noting('a')
    const a = await opened(server, 'a', tools)
    await opened(server, 'b') // keeps the port open
    const { sent, answered } = post(
      a.url,
      { ...bearer(a.token), 'content-length': String(CALL.length) },
      null,
    )
    sent.flushHeaders()
    sent.write(CALL.slice(0, 20))
    await (await clientOf(await opened(server, 'c'))).listTools() // the headers have arrived by now
    a.close()
    sent.end(CALL.slice(20))
    expect([(await answered).status, reached]).toEqual([401, []])
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

  it('survives a tool that breaks', async () => {
    const { server, logs } = serve()
    const client = await clientOf(
      await opened(server, 'a', noting('a', () => Promise.reject(new Error('assumption'))).tools),
    )
    expect(await client.callTool({ name: 'current_time', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: 'Something in Threadbeat broke: assumption' }],
    })
    expect(logs.map((l) => l.event)).toContain('bug.caught')
  })
})
