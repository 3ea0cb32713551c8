import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import type { LongWait } from '../ports/agents.ts'
import { addWithAgent, CLAUDE, TURN } from '../testing/with-agent.ts'
import { QUICK_ONLY, scenario, type Scenario } from '../testing/scenario.ts'

/** Threads with local checks, of which those of a name that begins with `slow` wait for so long at each beat. */
async function fleet(
  names: Readonly<Record<string, number>>,
  waitsFor: LongWait,
  ms: number,
): Promise<Scenario> {
  const s = await scenario({
    script: (spec) => {
      if (!spec.repoPath.startsWith('/slow')) return {}
      spec.onLongWait?.(waitsFor)
      return { takesMs: ms }
    },
  })
  for (const [name, count] of Object.entries(names))
    for (let n = 0; n < count; n++) s.add(`${name}-${n}`, { playbook: QUICK_ONLY, intervalMs: HOUR })
  return s
}

/** Five threads with an agent, whose checks wait for a silent remote before; each agent takes a minute. */
async function agentsBehindRemotes(): Promise<{ s: Scenario; ids: readonly ThreadId[] }> {
  const s = await scenario({ script: () => ({ turn: TURN, takesMs: MINUTE }) })
  const list = '## Quick Tasks\n- [ ] Run `git fetch origin`\n- [ ] Think about it\n'
  const ids = [0, 1, 2, 3, 4].map((n) => addWithAgent(s, `dead-${n}`, CLAUDE, list))
  for (const { repoPath } of s.store.threads.list()) s.silentRemotes.add(repoPath)
  return { s, ids }
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
    const s = await fleet({ slow: 30, alive: 10 }, 'network', 2 * MINUTE)
    expect(s.engine.settings().maxHeartbeats).toBe(1)
    await beatAll(s)
    await s.clock.advance(1000)
    expect([ended(s, 'slow'), ended(s, 'alive')]).toEqual([0, 10])
    await s.clock.advance(2 * MINUTE)
    expect(ended(s, 'slow')).toBe(30)
    await s.stop()
  })

  it('are so many at most, and the others wait for their place', async () => {
    const s = await fleet({ slow: 40 }, 'network', 2 * MINUTE)
    await beatAll(s)
    await s.clock.advance(1000)
    expect(s.store.runs.running()).toHaveLength(33)
    const waiting = s.store.queue.waiting()
    expect(waiting.map((item) => s.engine.holds()(item))).toEqual(waiting.map(() => 'heartbeat_slots_used'))
    await s.clock.advance(5 * MINUTE)
    expect(ended(s, 'slow')).toBe(40)
    await s.stop()
  })
})

it('a command that takes long holds nobody up, two hold nobody up, and three take a place again', async () => {
  for (const [long, quick] of [
    [1, 5],
    [2, 5],
    [3, 0],
  ] as const) {
    const s = await fleet({ slow: long, quick: 5 }, 'command', 5 * MINUTE)
    await beatAll(s)
    await s.clock.advance(1000)
    expect([long, ended(s, 'quick')]).toEqual([long, quick])
    await s.clock.advance(6 * MINUTE)
    expect(ended(s, 'quick') + ended(s, 'slow')).toBe(5 + long)
    await s.stop()
  }
})

it('found by reading: no more agents run than the limits say, though the checks before them waited for a network', async () => {
  const { s } = await agentsBehindRemotes()
  await beatAll(s)
  await s.clock.advance(15 * MINUTE)
  const apart = s.starts.map(({ at }, n) => at - (s.starts[n - 1]?.at ?? -Infinity))
  expect(Math.min(...apart)).toBeGreaterThanOrEqual(MINUTE)
  expect(new Set(s.starts.map(({ threadId }) => threadId)).size).toBe(5)
  await s.stop()
})

it('an agent that waits for a place holds up no message, and a stop of it is no skipped beat', async () => {
  const { s, ids } = await agentsBehindRemotes()
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
