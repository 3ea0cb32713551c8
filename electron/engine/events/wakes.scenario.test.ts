import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { mainReason, type WakeReason } from '../../../shared/queue/queue.ts'
import { DAY, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { QUICK_ONLY, scenario, type Scenario } from '../testing/scenario.ts'
import type { Script } from '../testing/world/world.ts'

const COMMAND = { kind: 'command' as const, argv: ['agent'], env: {} }

async function bench(
  script: Script = () => ({ text: 'HEARTBEAT_OK' }),
  { playbook = QUICK_ONLY, intervalMs = DAY } = {},
): Promise<{ s: Scenario; id: ThreadId }> {
  const s = await scenario({ script })
  const id = s.add('api', { playbook, intervalMs })
  s.store.threads.change(id, { agent: COMMAND })
  return { s, id }
}

const woken = (s: Scenario, id: ThreadId): readonly (readonly WakeReason[])[] =>
  s.runs(id).map((r) => r.reasons)

const held = (s: Scenario) => s.store.queue.waiting().map(s.engine.holds())

/** One beat, then long enough for floor and flood guard to be open. */
async function warm(s: Scenario, id: ThreadId): Promise<void> {
  s.engine.wake(id, 'manual')
  await s.clock.advance(2 * MINUTE)
}

describe('wakes that come together', () => {
  it('within 250 ms become one beat with all their reasons, the most important of them naming it', async () => {
    const { s, id } = await bench()
    for (const reason of ['git', 'inbox', 'git', 'job'] as const) s.engine.wake(id, reason)
    await s.clock.advance(249)
    expect(s.starts).toEqual([])
    await s.clock.advance(1)
    expect(woken(s, id)).toEqual([['git', 'inbox', 'job']])
    expect(mainReason(s.runs(id)[0]!.reasons)).toBe('job')
  })

  it('keep the earliest of their times', async () => {
    const { s, id } = await bench()
    await warm(s, id)
    await warm(s, id)
    s.engine.wake(id, 'manual')
    await s.clock.advance(SECOND)
    s.engine.wake(id, 'git')
    await s.clock.advance(5 * SECOND)
    expect(s.store.queue.waiting()).toHaveLength(1)
    s.engine.wake(id, 'urgent')
    await s.clock.advance(250)
    expect(woken(s, id).at(-1)).toEqual(['git', 'urgent'])
  })

  it('leave one entry for each reason in the timeline, with the run that answered them', async () => {
    const { s, id } = await bench()
    for (const reason of ['git', 'git', 'webhook'] as const) s.engine.wake(id, reason)
    await s.clock.advance(SECOND)
    const runId = s.runs(id)[0]!.id
    expect(
      s.store.events
        .timeline(id, undefined, 10)
        .entries.map((e) => (e.kind === 'wake' ? [e.reason, e.runId] : [])),
    ).toEqual([
      ['webhook', runId],
      ['git', runId],
    ])
  })
})

describe('the guards', () => {
  it('thirty seconds lie between two starts that nobody asked for', async () => {
    const { s, id } = await bench()
    await warm(s, id)
    for (let i = 0; i < 20; i++) {
      s.engine.wake(id, 'git')
      await s.clock.advance(7 * SECOND)
    }
    const gaps = s.starts.slice(1).map((x, i) => x.at - s.starts[i]!.at)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(30 * SECOND)
    expect(s.starts.length).toBeGreaterThan(4)
  })

  it('a person passes the floor and the flood guard, an urgent wake the floor alone', async () => {
    const { s, id } = await bench()
    for (let i = 0; i < 5; i++) {
      s.engine.wake(id, 'urgent')
      await s.clock.advance(2 * SECOND)
    }
    expect(s.starts).toHaveLength(5)
    s.engine.wake(id, 'urgent')
    await s.clock.advance(5 * SECOND)
    expect(s.starts).toHaveLength(5)
    s.engine.wake(id, 'manual')
    s.engine.tick()
    await s.clock.settle()
    expect(woken(s, id).at(-1)).toEqual(['urgent', 'manual'])
  })

  it('a flood is warned of once in each episode, and what it held runs afterwards', async () => {
    const { s, id } = await bench()
    const flood = async (): Promise<void> => {
      for (let i = 0; i < 12; i++) {
        s.engine.wake(id, 'urgent')
        await s.clock.advance(2 * SECOND)
      }
    }
    const warnings = () => s.logs.filter((l) => l.event === 'wake.flooded').length
    await flood()
    expect([s.starts.length, warnings()]).toEqual([5, 1])
    await s.clock.advance(MINUTE)
    expect(s.starts).toHaveLength(6)
    expect(s.starts[5]!.at - s.starts[0]!.at).toBeGreaterThan(MINUTE)
    await s.clock.advance(10 * MINUTE)
    await flood()
    expect(warnings()).toBe(2)
  })
})

describe('a wake for a thread that is busy', () => {
  it('joins its one waiting beat and starts when the run is over, while other threads start at once', async () => {
    const { s, id } = await bench((spec) =>
      spec.repoPath === '/api' ? { takesMs: 5 * MINUTE, text: 'HEARTBEAT_OK' } : { text: 'HEARTBEAT_OK' },
    )
    s.store.settings.change({ maxRuns: 4, maxHeartbeats: 3 })
    const other = s.add('web', { playbook: QUICK_ONLY, intervalMs: DAY })
    s.engine.wake(id, 'git')
    await s.clock.advance(40 * SECOND)
    s.engine.wake(id, 'inbox')
    s.engine.wake(id, 'job')
    s.engine.wake(other, 'git')
    await s.clock.advance(SECOND)
    expect([s.store.queue.waiting().length, held(s), s.runs(other).length]).toEqual([1, ['thread_busy'], 1])
    await s.clock.advance(5 * MINUTE)
    expect(woken(s, id)).toEqual([['git'], ['inbox', 'job']])
    expect(s.starts.filter((x) => x.threadId === id)[1]!.at).toBe(s.starts[0]!.at + 5 * MINUTE)
  })
})
