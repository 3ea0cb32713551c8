import { describe, expect, it } from 'vitest'
import { agentConfigSchema } from '../../../shared/agents/agent-config.ts'
import { fault } from '../../../shared/base/faults.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { apiClient } from '../testing/api-client.ts'
import { outcomes, scenario } from '../testing/scenario.ts'
import type { Script } from '../testing/world/world.ts'
import { addWithAgent, CLAUDE, TURN } from '../testing/with-agent.ts'

const CODEX = agentConfigSchema.parse({ kind: 'cli', cli: 'codex' })

describe('a runner that all threads share', () => {
  const limited: Script = () => ({
    status: 'failed',
    fault: fault('agent.limit_reached', 'You have hit your limit'),
    turn: TURN,
  })

  it('rests once for all its threads, with one notice, and one beat tries again', async () => {
    const s = await scenario({ script: limited })
    const ids = Array.from({ length: 5 }, (_, i) => addWithAgent(s, `r${i}`, CLAUDE))
    const other = addWithAgent(s, 'other', CODEX)
    await s.clock.advance(30 * MINUTE)
    expect(s.starts.filter((x) => ids.includes(x.threadId))).toHaveLength(1)
    expect(s.starts.filter((x) => x.threadId === other)).toHaveLength(1)
    expect(s.notices.map((n) => n.title.replace(/ until.*/, ''))).toEqual([
      'Claude Code rests',
      'Codex rests',
    ])
    expect(s.views.snapshot().fleet.resting).toMatchObject([
      { key: 'claude', cause: 'limit', threads: 5 },
      { key: 'codex', threads: 1 },
    ])
    const skips = ids.flatMap((id) => s.runs(id).map((run) => run.skipReason))
    expect(new Set(skips)).toEqual(new Set([null, 'runner_resting']))
    expect(s.engine.objectionTo(ids[1]!)?.message).toMatch(
      /^Claude Code rests until .*: You have hit your limit\.$/,
    )
    await s.clock.advance(45 * MINUTE)
    expect(s.starts.filter((x) => ids.includes(x.threadId))).toHaveLength(2)
    expect(s.notices).toHaveLength(2)
  })

  it('comes back by itself when the limit ends as it said, and nobody has failed', async () => {
    const s = await scenario({
      script: () => ({
        status: 'failed',
        fault: fault('agent.limit_reached', 'limit'),
        turn: { ...TURN, resetsAt: s.clock.now() + 3 * HOUR },
      }),
    })
    const id = addWithAgent(s, 'r', CLAUDE)
    await s.clock.advance(2 * HOUR)
    expect(s.starts).toHaveLength(1)
    expect(s.store.threads.get(id)!.failures).toBe(0)
    s.script = () => ({ turn: TURN })
    await s.clock.advance(90 * MINUTE)
    expect(outcomes(s, id)).toContain('quiet')
    expect(s.views.snapshot().fleet.resting).toEqual([])
  })

  it('survives a restart, and makes at most thirty starts a day', async () => {
    const s = await scenario({
      script: () => ({ status: 'failed', fault: fault('agent.needs_login', 'Not logged in'), turn: TURN }),
    })
    for (let i = 0; i < 5; i++) addWithAgent(s, `r${i}`, CLAUDE)
    await s.clock.advance(20 * MINUTE)
    await s.crash()
    await s.clock.advance(DAY)
    expect(s.starts.length).toBeLessThanOrEqual(30)
    expect(s.notices).toHaveLength(1)
  })

  it('tries a message of a person all the same, once, and rests no longer for it', async () => {
    const s = await scenario({ script: limited })
    const id = addWithAgent(s, 'r', CLAUDE)
    await s.clock.advance(9 * MINUTE)
    const [rest] = s.engine.resting.list()
    const starts = s.starts.length
    s.message(id, 'hello')
    await s.clock.advance(MINUTE)
    expect(s.starts.length - starts).toBe(1)
    expect(s.runs(id).filter((run) => run.kind === 'message')).toMatchObject([{ outcome: 'broken' }])
    expect(s.engine.resting.list()).toEqual([rest])
    s.script = () => ({ turn: TURN, text: 'hi' })
    s.message(id, 'and now?')
    await s.clock.settle()
    expect(s.store.conversation.page(id, undefined, 9).entries.at(-1)).toMatchObject({ reply: 'hi' })
    expect(s.engine.resting.list(), 'it is back for everybody').toEqual([])
  })

  it('rests some minutes for a server that is overloaded, pauses nobody, and is told once it lasts', async () => {
    const s = await scenario({
      script: () => ({ status: 'failed', fault: fault('agent.overloaded', 'API Error: 529'), turn: TURN }),
    })
    const ids = ['r', 's'].map((name) => addWithAgent(s, name, CLAUDE))
    const told: number[] = []
    const rests: number[] = []
    for (let i = 0; i < 5; i++) {
      await s.clock.advance(31 * MINUTE)
      const [rest] = s.engine.resting.list()
      rests.push((rest!.until - s.clock.now()) / MINUTE)
      told.push(s.notices.length)
    }
    expect(Math.max(...rests)).toBeLessThanOrEqual(30)
    expect(told.at(-1), 'one notice for all of its threads').toBe(1)
    for (const id of ids) expect(s.store.threads.get(id)).toMatchObject({ failures: 0, pause: null })
    s.script = () => ({ turn: TURN, text: 'HEARTBEAT_OK' })
    await s.clock.advance(40 * MINUTE)
    expect(s.engine.resting.list()).toEqual([])
  })

  it('rests no longer for a key that was refused once another one is set, and is tried with that', async () => {
    const server = (key: string) =>
      agentConfigSchema.parse({
        kind: 'cli',
        cli: 'local-model',
        models: { quick: 'm', hourly: 'm', daily: 'm', message: 'm' },
        env: { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', OPENAI_API_KEY: key },
      })
    const s = await scenario({
      script: () => ({ status: 'failed', fault: fault('agent.key_refused', 'Incorrect key'), turn: TURN }),
    })
    const id = addWithAgent(s, 'r', server('old'))
    await s.clock.advance(9 * MINUTE)
    const [rest] = s.engine.resting.list()
    expect(rest).toMatchObject({ cause: 'key', name: 'Local model' })
    expect(s.notices[0]?.body).toBe(
      'Its server refused the key. Beats of its threads wait until another key is set, and one tries again then.',
    )
    const set = (key: string) => apiClient(s).threads.setAgent({ id, agent: server(key), confirmed: true })
    await set('old')
    expect(s.engine.resting.list(), 'nothing is other than it was').toEqual([rest])
    s.script = () => ({ turn: TURN, text: 'HEARTBEAT_OK' })
    await set('new')
    const starts = s.starts.length
    await s.clock.advance(9 * MINUTE)
    expect(s.starts.length - starts).toBeGreaterThan(0)
    expect(s.engine.resting.list()).toEqual([])
  })
})
