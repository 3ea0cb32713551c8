import { afterEach, describe, expect, it } from 'vitest'
import { isTool } from './model-server-wire.ts'
import { inOrder, startModelServer, USAGE, type ModelServer, type Script } from './model-server.ts'
import { REQUEST, type Turn } from './model-server-requests.ts'

/** What the CLIs rely on, asked with plain requests: this part of `npm test` needs none of them. */
let server: ModelServer | null = null
afterEach(() => server?.close())

const start = async (script: Script): Promise<ModelServer> => (server = await startModelServer(script))
type Asking = keyof typeof REQUEST
const PROTOCOLS = Object.keys(REQUEST) as Asking[]

const ask = (
  protocol: Asking,
  more: object,
  turn: Turn | null = null,
  signal?: AbortSignal,
): Promise<Response> =>
  fetch(`${server!.url}${REQUEST[protocol].path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...REQUEST[protocol].body('Do it → "now"', turn), ...more }),
    ...(signal && { signal }),
  })
/** The data of each event, in order. */
const events = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .flatMap((line) =>
      line.startsWith('data: {') ? [JSON.parse(line.slice(6)) as Record<string, unknown>] : [],
    )
/** Texts put together again, wherever a protocol has them. */
const said = (protocol: Asking, all: readonly Record<string, unknown>[]): string =>
  all
    .map((e) => {
      if (protocol === 'responses')
        return e['type'] === 'response.output_text.delta' ? String(e['delta']) : ''
      if (protocol === 'messages')
        return e['type'] === 'content_block_delta' ? ((e['delta'] as { text?: string }).text ?? '') : ''
      return (e['choices'] as { delta: { content?: string } }[])[0]?.delta.content ?? ''
    })
    .join('')

describe.each(PROTOCOLS)('the model server, %s', (protocol) => {
  it('understands what was asked, and says what the script says, streamed and whole', async () => {
    const { asked, complaints } = await start(() => ({ say: 'HEARTBEAT_OK, and ünicode → in pieces' }))
    const streamed = events(await (await ask(protocol, { stream: true })).text())
    expect(said(protocol, streamed)).toBe('HEARTBEAT_OK, and ünicode → in pieces')
    expect(await (await ask(protocol, { stream: false })).text()).toContain(
      'HEARTBEAT_OK, and ünicode → in pieces',
    )
    expect(asked[0]).toMatchObject({ protocol, stream: true, system: 'the rules', replies: [], results: [] })
    expect(asked[0]?.prompts.at(-1)).toBe('Do it → "now"')
    expect(asked[0]?.tools.filter((t) => isTool(t, 'report'))).toEqual([REQUEST[protocol].tool])
    expect(asked[1]).toMatchObject({ stream: false })
    expect(complaints).toEqual([])
  })

  it('calls a tool by the name that was offered, and reads its result', async () => {
    const { asked } = await start(inOrder({ call: 'report', args: { status: 'ok' } }, { say: 'done' }))
    const call = JSON.stringify(events(await (await ask(protocol, { stream: true })).text()))
    expect(call).toContain(
      protocol === 'responses'
        ? '"name":"report","namespace":"mcp__threadbeat"'
        : `"name":"${REQUEST[protocol].tool}"`,
    )
    expect(call).toContain('{\\"status\\":\\"ok\\"}')
    await ask(protocol, { stream: true }, { call: REQUEST[protocol].tool, result: 'Reported.' })
    expect(asked[1]).toMatchObject({
      results: [{ id: 'c1', tool: REQUEST[protocol].tool, text: 'Reported.' }],
      step: { say: 'done' },
    })
  })

  it('counts tokens the way the protocol does', async () => {
    await start(() => ({ say: 'x', usage: { input: 7, cached: 5, output: 3 } }))
    const text = await (await ask(protocol, { stream: true })).text()
    const { messages, responses, chat } = {
      messages: ['"input_tokens":7', '"cache_read_input_tokens":5', '"output_tokens":3'],
      responses: ['"input_tokens":12', '"cached_tokens":5', '"output_tokens":3'],
      chat: ['"prompt_tokens":12', '"cached_tokens":5', '"completion_tokens":3'],
    }
    for (const part of { messages, responses, chat }[protocol]) expect(text).toContain(part)
    expect(USAGE.input).toBeGreaterThan(0)
  })

  it('fails as the real one does, with any status and body', async () => {
    const { play } = await start(() => ({ status: 401 }))
    const refused = await ask(protocol, { stream: true })
    expect([refused.status, await refused.text()]).toEqual([
      401,
      expect.stringContaining(protocol === 'messages' ? 'authentication_error' : 'invalid_api_key'),
    ])
    play(() => ({ status: 429, body: { error: 'later' }, headers: { 'retry-after': '7' } }))
    const limited = await ask(protocol, { stream: true })
    expect([limited.status, limited.headers.get('retry-after'), await limited.json()]).toEqual([
      429,
      '7',
      { error: 'later' },
    ])
  })

  it('breaks off in the middle of an event', async () => {
    await start(() => ({ malformed: true }))
    const text = await (await ask(protocol, { stream: true })).text()
    expect(() => events(text)).toThrow()
    await expect((await ask(protocol, { stream: false })).json()).rejects.toThrow()
  })

  it('hangs until the client goes, before the first byte or midway', async () => {
    const { asked, play, until } = await start(() => ({ hang: true }))
    for (const hang of [true, 'midway'] as const) {
      play(() => ({ hang }))
      const gone = new AbortController()
      const answer = ask(protocol, { stream: true }, null, gone.signal).then((r) => r.text())
      answer.catch(() => {}) // expected below
      await until('the request', () => asked.find((a) => 'hang' in a.step && a.step.hang === hang) ?? null)
      expect(asked.at(-1)?.state).toBe('open')
      gone.abort()
      await expect(answer).rejects.toThrow()
      await until('the end of the connection', () => (asked.at(-1)?.state === 'gone' ? true : null))
    }
  })

  it('talks as much as it is told to', async () => {
    await start(() => ({ huge: 700_001 }))
    expect(said(protocol, events(await (await ask(protocol, { stream: true })).text())).length).toBe(700_001)
  })
})

describe('the model server', () => {
  it('answers what the CLIs ask besides, and remembers it', async () => {
    const { url, others, asked } = await start(() => ({ say: 'x' }))
    expect((await fetch(`${url}/api/hello`, { method: 'HEAD' })).status).toBe(200)
    expect(
      await (
        await fetch(`${url}/v1/messages/count_tokens`, { method: 'POST', body: '{"messages":[]}' })
      ).json(),
    ).toEqual({ input_tokens: 4 })
    expect((await fetch(`${url}/v1/models`)).status).toBe(200)
    expect([others, asked]).toEqual([
      ['HEAD /api/hello', 'POST /v1/messages/count_tokens', 'GET /v1/models'],
      [],
    ])
  })

  it('says when a script or a request is wrong', async () => {
    const { complaints } = await start(() => {
      throw new Error('no step for this')
    })
    expect((await ask('chat', {})).status).toBe(400)
    expect(complaints).toEqual(['POST /v1/chat/completions: Error: no step for this'])
  })

  it('knows the names that the CLIs give to one tool', () => {
    for (const spelt of ['report', 'mcp__threadbeat__report', 'threadbeat-report'])
      expect([spelt, isTool(spelt, 'report')]).toEqual([spelt, true])
    expect(isTool('mcp__threadbeat__heartbeat_write', 'heartbeat_write')).toBe(true)
    for (const other of [
      'Report',
      'ReportFindings',
      'mcp__threadbeat__heartbeat_report_x',
      'mcp__threadbeat__heartbeat_write',
    ])
      expect([other, isTool(other, 'report')]).toEqual([other, false])
  })
})

describe('the model server, gemini', () => {
  const body = {
    contents: [
      { role: 'user', parts: [{ text: 'Look around.' }] },
      { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'mcp_threadbeat_report', args: {} } }] },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'c1', name: 'mcp_threadbeat_report', response: { output: 'Taken.' } } },
        ],
      },
    ],
    tools: [{ functionDeclarations: [{ name: 'mcp_threadbeat_report' }] }],
  }
  const asks = (url: string, verb: string) =>
    fetch(`${url}/v1beta/models/flash:${verb}?alt=sse`, { method: 'POST', body: JSON.stringify(body) })

  it('reads model, prompt and results, calls a tool and counts tokens', async () => {
    const { url, asked } = await start(() => ({
      call: 'report',
      args: { status: 'ok' },
      usage: { input: 7, cached: 5, output: 3 },
    }))
    const text = await (await asks(url, 'streamGenerateContent')).text()
    expect(asked[0]).toMatchObject({
      model: 'flash',
      stream: true,
      prompts: ['Look around.'],
      results: [{ id: 'c1', tool: 'mcp_threadbeat_report', text: 'Taken.' }],
    })
    expect(text).toContain(
      '"functionCall":{"id":"call_0","name":"mcp_threadbeat_report","args":{"status":"ok"}}',
    )
    expect(text).toContain('"promptTokenCount":12,"cachedContentTokenCount":5,"candidatesTokenCount":3')
    expect((await (await asks(url, 'generateContent')).json()).candidates).toHaveLength(1)
    expect(asked[1]?.stream).toBe(false)
  })
})
