import { describe, expect, it } from 'vitest'
import type { ItemId, RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { RunDetail } from '../../../shared/runs/run.ts'
import type { Context } from '../kit/context.ts'
import { layTable, type Output } from '../kit/output.ts'
import { plain } from '../kit/text.ts'
import { showRun } from './show-run.ts'

describe('a run of an agent', () => {
  const run: RunDetail = {
    id: 'run_1' as RunId,
    itemId: 'itm_1' as ItemId,
    threadId: 'thr_3' as ThreadId,
    kind: 'heartbeat',
    reasons: ['manual'],
    tiers: ['quick'],
    enqueuedAt: 0,
    startedAt: 0,
    finishedAt: 5000,
    durationMs: 5000,
    outcome: 'alert',
    skipReason: null,
    fault: null,
    summary: 'Two files \u001b[31mdiffer',
    reply: 'Look at it.\u001b]0;title\u0007',
    message: null,
    sender: null,
    turn: {
      sessionId: 'abc',
      model: 'haiku-4',
      usage: { input: 1200, cached: 30, output: 4 },
      costUsd: 0.0042,
      totals: null,
      callCount: 3,
      refusals: [{ rule: 'Bash(npm\u202e test)', label: 'run `npm test`', allowable: true }],
      resetsAt: null,
      unavailable: [],
      malformedLines: 0,
      toolsReached: true,
      calls: [
        { name: 'Bash', input: 'git status\u009b2J', kind: 'command', exitCode: 0, ok: true },
        { name: 'Edit', input: '{}', kind: 'write', exitCode: null, ok: false },
      ],
    },
    report: {
      status: 'attention',
      tasks: [{ key: 'quick:git status', outcome: 'finding', evidence: 'two files\u001b[1m differ' }],
      alerts: [{ key: 'dirty', severity: 'warning', text: 'Uncommitted work', state: 'open' }],
      attachments: ['out/a.png'],
    },
    model: 'haiku',
    effort: 'low',
    profile: 'look',
    billing: 'api',
    asked: ['reflect'],
    touched: ' M src/a.ts',
    resume: { argv: ['claude', '--resume', "a b'c"], folder: '/r/my api' },
    attachments: [{ name: 'a.png', path: 'out/a.png', bytes: 1234, mime: 'image/png' }],
    threadName: 'api',
    runner: 'Claude Code',
    tasks: [
      {
        key: 'quick:git status',
        tier: 'quick',
        text: '- [ ] Run `git status`',
        status: 'finding',
        note: 'two files differ',
        severity: 'warning',
        command: ['git', 'status'],
        exitCode: 0,
        durationMs: null,
        output: '',
      },
    ],
    output: '',
    prompt: null,
    exitCode: 0,
    slots: [],
  }
  const shown = (r: RunDetail): string => {
    let text = ''
    const as = (t: string): string => t
    const colors = new Proxy({}, { get: () => as }) as Output['colors']
    showRun(
      {
        out: {
          colors,
          line: (t = '') => (text += `${t}\n`),
          table: (rows: Parameters<typeof layTable>[0]) => (text += layTable(rows, 240)),
        },
        now: () => 65_000,
      } as unknown as Context,
      r,
      { timeZone: 'Europe/Berlin', style: { hours: 24, date: 'dmy' } },
    )
    return text
  }
  it('is shown with its model, money, calls, refusals, evidence and the way back into it', () => {
    const text = shown(run)
    for (const part of [
      /Model +haiku-4 \(asked for haiku\), effort low\n/,
      /Allowed +Look only\n/,
      /Tokens +1,234: 1,200 in, 30 from the cache, 4 out\n/,
      /Cost +\$0\.0042\n/,
      /Finding +Quick +by the agent +- \[ \] Run `git status` +two files differ \[git status, exit code 0\]/,
      /Report {2}needs attention\n {2}finding +quick:git status +two files/,
      /warning +dirty +Uncommitted work/,
      /Tool calls \(3\)\n {2}✓ +Bash +exit 0 +git status\S*\n {2}✗ +Edit +\{\}\n {2}… 1 more\n/,
      /Refused\n {2}run `npm test`: Bash\(npm<U\+202E> test\)\n.*threadbeat permissions api/,
      /not as it was:\n {3}M src\/a\.ts/,
      /Reply\n {2}Look at it/,
      /cd '\/r\/my api' && claude --resume 'a b'\\''c'\n/,
      /Files +out\/a\.png \(1,234 bytes\)/,
    ])
      expect(text).toMatch(part)
    expect(plain(text)).toBe(text)
  })
  it('says where refusals could not be seen', () => {
    const turn = { ...run.turn!, refusals: [], unseenRefusals: 'Codex kept no record of it' }
    expect(shown({ ...run, turn })).toContain(
      'What was refused could not be seen: Codex kept no record of it\n',
    )
  })
  it('found by a user: its output is what a person reads, and not the messages of a protocol', () => {
    const told = (method: string, params: object): string =>
      JSON.stringify({ jsonrpc: '2.0', method, params })
    const chunk = (text: string): string =>
      told('session/update', { update: { sessionUpdate: 'agent_message_chunk', content: { text } } })
    const answer = (id: number): string => JSON.stringify({ jsonrpc: '2.0', id, result: {} })
    const output = [answer(0), answer(1), chunk('I look'), chunk(' at it.'), 'a warning', answer(2)].join(
      '\n',
    )
    const text = shown({ ...run, output })
    expect(text).toContain('\nOutput\n  I look at it.\n  a warning\n')
    expect(text).toContain('\n3 lines of its output are for programs: threadbeat run run_1 --output\n')
    expect(text).not.toContain('jsonrpc')
    expect(shown({ ...run, output: chunk('x'), reply: 'x' })).not.toContain('jsonrpc')
  })
  it('is shown without what it does not have', () => {
    const bare = shown({
      ...run,
      turn: null,
      report: null,
      touched: null,
      resume: null,
      reply: 'a word',
      output: 'a word\n',
      attachments: [],
      tasks: [],
      kind: 'message',
      message: 'Well?',
      sender: '7',
    })
    expect(bare).not.toMatch(/Model|Tokens|Report|Tool calls|Refused|Output|cd /)
    expect(bare).toMatch(/Message from thread 7\n {2}Well\?\n\nReply\n {2}a word\n/)
  })
})
