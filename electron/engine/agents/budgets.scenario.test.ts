import { describe, expect, it } from 'vitest'
import { agentConfigSchema } from '../../../shared/agents/agent-config.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { apiClient } from '../testing/api-client.ts'
import { scenario } from '../testing/scenario.ts'
import { addWithAgent, CLAUDE, TURN, withAgent } from '../testing/with-agent.ts'

describe('budgets', () => {
  it('skip with the cap named, once it is used up, and the next day begins anew', async () => {
    const { s, id } = await withAgent(() => ({ turn: TURN }), { ...CLAUDE, billing: 'api' })
    s.store.threads.change(id, { gate: 'always' })
    s.store.settings.change({
      caps: [{ scope: 'thread', of: null, period: 'day', unit: 'usd', limit: 0.04 }],
    })
    await s.clock.advance(HOUR)
    expect(s.starts).toHaveLength(4)
    expect(s.runs(id).at(-1)).toMatchObject({
      outcome: 'skipped',
      skipReason: 'over_budget',
      summary: 'Skipped: the thread’s budget of $0.04 a day is used up ($0.04 of $0.04 a day).',
    })
    expect(s.engine.objectionTo(id)).toMatchObject({ code: 'budget' })
    await s.clock.advance(DAY)
    expect(s.starts.length).toBeGreaterThan(4)
    expect(s.starts.length).toBeLessThanOrEqual(8)
  })

  it('count starts where a plan pays, and never admit one too many', async () => {
    const s = await scenario({ script: () => ({ turn: TURN }) })
    s.store.settings.change({
      caps: [{ scope: 'fleet', of: null, period: 'day', unit: 'starts', limit: 10 }],
    })
    for (let i = 0; i < 6; i++) s.store.threads.change(addWithAgent(s, `r${i}`, CLAUDE), { gate: 'always' })
    await s.clock.advance(5 * HOUR)
    expect(s.starts.length).toBeGreaterThan(7)
    expect(s.starts.length).toBeLessThanOrEqual(10)
  })

  it('tell of a thread with a server of its own that no money is counted', async () => {
    const s = await scenario({ script: () => ({ turn: TURN }) })
    const models = { quick: 'm', hourly: 'm', daily: 'm', message: 'm' }
    const own = agentConfigSchema.parse({ kind: 'cli', cli: 'local-model', models, billing: 'api' })
    const ids = [addWithAgent(s, 'own', own), addWithAgent(s, 'other', CLAUDE)]
    for (const id of ids) s.store.threads.change(id, { gate: 'always' })
    await s.clock.advance(9 * MINUTE)
    const { byThread } = await apiClient(s).agents.spend()
    expect(ids.map((id) => byThread.find((t) => t.threadId === id)?.ownServer)).toEqual([true, false])
    expect(byThread.find((t) => t.threadId === ids[0])?.usd, 'whoever is said to pay').toBe(0)
  })

  it('let a person’s own beat pass, which has been asked about', async () => {
    const { s, id } = await withAgent()
    s.store.settings.change({ caps: [{ scope: 'fleet', of: null, period: 'day', unit: 'starts', limit: 0 }] })
    await s.clock.advance(9 * MINUTE)
    expect(s.starts).toEqual([])
    s.engine.wake(id, 'manual', null)
    s.engine.tick()
    await s.clock.settle()
    expect(s.starts).toHaveLength(1)
  })

  it('hold an agent that wakes itself all day', async () => {
    const { s, id } = await withAgent(() => {
      setImmediate(() => s.engine.wake(id, 'event', null))
      return { turn: TURN }
    })
    s.store.threads.change(id, { gate: 'always' })
    await s.clock.advance(2 * DAY)
    const perDay = new Map<number, number>()
    for (const { at } of s.starts)
      perDay.set(Math.floor(at / DAY), (perDay.get(Math.floor(at / DAY)) ?? 0) + 1)
    expect([...perDay.values()].map((n) => n <= 60)).toEqual([true, true, true])
  })
})
