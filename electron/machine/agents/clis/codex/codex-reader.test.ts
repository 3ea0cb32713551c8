import { describe, expect, it } from 'vitest'
import type { Exit } from '../../cli.ts'
import { read, jsonl, codexItem, thread, codexMessage, done } from '../../testing/cli-readings.ts'

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
    codexMessage('HEARTBEAT_OK'),
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
      (800 * 10 + 100 * 1 + 20 * 50) / 1e6,
    )
    expect(read('codex', [whole], {}, { model: null }).costUsd).toBeNull()
  })
  it('found by review: leaves the tokens of a run that was cut off to the next one of its thread', () => {
    const cut = read('codex', [jsonl(thread, codexMessage('half'))], { code: null })
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
      'agent.overloaded',
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
    ['no end of the turn', jsonl(thread, codexMessage('half')), {}, 'agent.bad_output'],
    ['no message', jsonl(thread, done), {}, 'agent.bad_output'],
    ['nothing', '', {}, 'agent.bad_output'],
    [
      'a limit told as the reply',
      jsonl(thread, codexMessage('You’ve hit your usage limit. Try again later.'), done),
      {},
      'agent.limit_reached',
    ],
  ])('names the failure: %s', (_, text, exit, code) =>
    expect(read('codex', [text], exit).fault?.code).toBe(code),
  )
})
