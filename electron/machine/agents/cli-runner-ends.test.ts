import { describe, expect, it } from 'vitest'
import { run } from './testing/cli-stand-in.ts'

const LINGER =
  `process.on('SIGINT', () => { log('SIGINT'); done('saved', { is_error: true, subtype: ` +
  `'error_during_execution' }); process.exit(0) }); setInterval(() => {}, 1000)`

describe('an agent CLI that does not end by itself', () => {
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
})
