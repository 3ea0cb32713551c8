import { describe, expect, it } from 'vitest'
import type { Exit } from '../../cli.ts'
import { read, jsonl, init, claudeResult } from '../../testing/cli-readings.ts'

const apiError = (status: number, result: string) =>
  claudeResult({ is_error: true, api_error_status: status, result, terminal_reason: 'api_error' })

describe('failures of Claude Code', () => {
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
      'agent.overloaded',
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
