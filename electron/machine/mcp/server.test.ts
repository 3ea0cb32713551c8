import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { err } from '../../../shared/base/result.ts'
import { TOOL_LIMITS, TOOL_NAMES } from '../../../shared/agents/tool-limits.ts'
import { clients, serve, run, noting, opened, post, CALL, bearer } from './testing/tool-client.ts'

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
  it('refuses of every tool what its input does not name, such as another caller', async () => {
    const { server } = serve()
    const { tools, reached } = noting('a')
    const client = await clientOf(await opened(server, 'a', tools))
    for (const name of TOOL_NAMES) {
      const refused = await client.callTool({ name, arguments: { thread: 'another' } })
      expect([refused.isError, textOf(refused)], name).toEqual([
        true,
        expect.stringMatching(/not understood[^]*"thread"/),
      ])
    }
    expect(reached).toEqual([])
  })
  it('offers the tool for suggestions only to a run whose prompt carries some', async () => {
    const { server } = serve()
    const { tools, reached } = noting('a')
    const client = await clientOf(await opened(server, 'a', { ...tools, decides: false }))
    const { tools: listed } = await client.listTools()
    expect(listed.map((t) => t.name)).toEqual(TOOL_NAMES.filter((name) => name !== 'decide_suggestion'))
    const call = { name: 'decide_suggestion', arguments: { suggestion: 1, decision: 'accept' } }
    const refused = await client.callTool(call).then(
      (result) => result.isError,
      () => true,
    )
    expect([refused, reached]).toEqual([true, []])
  })
  it('lists every tool with words, and calls it', async () => {
    const { server, logs } = serve()
    const { tools, reached } = noting('a')
    const client = await clientOf(await opened(server, 'a', tools))
    const { tools: listed } = await client.listTools()
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(client.getServerVersion()).toMatchObject({ name: 'threadbeat', version })
    expect(listed.map((t) => t.name)).toEqual([...TOOL_NAMES])
    for (const { name, description } of listed) expect(description?.length, name).toBeGreaterThan(30)
    expect(JSON.stringify(listed).length).toBeLessThan(9000) // it stands in every prompt; where nothing is measured or asked for, less
    expect(listed.find((t) => t.name === 'query_knowledge_base')?.description).toMatch(
      /^Searches reports, answers, notes and pages of all threads\./,
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
