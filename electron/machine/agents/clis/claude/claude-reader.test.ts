import { describe, expect, it } from 'vitest'
import { read, jsonl, init, use, used, claudeResult } from '../../testing/cli-readings.ts'

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
    it.each([
      ['Bash', { command: 'git push origin main' }, 'run `git push origin main`'],
      ['Bash', { command: 'cd x && git -C y push' }, 'run `cd x && git -C y push`'],
      ['Bash', { command: 'git log --output=a' }, 'run `git log --output=a`'],
      ['Edit', { file_path: '/src/repo/.git/config' }, 'edit .git/config'],
      ['Write', { file_path: '.claude/settings.json' }, 'edit .claude/settings.json'],
    ])('offers no rule for what is refused whatever is allowed: %s %j', (tool, input, label) => {
      expect(refusalOf(tool, input)).toMatchObject({
        label: `${label} (only with all rights: Full)`,
        allowable: false,
      })
    })
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
})
