import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CLI_NAMES, type CliName } from '../../../../shared/agents/agent-config.ts'
import type { ToolCall } from '../../../../shared/agents/agent-turn.ts'
import type { Fault } from '../../../../shared/base/faults.ts'
import { callLog } from '../call-log.ts'
import { CLIS } from '../cli-attempt.ts'
import { cliStream } from '../cli-stream.ts'
import type { CliRequest, Exit } from '../cli.ts'

const NOW = Date.UTC(2026, 10, 22, 9, 30)
const REQUEST: CliRequest = {
  repoPath: '/src/repo',
  gitFolders: [],
  isRepository: true,
  model: 'gpt-5.4',
  effort: null,
  profile: 'look',
  allowed: [],
  session: null,
  keepSession: false,
  usd: 0.25,
  billed: false,
  toolsUrl: 'http://127.0.0.1:1/mcp',
  usageFile: '/x',
}
const OK: Exit = { code: 0, stderr: '', usageText: '', now: NOW, timeZone: 'UTC' }

function read(
  cli: CliName,
  chunks: readonly (Buffer | string)[],
  exit: Partial<Exit> = {},
  request: Partial<CliRequest> = {},
  limits = { toolCalls: 100, repeats: 100 },
) {
  const seen: ToolCall[] = []
  const cut: Fault[] = []
  const calls = callLog(
    limits,
    (call) => seen.push(call),
    (because) => cut.push(because),
  )
  const stream = cliStream(
    CLIS[cli],
    { ...REQUEST, ...request },
    { calls, cutOff: (because) => cut.push(because) },
  )
  for (const chunk of chunks) stream.push(Buffer.from(chunk))
  const reading = stream.end({ ...OK, ...exit })
  return { ...reading, calls: seen, kept: calls.calls, count: calls.count(), cut }
}
const jsonl = (...events: readonly unknown[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('')

const init = (status = 'connected') => ({
  type: 'system',
  subtype: 'init',
  session_id: 's1',
  model: 'claude-haiku-5-5',
  mcp_servers: [{ name: 'threadbeat', status }],
})
const use = (id: string, name: string, input: unknown) => ({
  type: 'assistant',
  message: { model: 'claude-haiku-5-5', content: [{ type: 'tool_use', id, name, input }] },
  session_id: 's1',
})
const used = (id: string, content: string, is_error = false) => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: id, content, is_error }] },
  session_id: 's1',
})
const claudeResult = (changes: Record<string, unknown> = {}) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: 'HEARTBEAT_OK',
  session_id: 's1',
  total_cost_usd: 0.03,
  usage: {
    input_tokens: 1200,
    output_tokens: 34,
    cache_read_input_tokens: 800,
    cache_creation_input_tokens: 50,
  },
  modelUsage: {
    'claude-haiku-5-5': {
      inputTokens: 3000,
      outputTokens: 100,
      cacheReadInputTokens: 1600,
      cacheCreationInputTokens: 100,
    },
  },
  permission_denials: [],
  terminal_reason: 'completed',
  api_error_status: null,
  ...changes,
})
const apiError = (status: number, result: string) =>
  claudeResult({ is_error: true, api_error_status: status, result, terminal_reason: 'api_error' })

describe('Claude Code', () => {
  const whole = jsonl(
    init(),
    use('t1', 'Bash', { command: 'git status' }),
    used('t1', ''),
    use('t2', 'Bash', { command: 'npm test' }),
    use('t3', 'Edit', { file_path: '/src/repo/src/a.ts' }),
    use('t4', 'mcp__threadbeat__report', { status: 'ok' }),
    used('t2', 'Exit code 2\nfailed', true),
    used('t3', 'denied', true),
    used('t4', 'noted'),
    use('t5', 'Read', { file_path: '/etc/passwd' }),
    claudeResult({
      permission_denials: [
        { tool_name: 'Edit', tool_input: { file_path: '/src/repo/src/a.ts' } },
        { tool_name: 'Bash', tool_input: { command: 'npm ci' } },
        { tool_name: 'Bash', tool_input: { command: 'npm ci' } },
        { tool_name: 'Read', tool_input: { file_path: '/etc/passwd' } },
        { tool_name: 'WebFetch', tool_input: { url: 'https://example.com/a' } },
        { tool_name: 'Bash', tool_input: { command: 'rm -rf *' } },
      ],
    }),
  )
  it('tells reply, session, model, tokens, cost, calls and refusals', () => {
    const reading = read('claude', [whole])
    expect(reading).toMatchObject({
      text: 'HEARTBEAT_OK',
      fault: null,
      sessionId: 's1',
      model: 'claude-haiku-5-5',
      usage: { input: 1250, cached: 800, output: 34 },
      costUsd: 0.03,
      toolsReached: true,
      malformedLines: 0,
      count: 5,
      cut: [],
    })
    expect(reading.totals).toEqual({ costUsd: 0.03, usage: { input: 3100, cached: 1600, output: 100 } })
    expect(reading.calls.map((c) => [c.name, c.kind, c.input, c.ok, c.exitCode])).toEqual([
      ['Bash', 'command', 'git status', true, 0],
      ['Bash', 'command', 'npm test', false, 2],
      ['Edit', 'write', '{"file_path":"/src/repo/src/a.ts"}', false, null],
      ['mcp__threadbeat__report', 'own', '{"status":"ok"}', true, null],
      ['Read', 'read', '{"file_path":"/etc/passwd"}', false, null],
    ])
    expect(reading.refusals).toEqual([
      { rule: 'Edit(/src/a.ts)', label: 'edit src/a.ts', allowable: true },
      { rule: 'Bash(npm ci)', label: 'run `npm ci`', allowable: true },
      { rule: 'Read(//etc/passwd)', label: 'read /etc/passwd', allowable: true },
      { rule: 'WebFetch(domain:example.com)', label: 'fetch pages of example.com', allowable: true },
      {
        rule: 'Bash(rm -rf *)',
        label: 'run `rm -rf *` (cannot be allowed by itself: no rule says exactly this)',
        allowable: false,
      },
    ])
  })

  it('costs the difference in a resumed session, and nothing known when the beginning is not', () => {
    const totals = { costUsd: 0.02, usage: { input: 1, cached: 1, output: 1 } }
    expect(
      read('claude', [jsonl(init(), claudeResult())], {}, { session: { id: 's1', totals } }).costUsd,
    ).toBeCloseTo(0.01)
    expect(
      read('claude', [jsonl(init(), claudeResult())], {}, { session: { id: 's1', totals: null } }),
    ).toMatchObject({ costUsd: null, usage: { input: 1250 }, totals: { costUsd: 0.03 } })
  })

  describe('found by review', () => {
    const answer = (id: string, model: string, usage: Record<string, number>, text = 'ok') => ({
      type: 'assistant',
      message: { id, model, usage, content: [{ type: 'text', text }] },
      session_id: 's1',
    })
    const told = {
      input_tokens: 1000,
      cache_read_input_tokens: 500,
      cache_creation_input_tokens: 100,
      output_tokens: 40,
    }
    it('estimates what a run used that was cut off before its result, each answer once', () => {
      const reading = read(
        'claude',
        [
          jsonl(
            init(),
            answer('m1', 'claude-haiku-5-5', told),
            answer('m1', 'claude-haiku-5-5', told),
            answer('m2', 'claude-sonnet-5', told),
          ),
        ],
        { code: 143 },
      )
      expect(reading.usage).toEqual({ input: 2200, cached: 1000, output: 80 })
      expect(reading.costUsd).toBeCloseTo(
        (1100 * 1 + 500 * 0.1 + 40 * 5 + 1100 * 3 + 500 * 0.3 + 40 * 15) / 1e6,
      )
      expect(reading.totals).toBeNull()
    })
    it('counts letters where the events tell only the beginning of an answer', () =>
      expect(
        read(
          'claude',
          [jsonl(init(), answer('m1', 'claude-haiku-5-5', { ...told, output_tokens: 1 }, 'x'.repeat(4000)))],
          { code: null },
        ).usage?.output,
      ).toBeGreaterThanOrEqual(1000))
    it('takes the dearest price for an unknown model when a key pays, and none when a plan does', () => {
      const events = jsonl(init(), answer('m1', 'claude-next-9', told))
      expect(read('claude', [events], { code: null }, { billed: true }).costUsd).toBeCloseTo(
        (1100 * 5 + 500 * 0.5 + 40 * 25) / 1e6,
      )
      expect(read('claude', [events], { code: null }).costUsd).toBeNull()
    })
    it('estimates the money of a resumed session whose beginning is not known', () =>
      expect(
        read(
          'claude',
          [jsonl(init(), answer('m1', 'claude-haiku-5-5', told), claudeResult())],
          {},
          { session: { id: 's1', totals: null } },
        ),
      ).toMatchObject({ costUsd: (1100 + 50 + 200) / 1e6, totals: { costUsd: 0.03 } }))

    const refusalOf = (tool_name: string, tool_input: unknown) =>
      read('claude', [jsonl(init(), claudeResult({ permission_denials: [{ tool_name, tool_input }] }))])
        .refusals[0]!
    it.each(['Bash', 'PowerShell', 'Edit', 'Write', 'Read', 'WebFetch'])(
      'offers no rule for all of %s when its input could not be read',
      (tool) =>
        expect(refusalOf(tool, { cmd: ['rm'] })).toEqual({
          rule: `${tool} (malformed)`,
          label:
            `use the tool ${tool} in a way that could not be read (cannot be allowed by itself: no rule ` +
            'says exactly this)',
          allowable: false,
        }),
    )
    it('cuts a rule that is too long, tells two of them apart and offers neither', () => {
      const [one, two] = ['a', 'b'].map((end) =>
        refusalOf('Bash', { command: `echo ${'x'.repeat(5000)}${end}` }),
      )
      expect([one!.allowable, two!.allowable, one!.rule.length <= 2000, one!.rule === two!.rule]).toEqual([
        false,
        false,
        true,
        false,
      ])
      expect(one!.label).toMatch(/\(cannot be allowed by itself/)
      expect(
        refusalOf('Edit', { file_path: `/src/repo/${'d/'.repeat(3000)}` }).rule.length,
      ).toBeLessThanOrEqual(2000)
      expect(refusalOf('mcp__x__y', {})).toEqual({
        rule: 'mcp__x__y',
        label: 'use the tool mcp__x__y',
        allowable: true,
      })
    })
    it.each([
      'Invalid API key · the payment service refuses ours since noon.',
      'Not logged in · 3 of 5 smoke tests stop at the login page.',
      'Rate limit exceeded: the nightly CI job cannot pull from Docker Hub.',
    ])('keeps a report that begins like a message of its own: %s', (result) =>
      expect(read('claude', [jsonl(init(), claudeResult({ result }))])).toMatchObject({
        fault: null,
        text: result,
      }),
    )
    it('knows its own sign-in text at exit 0', () =>
      expect(
        read('claude', [jsonl(init(), claudeResult({ result: 'Not logged in · Please run /login' }))]).fault
          ?.code,
      ).toBe('agent.needs_login'))
  })

  it.each<[string, string, Partial<Exit>, string, string]>([
    [
      'HTTP 400',
      jsonl(init(), apiError(400, 'API Error: 400 bad')),
      { code: 1 },
      'agent.exit_nonzero',
      'API Error: 400 bad',
    ],
    [
      'HTTP 401',
      jsonl(init(), apiError(401, 'Invalid API key · Fix external API key')),
      { code: 1 },
      'agent.needs_login',
      'Invalid API key · Fix external API key',
    ],
    [
      'HTTP 404',
      jsonl(init(), apiError(404, "There's an issue with the selected model (x).")),
      { code: 1 },
      'agent.model_unavailable',
      "There's an issue with the selected model (x).",
    ],
    [
      'HTTP 429',
      jsonl(init(), apiError(429, 'API Error: Request rejected (429)')),
      { code: 1 },
      'agent.limit_reached',
      'API Error: Request rejected (429)',
    ],
    [
      'HTTP 529',
      jsonl(init(), apiError(529, 'API Error: 529 Overloaded')),
      { code: 1 },
      'agent.exit_nonzero',
      'API Error: 529 Overloaded',
    ],
    [
      'a refused connection',
      jsonl(init(), claudeResult({ is_error: true, result: 'API Error: Connection error.' })),
      { code: 1 },
      'agent.exit_nonzero',
      'API Error: Connection error.',
    ],
    [
      'no login',
      jsonl(init(), claudeResult({ is_error: true, result: 'Not logged in · Please run /login' })),
      { code: 1 },
      'agent.needs_login',
      'Not logged in · Please run /login',
    ],
    [
      'the budget',
      jsonl(
        init(),
        claudeResult({
          subtype: 'error_max_budget_usd',
          is_error: true,
          result: undefined,
          errors: ['Reached maximum budget ($0.25)'],
        }),
      ),
      { code: 1 },
      'agent.over_budget',
      'Reached maximum budget ($0.25)',
    ],
    [
      'the turns',
      jsonl(
        init(),
        claudeResult({ subtype: 'error_max_turns', is_error: true, result: undefined, errors: [] }),
      ),
      { code: 1 },
      'agent.runaway',
      'the limit of turns is used up',
    ],
    [
      'an unknown session (older)',
      '',
      { code: 1, stderr: 'No conversation found with session ID: x\n' },
      'agent.no_session',
      'No conversation found with session ID: x',
    ],
    [
      'an unknown session',
      jsonl(
        claudeResult({
          subtype: 'error_during_execution',
          is_error: true,
          result: undefined,
          errors: ['No conversation found with session ID: x'],
        }),
      ),
      { code: 1 },
      'agent.no_session',
      'No conversation found with session ID: x',
    ],
    [
      'a session in use',
      '',
      { code: 1, stderr: 'Error: Session ID x is already in use.\n' },
      'agent.exit_nonzero',
      'Error: Session ID x is already in use.',
    ],
    [
      'SIGINT',
      jsonl(
        init(),
        claudeResult({
          subtype: 'error_during_execution',
          is_error: true,
          result: undefined,
          terminal_reason: 'aborted_streaming',
        }),
      ),
      {},
      'agent.exit_nonzero',
      'error_during_execution',
    ],
    ['SIGTERM', jsonl(init()), { code: 143 }, 'agent.exit_nonzero', 'Claude Code ended with exit code 143'],
    [
      'an exit code beside a good result',
      jsonl(init(), claudeResult({ result: 'fine' })),
      { code: 3 },
      'agent.exit_nonzero',
      'fine',
    ],
    ['no result', jsonl(init()), {}, 'agent.bad_output', 'Claude Code ended without a result'],
    [
      'garbage',
      'hello\nworld\n',
      {},
      'agent.bad_output',
      'Claude Code ended without a result; 2 lines could not be read',
    ],
    [
      'a result without text',
      jsonl(init(), claudeResult({ result: 7 })),
      {},
      'agent.bad_output',
      'Claude Code’s result holds no text',
    ],
    [
      'a limit told as the reply',
      jsonl(
        init(),
        claudeResult({ result: 'Claude usage limit reached. Your limit will reset at 3pm (UTC).' }),
      ),
      {},
      'agent.limit_reached',
      'Claude usage limit reached. Your limit will reset at 3pm (UTC).',
    ],
  ])('names the failure: %s', (_, text, exit, code, message) =>
    expect(read('claude', [text], exit).fault).toEqual({ code, message }),
  )

  it('tells when a limit resets, also from its own event', () => {
    expect(
      read('claude', [jsonl(init(), claudeResult({ result: 'Claude AI usage limit reached|1795360000' }))])
        .resetsAt,
    ).toBe(1795360000_000)
    expect(
      read(
        'claude',
        [
          jsonl(
            init(),
            { type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: 1795360000 } },
            apiError(429, 'limit'),
          ),
        ],
        { code: 1 },
      ).resetsAt,
    ).toBe(1795360000_000)
  })

  it('stops a run that cannot reach our tools', () => {
    expect(read('claude', [jsonl(init('failed'))])).toMatchObject({
      toolsReached: false,
      cut: [{ code: 'agent.tools_failed' }],
    })
    expect(read('claude', [jsonl(init('failed'))], {}, { toolsUrl: null })).toMatchObject({
      toolsReached: null,
      cut: [],
    })
  })

  it('keeps a report that quotes a limit', () =>
    expect(
      read('claude', [jsonl(init(), claudeResult({ result: 'CI failed: API rate limit reached in test' }))])
        .fault,
    ).toBeNull())
})

const codexItem = (id: string, type: string, more: Record<string, unknown>, event = 'item.completed') => ({
  type: event,
  item: { id, type, ...more },
})
const codexUsage = {
  input_tokens: 900,
  cached_input_tokens: 100,
  output_tokens: 20,
  reasoning_output_tokens: 5,
}
const thread = { type: 'thread.started', thread_id: 't1' }
const said = (text: string) => codexItem('m', 'agent_message', { text })
const done = { type: 'turn.completed', usage: codexUsage }

describe('Codex', () => {
  const whole = jsonl(
    thread,
    codexItem('item_0', 'error', { message: 'Model metadata not found' }),
    { type: 'turn.started' },
    codexItem(
      'item_1',
      'command_execution',
      { command: "/bin/bash -lc 'git status'", status: 'in_progress', exit_code: null },
      'item.started',
    ),
    codexItem('item_1', 'command_execution', {
      command: "/bin/bash -lc 'git status'",
      status: 'completed',
      exit_code: 0,
    }),
    codexItem('item_2', 'command_execution', {
      command: `/bin/bash -lc "echo 'x'; exit 3"`,
      status: 'failed',
      exit_code: 3,
    }),
    codexItem('item_3', 'mcp_tool_call', {
      server: 'threadbeat',
      tool: 'report',
      arguments: { status: 'ok' },
      error: null,
      status: 'completed',
    }),
    codexItem('item_4', 'file_change', { changes: [{ path: 'a.ts', kind: 'update' }], status: 'completed' }),
    codexItem('item_5', 'reasoning', { text: 'hm' }),
    said('HEARTBEAT_OK'),
    done,
  )
  it('tells reply, session, tokens, an estimated cost and calls', () => {
    const reading = read('codex', [whole])
    expect(reading).toMatchObject({
      text: 'HEARTBEAT_OK',
      fault: null,
      sessionId: 't1',
      model: 'gpt-5.4',
      usage: { input: 800, cached: 100, output: 20 },
      toolsReached: true,
      count: 4,
      refusals: [],
    })
    expect(reading.costUsd).toBeCloseTo((800 * 2.5 + 100 * 0.25 + 20 * 15) / 1e6)
    expect(reading.calls.map((c) => [c.name, c.kind, c.input, c.ok, c.exitCode])).toEqual([
      ['command_execution', 'command', 'git status', true, 0],
      ['command_execution', 'command', "echo 'x'; exit 3", false, 3],
      ['mcp__threadbeat__report', 'own', '{"status":"ok"}', true, null],
      ['file_change', 'write', '[{"path":"a.ts","kind":"update"}]', true, null],
    ])
  })

  it('uses the difference in a resumed session, and knows no cost of an unknown model', () => {
    const totals = { costUsd: 0, usage: { input: 500, cached: 50, output: 5 } }
    expect(read('codex', [whole], {}, { session: { id: 't1', totals }, model: null })).toMatchObject({
      usage: { input: 300, cached: 50, output: 15 },
      costUsd: null,
      totals: { usage: { input: 800 } },
    })
    expect(read('codex', [whole], {}, { session: { id: 't1', totals: null } })).toMatchObject({
      usage: null,
      costUsd: null,
    })
  })

  it('found by review: costs something when a key pays, although nobody named a model', () => {
    expect(read('codex', [whole], {}, { model: null, billed: true }).costUsd).toBeCloseTo(
      (800 * 2.5 + 100 * 0.25 + 20 * 15) / 1e6,
    )
    expect(read('codex', [whole], {}, { model: null }).costUsd).toBeNull()
  })
  it('found by review: leaves the tokens of a run that was cut off to the next one of its thread', () => {
    const cut = read('codex', [jsonl(thread, said('half'))], { code: null })
    expect(cut).toMatchObject({ usage: null, totals: { usage: { input: 0, cached: 0, output: 0 } } })
    expect(read('codex', [whole], {}, { session: { id: 't1', totals: cut.totals } }).usage).toEqual({
      input: 800,
      cached: 100,
      output: 20,
    })
    const totals = { costUsd: 1, usage: { input: 5, cached: 5, output: 5 } }
    expect(read('codex', [jsonl(thread)], { code: null }, { session: { id: 't1', totals } }).totals).toEqual(
      totals,
    )
  })

  it.each<[string, string, Partial<Exit>, string]>([
    [
      'HTTP 401',
      jsonl(thread, {
        type: 'turn.failed',
        error: { message: 'unexpected status 401 Unauthorized: Incorrect API key, url: http://x' },
      }),
      { code: 1 },
      'agent.needs_login',
    ],
    [
      'a usage limit',
      jsonl(thread, {
        type: 'turn.failed',
        error: { message: "You've hit your usage limit. Try again in 2h." },
      }),
      { code: 1 },
      'agent.limit_reached',
    ],
    [
      'a quota',
      jsonl(thread, {
        type: 'turn.failed',
        error: { message: 'Quota exceeded. Check your plan and billing details.' },
      }),
      { code: 1 },
      'agent.limit_reached',
    ],
    [
      'an unknown model',
      jsonl(thread, { type: 'turn.failed', error: { message: "The model 'x' does not exist" } }),
      { code: 1 },
      'agent.model_unavailable',
    ],
    [
      'an unsupported model',
      jsonl(thread, {
        type: 'turn.failed',
        error: { message: '{"error":{"message":"The model is not supported","code":"x"}}' },
      }),
      { code: 1 },
      'agent.model_unavailable',
    ],
    [
      'HTTP 500',
      jsonl(thread, { type: 'turn.failed', error: { message: 'We’re currently experiencing high demand' } }),
      { code: 1 },
      'agent.exit_nonzero',
    ],
    [
      'an unknown session',
      '',
      {
        code: 1,
        stderr:
          'WARNING: x\nError: thread/resume: thread/resume failed: no rollout found for thread id x (code -32600)\n',
      },
      'agent.no_session',
    ],
    [
      'a busy session',
      '',
      { code: 1, stderr: 'Error: thread/resume failed: thread already has an active writer\n' },
      'agent.exit_nonzero',
    ],
    [
      'our tools',
      '',
      {
        code: 1,
        stderr:
          'Error: thread/start failed: required MCP servers failed to initialize: threadbeat: HTTP 401\n',
      },
      'agent.tools_failed',
    ],
    [
      'no repository',
      '',
      { code: 1, stderr: 'Not inside a trusted directory and --skip-git-repo-check was not specified.\n' },
      'agent.exit_nonzero',
    ],
    ['SIGINT', jsonl(thread, { type: 'turn.started' }), { code: 1 }, 'agent.exit_nonzero'],
    ['SIGTERM', jsonl(thread), { code: null }, 'agent.exit_nonzero'],
    ['no end of the turn', jsonl(thread, said('half')), {}, 'agent.bad_output'],
    ['no message', jsonl(thread, done), {}, 'agent.bad_output'],
    ['nothing', '', {}, 'agent.bad_output'],
    [
      'a limit told as the reply',
      jsonl(thread, said('You’ve hit your usage limit. Try again later.'), done),
      {},
      'agent.limit_reached',
    ],
  ])('names the failure: %s', (_, text, exit, code) =>
    expect(read('codex', [text], exit).fault?.code).toBe(code),
  )
})

const event = (type: string, data: Record<string, unknown>) => ({ type, data, id: 'x' })
const copilotUsage = JSON.stringify({
  modelMetrics: { 'gpt-5.4': { usage: { inputTokens: 2000, outputTokens: 60, cacheReadTokens: 400 } } },
})
const copilotEnd = { type: 'result', sessionId: 'c1', exitCode: 0, usage: { premiumRequests: 0 } }

describe('Copilot', () => {
  const denied = { success: false, error: { message: 'Permission denied', code: 'denied' } }
  const whole = jsonl(
    event('session.mcp_servers_loaded', { servers: [{ name: 'threadbeat', status: 'pending' }] }),
    event('session.mcp_server_status_changed', { serverName: 'threadbeat', status: 'connected' }),
    event('tool.execution_start', {
      toolCallId: '1',
      toolName: 'bash',
      arguments: { command: 'git status' },
    }),
    event('tool.execution_complete', { toolCallId: '1', success: true, shellExecution: { exitCode: 0 } }),
    event('tool.execution_start', {
      toolCallId: '2',
      toolName: 'bash',
      arguments: { command: 'git add a.ts' },
    }),
    event('tool.execution_complete', { toolCallId: '2', ...denied }),
    event('tool.execution_start', { toolCallId: '3', toolName: 'apply_patch', arguments: '*** Begin Patch' }),
    event('tool.execution_complete', { toolCallId: '3', ...denied }),
    event('tool.execution_start', {
      toolCallId: '4',
      toolName: 'threadbeat-report',
      arguments: {},
      mcpServerName: 'threadbeat',
      mcpToolName: 'report',
    }),
    event('tool.execution_complete', { toolCallId: '4', success: true }),
    event('tool.execution_start', {
      toolCallId: '5',
      toolName: 'bash',
      arguments: { command: 'make && touch x' },
    }),
    event('tool.execution_complete', { toolCallId: '5', ...denied }),
    event('assistant.message', { content: 'HEARTBEAT_OK', model: 'gpt-5.4' }),
    event('assistant.message', { content: '', model: 'gpt-5.4' }),
    copilotEnd,
  )
  it('tells reply, session, tokens from its file, an estimated cost, calls and refusals', () => {
    const reading = read('copilot', [whole], { usageText: copilotUsage })
    expect(reading).toMatchObject({
      text: 'HEARTBEAT_OK',
      fault: null,
      sessionId: 'c1',
      model: 'gpt-5.4',
      usage: { input: 1600, cached: 400, output: 60 },
      toolsReached: true,
      count: 5,
    })
    expect(reading.costUsd).toBeCloseTo((1600 * 2.5 + 400 * 0.25 + 60 * 15) / 1e6)
    expect(reading.calls.map((c) => [c.name, c.kind, c.ok, c.exitCode])).toEqual([
      ['bash', 'command', true, 0],
      ['bash', 'command', false, null],
      ['apply_patch', 'write', false, null],
      ['mcp__threadbeat__report', 'own', true, null],
      ['bash', 'command', false, null],
    ])
    expect(reading.refusals.map(({ rule }) => rule)).toEqual([
      'shell(git add)',
      'write',
      'shell (make && touch x)',
    ])
  })

  it.each<[string, string, Partial<Exit>, string]>([
    [
      'HTTP 401',
      jsonl(event('session.error', { message: 'Authentication failed', statusCode: 401 }), {
        ...copilotEnd,
        exitCode: 1,
      }),
      { code: 1 },
      'agent.needs_login',
    ],
    [
      'HTTP 429',
      jsonl(event('session.error', { message: 'Last error: 429 quota exceeded', statusCode: 429 }), {
        ...copilotEnd,
        exitCode: 1,
      }),
      { code: 1 },
      'agent.limit_reached',
    ],
    [
      'HTTP 404',
      jsonl(
        event('session.error', {
          message: "Model 'x' not found on provider at http://x (HTTP 404).",
          statusCode: 404,
        }),
        { ...copilotEnd, exitCode: 1 },
      ),
      { code: 1 },
      'agent.model_unavailable',
    ],
    [
      'HTTP 500',
      jsonl(event('session.error', { message: 'boom', statusCode: 500 }), { ...copilotEnd, exitCode: 1 }),
      { code: 1 },
      'agent.exit_nonzero',
    ],
    [
      'an unknown session',
      '',
      { code: 1, stderr: "Error: No session, task, or name matched 'x'.\n\nTo resume …" },
      'agent.no_session',
    ],
    [
      'no login',
      '',
      { code: 1, stderr: 'Error: No authentication information found.\n\nCopilot can …' },
      'agent.needs_login',
    ],
    [
      'an error code in the result only',
      jsonl(event('assistant.message', { content: 'x' }), { ...copilotEnd, exitCode: 2 }),
      {},
      'agent.exit_nonzero',
    ],
    ['no result', jsonl(event('assistant.message', { content: 'x' })), {}, 'agent.bad_output'],
    ['no message', jsonl(copilotEnd), {}, 'agent.bad_output'],
  ])('names the failure: %s', (_, text, exit, code) =>
    expect(read('copilot', [text], exit).fault?.code).toBe(code),
  )

  it(
    'found by review: is stopped at the second 429 in a row, not after the minute for which it would ' +
      'go on asking',
    () => {
      const refused = (statusCode: number) =>
        event('model.call_failure', { statusCode, errorMessage: '{"message":"Rate limit reached"}' })
      expect(read('copilot', [jsonl(refused(429), refused(429), refused(429))]).cut).toEqual([
        {
          code: 'agent.limit_reached',
          message: 'Copilot was refused twice: HTTP 429 {"message":"Rate limit reached"}',
        },
      ])
      expect(
        read('copilot', [
          jsonl(
            refused(429),
            event('assistant.message', { content: 'x' }),
            refused(429),
            refused(500),
            refused(429),
          ),
        ]).cut,
      ).toEqual([])
    },
  )
  it('found by review: costs something when a key pays for an unknown model', () => {
    const usageText = copilotUsage.replace('gpt-5.4', 'next-9')
    expect(read('copilot', [whole], { usageText }).costUsd).toBeNull()
    expect(read('copilot', [whole], { usageText }, { billed: true }).costUsd).toBeCloseTo(
      (1600 * 5 + 400 * 0.5 + 60 * 25) / 1e6,
    )
  })
  it('found by review: says which refusals it has a rule for, and never a longer one than fits', () => {
    const run = (command: unknown) =>
      read('copilot', [
        jsonl(
          event('tool.execution_start', { toolCallId: '1', toolName: 'bash', arguments: { command } }),
          event('tool.execution_complete', { toolCallId: '1', ...denied }),
        ),
      ]).refusals[0]!
    expect(run('npm test')).toEqual({
      rule: 'shell(npm:*)',
      label: 'run `npm test` (allowing it allows every `npm`)',
      allowable: true,
    })
    for (const command of ['a && b', 7, 'git push origin', 'x'.repeat(1995)])
      expect([run(command).allowable, run(command).rule.length <= 2000]).toEqual([false, true])
  })

  it('stops a run that cannot reach our tools', () =>
    expect(
      read('copilot', [
        jsonl(
          event('session.mcp_servers_loaded', {
            servers: [{ name: 'threadbeat', status: 'failed', error: 'refused' }],
          }),
        ),
      ]),
    ).toMatchObject({ toolsReached: false, cut: [{ code: 'agent.tools_failed' }] }))
})

describe('limits of a run', () => {
  const calls = (...commands: readonly string[]): string =>
    jsonl(init(), ...commands.flatMap((command, i) => [use(`t${i}`, 'Bash', { command }), used(`t${i}`, '')]))
  it('are passed by the first call beyond them, once', () => {
    expect(read('claude', [calls('a', 'b', 'c')], {}, {}, { toolCalls: 3, repeats: 3 }).cut).toEqual([])
    expect(
      read('claude', [calls('a', 'b', 'c', 'd', 'e')], {}, {}, { toolCalls: 3, repeats: 3 }).cut,
    ).toEqual([{ code: 'agent.runaway', message: 'the run made more than 3 tool calls' }])
    expect(
      read('claude', [calls('a', 'a', 'b', 'a', 'a')], {}, {}, { toolCalls: 9, repeats: 2 }).cut,
    ).toEqual([])
    expect(read('claude', [calls('a', 'a', 'a', 'a')], {}, {}, { toolCalls: 9, repeats: 2 }).cut).toEqual([
      {
        code: 'agent.runaway',
        message: 'Bash was called 3 times in a row with the same arguments; the limit is 2',
      },
    ])
  })
  it('keep the first three hundred calls and count them all', () => {
    const reading = read(
      'claude',
      [calls(...Array.from({ length: 400 }, (_, i) => `echo ${i} ${'x'.repeat(3000)}`))],
      {},
      {},
      { toolCalls: 1e6, repeats: 9 },
    )
    expect([
      reading.kept.length,
      reading.count,
      reading.calls.length,
      Math.max(...reading.kept.map((c) => c.input.length)),
    ]).toEqual([300, 400, 400, 2000])
  })
})

const KEYS = [
  'type',
  'subtype',
  'message',
  'content',
  'item',
  'data',
  'result',
  'id',
  'name',
  'usage',
  'error',
  'permission_denials',
  'tool_name',
  'tool_input',
  'servers',
  'status',
  'modelUsage',
  'mcp_servers',
  'command',
  'is_error',
]
const WORDS = [
  'system',
  'init',
  'assistant',
  'user',
  'result',
  'tool_use',
  'tool_result',
  'item.completed',
  'turn.failed',
  'turn.completed',
  'thread.started',
  'session.error',
  'tool.execution_start',
  'tool.execution_complete',
  'session.mcp_servers_loaded',
  'command_execution',
  'success',
]
const anyJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...WORDS, null, true, 0, -1, 1e300),
    fc.string(),
    fc.double(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS, '__proto__'), tie('value'), { maxKeys: 6 }),
  ),
})).value

describe('any output', () => {
  const wholes: Record<CliName, string> = {
    claude: jsonl(init(), use('t', 'Bash', { command: 'ls ж😀' }), used('t', 'ж😀'), claudeResult()),
    codex: jsonl(thread, said('ж😀'), done),
    copilot: jsonl(event('assistant.message', { content: 'ж😀' }), copilotEnd),
  }
  it.each(CLI_NAMES)('of %s gives a reading, whatever its events hold', (cli) => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            anyJson,
            fc.constantFrom(...wholes[cli].trim().split('\n')).map((line): unknown => JSON.parse(line)),
          ),
          { maxLength: 8 },
        ),
        fc.constantFrom(0, 1, null),
        fc.string(),
        (events, code, stderr) => {
          const reading = read(cli, [jsonl(...events)], { code, stderr, usageText: stderr })
          expect(reading.fault === null ? typeof reading.text : typeof reading.fault.message).toBe('string')
          if (code !== 0) expect(reading.fault).not.toBeNull()
        },
      ),
      { seed: 20261122, numRuns: 700 },
    )
  })
  it.each(CLI_NAMES)('of %s gives a reading, whatever its bytes', (cli) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(read(cli, [Buffer.from(bytes)]).fault?.code).toBe('agent.bad_output')
      }),
      { seed: 20261122, numRuns: 300 },
    )
  })
  it.each(CLI_NAMES)('of %s reads the same wherever it is cut', (cli) => {
    const bytes = Buffer.from(wholes[cli])
    const once = read(cli, [bytes])
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 10 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length]
        expect(
          read(
            cli,
            at.slice(1).map((end, i) => bytes.subarray(at[i], end)),
          ),
        ).toEqual(once)
      }),
      { seed: 20261122, numRuns: 200 },
    )
  })
})
