import { describe, expect, it } from 'vitest'
import { fault } from '../../../shared/base/faults.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { WakeReason } from '../../../shared/queue/queue.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { QUICK_ONLY, scenario, type Scenario } from '../testing/scenario.ts'
import type { Script } from '../testing/world/world.ts'
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
