import { describe, expect, it } from 'vitest'
import type { AgentConfig } from '../../../shared/agents/agent-config.ts'
import { HOUR } from '../../../shared/base/time.ts'
import type { Context } from '../kit/context.ts'
import { CliError } from '../kit/errors.ts'
import { readRunner } from './read-runner.ts'
import { showRunner } from './show-runner.ts'

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
    [
      'a program that is meant to write',
      ['my-agent'],
      { mayChange: true },
      { kind: 'command', argv: ['my-agent'], mayChange: true, env: {} },
    ],
    [
      'any program that speaks ACP',
      ['/opt/agent', '--stdio', 'a b'],
      { acp: true, profile: ['message=full'], model: ['daily=big'] },
      {
        ...bare,
        cli: 'acp',
        program: '/opt/agent',
        args: ['--stdio', 'a b'],
        models: { daily: 'big' },
        profiles: { message: 'full' },
      },
    ],
    ['one that speaks ACP by its name', ['opencode'], {}, { ...bare, cli: 'opencode' }],
  ] as const)('is %s', (_what, value, options, agent) =>
    expect(readRunner(value, options, NOW)).toEqual(agent),
  )
  it.each([
    ['nothing', [], {}],
    ['a model for a program of one’s own', ['my-agent'], { model: ['x'] }],
    ['a reply path for a known one', ['claude'], { replyPath: 'result' }],
    ['a known one that is meant to write', ['claude'], { mayChange: true }],
    ['local checks that are meant to write', ['local'], { mayChange: true }],
    ['a turn that is none', ['claude'], { model: ['weekly=opus'] }],
    ['a turn without a value', ['claude'], { model: ['daily='] }],
    ['an effort that is none', ['claude'], { effort: ['daily=huge'] }],
    ['bypass as a profile', ['claude'], { profile: ['message=bypass'] }],
    ['a variable without a value', ['claude'], { env: ['KEY'] }],
    ['an environment for local checks', ['local'], { env: ['A=b'] }],
    ['a bypass without an end', ['claude'], { bypass: 'forever' }],
    ['a bypass of nothing', ['claude'], { bypass: '0' }],
    ['a bypass of days', ['claude'], { bypass: '2d' }],
    ['one that speaks ACP and has another program', ['/opt/a'], { acp: true, program: '/opt/b' }],
    ['one that speaks ACP and prints JSON', ['/opt/a'], { acp: true, replyPath: 'result' }],
    ['an effort of one that has no such choice', ['opencode'], { effort: ['low'] }],
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
      { timeZone: 'Europe/Berlin', style: { hours: 24, date: 'dmy' } },
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
      /quick beats: model haiku, Look only\n.*hourly beats: model haiku, Look only\n.*daily beats: model haiku, Look only\n.*messages: model by its own default, Full/,
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
  it('shows one that speaks ACP argument by argument, by its own name, with what its rights leave open', () => {
    const text = shown(readRunner(['/opt/my-agent', '--x', 'a b'], { acp: true }, NOW))
    expect(text).toMatch(/^Runner of 2 api: my-agent, started in \/r\/api/)
    expect(text).toContain('program: ["/opt/my-agent","--x","a b"]')
    expect(text).toContain('What it does without asking, it can do')
  })
  it('shows a program of one’s own argument by argument', () =>
    expect(shown({ kind: 'command', argv: ['sh', '-c', 'a b'], env: { LD_PRELOAD: '/x' } })).toMatch(
      /\["sh","-c","a b"\].*\n  Nothing restricts it; .*\n.*LD_PRELOAD=\/x/,
    ))
})
