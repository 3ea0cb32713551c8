import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { QUICK_ONLY, scenario } from '../testing/scenario.ts'

describe('the health of a thread', () => {
  const command = { kind: 'command' as const, argv: ['agent'], env: {} }

  const broken = {
    status: 'failed' as const,
    fault: { code: 'agent.timed_out' as const, message: 'after 90 s' },
  }

  it('a standing urgent flag does not hide a runner that is broken', async () => {
    const s = await scenario({ script: () => broken })
    const id = s.add('api', { playbook: `${QUICK_ONLY}\n## Urgent Flags\n- disk full\n` })
    s.store.threads.change(id, { agent: command })
    await s.clock.advance(DAY)
    expect(s.runs(id).map((r) => r.outcome)).toEqual(Array(5).fill('urgent'))
    expect(s.store.threads.get(id)!.pause).toMatchObject({ by: 'failures' })
  })

  it('a message neither counts for nor against the health of heartbeats', async () => {
    let fail = true
    const s = await scenario({
      script: (spec) => (fail && spec.prompt?.startsWith('HEARTBEAT') === true ? broken : { text: 'hello' }),
    })
    const id = s.add('api', { playbook: QUICK_ONLY })
    s.store.threads.change(id, { agent: command })
    await s.clock.advance(17 * MINUTE)
    const failures = s.store.threads.get(id)!.failures
    s.message(id, 'hi')
    await s.clock.settle()
    expect(s.store.threads.get(id)!.failures).toBe(failures)
    fail = false
    await s.clock.advance(30 * MINUTE)
    expect(s.store.threads.get(id)!.failures).toBe(0)
  })

  it('the delay after failures also holds a beat that was queued during the run', async () => {
    const s = await scenario({ script: () => ({ ...broken, takesMs: 20 * MINUTE }) })
    const id = s.add('api', { playbook: QUICK_ONLY })
    await s.clock.advance(6 * HOUR)
    const runs = s.runs(id)
    const gaps = runs.slice(1).map((r, i) => Math.round((r.startedAt - runs[i]!.finishedAt!) / MINUTE))
    expect([gaps[2]! >= 15, gaps[3]! >= 31]).toEqual([true, true])
  })

  it('a clock set back during a run does not keep hourly checks away', async () => {
    let first = true
    const s = await scenario({ script: () => (first ? ((first = false), { takesMs: 2 * MINUTE }) : {}) })
    const id = s.add('api')
    await s.clock.advance(8 * MINUTE)
    await s.clock.set(s.clock.now() - 5 * DAY)
    await s.clock.advance(3 * HOUR)
    expect(s.runs(id).filter((r) => r.tiers.includes('hourly')).length).toBeGreaterThan(1)
    expect(s.views.snapshot().threads[0]!.state).toBe('quiet')
  })
})
