import { describe, expect, it } from 'vitest'
import { fault } from '../../../shared/base/faults.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { mainReason, type WakeReason } from '../../../shared/queue/queue.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { QUICK_ONLY, scenario, type Scenario, type Script } from '../testing/scenario.ts'
import { CLAUDE } from '../testing/with-agent.ts'

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
const beats = (s: Scenario, id: ThreadId) =>
  s.runs(id).map((r) => [r.outcome, r.skipReason ?? r.reasons.join('+')])
const held = (s: Scenario) => s.store.queue.waiting().map(s.engine.holds())
/** A wake waits for an hour, and says why, until an urgent one takes it along. */
async function holdsButTheUrgent(s: Scenario, id: ThreadId, why: string): Promise<void> {
  s.engine.wake(id, 'git')
  await s.clock.advance(HOUR)
  expect([s.starts.length, held(s)]).toEqual([0, [why]])
  s.engine.wake(id, 'urgent')
  await s.clock.advance(SECOND)
  expect(woken(s, id)).toEqual([['git', 'urgent']])
}
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

describe('a wake is never lost', () => {
  it('by a crash, whether it waits or runs', async () => {
    const { s, id } = await bench(() => ({ takesMs: MINUTE, text: 'HEARTBEAT_OK' }))
    s.engine.wake(id, 'git')
    await s.crash()
    await s.clock.advance(10 * SECOND)
    s.engine.wake(id, 'inbox')
    await s.crash()
    await s.clock.advance(5 * MINUTE)
    expect(beats(s, id)).toEqual([
      ['interrupted', 'git'],
      ['quiet', 'inbox+git+recovery'],
    ])
  })

  it('by an orderly quit in the middle of its run', async () => {
    const { s, id } = await bench(() => ({ takesMs: HOUR, text: 'HEARTBEAT_OK' }))
    s.engine.wake(id, 'git')
    await s.clock.advance(SECOND)
    await s.engine.stop('stop')
    s.script = () => ({ text: 'HEARTBEAT_OK' })
    await s.crash()
    await s.clock.advance(MINUTE)
    expect(beats(s, id)).toEqual([
      ['stopped', 'git'],
      ['quiet', 'git'],
    ])
  })

  it('by active hours: it waits for them, and an urgent one does not', async () => {
    const { s, id } = await bench()
    s.store.threads.change(id, { activeHours: { start: '20:00', end: '22:00', timeZone: 'UTC' } })
    await holdsButTheUrgent(s, id, 'outside_active_hours')
    s.engine.wake(id, 'inbox')
    await s.clock.advance(13 * HOUR)
    expect(woken(s, id)).toContainEqual(['inbox'])
  })

  it('by a list without tasks, where there is an agent', async () => {
    const { s, id } = await bench(undefined, { playbook: '# HEARTBEAT.md\n' })
    s.engine.wake(id, 'git')
    await s.clock.advance(SECOND)
    expect(beats(s, id)).toEqual([['quiet', 'git']])
  })

  it('by a thread that is off, paused, or without trust: it waits, and says why', async () => {
    for (const [change, back, why] of [
      [{ intervalMs: 0 }, { intervalMs: DAY }, 'off'],
      [{ pause: { reason: 'away', until: null, by: 'person' } }, { pause: null }, 'paused'],
      [{ trustedAt: null }, { trustedAt: 1 }, 'untrusted'],
    ] as const) {
      const { s, id } = await bench()
      s.store.threads.change(id, change)
      s.engine.wake(id, 'git')
      await s.clock.advance(HOUR)
      expect([s.starts.length, held(s)]).toEqual([0, [why]])
      s.store.threads.change(id, back)
      await s.clock.advance(MINUTE)
      expect(woken(s, id)[0]).toContain('git')
      await s.stop()
    }
  })

  it('by the machine’s power, which an urgent one passes', async () => {
    const { s, id } = await bench()
    s.store.settings.change({ onBattery: 'hold' })
    s.power = { onBattery: true, metered: null }
    await holdsButTheUrgent(s, id, 'power')
  })

  it('by a runner that rests', async () => {
    const { s, id } = await bench(() => ({ status: 'failed', fault: fault('agent.limit_reached', 'limit') }))
    s.store.threads.change(id, { agent: CLAUDE })
    s.engine.wake(id, 'git')
    await s.clock.advance(30 * MINUTE)
    expect([s.starts.length, held(s), s.store.queue.waiting()[0]!.reasons]).toEqual([
      1,
      ['runner_resting'],
      ['git'],
    ])
    s.script = () => ({ text: 'HEARTBEAT_OK' })
    await s.clock.advance(HOUR)
    expect(beats(s, id)).toEqual([
      ['broken', 'git'],
      ['quiet', 'git'],
    ])
  })

  it('by a budget that is used up', async () => {
    const { s, id } = await bench()
    s.store.settings.change({ caps: [{ scope: 'fleet', of: null, period: 'day', unit: 'starts', limit: 0 }] })
    s.engine.wake(id, 'git')
    await s.clock.advance(2 * HOUR)
    expect([s.starts.length, held(s)]).toEqual([0, ['over_budget']])
    s.store.settings.change({ caps: [] })
    await s.clock.advance(MINUTE)
    expect(woken(s, id)).toEqual([['git']])
  })

  it('by somebody at work in the repository: held back once, then it runs', async () => {
    const { s, id } = await bench()
    s.way.set('/api', { editedMsAgo: SECOND })
    s.engine.wake(id, 'git')
    await s.clock.advance(5 * MINUTE)
    expect(beats(s, id)).toEqual([
      ['skipped', 'in_your_way'],
      ['quiet', 'git'],
    ])
  })

  it('by a run that fails: it is asked again, later each time', async () => {
    const { s, id } = await bench(() => ({ status: 'failed', fault: fault('agent.exit_nonzero', 'exit 1') }))
    s.store.threads.change(id, { intervalMs: 8 * MINUTE })
    s.engine.wake(id, 'git')
    await s.clock.advance(SECOND)
    expect(s.store.queue.waiting()).toMatchObject([
      { reasons: ['git'], notBefore: s.clock.now() - 750 + 2 * MINUTE },
    ])
    await s.clock.advance(10 * MINUTE)
    s.script = () => ({ text: 'HEARTBEAT_OK' })
    await s.clock.advance(40 * MINUTE)
    const runs = s.runs(id).filter((r) => r.reasons.includes('git'))
    expect(runs.slice(0, 3).map((r) => r.outcome)).toEqual(['broken', 'broken', 'broken'])
    expect(runs[3]!.startedAt - runs[2]!.startedAt).toBeGreaterThan(15 * MINUTE)
    expect([runs.length, runs[3]!.outcome]).toEqual([4, 'quiet'])
  })
})

describe('a wake is used up', () => {
  it('by a person who stops its run', async () => {
    const { s, id } = await bench(() => ({ hangs: true }))
    s.engine.wake(id, 'git')
    await s.clock.advance(SECOND)
    s.engine.stopRun(s.runs(id)[0]!.id)
    await s.clock.advance(HOUR)
    expect(beats(s, id)).toEqual([['stopped', 'git']])
    expect(s.store.queue.waiting()).toEqual([])
  })

  it('by a run that nobody would see, for nothing of the thread is shown', async () => {
    const { s, id } = await bench()
    s.store.threads.change(id, { delivery: { showOk: false, showAlerts: false, indicator: false } })
    s.engine.wake(id, 'git')
    await s.clock.advance(HOUR)
    expect(beats(s, id)).toEqual([['skipped', 'by_switches']])
    s.store.threads.change(id, { agent: { kind: 'local' } })
    s.engine.wake(id, 'git')
    await s.clock.advance(HOUR)
    expect(beats(s, id).at(-1)).toEqual(['quiet', 'git'])
  })
})
