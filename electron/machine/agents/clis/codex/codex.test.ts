import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { standIns } from '../../testing/stand-in.ts'

const ID = '01a21d69-97d4-7b12-bea4-545fc6938bb1'

/** A stand-in for Codex, which keeps a record in the folder of its account and deletes it when it is asked to. */
const { folder, run } = standIns(
  'codex',
  (body) => `
const path = require('node:path')
const day = new Date(parseInt('${ID}'.replaceAll('-', '').slice(0, 12), 16))
const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((n) => String(n).padStart(2, '0'))
const dir = path.join(process.env.CODEX_HOME, 'sessions', ...parts)
const record = path.join(dir, 'rollout-x-${ID}.jsonl')
log(process.argv.slice(2, 5).join(' '))
if (process.argv[2] === 'delete') { fs.rmSync(record, { force: true }); process.exit() }
fs.mkdirSync(dir, { recursive: true })
const print = (event) => fs.writeSync(1, JSON.stringify(event) + '\\n')
const keep = (type, payload) => fs.appendFileSync(record, JSON.stringify({ type, payload }) + '\\n')
const refused = (id, cmd) => {
  keep('response_item', { type: 'function_call', name: 'exec_command', arguments: JSON.stringify({ cmd }), call_id: id })
  keep('response_item', { type: 'function_call_output', call_id: id, output: 'Process exited with code 1\\\\nOutput:\\\\ntouch: Read-only file system' })
}
const used = (n) => keep('token_usage_record', { thread_token_usage: { input_tokens: n, cached_input_tokens: 0, output_tokens: 0 } })
const begin = () => { keep('session_meta', { id: '${ID}' }); print({ type: 'thread.started', thread_id: '${ID}' }) }
const done = () => { print({ type: 'item.completed', item: { id: 'm', type: 'agent_message', text: 'OK' } }); print({ type: 'turn.completed', usage: { input_tokens: 5, output_tokens: 1 } }) }
${body}`,
)

let homes = 0
const inHome = async (body: string, turn: Parameters<typeof run>[1] = {}) => {
  const home = join(folder, `home-${++homes}`)
  mkdirSync(home)
  return { home, ...(await run(body, turn, {}, { env: { CODEX_HOME: home } })) }
}

describe('a run of Codex', () => {
  it('has what its sandbox refused, without credentials, and leaves no record', async () => {
    const { result, log, home } = await inHome(
      `begin(); refused('a', 'touch x'); refused('b', 'echo ghp_${'a'.repeat(36)} > y'); done()`,
    )
    expect(result.turn?.refusals.map(({ rule }) => rule)).toEqual([
      'exec_command(touch x)',
      'exec_command(echo [redacted] > y)',
    ])
    expect(result.turn).toMatchObject({ unseenRefusals: null, callCount: 2 })
    expect(log).toEqual([expect.stringMatching(/^exec -s read-only/), `delete --force ${ID}`])
    const kept = readdirSync(home, { recursive: true, encoding: 'utf8' })
    expect(kept.filter((name) => name.endsWith('.jsonl'))).toEqual([])
  })

  it('keeps the record of a session that goes on', async () => {
    const { log } = await inHome(`begin(); done()`, { keepSession: true })
    expect(log).toHaveLength(1)
  })

  it('says that refusals could not be seen where it kept no record', async () => {
    const { result } = await inHome(`print({ type: 'thread.started', thread_id: '${ID}' }); done()`)
    expect(result.turn).toMatchObject({ refusals: [], unseenRefusals: 'Codex kept no record of it' })
  })

  it('is ended when it is refused the same again and again, which no event tells', async () => {
    const { result } = await inHome(
      `begin(); let n = 0; setInterval(() => refused('c' + ++n, 'touch x'), 5)`,
      { limits: { toolCalls: 50, repeats: 3, usd: null } },
    )
    expect(result.fault?.code).toBe('agent.runaway')
    expect(result.turn!.refusals).toHaveLength(1)
  })

  it('found by hand: is ended over its budget, which Codex itself does not know of', async () => {
    const { result } = await inHome(`begin(); let n = 0; setInterval(() => used((n += 1000)), 20)`, {
      billing: 'api',
      model: 'gpt-5.4',
      limits: { toolCalls: 50, repeats: 3, usd: 0.05 },
    })
    expect(result.fault?.code).toBe('agent.over_budget')
    expect(result.turn?.costUsd).toBeGreaterThan(0.05)
    expect(result.turn?.costUsd).toBeLessThan(0.15)
  })

  it('found by hand: costs what its record tells when it is cut off', async () => {
    const { result } = await inHome(
      `begin(); used(700); refused('a', 'touch x'); setInterval(() => {}, 1000)`,
      {
        limits: { toolCalls: 0, repeats: 3, usd: null },
      },
    )
    expect(result.turn?.usage).toEqual({ input: 700, cached: 0, output: 0 })
  })
})
