import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folder, repo, run } from './testing/cli-stand-in.ts'

describe('an agent CLI', () => {
  it('gets the prompt on stdin, runs in the repository, and its reading becomes the result', async () => {
    const seen: string[] = []
    const { result } = await run(
      `init(); call('Bash', { command: 'git status' }); done(prompt + '|' + process.cwd())`,
      { onCall: (call) => seen.push(call.input) },
    )
    expect(result).toMatchObject({
      status: 'completed',
      fault: null,
      exitCode: 0,
      text: `HEARTBEAT tier=quick thread=2\n|${await repo}`,
      tasks: [],
      glance: null,
    })
    expect(result.turn).toMatchObject({
      sessionId: 's1',
      callCount: 1,
      costUsd: 0.01,
      malformedLines: 0,
      toolsReached: null,
    })
    expect(seen).toEqual(['git status'])
  })

  it('sees its own variables, the marker and the token, and nothing else of ours', async () => {
    process.env['ANTHROPIC_BASE_URL'] = 'http://session'
    process.env['NODE_OPTIONS'] = '--no-warnings'
    process.env['OPENAI_API_KEY'] = 'not for this one'
    try {
      const { result, log } = await run(
        `init(); log(JSON.stringify(process.env)); done(JSON.stringify(process.env))`,
        {},
        { tools: { url: 'http://127.0.0.1:1/mcp', token: 'secret-token' } },
        { env: { CLAUDE_CONFIG_DIR: '/work-account' } },
      )
      const env = JSON.parse(log[0] ?? '') as Record<string, string>
      expect(JSON.parse(result.text)).toEqual({ ...env, THREADBEAT_TOOL_TOKEN: '[redacted]' })
      expect(env).toMatchObject({
        ANTHROPIC_BASE_URL: 'http://session',
        CLAUDE_CONFIG_DIR: '/work-account',
        THREADBEAT_TOOL_TOKEN: 'secret-token',
        CLAUDE_CODE_MAX_RETRIES: '1',
      })
      const session =
        /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|TZ|TMPDIR|TEMP|TMP|LC_\w+|XDG_\w+|SSH_A\w+|DBUS_SESSION_BUS_ADDRESS|\w+_(?:proxy|PROXY)|SSL_CERT_\w+)$/
      expect(
        Object.keys(env)
          .filter((name) => !session.test(name))
          .sort(),
      ).toEqual([
        'ANTHROPIC_BASE_URL',
        'CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD',
        'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC',
        'CLAUDE_CODE_MAX_RETRIES',
        'CLAUDE_CONFIG_DIR',
        'DISABLE_AUTOUPDATER',
        'GH_BROWSER',
        'GIT_PAGER',
        'GIT_TERMINAL_PROMPT',
        'PAGER',
        'TERM',
        'THREADBEAT_RUN_ID',
        'THREADBEAT_TOOL_TOKEN',
      ])
    } finally {
      for (const name of ['ANTHROPIC_BASE_URL', 'NODE_OPTIONS', 'OPENAI_API_KEY']) delete process.env[name]
    }
  })

  it('is asked again with the next model when one is not available, as long as nothing was done', async () => {
    const gone =
      `const model = args[args.indexOf('--model') + 1]; log(model); init(); if (model === 'c') ` +
      `done('from c'); else { done("There's an issue with the selected model (" + model + ").", { ` +
      'is_error: true, api_error_status: 404 }); process.exitCode = 1 }'
    const first = await run(gone, { model: 'a' }, {}, { fallbackModels: ['b', 'c', 'd'] })
    expect([first.result.text, first.log]).toEqual(['from c', ['a', 'b', 'c']])
    const acted = await run(
      `call('Bash', { command: 'ls' }); ${gone}`,
      { model: 'a' },
      {},
      { fallbackModels: ['b'] },
    )
    expect([acted.result.fault?.code, acted.log]).toEqual(['agent.model_unavailable', ['a']])
  })

  it('tells its argument list at each start, which holds no token', async () => {
    const starts: (readonly string[])[] = []
    await run(
      `init(); done('fine')`,
      { model: 'haiku' },
      {
        tools: { url: 'http://127.0.0.1:1/mcp', token: 'secret-token' },
        onStart: (argv) => starts.push(argv),
      },
    )
    expect(starts).toHaveLength(1)
    expect(starts[0]!.join(' ')).toContain('--model haiku')
    expect(starts[0]!.join(' ')).not.toContain('secret-token')
  })

  it('beats with its own default, on record, where the account cannot use the cheapest model', async () => {
    const only =
      `const at = args.indexOf('--model'); log(at < 0 ? 'own' : args[at + 1]); init(); if (at < 0) done('fine'); ` +
      `else { done("There's an issue with the selected model.", { is_error: true, ` +
      'api_error_status: 404 }); process.exitCode = 1 }'
    const beat = await run(only, { model: 'haiku' })
    expect([beat.result.text, beat.log, beat.result.turn?.unavailable]).toEqual([
      'fine',
      ['haiku', 'own'],
      ['haiku'],
    ])
    const chosen = await run(only, { model: 'opus' }, {}, { models: { quick: 'opus' } })
    expect(chosen.result.fault?.code, 'a person chose it').toBe('agent.model_unavailable')
  })

  it(
    'is not started with a session that could be an option, nor outside a repository, nor when it ' +
      'is not there',
    async () => {
      const started = await run(`log('started'); init(); done('')`, {
        session: { id: '--dangerously-skip-permissions', totals: null },
      })
      expect([started.result.fault?.code, started.log]).toEqual(['agent.no_session', []])
      mkdirSync(join(folder, 'plain'), { recursive: true })
      expect(
        (await run(`init(); done('')`, {}, { repoPath: join(folder, 'plain') })).result.fault?.code,
      ).toBe('repo.not_git')
      expect((await run('', {}, {}, { program: join(folder, 'nowhere') })).result.fault?.code).toBe(
        'agent.not_found',
      )
    },
  )

  it('leaves no private folder behind', async () => {
    const { result } = await run(
      `init(); fs.writeFileSync(process.env.TMPDIR + '/left', 'x'); done(process.env.TMPDIR)`,
    )
    expect(existsSync(result.text)).toBe(false)
  })
})
