import { describe, expect, it } from 'vitest'
import { fault } from '../../../shared/base/faults.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import type { Scenario } from '../testing/scenario.ts'
import { CHECKS, CLAUDE, TURN, withAgent } from '../testing/with-agent.ts'

describe('found by review', () => {
  const off = (s: Scenario): void => {
    for (const { id } of s.store.threads.list()) s.store.threads.change(id, { intervalMs: 0 })
    for (const { id } of s.store.threads.list()) s.engine.slots.replan(id)
  }

  it('advice gets none of the person’s permissions and uses none up', async () => {
    const { s, id } = await withAgent(() => ({
      turn: {
        ...TURN,
        sessionId: 'x',
        refusals: [{ rule: 'Bash(npm publish)', label: 'publish', allowable: true }],
      },
    }))
    await s.clock.advance(9 * MINUTE)
    s.store.permissions.decide(id, 'Bash(npm publish)', 'once')
    const seen: unknown[] = []
    s.script = (spec) => {
      seen.push(spec.turn!.allowed)
      return { turn: { ...TURN, sessionId: 'x' } }
    }
    s.store.queue.sendMessage(id, 'publish it', '7', s.clock.now())
    s.engine.tick()
    await s.clock.advance(10 * MINUTE)
    expect(seen).toEqual([[], ['Bash(npm publish)']])
    expect(s.store.permissions.rules(id).once).toEqual([])
  })

  it('a permission for one run waits for a run that starts', async () => {
    const { s, id } = await withAgent(() => ({
      turn: { ...TURN, refusals: [{ rule: 'Bash(x)', label: 'x', allowable: true }] },
    }))
    await s.clock.advance(9 * MINUTE)
    s.store.permissions.decide(id, 'Bash(x)', 'once')
    s.script = () => ({ status: 'failed', fault: fault('agent.spawn_failed', 'no memory'), turn: null })
    await s.clock.advance(8 * MINUTE)
    expect(s.store.permissions.rules(id).once).toEqual(['Bash(x)'])
  })

  it('what a person has allowed and the CLI refuses all the same is not asked again and again', async () => {
    const { s, id } = await withAgent(() => ({
      turn: { ...TURN, refusals: [{ rule: 'Bash(x)', label: 'x', allowable: true }] },
    }))
    await s.clock.advance(9 * MINUTE)
    s.store.permissions.decide(id, 'Bash(x)', 'always')
    await s.clock.advance(8 * MINUTE)
    expect(s.runs(id).at(-1)!.outcome).toBe('quiet')
    expect(s.views.snapshot().threads[0]!.permissionsWanted).toBe(0)
  })

  it(
    'scripts and other threads start no agent over budget, while paused, or in a thread that is off, ' +
      'and are not lost',
    async () => {
      const { s, id } = await withAgent()
      s.store.settings.change({
        caps: [{ scope: 'fleet', of: null, period: 'day', unit: 'starts', limit: 3 }],
      })
      off(s)
      s.store.queue.sendMessage(id, 'held by off', 'inbox', s.clock.now())
      s.engine.tick()
      await s.clock.advance(MINUTE)
      expect(s.starts).toEqual([])
      s.store.threads.change(id, { intervalMs: HOUR })
      for (let i = 0; i < 9; i++)
        s.store.queue.sendMessage(id, `message ${i}`, i % 2 === 0 ? 'inbox' : '7', s.clock.now())
      s.engine.setPause({ reason: 'test', until: null, by: 'person' })
      s.engine.tick()
      await s.clock.advance(MINUTE)
      expect(s.starts).toEqual([])
      s.engine.setPause(null)
      s.engine.tick()
      await s.clock.advance(MINUTE)
      expect(s.starts.length).toBeLessThanOrEqual(3)
      expect(s.starts.length + s.store.queue.waiting().length).toBe(10)
      expect(new Set(s.store.queue.waiting().map((i) => s.engine.holds()(i)))).toEqual(
        new Set(['over_budget']),
      )
    },
  )

  it('a script’s message begins no session and never runs without checks', async () => {
    const { s, id } = await withAgent(() => ({ turn: { ...TURN, sessionId: 'S' } }), {
      ...CLAUDE,
      bypassUntil: Date.UTC(2026, 2, 10, 20),
    })
    s.store.threads.change(id, { session: 'resume' })
    const profiles: unknown[] = []
    s.script = (spec) => {
      profiles.push(spec.turn!.profile)
      return { turn: { ...TURN, sessionId: 'S' } }
    }
    s.store.queue.sendMessage(id, 'from a hook', 'inbox', s.clock.now())
    s.engine.tick()
    await s.clock.settle()
    expect(profiles).toEqual(['look'])
    expect(s.store.agents.session(id)).toBeNull()
  })

  it(
    'a message that changes what it may only look at is an alert, and its report raises and clears ' +
      'like a beat’s',
    async () => {
      const { s, id } = await withAgent()
      off(s)
      s.script = async (spec) => {
        s.looks.set('/api', { head: 'moved', index: '', branches: {}, stashes: [], files: {}, config: '' })
        await s.toolsOf(spec.runId).report({
          status: 'attention',
          tasks: [],
          alerts: [{ key: 'ci', severity: 'urgent', text: 'CI is red', state: 'open' }],
          attachments: [],
        })
        return { turn: TURN, text: 'done' }
      }
      s.store.threads.change(id, { intervalMs: HOUR })
      s.store.queue.sendMessage(id, 'advice', '7', s.clock.now())
      s.engine.tick()
      await s.clock.settle()
      expect(s.runs(id)[0]!.outcome).toBe('urgent')
      expect(
        s.store.threads
          .facts(id)
          .alerts.map((a) => a.key)
          .sort(),
      ).toEqual(['report:ci', expect.stringMatching(/^touched/)])
      s.script = async (spec) => {
        await s.toolsOf(spec.runId).report({
          status: 'ok',
          tasks: [],
          alerts: [{ key: 'ci', severity: 'urgent', text: 'fine', state: 'gone' }],
          attachments: [],
        })
        return { turn: TURN, text: 'done' }
      }
      s.message(id, 'and now?')
      await s.clock.settle()
      expect(s.store.threads.facts(id).alerts.map((a) => a.key)).not.toContain('report:ci')
    },
  )

  it('a standing flag costs a start an hour, not one at each beat', async () => {
    const { s, id } = await withAgent(undefined, CLAUDE, CHECKS.replace('(none)', '- prod is down'))
    await s.clock.advance(10 * HOUR)
    expect(s.starts.length).toBeLessThanOrEqual(11)
    expect(s.views.snapshot().threads.find((t) => t.id === id)!.state).toBe('urgent')
  })

  it('a clock set back by a month starves nobody longer than a day', async () => {
    const { s } = await withAgent(() => ({
      status: 'failed',
      fault: fault('agent.limit_reached', 'limit'),
      turn: TURN,
    }))
    await s.clock.advance(9 * MINUTE)
    s.script = () => ({ turn: TURN })
    await s.clock.set(s.clock.now() - 30 * DAY)
    await s.clock.advance(7 * HOUR)
    expect(s.starts.length).toBeGreaterThan(1)
  })

  it('an agent is not paid to say what it cannot say: without its tools nothing starts', async () => {
    const { s, id } = await withAgent()
    s.toolsFault = fault('agent.tools_failed', 'no port')
    await s.clock.advance(9 * MINUTE)
    expect(s.starts).toEqual([])
    expect(s.runs(id)).toMatchObject([{ outcome: 'broken', fault: { code: 'agent.tools_failed' } }])
  })

  it('work is not claimed by a beat that cannot start', async () => {
    const { s } = await withAgent(undefined, CLAUDE, `${CHECKS}## Work Queue\n- [pending] a: Do it\n`)
    s.toolsFault = fault('agent.tools_failed', 'no port')
    await s.clock.advance(9 * MINUTE)
    expect(s.files.get('/api')).toContain('[pending] a')
  })

  it('a rest that no thread waits for any more is not shown', async () => {
    const { s, id } = await withAgent(() => ({
      status: 'failed',
      fault: fault('agent.limit_reached', 'limit'),
      turn: TURN,
    }))
    await s.clock.advance(9 * MINUTE)
    s.store.threads.change(id, { agent: { kind: 'local' } })
    expect(s.views.snapshot().fleet.resting).toEqual([])
  })

  it('a bug after the agent has ended backs off like any failure, and closes the tools', async () => {
    const { s, id } = await withAgent(() => {
      s.looks.set('/api', undefined as never)
      Object.defineProperty(s.looks, 'get', {
        value: () => {
          throw new Error('boom')
        },
        configurable: true,
      })
      return { turn: TURN }
    })
    await s.clock.advance(40 * MINUTE)
    expect(s.store.threads.get(id)!.failures).toBeGreaterThan(1)
    expect(s.openRuns()).toEqual([])
    expect(s.store.threads.facts(id).alerts.map((a) => a.key)).toContain('broken')
  })
})
