import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repo, run } from '../testing/acp-stand-in.ts'

const TOOLS = { url: 'http://127.0.0.1:4000/mcp', token: 'token-of-the-run' }

describe('an agent that speaks the Agent Client Protocol', () => {
  it('gets the prompt in a session of the repository, and its words are the reply', async () => {
    const { result, asked, survivors } = await run(
      `answers['session/prompt'] = async () => {
        say('Looking. ')
        call('1', { kind: 'execute' })
        update({ sessionUpdate: 'tool_call_update', toolCallId: '1', status: 'in_progress', rawInput: { command: 'git status' } })
        done('1', { rawOutput: { metadata: { exit: 0 } } })
        say('HEARTBEAT')
        say('_OK')
        return { stopReason: 'end_turn', usage: { inputTokens: 10, outputTokens: 2, totalTokens: 15, cachedReadTokens: 3 } }
      }`,
      {},
      { tools: TOOLS },
    )
    expect(result).toMatchObject({ status: 'completed', fault: null, text: 'HEARTBEAT_OK', exitCode: 0 })
    expect(result.turn).toMatchObject({
      sessionId: 's1',
      callCount: 1,
      calls: [{ name: 'execute', kind: 'command', input: 'git status', ok: true, exitCode: 0 }],
      usage: { input: 10, cached: 3, output: 2 },
      refusals: [],
      toolsReached: null,
    })
    expect(asked.map(([method]) => method)).toEqual(['initialize', 'session/new', 'session/prompt'])
    expect(asked[1]?.[1]).toEqual({
      cwd: await repo,
      mcpServers: [
        {
          type: 'http',
          name: 'threadbeat',
          url: TOOLS.url,
          headers: [{ name: 'Authorization', value: `Bearer ${TOOLS.token}` }],
        },
      ],
    })
    expect(asked[2]?.[1]).toEqual({
      sessionId: 's1',
      prompt: [{ type: 'text', text: 'HEARTBEAT tier=quick thread=2\n' }],
    })
    expect(survivors).toEqual([])
  })

  it('is answered by the rights of the turn, and what it was refused is asked of a person', async () => {
    const body = `answers['session/prompt'] = async () => {
      for (const [id, command] of [['1', 'git status'], ['2', 'touch stolen']]) {
        const toolCall = { toolCallId: id, kind: 'execute', title: command, rawInput: { command } }
        if (await may(toolCall) === 'y') {
          require('node:child_process').execSync(command)
          done(id)
        } else say('No. ')
      }
      say('Done.')
      return { stopReason: 'end_turn' }
    }`
    const looking = await run(body)
    expect(looking.result.turn).toMatchObject({
      calls: [
        { input: 'git status', ok: true },
        { input: 'touch stolen', ok: false },
      ],
      refusals: [{ rule: 'execute(touch stolen)', label: 'run `touch stolen`', allowable: true }],
    })
    expect(existsSync(join(await repo, 'stolen'))).toBe(false)
    const allowed = await run(body, { allowed: ['execute(touch stolen)'] })
    expect(allowed.result.turn?.refusals).toEqual([])
    expect(existsSync(join(await repo, 'stolen'))).toBe(true)
  })

  it('is told no for good measure only in words that it offers, and that all is off where it offers none', async () => {
    const { result } = await run(`answers['session/prompt'] = async () => {
      const touch = (toolCallId) => ({ toolCallId, kind: 'execute', rawInput: { command: 'touch x' } })
      const first = await may(touch('1'), [{ optionId: 'never', name: 'Never', kind: 'reject_always' }])
      const second = await may(touch('2'), [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }])
      say([first, second, await may({ toolCallId: '3', kind: 'read', locations: [{ path: 'HEARTBEAT.md' }] }, [{ optionId: 'all', name: 'All', kind: 'allow_always' }])].join(' '))
      return { stopReason: 'end_turn' }
    }`)
    expect(result.text).toBe('never cancelled cancelled')
  })

  it('goes on with a session, and what it tells of earlier turns is not this one’s', async () => {
    const session = { id: 's1', totals: { costUsd: 0.1, usage: { input: 0, cached: 0, output: 0 } } }
    const { result, asked } = await run(
      `answers['session/load'] = () => { say('Of yesterday.'); call('old', { kind: 'execute', status: 'completed' }); return {} }
      answers['session/prompt'] = () => {
        say('Of today.')
        update({ sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 0.25, currency: 'USD' } })
        return { stopReason: 'end_turn' }
      }`,
      { session },
    )
    expect(result).toMatchObject({ text: 'Of today.', turn: { callCount: 0, sessionId: 's1' } })
    expect(result.turn?.costUsd).toBeCloseTo(0.15)
    expect(result.turn?.totals?.costUsd).toBe(0.25)
    expect(asked[1]?.[0]).toBe('session/load')
    const gone = await run(`answers['session/load'] = () => fail(-32603, 'service failure')`, { session })
    expect(gone.result.fault?.code).toBe('agent.no_session')
  })

  it('runs on the model that was chosen where it offers it, or on another one', async () => {
    const body = `answers['session/new'] = () => ({ sessionId: 's1', configOptions: [
        { id: 'm', name: 'Model', category: 'model', type: 'select', currentValue: 'a/big', options: [
          { value: 'a/big', name: 'Big' }, { value: 'a/small', name: 'Small' } ] } ] })`
    const small = await run(body, { model: 'small' })
    expect(small.result.turn?.model).toBe('a/small')
    expect(small.asked[2]).toEqual([
      'session/set_config_option',
      { sessionId: 's1', configId: 'm', value: 'a/small' },
    ])
    expect((await run(body)).result.turn?.model).toBe('a/big')
    const chosen = { models: { quick: 'tiny' } }
    const none = await run(body, { model: 'tiny' }, {}, chosen)
    expect(none.result).toMatchObject({ status: 'failed', fault: { code: 'agent.model_unavailable' } })
    const other = await run(body, { model: 'tiny' }, {}, { ...chosen, fallbackModels: ['small'] })
    expect(other.result).toMatchObject({
      status: 'completed',
      turn: { model: 'a/small', unavailable: ['tiny'] },
    })
  })

  it('a local model that gives up is followed by the larger one, and what both took counts', async () => {
    const body = `const model = JSON.parse(process.env.OPENCODE_CONFIG_CONTENT).model
      answers['session/new'] = () => ({ sessionId: 's1', configOptions: [{ id: 'm', name: 'Model', category: 'model',
        type: 'select', currentValue: model, options: [{ value: model, name: model }] }] })
      answers['session/prompt'] = () => {
        say(model === 'local/org/large' ? 'HEARTBEAT_OK' : 'NEEDS_LARGER_MODEL')
        return { stopReason: 'end_turn', usage: { inputTokens: 100, outputTokens: 10, totalTokens: 110 } }
      }`
    const server = { cli: 'local-model', env: { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' } } as const
    const both = await run(body, { model: 'tiny' }, {}, { ...server, fallbackModels: ['mid', 'org/large'] })
    expect(both.result).toMatchObject({
      status: 'completed',
      text: 'HEARTBEAT_OK',
      turn: {
        model: 'org/large',
        unavailable: [],
        gaveUp: ['tiny', 'mid'],
        usage: { input: 300, output: 30 },
      },
    })
    const alone = await run(body, { model: 'tiny' }, {}, server)
    expect(alone.result).toMatchObject({ status: 'failed', fault: { code: 'agent.bad_output' } })
    expect(alone.result.fault?.message).toBe(
      'tiny says that this is beyond it, and there is no larger model to ask',
    )
  })

  it('is given its own arguments, and never the token among them or in the environment', async () => {
    const { result } = await run(
      `answers['session/prompt'] = () => {
        say(JSON.stringify([process.argv.slice(2), JSON.stringify(process.env).includes('${TOOLS.token}')]))
        return { stopReason: 'end_turn' }
      }`,
      {},
      { tools: TOOLS },
      { args: ['--stdio', 'two words'] },
    )
    expect(JSON.parse(result.text)).toEqual([['--stdio', 'two words'], false])
  })

  it('reaches our tools when it calls one, however it spells that', async () => {
    const { result } = await run(
      `answers['session/prompt'] = async () => {
        call('1', { kind: 'other', title: 'threadbeat_report', rawInput: { status: 'ok' } })
        done('1')
        say('HEARTBEAT_OK')
        return { stopReason: 'end_turn' }
      }`,
      {},
      { tools: TOOLS },
    )
    expect(result.turn).toMatchObject({
      toolsReached: true,
      calls: [{ name: 'mcp__threadbeat__report', kind: 'own', ok: true }],
    })
  })

  it('may say that a call is another one than it was announced as (found by a user: an edit of nothing)', async () => {
    const { result } = await run(`answers['session/prompt'] = async () => {
      call('1', { kind: 'edit', title: 'write' })
      done('1', { kind: 'other', title: 'invalid', rawInput: { tool: 'write', error: 'no such tool' } })
      call('2', { kind: 'edit', title: 'apply_patch' })
      done('2', { rawInput: { patchText: '*** Update File: a.ts' } })
      say('HEARTBEAT_OK')
      return { stopReason: 'end_turn', _meta: { quota: {
        token_count: { input_tokens: 30, output_tokens: 4 },
        model_usage: [{ model: 'auto' }, { model: 'gemini-2.5-flash-lite' }] } } }
    }`)
    expect(result.turn).toMatchObject({
      calls: [
        { name: 'invalid', kind: 'other' },
        { name: 'edit', kind: 'write', input: '[{"path":"a.ts"}]' },
      ],
      model: 'gemini-2.5-flash-lite',
      usage: { input: 30, cached: 0, output: 4 },
    })
    expect(result.turn?.costUsd).toBeCloseTo((30 * 0.1 + 4 * 0.4) / 1e6, 9)
  })

  it('has its last words whole, also where a call is over only while it says them', async () => {
    const { result } = await run(`answers['session/prompt'] = async () => {
      say('First. ')
      call('1', { kind: 'execute', title: 'git status', status: 'in_progress' })
      say('HEARTBEAT')
      done('1')
      say('_OK')
      return { stopReason: 'end_turn' }
    }`)
    expect(result.text).toBe('HEARTBEAT_OK')
  })

  it('may give a question the name of a call that is over: it is counted, and answered for itself', async () => {
    const { result } = await run(`answers['session/prompt'] = async () => {
      for (const command of ['git status', 'touch again'])
        if (await may({ toolCallId: '1', kind: 'execute', rawInput: { command } }) === 'y') done('1')
      say('Done.')
      return { stopReason: 'end_turn' }
    }`)
    expect(result.turn).toMatchObject({
      callCount: 2,
      calls: [
        { input: 'git status', ok: true },
        { input: 'touch again', ok: false },
      ],
      refusals: [{ rule: 'execute(touch again)' }],
    })
  })
})
