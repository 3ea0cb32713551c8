import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { speaksAcp } from '../testing/acp-stand-in.ts'
import { standIns } from '../testing/stand-in.ts'

const limits = { toolCalls: 500, repeats: 500, usd: 0.1 }
const hangs = 'return new Promise(() => undefined)'
/** So many requests of about 8,750 tokens, which gpt-5 has for a cent each, and no end. */
const turn = (calls: number, then = hangs): string => `answers['session/prompt'] = async () => {
  for (let i = 0; i < ${calls}; i++) {
    call('c' + i, { status: 'in_progress', kind: 'execute', rawInput: { command: 'git log -' + i } })
    done('c' + i, {})
    await new Promise((next) => setTimeout(next, 5))
  }
  ${then}
}`

describe('opencode, which can be asked what a session took', () => {
  const { run } = standIns('opencode', speaksAcp)
  const config = `answers['session/new'] = () => ({ sessionId: 's1', configOptions: [{ id: 'model', category: 'model',
    type: 'select', currentValue: 'openai/gpt-5', options: [{ value: 'openai/gpt-5', name: 'GPT' }] }] })`
  const exports = (tokens: object, cost = 0): string => `${config}
    if (process.argv[2] === 'export') {
      log('export ' + process.argv[3])
      process.stdout.write(JSON.stringify({ info: { title: 'a\\n  "messages": [', cost: ${cost}, tokens: ${JSON.stringify(tokens)} },
        messages: ['x'.repeat(10000)] }, null, 2))
      process.exitCode = 0
      process.stdin.destroy()
    }`
  const few = { input: 1000, output: 100, reasoning: 20, cache: { read: 4000, write: 500 } }

  it('goes on over its estimate where it took less, and is counted by what it says', async () => {
    // It waits for the answer before it goes on.
    const asked = `const told = () => fs.existsSync(__filename + '.log') && fs.readFileSync(__filename + '.log', 'utf8').includes('export')
      while (!told()) await new Promise((next) => setTimeout(next, 20))
      await new Promise((next) => setTimeout(next, 400))
      for (let i = 10; i < 20; i++) { call('c' + i, { status: 'in_progress', kind: 'execute', rawInput: {} }); done('c' + i, {}) }
      process.exit(3)`
    const { result, log } = await run(`${exports(few)}\n${turn(4, asked)}`, { limits })
    expect(log.filter((line) => line.startsWith('export'))).toEqual(['export s1', 'export s1'])
    expect(result.fault?.code).not.toBe('agent.over_budget')
    expect(result.turn).toMatchObject({ usage: { input: 1500, cached: 4000, output: 120 } })
    expect(result.turn?.costUsd).toBeCloseTo((1500 * 1.25 + 4000 * 0.125 + 120 * 10) / 1e6)
  })

  it('ends nothing that the agent runs meanwhile (found by reading again)', async () => {
    const when = (condition: string) =>
      `while (!(${condition})) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)`
    const runs = `${when("fs.existsSync(__filename + '.log') && fs.readFileSync(__filename + '.log', 'utf8').includes('export')")}
      const child = require('child_process').spawn('sleep', ['60'])
      await new Promise((next) => child.once('spawn', next))
      fs.writeFileSync(made, '')
      const ended = await Promise.race([
        new Promise((next) => child.once('exit', () => next('ended'))),
        new Promise((next) => setTimeout(next, 1000, 'goes on')),
      ])
      child.kill()
      say('its command ' + ended)
      return { stopReason: 'end_turn' }`
    const body = `const made = __filename + '.child'
      ${exports(few).replace('process.stdout.write', `${when('fs.existsSync(made)')}\n      process.stdout.write`)}
      ${turn(4, runs)}`
    const { result } = await run(body, { limits })
    expect(result.text).toBe('its command goes on')
  })

  it('is ended by what it says where that is more', async () => {
    const { result } = await run(`${exports(few, 0.3)}\n${turn(4)}`, { limits })
    expect(result.fault).toEqual({
      code: 'agent.over_budget',
      message: 'it has spent $0.30; the limit is $0.10',
    })
    expect(result.turn?.costUsd).toBe(0.3)
  })

  it('is ended by the estimate where it says nothing that can be read', async () => {
    const { result } = await run(`${config}\nif (process.argv[2] === 'export') process.exit(7)\n${turn(9)}`, {
      limits,
    })
    expect(result.fault?.message).toMatch(/^it has spent about \$0\.1\d \(estimated\); the limit is \$0\.10$/)
  })
})

describe('Gemini CLI, which keeps a record of what each request took', () => {
  const { run, folder } = standIns('gemini', speaksAcp)
  const recorded = async (body: string, id = 's1', usd = 0.1) => {
    const home = join(folder, `home-${id}-${Math.random()}`)
    mkdirSync(join(home, '.gemini', 'tmp', 'repo', 'chats'), { recursive: true })
    return run(
      `const home = ${JSON.stringify(join(home, '.gemini'))}
       fs.writeFileSync(home + '/projects.json', JSON.stringify({ projects: { [process.cwd()]: 'repo' } }))
       const file = home + '/tmp/repo/chats/session-2026-11-27T18-02-s1.jsonl'
       const line = (value) => fs.appendFileSync(file, JSON.stringify(value) + '\\n')
       const used = (id, tokens) => line({ id, type: 'gemini', model: 'gemini-2.5-flash', tokens })
       line({ sessionId: ${JSON.stringify(id)}, kind: 'main' })
       ${body}`,
      { limits: { ...limits, usd } },
      {},
      { env: { GEMINI_CLI_HOME: home } },
    )
  }
  const tokens = { input: 60_000, output: 4000, cached: 10_000, thoughts: 1000, tool: 0 }
  const body = (count: number): string => `answers['session/prompt'] = () => {
    for (let i = 0; i < ${count}; i++) {
      used('m' + i, ${JSON.stringify(tokens)})
      used('m' + i, ${JSON.stringify(tokens)})
      line({ id: 'm' + i, type: 'gemini', toolCalls: [] })
    }
    ${hangs}
  }`

  it('is ended when its requests have cost more than it may, each counted once', async () => {
    const { result } = await recorded(body(4))
    const usd = (50_000 * 0.3 + 10_000 * 0.075 + 5000 * 2.5) / 1e6
    expect(result.fault).toEqual({
      code: 'agent.over_budget',
      message: 'it has spent $0.11; the limit is $0.10',
    })
    expect(result.turn).toMatchObject({ usage: { input: 200_000, cached: 40_000, output: 20_000 } })
    expect(result.turn?.costUsd).toBeCloseTo(4 * usd)
  })

  it('is not counted by the record of another session', async () => {
    const { result } = await recorded(`${body(9)}\nsetTimeout(() => process.exit(3), 1500)`, 's1-of-another')
    expect(result.fault?.code).not.toBe('agent.over_budget')
    expect(result.turn?.usage).toBeNull()
  })
})
