import { describe, expect, it } from 'vitest'
import type { Exit } from '../../cli.ts'
import { read, jsonl, event, copilotEnd } from '../../testing/cli-readings.ts'

const copilotUsage = JSON.stringify({
  modelMetrics: { 'gpt-5.4': { usage: { inputTokens: 2000, outputTokens: 60, cacheReadTokens: 400 } } },
})

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
      'agent.overloaded',
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
      (1600 * 10 + 400 * 1 + 60 * 50) / 1e6,
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
