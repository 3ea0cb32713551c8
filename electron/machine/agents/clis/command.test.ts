import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeRepository } from '../../../host/repositories.ts'
import { createAgentRunner } from '../agent-runner.ts'
import { testFolder } from '../testing/folders.ts'
import { commandSpec, never, realClock } from '../testing/specs.ts'

const folder = testFolder()
const runner = createAgentRunner(realClock)
const repo = makeRepository(folder, 'repo', 'no_remote').then(({ path }) => path)

describe('a command as the runner', () => {
  it('reads the prompt from stdin and answers on stdout', async () => {
    const result = await runner.run(
      commandSpec(await repo, ['sh', '-c', 'cat; echo HEARTBEAT_OK; echo thinking >&2']),
      never,
    )
    expect(result).toMatchObject({
      status: 'completed',
      fault: null,
      exitCode: 0,
      tasks: [],
      glance: null,
      text: 'HEARTBEAT tier=quick thread=2\nHEARTBEAT_OK\n',
      output: 'HEARTBEAT tier=quick thread=2\nHEARTBEAT_OK\n[stderr]\nthinking\n',
    })
  })

  it('runs in the repository, with its own environment rows and no other', async () => {
    const spec = commandSpec(await repo, ['sh', '-c', 'pwd; echo "$ROW"; echo "${NODE_OPTIONS-none}"'])
    const result = await runner.run(
      {
        ...spec,
        agent: {
          kind: 'command',
          argv: ['sh', '-c', 'pwd; echo "$ROW"; echo "${VITEST-none}"'],
          env: { ROW: 'mine' },
        },
      },
      never,
    )
    expect(result.text).toBe(`${await repo}\nmine\nnone\n`)
  })

  it('found by a user: that a person runs again starts in any folder, and not where there is none', async () => {
    const plain = join(folder, 'no-repository')
    mkdirSync(plain)
    const again = (repoPath: string) =>
      runner.run(commandSpec(repoPath, ['sh', '-c', 'pwd; exit 3'], { anyFolder: true }), never)
    expect(await again(plain)).toMatchObject({ status: 'failed', exitCode: 3, output: `${plain}\n` })
    expect(await again(join(folder, 'gone'))).toMatchObject({
      exitCode: null,
      fault: { code: 'repo.missing' },
    })
  })

  it('finds Threadbeat’s tools in its environment when they are offered', async () => {
    const spec = commandSpec(await repo, [
      'sh',
      '-c',
      'echo "$THREADBEAT_TOOLS_URL ${THREADBEAT_TOOLS_TOKEN-none}"',
    ])
    expect(
      (await runner.run({ ...spec, tools: { url: 'http://127.0.0.1:1/mcp', token: 'abc' } }, never)).text,
    ).toBe('http://127.0.0.1:1/mcp abc\n')
    expect((await runner.run(spec, never)).text).toBe(' none\n')
  })

  it.each<[string, readonly string[], string, string]>([
    [
      'is not there',
      ['no-such-agent'],
      'agent.not_found',
      'no-such-agent is neither on the PATH nor a file that can be executed',
    ],
    ['cannot be started', ['echo', 'x'.repeat(3_000_000)], 'agent.spawn_failed', 'echo: spawn E2BIG'],
    [
      'ends with an exit code',
      ['sh', '-c', 'echo half; exit 7'],
      'agent.exit_nonzero',
      'sh ended with exit code 7: half',
    ],
    [
      'says why on its error output',
      ['sh', '-c', 'echo half; echo "boom: no config" >&2; exit 1'],
      'agent.exit_nonzero',
      'sh ended with exit code 1: boom: no config',
    ],
    [
      'is not signed in, as its error output says',
      ['sh', '-c', 'echo "API Error: 401 authentication_error. Please run /login" >&2; exit 1'],
      'agent.needs_login',
      'API Error: 401 authentication_error. Please run /login',
    ],
    [
      'has used up its limit, as its error output says',
      ['sh', '-c', 'echo "Error: 429 rate limit exceeded, retry later" >&2; exit 1'],
      'agent.limit_reached',
      'Error: 429 rate limit exceeded, retry later',
    ],
    ['is killed', ['sh', '-c', 'kill -9 $$'], 'agent.exit_nonzero', 'sh was ended by SIGKILL'],
    ['takes too long', ['sleep', '300'], 'agent.timed_out', 'sleep took longer than 0.3 s'],
  ])('fails when it %s', async (_, argv, code, message) => {
    const result = await runner.run(
      commandSpec(await repo, argv, { deadlineMs: argv[0] === 'sleep' ? 300 : 60_000 }),
      never,
    )
    expect([result.status, result.fault, result.text]).toEqual(['failed', { code, message }, ''])
  })

  it('reads the reply at a place in the JSON that it prints, and fails when no text stands there', async () => {
    const printing = (json: string) => ({
      ...commandSpec('', []),
      agent: { kind: 'command' as const, argv: ['echo', json], env: {}, replyPath: 'items.0.text' },
    })
    const results = await Promise.all(
      ['{"items":[{"text":"CI is red"}]}', '{"items":[{"text":7}]}', 'CI is red'].map(async (json) =>
        runner.run({ ...printing(json), repoPath: await repo }, never),
      ),
    )
    expect(results.map((r) => [r.status, r.text, r.fault?.code ?? null])).toEqual([
      ['completed', 'CI is red', null],
      ['failed', '', 'agent.bad_output'],
      ['failed', '', 'agent.bad_output'],
    ])
  })

  it.each<[string, string]>([
    ['Claude AI usage limit reached|1795360000', 'agent.limit_reached'],
    ["You've hit your session limit · resets 3:15pm", 'agent.limit_reached'],
    ['Not logged in · Please run /login', 'agent.needs_login'],
  ])(
    'found by review: hands on what a wrapped CLI says of itself, at exit 0 and others: %s',
    async (text, code) => {
      for (const argv of [
        ['echo', text],
        ['sh', '-c', 'echo "$1"; exit 3', 'sh', text],
      ]) {
        expect(await runner.run(commandSpec(await repo, argv), never)).toMatchObject({
          status: 'failed',
          fault: { code, message: text },
          text: '',
        })
      }
      const inside = {
        ...commandSpec(await repo, []),
        agent: {
          kind: 'command' as const,
          argv: ['echo', JSON.stringify({ result: text })],
          env: {},
          replyPath: 'result',
        },
      }
      expect((await runner.run(inside, never)).fault?.code).toBe(code)
    },
  )
  it('found by review: takes a report on another limit as a report', async () => {
    expect(
      await runner.run(
        commandSpec(await repo, ['echo', 'Too many requests: staging answers 429 since noon.']),
        never,
      ),
    ).toMatchObject({ status: 'completed', fault: null })
  })

  it('keeps the output of a failed run', async () => {
    expect((await runner.run(commandSpec(await repo, ['sh', '-c', 'echo why; exit 7']), never)).output).toBe(
      'why\n',
    )
  })

  it('is stopped by the signal', async () => {
    const abort = new AbortController()
    const result = await runner.run(
      commandSpec(await repo, ['sleep', '300'], { onProcess: () => abort.abort() }),
      abort.signal,
    )
    expect([result.status, result.fault]).toEqual(['stopped', null])
  })

  it('is not started in a folder that is gone or no repository', async () => {
    mkdirSync(join(folder, 'plain'))
    for (const [name, code] of [
      ['gone', 'repo.missing'],
      ['plain', 'repo.not_git'],
    ] as const) {
      const result = await runner.run(
        commandSpec(join(folder, name), ['touch', join(folder, 'canary')]),
        never,
      )
      expect(result.fault?.code).toBe(code)
    }
    expect(existsSync(join(folder, 'canary'))).toBe(false)
  })
})
