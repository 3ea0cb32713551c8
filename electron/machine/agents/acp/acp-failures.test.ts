import { describe, expect, it } from 'vitest'
import { run } from '../testing/acp-stand-in.ts'

const TOOLS = { url: 'http://127.0.0.1:4000/mcp', token: 'token-of-the-run' }
const prompt = (body: string): string => `answers['session/prompt'] = async () => { ${body} }`

describe('an agent that speaks ACP, in trouble', () => {
  it.each<[string, string, string]>([
    [
      'is signed out',
      `answers['session/new'] = () => fail(-32000, 'Authentication required')`,
      'agent.needs_login',
    ],
    ['has a wrong key', prompt(`fail(401, 'API key not valid')`), 'agent.needs_login'],
    [
      'has a wrong key in words',
      prompt(`fail(-32603, 'Internal error: Invalid API key provided.')`),
      'agent.needs_login',
    ],
    ['is at its limit', prompt(`fail(429, 'Quota')`), 'agent.limit_reached'],
    [
      'is at its limit in words',
      prompt(`fail(-32603, 'Internal error: Rate limit reached')`),
      'agent.limit_reached',
    ],
    ['has no server', prompt(`fail(503, 'Try again')`), 'agent.overloaded'],
    [
      'has no server in words',
      prompt(`fail(-32603, 'Internal error: Internal server error')`),
      'agent.overloaded',
    ],
    ['fails', prompt(`fail(-32603, 'Internal error: no idea')`), 'agent.exit_nonzero'],
    ['speaks another version', `answers.initialize = () => ({ protocolVersion: 2 })`, 'agent.exit_nonzero'],
    ['says nothing', prompt(`return { stopReason: 'end_turn' }`), 'agent.bad_output'],
    ['refuses', prompt(`say('No.'); return { stopReason: 'refusal' }`), 'agent.bad_output'],
    ['runs out of tokens', prompt(`say('Half'); return { stopReason: 'max_tokens' }`), 'agent.bad_output'],
    ['answers with nonsense', prompt(`return 'yes'`), 'agent.bad_output'],
    ['dies', prompt(`console.error('Error: out of memory'); process.exit(3)`), 'agent.exit_nonzero'],
    ['dies before it says anything', `process.exit(1)`, 'agent.exit_nonzero'],
  ])('%s', async (_, body, code) => {
    const { result, survivors } = await run(body)
    expect(result).toMatchObject({ status: 'failed', fault: { code } })
    expect(survivors).toEqual([])
  })

  it('is a server of a person, which refuses a key: nobody is signed in to that', async () => {
    const server = { cli: 'local-model', env: { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' } } as const
    const { result } = await run(
      `answers['session/new'] = () => ({ sessionId: 's1', configOptions: [{ id: 'model', category: 'model', type: 'select',
        currentValue: 'local/tiny', options: [{ value: 'local/tiny', name: 'T' }] }] })
      ${prompt(`fail(401, 'Incorrect API key provided')`)}`,
      { model: 'tiny' },
      {},
      server,
    )
    expect(result.fault).toEqual({ code: 'agent.key_refused', message: 'Incorrect API key provided' })
  })

  it('is none: that is said by the name of its program', async () =>
    expect(
      (await run(`answers.initialize = () => fail(-32601, 'Method not found')`)).result.fault?.message,
    ).toMatch(/^fake-\d+\.cjs does not speak the Agent Client Protocol: .*Method not found/))

  it('hands through what a server said: its message is what a person reads', async () => {
    const said = JSON.stringify({ error: { code: 400, message: 'API key not valid. Please pass one.' } })
    expect((await run(prompt(`fail(400, ${JSON.stringify(said)})`))).result.fault).toEqual({
      code: 'agent.needs_login',
      message: 'API key not valid. Please pass one.',
    })
  })

  it('has not the model that was asked for: then it ran on none', async () => {
    const { result } = await run('', { model: 'tiny' }, {}, { models: { quick: 'tiny' } })
    expect(result).toMatchObject({ fault: { code: 'agent.model_unavailable' }, turn: { model: null } })
  })

  it('says why it died', async () =>
    expect(
      (await run(prompt(`console.error('Error: out of memory'); process.exit(3)`))).result.fault?.message,
    ).toBe('Error: out of memory'))

  it.each([
    ['AI_APICallError: Rate limit reached, please try again later.', 'agent.limit_reached'],
    ['AI_APICallError: Internal server error', 'agent.overloaded'],
  ])('found by hand: asks on until its time is up, and tells of it in its log: %s', async (said, code) => {
    const line = `timestamp=2026-11-27T15:51:50Z level=ERROR message="stream error" error.error="${said}"`
    const body = `console.error(${JSON.stringify(line)}); await new Promise(() => setInterval(() => {}, 1000))`
    const { result } = await run(prompt(body), {}, { deadlineMs: 1500 })
    expect(result.fault).toEqual({ code, message: said })
  })

  it('takes no MCP server over HTTP: then it cannot be one that reports', async () =>
    expect(
      (await run(`answers.initialize = () => ({ protocolVersion: 1 })`, {}, { tools: TOOLS })).result.fault,
    ).toMatchObject({
      code: 'agent.tools_failed',
      message: expect.stringContaining('no MCP server over HTTP') as string,
    }))

  it('does not trust the folder, and so starts no tools: that is said, with what to do', async () =>
    expect(
      (
        await run(
          prompt(
            `console.error('Skipping: untrusted folder.'); say('HEARTBEAT_OK'); return { stopReason: 'end_turn' }`,
          ),
          {},
          { tools: TOOLS },
        )
      ).result.fault,
    ).toMatchObject({
      code: 'agent.tools_failed',
      message: expect.stringContaining('trust the folder') as string,
    }))

  it('prints what is no message: those lines are counted, and it works all the same', async () => {
    const { result } = await run(
      prompt(
        `fs.writeSync(1, 'starting …\\n[1,2]\\n"x"\\n{"jsonrpc":"2.0","method":"session/update","params":7}\\n'); say('Fine.'); return { stopReason: 'end_turn' }`,
      ),
    )
    expect(result).toMatchObject({ status: 'completed', text: 'Fine.', turn: { malformedLines: 3 } })
  })

  it('does not end although its turn has: it is ended, and its answer counts', async () => {
    const { result, survivors } = await run('onEnd = () => undefined; setInterval(() => undefined, 1000)')
    expect(result).toMatchObject({ status: 'completed', text: 'HEARTBEAT_OK' })
    expect(survivors).toEqual([])
  })

  it('hangs: a stop ends it, and what it started', async () => {
    const stop = new AbortController()
    const { result, survivors } = await run(
      prompt(
        `require('node:child_process').spawn('sleep', ['1000']); say('.'); await new Promise(() => undefined)`,
      ),
      {},
      { onOutput: () => stop.abort() },
      {},
      stop.signal,
    )
    expect(result).toMatchObject({ status: 'stopped', fault: null })
    expect(survivors).toEqual([])
  })

  it('goes round in circles: it is cut off', async () => {
    const { result } = await run(
      prompt(
        `for (let i = 0; i < 100; i++) { call('c' + i, { kind: 'execute', title: 'git status', status: 'in_progress' }); done('c' + i) }; await new Promise(() => undefined)`,
      ),
    )
    expect(result).toMatchObject({ status: 'failed', fault: { code: 'agent.runaway' } })
  })

  it('floods: a reply of eight million letters is bounded, and all of a long turn is read', async () => {
    const { result } = await run(
      prompt(`for (let i = 0; i < 8000; i++) say('x'.repeat(1000)); return { stopReason: 'end_turn' }`),
    )
    expect(result.status).toBe('completed')
    expect(result.text.length).toBeGreaterThan(100_000)
    expect(result.text.length).toBeLessThan(1_000_000)
  })
})
