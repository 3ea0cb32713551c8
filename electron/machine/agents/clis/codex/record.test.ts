import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readOwnTextSync } from '../../../disk/regular-file.ts'
import { callLog } from '../../call-log.ts'
import { eventIn, type CliRequest, type Event } from '../../cli.ts'
import { readRecord } from './record.ts'

/** What Codex 0.169 wrote of turns in its sandbox `read-only`, without its instructions. */
const recorded = (name: string): readonly Event[] =>
  readOwnTextSync(join(import.meta.dirname, 'testing', name))
    .split('\n')
    .flatMap((line) => [eventIn(line)].filter((event) => event !== null))

function readAll(lines: readonly Event[], profile: CliRequest['profile'] = 'look') {
  const log = callLog(
    { toolCalls: 100, repeats: 100 },
    () => {},
    () => {},
  )
  const record = readRecord({ profile }, log, () => {})
  for (const line of lines) record.push(line)
  return {
    rules: record.refusals().map(({ rule }) => rule),
    refusals: record.refusals(),
    calls: log.calls,
    usage: record.usage(),
  }
}

const call = (id: string, name: string, args: unknown): Event => ({
  type: 'response_item',
  payload: { type: 'function_call', name, arguments: JSON.stringify(args), call_id: id },
})
const script = (id: string, input: string): Event => ({
  type: 'response_item',
  payload: { type: 'custom_tool_call', name: 'exec', input, call_id: id },
})
const answer = (id: string, output: unknown): Event => ({
  type: 'response_item',
  payload: { type: 'function_call_output', output, call_id: id },
})
const ran = (command: string, exit_code: number, aggregated_output: string): Event => ({
  type: 'event_msg',
  payload: {
    type: 'item_completed',
    item: { type: 'CommandExecution', command: ['/bin/bash', '-lc', command], exit_code, aggregated_output },
  },
})

const REFUSED = [
  'exec_command(touch stolen.txt)',
  'exec_command(git push origin HEAD:main)',
  'exec_command(echo x > a.txt)',
  'exec_command(rm -rf /)',
  'exec_command(git commit --allow-empty -m x)',
  'exec_command(touch /etc/xx; echo hello)',
  'exec_command(node -e "fs.writeFileSync(String(1),String(2))")',
]

describe('the record that Codex keeps of a session', () => {
  it('tells what its sandbox and its rules refused, and nothing of what only failed', () => {
    const { rules, refusals, calls } = readAll(recorded('recorded-calls.jsonl'))
    expect(rules).toEqual(REFUSED)
    expect(new Set(refusals.map(({ allowable }) => allowable))).toEqual(new Set([false]))
    expect(refusals[0]?.label).toBe(
      'run `touch stolen.txt` (Codex’ sandbox takes no exceptions: only with more rights)',
    )
    // The others stand in the stream.
    expect(calls.map(({ input, kind, ok }) => [input, kind, ok])).toEqual(
      ['touch stolen.txt', 'echo x > a.txt', 'rm -rf /', 'git commit --allow-empty -m x']
        .map((line) => [line, 'command', false])
        .concat([['node -e "fs.writeFileSync(String(1),String(2))"', 'command', false]]),
    )
  })

  it('tells the same of calls in a script, of patches, and of what needs the network', () => {
    const { rules } = readAll(recorded('recorded-scripts.jsonl'))
    expect(rules).toEqual([
      ...REFUSED,
      'apply_patch(a.txt)',
      'exec_command(curl -sS https://example.com/)',
      'exec_command(git push https://example.com/x.git HEAD:main)',
      'exec_command(git fetch)',
    ])
  })

  it('tells what the session has used up, also where the run is cut off', () => {
    expect(readAll(recorded('recorded-calls.jsonl').slice(0, 20)).usage).toMatchObject({
      input_tokens: 10000,
      output_tokens: 170,
    })
  })

  it('takes no text of a tool, of a program or of a file for a refusal', () => {
    const own = { ...call('a', 'heartbeat_read', {}) }
    const said = 'Notes: permission denied, patch rejected, Read-only file system'
    expect(readAll([own, answer('a', said)]).rules).toEqual([])
    expect(
      readAll([
        call('b', 'exec_command', { cmd: 'cat log.txt' }),
        ran('cat log.txt', 0, said),
        answer('b', `Process exited with code 0\nOutput:\n${said}`),
      ]).rules,
    ).toEqual([])
    expect(readAll([script('c', 'text(await tools.mcp__x__read({}))'), answer('c', said)]).rules).toEqual([])
  })

  it('names a script whose calls cannot be read, unless something of it ran', () => {
    const lines = 'for (const f of files) text((await tools.exec_command({ cmd: make(f) })).output)'
    const no = 'Script failed\nScript error:\napproval policy is Never; reject command'
    expect(readAll([script('a', lines), answer('a', no)]).rules).toEqual([`exec(${lines})`])
    const denied = [{ type: 'input_text', text: 'ls: x: Permission denied' }]
    expect(readAll([script('a', lines), ran('ls x', 1, ''), answer('a', denied)]).rules).toEqual([])
  })

  it('says of a run with all rights only what rules refused', () => {
    expect(readAll(recorded('recorded-calls.jsonl'), 'full').rules).toEqual([
      'exec_command(echo x > a.txt)',
      'exec_command(rm -rf /)',
    ])
  })

  it('takes anything in any order', () => {
    for (const payload of [null, 7, [], {}, { type: 7 }, { type: 'function_call', arguments: '{' }])
      for (const type of ['response_item', 'event_msg', 'token_usage_record', null])
        expect(readAll([{ type, payload }, answer('', 'permission denied')]).rules).toEqual([])
  })
})
