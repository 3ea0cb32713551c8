import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PRINTING_CLIS, type PrintingCli } from '../../../../shared/agents/agent-names.ts'
import {
  read,
  jsonl,
  init,
  use,
  used,
  claudeResult,
  thread,
  codexMessage,
  done,
  event,
  copilotEnd,
} from '../testing/cli-readings.ts'

const KEYS = [
  'type',
  'subtype',
  'message',
  'content',
  'item',
  'data',
  'result',
  'id',
  'name',
  'usage',
  'error',
  'permission_denials',
  'tool_name',
  'tool_input',
  'servers',
  'status',
  'modelUsage',
  'mcp_servers',
  'command',
  'is_error',
]

const WORDS = [
  'system',
  'init',
  'assistant',
  'user',
  'result',
  'tool_use',
  'tool_result',
  'item.completed',
  'turn.failed',
  'turn.completed',
  'thread.started',
  'session.error',
  'tool.execution_start',
  'tool.execution_complete',
  'session.mcp_servers_loaded',
  'command_execution',
  'success',
]

const anyJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...WORDS, null, true, 0, -1, 1e300),
    fc.string(),
    fc.double(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS, '__proto__'), tie('value'), { maxKeys: 6 }),
  ),
})).value

describe('limits of a run', () => {
  const calls = (...commands: readonly string[]): string =>
    jsonl(init(), ...commands.flatMap((command, i) => [use(`t${i}`, 'Bash', { command }), used(`t${i}`, '')]))
  it('are passed by the first call beyond them, once', () => {
    expect(read('claude', [calls('a', 'b', 'c')], {}, {}, { toolCalls: 3, repeats: 3 }).cut).toEqual([])
    expect(
      read('claude', [calls('a', 'b', 'c', 'd', 'e')], {}, {}, { toolCalls: 3, repeats: 3 }).cut,
    ).toEqual([{ code: 'agent.runaway', message: 'the run made more than 3 tool calls' }])
    expect(
      read('claude', [calls('a', 'a', 'b', 'a', 'a')], {}, {}, { toolCalls: 9, repeats: 2 }).cut,
    ).toEqual([])
    expect(read('claude', [calls('a', 'a', 'a', 'a')], {}, {}, { toolCalls: 9, repeats: 2 }).cut).toEqual([
      {
        code: 'agent.runaway',
        message: 'Bash was called 3 times in a row with the same arguments; the limit is 2',
      },
    ])
  })
  it('keep the first three hundred calls and count them all', () => {
    const reading = read(
      'claude',
      [calls(...Array.from({ length: 400 }, (_, i) => `echo ${i} ${'x'.repeat(3000)}`))],
      {},
      {},
      { toolCalls: 1e6, repeats: 9 },
    )
    expect([
      reading.kept.length,
      reading.count,
      reading.calls.length,
      Math.max(...reading.kept.map((c) => c.input.length)),
    ]).toEqual([300, 400, 400, 2000])
  })
})

describe('any output', () => {
  const wholes: Record<PrintingCli, string> = {
    claude: jsonl(init(), use('t', 'Bash', { command: 'ls ж😀' }), used('t', 'ж😀'), claudeResult()),
    codex: jsonl(thread, codexMessage('ж😀'), done),
    copilot: jsonl(event('assistant.message', { content: 'ж😀' }), copilotEnd),
  }
  it.each(PRINTING_CLIS)('of %s gives a reading, whatever its events hold', (cli) => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            anyJson,
            fc.constantFrom(...wholes[cli].trim().split('\n')).map((line): unknown => JSON.parse(line)),
          ),
          { maxLength: 8 },
        ),
        fc.constantFrom(0, 1, null),
        fc.string(),
        (events, code, stderr) => {
          const reading = read(cli, [jsonl(...events)], { code, stderr, usageText: stderr })
          expect(reading.fault === null ? typeof reading.text : typeof reading.fault.message).toBe('string')
          if (code !== 0) expect(reading.fault).not.toBeNull()
        },
      ),
      { seed: 20261122, numRuns: 700 },
    )
  })
  it.each(PRINTING_CLIS)('of %s gives a reading, whatever its bytes', (cli) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(read(cli, [Buffer.from(bytes)]).fault?.code).toBe('agent.bad_output')
      }),
      { seed: 20261122, numRuns: 300 },
    )
  })
  it.each(PRINTING_CLIS)('of %s reads the same wherever it is cut', (cli) => {
    const bytes = Buffer.from(wholes[cli])
    const once = read(cli, [bytes])
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 10 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length]
        expect(
          read(
            cli,
            at.slice(1).map((end, i) => bytes.subarray(at[i], end)),
          ),
        ).toEqual(once)
      }),
      { seed: 20261122, numRuns: 200 },
    )
  })
})
