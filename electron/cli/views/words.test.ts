import { describe, expect, it } from 'vitest'
import type { ItemId, RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { RunDetail } from '../../../shared/runs/run.ts'
import type { AgentConfig } from '../../../shared/agents/agent-config.ts'
import { DEFAULT_CAPS } from '../../../shared/settings/settings.ts'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { beatExitCode } from '../runs/beat.ts'
import { capsText, readCaps, scopeWords } from '../agents/caps-text.ts'
import type { Context } from '../kit/context.ts'
import { CliError, sentenceOf } from '../kit/errors.ts'
import { chooseThreads, matchThread } from '../kit/find-thread.ts'
import { statusExitCode } from '../../../shared/views/status-code.ts'
import { layTable, type Output } from '../kit/output.ts'
import { byNumber, numbered } from '../agents/permission-number.ts'
import { readRunner } from '../agents/read-runner.ts'
import { showRunner } from '../agents/show-runner.ts'
import { readThreadChange } from '../settings/set-thread.ts'
import { readValue } from '../settings/setting-text.ts'
import { showRun } from '../runs/show-run.ts'
import { shellWord } from '../kit/shell-word.ts'
import { exact, indented, money, oneLine, plain, relative } from '../kit/text.ts'

const thread = (number: number, name: string, repoPath = `/r/${name}`) => ({
  id: `thr_${number}` as ThreadId,
  number,
  name,
  repoPath,
})
const FLEET = [
  thread(2, 'api'),
  thread(3, 'api-gateway'),
  thread(4, 'Web'),
  thread(5, '12'),
  thread(6, 'twin', '/a/twin'),
  thread(7, 'twin', '/b/twin'),
]

describe('a thread is found', () => {
  it.each([
    ['by number', '3', '', 3],
    ['by exact name before any beginning', 'api', '', 2],
    ['by the beginning of its name', 'api-', '', 3],
    ['whatever its case', 'we', '', 4],
    ['by its folder', '../x', '/b/twin', 7],
    ['by a name that is a number', '12', '', 5],
  ])('%s', (_how, text, place, number) =>
    expect(matchThread(FLEET, text, place)).toMatchObject({ ok: true, value: { number } }),
  )

  it.each([
    ['nobody', true, /no thread "nobody"/],
    ['a', false, /could be 2 api, 3 api-gateway\. Use the number/],
    ['twin', false, /6 twin, 7 twin/],
  ])('but not by "%s"', (text, unknown, message) => {
    expect(matchThread(FLEET, text, '')).toMatchObject({
      ok: false,
      error: { unknown, message: expect.stringMatching(message) as string },
    })
  })
})

describe('which threads are meant', () => {
  const codeOf = (act: () => unknown): number | null => {
    try {
      act()
      return null
    } catch (error) {
      return error instanceof CliError ? error.exitCode : -1
    }
  }
  it('is never guessed among several', () =>
    expect(codeOf(() => chooseThreads(FLEET, undefined, false, 'beat'))).toBe(2))
  it('is the only one there is', () =>
    expect(chooseThreads(FLEET.slice(0, 1), undefined, false, 'beat')).toHaveLength(1))
  it('is every one with --all', () => expect(chooseThreads(FLEET, undefined, true, 'beat')).toHaveLength(6))
  it('is not both a name and all', () =>
    expect(codeOf(() => chooseThreads(FLEET, '2', true, 'beat'))).toBe(2))
  it('is an error without threads, but not a wrong use', () =>
    expect(codeOf(() => chooseThreads([], undefined, false, 'beat'))).toBe(1))
})

describe('exit codes', () => {
  it.each([
    [[], 0],
    [['quiet', 'paused', 'off', 'new', 'running', 'waiting'], 0],
    [['quiet', 'alert'], 10],
    [['unproven'], 10],
    [['broken', 'urgent'], 20],
    [['broken', 'alert'], 30],
    [['blocked'], 30],
    [['overdue', 'quiet'], 40],
    [['overdue', 'alert'], 10],
  ] as const)('status of %j is %d', (states, code) =>
    expect(statusExitCode(states.map((state) => ({ state, openAlerts: 0 })))).toBe(code),
  )
  it('status counts an open alert of a thread that runs again', () =>
    expect(statusExitCode([{ state: 'running', openAlerts: 1 }])).toBe(10))
  it.each([
    [['quiet', 'unchanged', 'skipped'], 0],
    [['alert', 'quiet'], 10],
    [['urgent', 'broken'], 20],
    [['broken'], 30],
    [['interrupted'], 30],
    [[null], 0],
  ] as const)('beats that ended %j give %d', (outcomes, code) =>
    expect(beatExitCode(outcomes.map((outcome) => (outcome === null ? null : { outcome })))).toBe(code),
  )
})

describe('values', () => {
  const NOW = 1_000_000
  it.each([
    ['defaultIntervalMs', '10', 10 * MINUTE],
    ['defaultIntervalMs', '1h30m', 90 * MINUTE],
    ['defaultIntervalMs', 'off', 0],
    ['maxRuns', '3', 3],
    ['quickCalls', '60', 60],
    ['sessionIdleMs', '2d', 48 * HOUR],
    ['theme', 'dark', 'dark'],
    ['mutedUntil', 'off', null],
    ['mutedUntil', '1h', NOW + HOUR],
    ['mutedUntil', 'forever', 8.64e15],
    ['mutedUntil', '2026-11-22T10:00:00Z', Date.UTC(2026, 10, 22, 10)],
  ] as const)('%s %s', (key, text, value) => expect(readValue(key, text, NOW)).toBe(value))
  it.each([
    ['maxRuns', 'two'],
    ['quickLimitMs', 'soon'],
    ['mutedUntil', 'later'],
    ['theme', ''],
    ['quickCalls', 'few'],
    ['sessionIdleMs', 'long'],
  ] as const)('%s cannot be "%s"', (key, text) => {
    expect(() => readValue(key, text, NOW)).toThrow(CliError)
  })
  it.each([
    ['interval', '5m', { intervalMs: 5 * MINUTE }],
    ['interval', 'off', { intervalMs: 0 }],
    ['daily-at', '07:30', { dailyAt: '07:30' }],
    ['daily-at', 'off', { dailyAt: null }],
    ['active-hours', '09:00-18:00', { activeHours: { start: '09:00', end: '18:00', timeZone: '' } }],
    [
      'active-hours',
      '22:00–06:00 Europe/Berlin',
      { activeHours: { start: '22:00', end: '06:00', timeZone: 'Europe/Berlin' } },
    ],
    ['active-hours', 'off', { activeHours: null }],
    ['name', 'My API', { name: 'My API' }],
    ['session', 'resume', { session: 'resume' }],
    ['gate', 'always', { gate: 'always' }],
  ] as const)('a thread’s %s %s', (key, text, change) => expect(readThreadChange(key, text)).toEqual(change))
  it.each([
    ['interval', 'often'],
    ['active-hours', 'mornings'],
    ['colour', 'red'],
    ['session', 'sometimes'],
    ['gate', 'on'],
  ])('a thread’s %s cannot be "%s"', (key, text) =>
    expect(() => readThreadChange(key, text)).toThrow(CliError),
  )
})

describe('caps', () => {
  const TEXT =
    'fleet usd 2/day, thread usd 0.5/day, thread:3 starts 20/day, runner:claude tokens 1000000/month'
  it('are read, a thread by its number or name, and written back the same', () => {
    const caps = readCaps(
      'fleet usd $2/day,thread USD 0.5 / day, thread:api-gateway starts 20/day, runner:claude tokens 1_000_000/month',
      FLEET,
    )
    expect(caps).toEqual(readCaps(TEXT, FLEET))
    expect(caps[2]).toEqual({ scope: 'thread', of: 'thr_3', period: 'day', unit: 'starts', limit: 20 })
    expect(capsText(caps, FLEET)).toBe(TEXT)
    expect(caps.map((cap) => scopeWords(cap, FLEET))).toEqual([
      'All threads together',
      'The thread that used most',
      '3 api-gateway',
      'Runner claude',
    ])
  })
  it('can be none, are the defaults, and outlive a thread', () => {
    expect([readCaps('off', FLEET), capsText([], FLEET)]).toEqual([[], 'off'])
    expect(readCaps(capsText(DEFAULT_CAPS, FLEET), FLEET)).toEqual(DEFAULT_CAPS)
    const gone = readCaps('thread:thr_99 usd 1/month, runner:claude:/home/me/work:key usd 1/month', FLEET)
    expect(readCaps(capsText(gone, FLEET), FLEET)).toEqual(gone)
    expect(scopeWords(gone[0]!, FLEET)).toBe('A removed thread')
  })
  it.each([
    '',
    'fleet',
    'fleet usd 2',
    'fleet usd 2/week',
    'fleet usd -2/day',
    'fleet:3 usd 2/day',
    'runner usd 2/day',
    'runner:gemini usd 2/day',
    'thread:ghost usd 2/day',
    'thread:twin usd 2/day',
    'fleet usd 2/day, fleet usd 3/day',
  ])('cannot be "%s"', (text) => expect(() => readCaps(text, FLEET)).toThrow(CliError))
})

describe('a runner', () => {
  const NOW = 1_000_000
  const bare = {
    kind: 'cli',
    cli: 'claude',
    env: {},
    models: {},
    fallbackModels: [],
    efforts: {},
    profiles: {},
    bypassUntil: null,
  } as const
  it.each([
    ['local', ['local'], {}, { kind: 'local' }],
    ['a known one by its name', ['claude'], {}, bare],
    [
      'a turn before what is for all of them',
      ['claude'],
      { model: ['daily=opus', 'haiku'] },
      { ...bare, models: { quick: 'haiku', hourly: 'haiku', daily: 'opus', message: 'haiku' } },
    ],
    [
      'everything about it',
      ['codex'],
      {
        program: '/opt/codex',
        effort: ['daily=high'],
        profile: ['message=full'],
        billing: 'api',
        fallback: ['a', 'b'],
        env: ['CODEX_HOME=/work', 'EMPTY='],
        bypass: '1h',
      },
      {
        ...bare,
        cli: 'codex',
        program: '/opt/codex',
        billing: 'api',
        fallbackModels: ['a', 'b'],
        efforts: { daily: 'high' },
        profiles: { message: 'full' },
        env: { CODEX_HOME: '/work', EMPTY: '' },
        bypassUntil: NOW + HOUR,
      },
    ],
    [
      'any program, also one called like a known one',
      ['claude', '-p'],
      { env: ['A=1=2'], replyPath: 'result' },
      { kind: 'command', argv: ['claude', '-p'], replyPath: 'result', env: { A: '1=2' } },
    ],
  ] as const)('is %s', (_what, value, options, agent) =>
    expect(readRunner(value, options, NOW)).toEqual(agent),
  )
  it.each([
    ['nothing', [], {}],
    ['a model for a program of one’s own', ['my-agent'], { model: ['x'] }],
    ['a reply path for a known one', ['claude'], { replyPath: 'result' }],
    ['a turn that is none', ['claude'], { model: ['weekly=opus'] }],
    ['a turn without a value', ['claude'], { model: ['daily='] }],
    ['an effort that is none', ['claude'], { effort: ['daily=huge'] }],
    ['bypass as a profile', ['claude'], { profile: ['message=bypass'] }],
    ['a variable without a value', ['claude'], { env: ['KEY'] }],
    ['an environment for local checks', ['local'], { env: ['A=b'] }],
    ['a bypass without an end', ['claude'], { bypass: 'forever' }],
    ['a bypass of nothing', ['claude'], { bypass: '0' }],
    ['a bypass of days', ['claude'], { bypass: '2d' }],
  ] as const)('is not %s', (_what, value, options) =>
    expect(() => readRunner(value, options, NOW)).toThrow(CliError),
  )

  /** What is printed; red as [[…]]. */
  const shown = (agent: AgentConfig): string => {
    const lines: string[] = []
    const as = (text: string): string => text
    showRunner(
      {
        out: {
          line: (text = '') => lines.push(text),
          colors: { red: (text: string) => `[[${text}]]`, bold: as, yellow: as },
        },
        now: () => NOW,
      } as unknown as Context,
      'Runner of 2 api',
      '/r/api',
      agent,
      null,
    )
    return lines.join('\n')
  }
  it('is shown with what it may do, and hides no letter of what is executed', () => {
    const text = shown(
      readRunner(
        ['claude'],
        {
          program: '/opt/cla\u202eude',
          profile: ['message=full'],
          env: ['CLAUDE_CONFIG_DIR=/a', 'ANTHROPIC_API_KEY=sk-1'],
        },
        NOW,
      ),
    )
    expect(text).toContain('program: /opt/cla<U+202E>ude')
    expect(text).toMatch(
      /quick beats: model haiku, Look only\n.*hourly beats: model haiku, Look only\n.*daily beats: model sonnet, Look only\n.*messages: model by its own default, Full/,
    )
    expect(text).toMatch(/Look only: Read files.*It cannot edit files/)
    expect(text).toMatch(/\[\[There is no safety net/)
    expect(text).not.toMatch(/Tidy:|No checks|sk-1/)
    expect(text).toContain('CLAUDE_CONFIG_DIR=/a')
  })
  it('spells out in red that its checks are off', () => {
    expect(shown(readRunner(['claude'], { bypass: '90m' }, NOW))).toMatch(
      /\[\[ *No checks for 1 h 30 min, instead of all that: Everything.*no safety net at all.*\]\]\n\[\[.*in 1 h 30 min/,
    )
  })
  it('shows a program of one’s own argument by argument', () =>
    expect(shown({ kind: 'command', argv: ['sh', '-c', 'a b'], env: { LD_PRELOAD: '/x' } })).toMatch(
      /\["sh","-c","a b"\].*\n.*LD_PRELOAD=\/x/,
    ))
})

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
    )
    return text
  }
  it('is shown with its model, money, calls, refusals, evidence and the way back into it', () => {
    const text = shown(run)
    for (const part of [
      /Model +haiku-4, asked for haiku, effort low\n/,
      /Allowed +Look only\n/,
      /Tokens +1,234: 1,200 in, 30 from the cache, 4 out\n/,
      /Cost +\$0\.0042\n/,
      /Finding +Quick +- \[ \] Run `git status` +two files differ \[git status, exit code 0\]/,
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

describe('a permission’s number', () => {
  const list = Array.from({ length: 200 }, (_, i) => ({ rule: `Bash(npm run step-${i})` }))
  it('is short, differs, and stays with its rule whatever else is refused', () => {
    const few = numbered(list.slice(0, 3))
    expect(few.map(({ number }) => number.length)).toEqual([4, 4, 4])
    const many = numbered(list)
    expect(new Set(many.map(({ number }) => number)).size).toBe(200)
    expect(many.slice(0, 3).map(({ number }, i) => number.startsWith(few[i]?.number ?? '-'))).toEqual([
      true,
      true,
      true,
    ])
    for (const { number, permission } of many) expect(byNumber(list, number)).toBe(permission)
  })
  it('is never guessed', () => {
    expect(numbered(list)[0]?.number.length).toBeGreaterThan(4) // so that some four digits fit two of them
    const four = numbered(list).map(({ number }) => number.slice(0, 4))
    const twice = four.find((digits, i) => four.indexOf(digits) !== i) ?? ''
    for (const number of [twice, '12', 'abcd', '']) expect(() => byNumber(list, number)).toThrow(CliError)
    expect(() => byNumber([], '1234')).toThrow(CliError)
  })
})

describe('text', () => {
  it('stands as it is where a person decides about it', () =>
    expect(exact('rm\u200b -rf\n\u001b[31m\u202e')).toBe('rm<U+200B> -rf<U+000A><U+001B>[31m<U+202E>'))
  it('of several lines is indented', () => expect(indented('a\n\n\u001b[2Jb')).toBe('  a\n\n  [2Jb'))
  it.each([
    [0, '$0.00'],
    [0.0012, '$0.0012'],
    [0.426, '$0.43'],
    [12, '$12.00'],
  ])('%d dollars are %s', (usd, words) => expect(money(usd)).toBe(words))
  it.each([
    ['claude', 'claude'],
    ['--resume', '--resume'],
    ["it's", `'it'\\''s'`],
    ['a b; rm', "'a b; rm'"],
    ['', "''"],
  ])('the word %j is %s for a shell', (word, quoted) => expect(shellWord(word)).toBe(quoted))

  it.each([
    [0, 'now'],
    [-5000, '5 s ago'],
    [-90_000, '2 min ago'],
    [5 * MINUTE, 'in 5 min'],
    [-(2 * HOUR + 61_000), '2 h 1 min ago'],
  ])('%d ms away is "%s"', (ms, words) => {
    expect(relative(10 * HOUR + ms, 10 * HOUR)).toBe(words)
  })
  it('cannot move the cursor or colour a terminal', () => {
    expect(plain('a\u001b[31mred\u001b]0;title\u0007\r\nnext\u202e\u009b2J')).toBe('a[31mred]0;title\nnext2J')
    expect(oneLine(' two\n\tlines ')).toBe('two lines')
  })
  it('stands in columns, the last one cut', () => {
    expect(
      layTable(
        [
          ['1', 'a', 'short'],
          ['10', 'bb', 'a rather long last column'],
        ],
        20,
      ),
    ).toBe('1   a   short\n10  bb  a rather lo…\n')
  })
  it('says what the contract refused', () => {
    const refused = Object.assign(new Error('Input validation failed'), {
      code: 'BAD_REQUEST',
      data: { issues: [{ path: ['theme'], message: 'Invalid option' }] },
    })
    expect(sentenceOf(refused)).toBe('theme: Invalid option')
  })
})
