import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { outcomes, QUICK_ONLY, scenario } from '../testing/scenario.ts'

describe('the queue', () => {
  it('lets messages overtake heartbeats and keeps heartbeats to one at a time', async () => {
    const s = await scenario({ script: () => ({ takesMs: 20 * SECOND }) })
    const ids = ['a', 'b', 'c'].map((n) => s.add(n, { playbook: QUICK_ONLY }))
    for (const id of ids) {
      s.store.threads.change(id, { agent: { kind: 'command', argv: ['agent'], env: {} } })
      s.engine.wake(id, 'manual', null)
    }
    s.engine.tick()
    s.message(ids[2]!, 'hello')
    await s.clock.advance(MINUTE + 10 * SECOND)
    const started = (isMessage: boolean) =>
      s.starts
        .filter((x) => (x.prompt?.startsWith('hello') === true) === isMessage)
        .map((x) => x.at - s.starts[0]!.at)
    expect({ messages: started(true), beats: started(false) }).toEqual({
      messages: [0],
      beats: [0, 20_000, 40_000],
    })
  })

  it('lets no heartbeat of local checks wait behind an agent that takes long, but where one run at a time is allowed', async () => {
    for (const [maxRuns, begun] of [
      [2, ['local', 'local', 'local']],
      [1, []],
    ] as const) {
      const s = await scenario({
        script: ({ agent }) => (agent.kind === 'local' ? {} : { takesMs: HOUR }),
      })
      s.store.settings.change({ maxRuns })
      const hung = s.add('hung', { playbook: QUICK_ONLY })
      s.store.threads.change(hung, { agent: { kind: 'command', argv: ['agent'], env: {} } })
      s.engine.wake(hung, 'manual', null)
      s.engine.tick()
      await s.clock.settle()
      const ids = ['a', 'b', 'c'].map((n) => s.add(n, { playbook: QUICK_ONLY }))
      for (const id of ids) s.engine.wake(id, 'manual', null)
      s.engine.tick()
      await s.clock.advance(SECOND)
      expect(ids.flatMap((id) => s.runs(id).map(() => 'local'))).toEqual(begun)
      expect(s.store.runs.running().map((r) => r.threadId)).toEqual([hung])
      await s.stop()
    }
  })

  it('merges slots into the one waiting beat', async () => {
    const s = await scenario({
      script: (spec) => (spec.repoPath === '/slow' ? { takesMs: 60 * MINUTE } : {}),
    })
    s.add('slow', { playbook: QUICK_ONLY })
    const id = s.add('api', { playbook: QUICK_ONLY })
    await s.clock.advance(58 * MINUTE)
    expect(s.store.queue.waiting().find((i) => i.threadId === id)).toMatchObject({ reasons: ['interval'] })
    await s.clock.advance(12 * MINUTE)
    expect(new Set(s.store.runs.slots(id, 8).map((x) => x.runId)).size).toBeLessThan(4)
  })

  it('keeps a message to a thread without an agent and says why it waits', async () => {
    const s = await scenario()
    const id = s.add('api')
    s.message(id, 'hello')
    await s.clock.advance(DAY)
    expect(s.views.snapshot().threads[0]!.waiting).toMatchObject([
      { kind: 'message', text: 'hello', hold: 'no_agent' },
    ])
  })

  it(
    'starts no interval beat outside active hours, a beat by hand at any time, and plans ' +
      'into the window',
    async () => {
      const s = await scenario({ start: Date.UTC(2026, 2, 10, 20) })
      const id = s.add('api')
      s.store.threads.change(id, { activeHours: { start: '09:00', end: '17:00', timeZone: 'UTC' } })
      s.engine.slots.replan(id)
      await s.clock.advance(12 * HOUR)
      expect(s.runs(id)).toEqual([])
      s.engine.wake(id, 'manual', null)
      s.engine.tick()
      await s.clock.settle()
      expect(s.runs(id)).toHaveLength(1)
      await s.clock.advance(69 * MINUTE)
      expect(new Date(s.runs(id)[1]!.startedAt).getUTCHours()).toBe(9)
    },
  )

  it('fails closed on active hours that cannot be read, and says so', async () => {
    const s = await scenario()
    const id = s.add('api')
    s.store.threads.change(id, { activeHours: { start: '9', end: '17:00', timeZone: 'UTC' } })
    s.engine.slots.replan(id)
    await s.clock.advance(DAY)
    expect(s.runs(id)).toEqual([])
    expect(s.views.snapshot().threads[0]).toMatchObject({
      state: 'overdue',
      scheduleProblem: expect.stringContaining('"9"'),
    })
  })

  it('finds a place inside the active hours for an interval that would always miss them', async () => {
    const s = await scenario({ start: Date.UTC(2026, 2, 10, 20) })
    const id = s.add('api', { intervalMs: DAY })
    s.store.threads.change(id, { activeHours: { start: '09:00', end: '09:30', timeZone: 'UTC' } })
    s.engine.slots.replan(id)
    await s.clock.advance(14 * HOUR)
    expect(s.runs(id).map((r) => new Date(r.startedAt).toISOString().slice(11, 16))).toEqual(['09:00'])
  })

  it('records the slots of a paused thread as skipped, and beats by hand all the same', async () => {
    const s = await scenario()
    const id = s.add('api')
    s.engine.setPause({ reason: 'focus', until: null, by: 'person' })
    await s.clock.advance(24 * MINUTE)
    expect(s.store.runs.slots(id, 10).map((x) => [x.outcome, x.cause])).toEqual(
      Array(3).fill(['skipped', 'paused']),
    )
    expect(s.views.snapshot().fleet.verdict.headline).toBe('Everything is paused.')
    s.engine.wake(id, 'manual', null)
    s.engine.tick()
    await s.clock.settle()
    expect(outcomes(s)).toEqual(['quiet'])
  })
})
