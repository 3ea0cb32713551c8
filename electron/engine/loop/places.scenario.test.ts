import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { addWithAgent, CLAUDE, TURN } from '../testing/with-agent.ts'
import { QUICK_ONLY, scenario, type Scenario } from '../testing/scenario.ts'

/** Threads of which the first ones have a remote that never answers. */
async function fleet(dead: number, alive: number): Promise<Scenario> {
  const s = await scenario({
    script: (spec) => {
      if (!spec.repoPath.startsWith('/dead')) return {}
      spec.onLongWait?.('network')
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

it('a command that takes long holds nobody up, two hold nobody up, and three take a place again', async () => {
  for (const [long, quick] of [
    [1, 5],
    [2, 5],
    [3, 0],
  ] as const) {
    const s = await scenario({
      script: (spec) => {
        if (!spec.repoPath.startsWith('/long')) return {}
        spec.onLongWait?.('command')
        return { takesMs: 5 * MINUTE }
      },
    })
    for (let n = 0; n < long; n++) s.add(`long-${n}`, { playbook: QUICK_ONLY, intervalMs: HOUR })
    for (let n = 0; n < 5; n++) s.add(`quick-${n}`, { playbook: QUICK_ONLY, intervalMs: HOUR })
    await beatAll(s)
    await s.clock.advance(1000)
    expect([long, ended(s, 'quick')]).toEqual([long, quick])
    await s.clock.advance(6 * MINUTE)
    expect(ended(s, 'quick') + ended(s, 'long')).toBe(5 + long)
    await s.stop()
  }
})

it('found by reading: no more agents run than the limits say, though the checks before them waited for a network', async () => {
  const starts: number[] = []
  const s = await scenario({
    script: () => {
      starts.push(s.clock.now())
      return { turn: TURN, takesMs: MINUTE }
    },
  })
  const list = '## Quick Tasks\n- [ ] Run `git fetch origin`\n- [ ] Think about it\n'
  for (let n = 0; n < 5; n++) addWithAgent(s, `dead-${n}`, CLAUDE, list)
  for (const { repoPath } of s.store.threads.list()) s.silentRemotes.add(repoPath)
  await beatAll(s)
  await s.clock.advance(15 * MINUTE)
  expect(starts.map((at, n) => at - (starts[n - 1] ?? -Infinity) >= MINUTE)).not.toContain(false)
  expect(new Set(s.starts.map(({ threadId }) => threadId)).size).toBe(5)
  await s.stop()
})

it('an agent that waits for a place holds up no message, and a stop of it is no skipped beat', async () => {
  const s = await scenario({ script: () => ({ turn: TURN, takesMs: MINUTE }) })
  const list = '## Quick Tasks\n- [ ] Run `git fetch origin`\n- [ ] Think about it\n'
  const ids = [0, 1, 2, 3, 4].map((n) => addWithAgent(s, `dead-${n}`, CLAUDE, list))
  for (const { repoPath } of s.store.threads.list()) s.silentRemotes.add(repoPath)
  const lab = addWithAgent(s, 'lab', CLAUDE)
  s.store.threads.change(lab, { intervalMs: 0 })
  for (const id of ids) s.engine.wake(id, 'manual')
  s.engine.tick()
  await s.clock.advance(15_000)
  expect([s.starts.length, s.store.runs.running().length]).toEqual([1, 5])
  s.message(lab, 'Are you there?')
  s.engine.tick()
  await s.clock.advance(1000)
  expect(s.starts.map(({ threadId }) => threadId)).toEqual([ids[0], lab])
  const waiting = s.store.runs.running().filter((run) => !s.starts.some((start) => start.runId === run.id))
  s.engine.stopRun(waiting[0]!.id)
  await s.clock.advance(1000)
  expect(s.store.runs.detail(waiting[0]!.id)?.outcome).toBe('stopped')
  await s.stop()
})
