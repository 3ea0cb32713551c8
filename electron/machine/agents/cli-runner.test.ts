import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CliConfig } from '../../../shared/agents/agent-config.ts'
import type { AgentSpec, TurnSpec } from '../../engine/ports/agents.ts'
import { makeRepository } from '../../host/repositories.ts'
import { createAgentRunner } from './agent-runner.ts'
import { findMarked, marksOf } from '../process/marks.ts'
import { testFolder } from './testing/folders.ts'
import { cliConfig, cliSpec, never, realClock } from './testing/specs.ts'

const folder = testFolder()
const runner = createAgentRunner(realClock)
const repo = makeRepository(folder, 'repo', 'no_remote').then(({ path }) => path)

/**
 * A stand-in for Claude Code: a program that prints what the real one would. `emit` writes an event, `args`
 * and `prompt` are what it got.
 */
let made = 0
function fake(body: string): string {
  const path = join(folder, `fake-${++made}.cjs`)
  writeFileSync(
    path,
    `#!${process.execPath}
const fs = require('node:fs')
const args = process.argv.slice(2)
const emit = (event) => fs.writeSync(1, JSON.stringify(event) + '\\n')
const init = (status = 'connected') => emit({ type: 'system', subtype: 'init', session_id: 's1', model: 'm', mcp_servers: [{ name: 'threadbeat', status }] })
let calls = 0
const call = (name, input) => { const id = 't' + ++calls; emit({ type: 'assistant', message: { content: [{ type: 'tool_use', id, name, input }] } }); emit({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, content: '' }] } }) }
const done = (result, more = {}) => emit({ type: 'result', subtype: 'success', is_error: false, result, session_id: 's1', total_cost_usd: 0.01, usage: { input_tokens: 1, output_tokens: 1 }, permission_denials: [], ...more })
const log = (text) => fs.appendFileSync(__filename + '.log', text + '\\n')
const prompt = fs.readFileSync(0, 'utf8')
${body}
`,
    { mode: 0o755 },
  )
  return path
}
const logOf = (program: string): readonly string[] =>
  existsSync(`${program}.log`) ? readFileSync(`${program}.log`, 'utf8').trim().split('\n') : []

async function run(
  body: string,
  turn: Partial<TurnSpec> = {},
  changes: Partial<AgentSpec> = {},
  agent: Partial<CliConfig> = {},
  signal = never,
) {
  const program = fake(body)
  const spec = cliSpec(await repo, cliConfig('claude', { program, ...agent }), turn, changes)
  const result = await runner.run(spec, signal)
  return { result, log: logOf(program), survivors: await findMarked(marksOf([spec.marker])) }
}
const LINGER =
  `process.on('SIGINT', () => { log('SIGINT'); done('saved', { is_error: true, subtype: ` +
  `'error_during_execution' }); process.exit(0) }); setInterval(() => {}, 1000)`

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
      const { result } = await run(
        `init(); done(JSON.stringify(process.env))`,
        {},
        { tools: { url: 'http://127.0.0.1:1/mcp', token: 'secret-token' } },
        { env: { CLAUDE_CONFIG_DIR: '/work-account' } },
      )
      const env = JSON.parse(result.text) as Record<string, string>
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

  it('is broken off at once when it goes round in circles, with the chance to keep its session', async () => {
    const { result, log, survivors } = await run(
      `${LINGER}; init(); let n = 0; setInterval(() => { log('call ' + ++n); call('Bash', { command: ` +
        `'git status' }) }, 20)`,
      { limits: { toolCalls: 50, repeats: 3, usd: null } },
    )
    expect([result.status, result.fault?.code, result.fault?.message]).toEqual([
      'failed',
      'agent.runaway',
      'Bash was called 4 times in a row with the same arguments; the limit is 3',
    ])
    // Asked by SIGINT, and the run was over before another second's worth of calls: a stop takes at most
    // 0.65 s.
    expect(log.at(-1)).toBe('SIGINT')
    expect(log.length).toBeLessThan(4 + 50)
    expect(result.turn).toMatchObject({ sessionId: 's1', costUsd: 0.01 })
    expect(survivors).toEqual([])
  })

  it('is broken off also when it ignores every request', async () => {
    const { result, survivors } = await run(
      `for (const s of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(s, () => log(s)); setInterval(() ` +
        `=> {}, 1000); init(); for (let i = 0; i < 9; i++) call('Bash', { command: 'echo ' + i })`,
      { limits: { toolCalls: 5, repeats: 3, usd: null } },
    )
    expect([result.fault?.code, result.exitCode, survivors]).toEqual(['agent.runaway', null, []])
  })

  it('is ended at its deadline, SIGINT first, and what it told until then is kept', async () => {
    const { result, log, survivors } = await run(
      `${LINGER}; init(); call('Bash', { command: 'ls' })`,
      {},
      { deadlineMs: 700 },
    )
    expect([result.status, result.fault, log, survivors]).toEqual([
      'failed',
      { code: 'agent.timed_out', message: 'Claude Code took longer than 0.7 s' },
      ['SIGINT'],
      [],
    ])
    expect(result.turn).toMatchObject({ sessionId: 's1', callCount: 1 })
  })

  it('found by review: costs what its answers told when it is cut off without a result', async () => {
    const { result } = await run(
      `init(); emit({ type: 'assistant', message: { id: 'm1', model: 'claude-haiku-5', usage: { ` +
        'input_tokens: 1000000, output_tokens: 100000 }, content: [] } }); for (let i = 0; i < 9; i++) ' +
        `call('Bash', { command: 'echo ' + i }); setInterval(() => {}, 1000)`,
      { limits: { toolCalls: 5, repeats: 3, usd: null } },
    )
    expect(result).toMatchObject({
      fault: { code: 'agent.runaway' },
      turn: { usage: { input: 1000000, output: 100000 }, costUsd: 1.5 },
    })
  })
  it('is stopped by a person without a fault', async () => {
    const abort = new AbortController()
    const { result, log } = await run(
      `${LINGER}; init(); call('Bash', { command: 'ls' })`,
      { onCall: () => abort.abort() },
      {},
      {},
      abort.signal,
    )
    expect([result.status, result.fault, log]).toEqual(['stopped', null, ['SIGINT']])
  })

  it('is broken off when it cannot reach our tools', async () => {
    const { result } = await run(
      `${LINGER}; init('failed')`,
      {},
      { tools: { url: 'http://127.0.0.1:1/mcp', token: 'x' } },
    )
    expect([result.fault?.code, result.turn?.toolsReached]).toEqual(['agent.tools_failed', false])
  })

  it.each<[string, string, string | undefined]>([
    ['prints no JSON', `console.log('hello')`, 'agent.bad_output'],
    ['prints nothing', '', 'agent.bad_output'],
    ['prints half of an event', `process.stdout.write('{"type":"resu')`, 'agent.bad_output'],
    [
      'prints binary data between events',
      `init(); fs.writeSync(1, Buffer.from([0, 255, 10, 254, 10])); done('fine')`,
      undefined,
    ],
    ['ends with an exit code', `init(); process.exit(7)`, 'agent.exit_nonzero'],
    [
      'ends with an exit code after a good result',
      `init(); done('fine'); process.exitCode = 1`,
      'agent.exit_nonzero',
    ],
    ['is killed', `init(); process.kill(process.pid, 'SIGKILL')`, 'agent.exit_nonzero'],
    [
      'tells its limit at exit 0',
      `init(); done('5-hour limit reached ∙ resets 3pm (Europe/Berlin)')`,
      'agent.limit_reached',
    ],
  ])('may end in other ways: it %s', async (_, body, code) => {
    const { result } = await run(body)
    expect([result.status, result.fault?.code]).toEqual(
      code === undefined ? ['completed', undefined] : ['failed', code],
    )
  })

  it(
    'may print 60 MB without a newline: bounded memory, one unreadable line, and the result after it ' +
      'still counts',
    async () => {
      const before = process.memoryUsage.rss()
      const { result } = await run(
        'init(); const chunk = Buffer.alloc(1 << 20, 120); for (let i = 0; i < 60; i++) fs.writeSync(1, ' +
          `chunk); fs.writeSync(1, '\\n'); done('fine')`,
      )
      expect([result.status, result.text, result.turn?.malformedLines]).toEqual(['completed', 'fine', 1])
      expect(result.output.length).toBeLessThan(300_000)
      expect(process.memoryUsage.rss() - before).toBeLessThan(96 * 1024 * 1024)
    },
  )

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

describe('a hostile prompt', () => {
  const payloads = [
    '- [ ] Run `touch canary`',
    '--dangerously-skip-permissions',
    '$(touch canary)',
    '`touch canary`',
    '"; touch canary; #',
    "'\n$(touch canary)\n'",
    '${THREADBEAT_TOOL_TOKEN}',
    '\u0000\u0001\u007f',
    '%TEMP% & touch canary',
    `${'x'.repeat(300_000)}`,
  ]
  it.each(payloads.map((text) => [JSON.stringify(text).slice(0, 40), text]))(
    'arrives whole on stdin and is nowhere in the arguments: %s',
    async (_, text) => {
      const { result } = await run(`init(); done(JSON.stringify({ prompt, args }))`, {}, { prompt: text })
      const got = JSON.parse(result.text) as { prompt: string; args: readonly string[] }
      expect(got.prompt).toBe(text)
      expect(got.args.filter((word) => word.includes('canary') || word.includes(text))).toEqual([])
      expect(readdirSync(await repo)).not.toContain('canary')
    },
  )
})
