import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { QUICK_ONLY, scenario, type Scenario } from '../testing/scenario.ts'

/** Threads of which the first ones have a remote that never answers. */
async function fleet(dead: number, alive: number): Promise<Scenario> {
  const s = await scenario({
    script: (spec) => {
      if (!spec.repoPath.startsWith('/dead')) return {}
      spec.onNetwork?.()
      return { takesMs: 2 * MINUTE }
    },
  })
  for (let n = 0; n < dead; n++) s.add(`dead-${n}`, { playbook: QUICK_ONLY, intervalMs: HOUR })
  for (let n = 0; n < alive; n++) s.add(`alive-${n}`, { playbook: QUICK_ONLY, intervalMs: HOUR })
  return s
}
const beatAll = async (s: Scenario): Promise<void> => {
  for (const { id } of s.store.threads.list()) s.engine.wake(id, 'manual')
  s.engine.tick()
  await s.clock.settle()
}
const ended = (s: Scenario, name: string): number =>
  s.store.threads
    .list()
    .filter((thread) => thread.name.startsWith(name))
    .filter(({ id }) => s.runs(id).some((run) => run.outcome === 'quiet')).length

describe('runs that only wait for an answer over a network', () => {
  it('take no place from others: thirty dead remotes cost ten threads nothing', async () => {
    const s = await fleet(30, 10)
    expect(s.engine.settings().maxHeartbeats).toBe(1)
    await beatAll(s)
    await s.clock.advance(1000)
    expect([ended(s, 'dead'), ended(s, 'alive')]).toEqual([0, 10])
    await s.clock.advance(2 * MINUTE)
    expect(ended(s, 'dead')).toBe(30)
    await s.stop()
  })

  it('are so many at most, and the others wait for their place', async () => {
    const s = await fleet(40, 0)
    await beatAll(s)
    await s.clock.advance(1000)
    expect(s.store.runs.running()).toHaveLength(33)
    const waiting = s.store.queue.waiting()
    expect(waiting.map((item) => s.engine.holds()(item))).toEqual(waiting.map(() => 'heartbeat_slots_used'))
    await s.clock.advance(5 * MINUTE)
    expect(ended(s, 'dead')).toBe(40)
    await s.stop()
  })
})
