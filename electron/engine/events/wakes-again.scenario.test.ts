import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { QUICK_ONLY, scenario, type Scenario } from '../testing/scenario.ts'
import type { Script } from '../testing/world/world.ts'
import { CLAUDE } from '../testing/with-agent.ts'

const OK: Script = () => ({ text: 'HEARTBEAT_OK' })

async function bench(script: Script = OK, intervalMs = DAY): Promise<{ s: Scenario; id: ThreadId }> {
  const s = await scenario({ script })
  const id = s.add('api', { playbook: QUICK_ONLY, intervalMs })
  s.store.threads.change(id, { agent: CLAUDE })
  s.store.settings.change({ caps: [] })
  await s.sources.look(id)
  return { s, id }
}

describe('a wake that its run did not answer', () => {
  it('a wake of a thread whose folder is gone is asked again more and more seldom', async () => {
    const { s, id } = await bench()
    s.missing.add('/api')
    s.engine.wake(id, 'webhook')
    await s.clock.advance(6 * HOUR)
    expect(s.runs(id).filter((r) => r.outcome === 'broken').length).toBeLessThanOrEqual(12)
    expect(s.store.queue.waitingBeat(id)?.reasons).toEqual(['webhook'])
  })

  it('a wake outlives an unfinished merge of the list, a missing session, and two deaths of the app', async () => {
    const { s, id } = await bench()
    s.files.set('/api', '<<<<<<< a\n- [ ] x\n=======\n>>>>>>> b\n')
    s.engine.wake(id, 'webhook')
    await s.clock.advance(MINUTE)
    expect(s.runs(id).at(-1)!.outcome).toBe('alert')
    expect(s.store.queue.waitingBeat(id)?.reasons).toEqual(['webhook'])

    const { s: t, id: other } = await bench()
    t.store.threads.change(other, { session: 'resume' })
    t.engine.wake(other, 'job')
    await t.clock.advance(MINUTE)
    expect(t.runs(other).at(-1)!.skipReason).toBe('no_session')
    expect(t.store.queue.waitingBeat(other)?.reasons).toEqual(['job'])

    const { s: u, id: third } = await bench(() => ({ hangs: true }))
    u.engine.wake(third, 'urgent')
    await u.clock.advance(MINUTE)
    await u.crash()
    await u.clock.advance(MINUTE)
    await u.crash()
    expect(u.store.queue.waitingBeat(third)?.reasons).toEqual(['urgent'])
  })
})
