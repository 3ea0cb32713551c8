import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { QUICK_ONLY, scenario } from '../testing/scenario.ts'

describe('the end of runs and of the engine', () => {
  const command = { kind: 'command' as const, argv: ['agent'], env: {} }

  it('a run whose ending could not be written is settled by the next tick that can, and blocks nobody', async () => {
    const s = await scenario()
    const id = s.add('api', { playbook: QUICK_ONLY })
    const real = s.store.runs.finish
    let fail = true
    s.store.runs.finish = (...args) => {
      if (fail) throw new Error('disk is full')
      real(...args)
    }
    await s.clock.advance(9 * MINUTE)
    fail = false
    await s.clock.advance(17 * MINUTE)
    expect(
      s
        .runs(id)
        .slice(0, 2)
        .map((r) => r.outcome),
    ).toEqual(['interrupted', 'interrupted'])
    expect(s.runs(id).at(-1)!.outcome).toBe('quiet')
    expect(s.store.runs.running()).toEqual([])
  })

  it('waiting for a run to end can still be cut short', async () => {
    const s = await scenario({ script: () => ({ hangs: true }) })
    const id = s.add('api')
    s.engine.wake(id, 'manual', null)
    s.engine.tick()
    await s.clock.settle()
    const waiting = s.engine.stop('wait')
    await s.engine.stop('stop')
    await waiting
    expect(s.runs(id)).toMatchObject([{ outcome: 'stopped' }])
  })

  it('two asks for a beat that meet in the queue are both served', async () => {
    const s = await scenario({ script: (spec) => (spec.repoPath === '/slow' ? { takesMs: HOUR } : {}) })
    const slow = s.add('slow')
    const id = s.add('api')
    s.engine.wake(slow, 'manual', null)
    s.engine.tick()
    s.engine.wake(id, 'manual', null)
    s.engine.wake(id, 'manual', 'quick')
    await s.clock.advance(61 * MINUTE)
    expect(s.runs(id)[0]).toMatchObject({ tiers: ['quick', 'hourly', 'daily'] })
  })

  it('a message to an untrusted thread waits for the trust', async () => {
    const s = await scenario({ script: () => ({ text: 'done' }) })
    const id = s.add('api', { trusted: false })
    s.store.threads.change(id, { agent: command })
    s.message(id, 'hi')
    await s.clock.advance(MINUTE)
    expect(s.views.snapshot().threads[0]!.waiting).toMatchObject([{ hold: 'untrusted' }])
    s.store.threads.change(id, { trustedAt: s.clock.now() })
    s.engine.tick()
    await s.clock.settle()
    expect(s.runs(id)).toMatchObject([{ kind: 'message', outcome: 'quiet' }])
  })
})
