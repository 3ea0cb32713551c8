import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import { PLAYBOOK, scenario, type Scenario } from '../testing/scenario.ts'
import { CLAUDE } from '../testing/with-agent.ts'

async function bench({ intervalMs = 30 * MINUTE } = {}): Promise<{ s: Scenario; id: ThreadId }> {
  const s = await scenario({ script: () => ({ text: 'HEARTBEAT_OK' }) })
  const id = s.add('api', { playbook: PLAYBOOK, intervalMs })
  s.store.threads.change(id, { agent: CLAUDE })
  s.store.settings.change({ caps: [] })
  await s.sources.look(id)
  return { s, id }
}

describe('what is foreseen, gathered for the window', () => {
  it('tells the time of every beat by few numbers, and which hours are quiet or closed to a thread', async () => {
    const { s, id } = await bench({ intervalMs: 5 * MINUTE })
    s.store.threads.change(id, { activeHours: { start: '10:00', end: '11:00', timeZone: 'UTC' } })
    s.engine.slots.replan(id)
    s.store.settings.change({ quietHours: { start: '22:00', end: '07:00', days: [0, 1, 2, 3, 4, 5, 6] } })
    const { threads, entries, more, quiet } = s.foresight.foresee(id, 48)
    const clock = (at: number): string => new Date(at).toISOString().slice(11, 16)
    const { beats, dailyAt, closed } = threads[0]!
    const times = beats.flatMap(({ first, stepMs, n }) =>
      Array.from({ length: n }, (_, i) => first + i * stepMs),
    )
    expect([more, times, beats.length]).toEqual([0, entries.map((e) => e.at), 2])
    expect(dailyAt).toEqual(entries.filter((e) => e.tier === 'daily').map((e) => e.at))
    for (const { from, to } of closed) expect(times.filter((at) => at >= from && at < to)).toEqual([])
    expect([closed.map(({ from }) => clock(from)).slice(1), quiet.map(({ to }) => clock(to))]).toEqual([
      ['11:00', '11:00'],
      ['07:00', '07:00'],
    ])
  })

  it('lists apart what is more than a quick beat of local checks', async () => {
    const { s, id } = await bench()
    const own = s.add('local', { intervalMs: 5 * MINUTE })
    const { apart, apartMore, entries, more } = s.foresight.foresee(undefined, 3)
    const isOrdinary = (e: (typeof entries)[number]): boolean => e.threadId === own && e.tier === 'quick'
    expect([more, apartMore, apart]).toEqual([0, 0, entries.filter((e) => !isOrdinary(e))])
    expect(new Set(apart.map((e) => `${e.threadId === id} ${e.tier}`))).toEqual(
      new Set(['true daily', 'true quick', 'true hourly', 'false daily', 'false hourly']),
    )
    s.store.threads.change(own, { pause: { reason: 'on holiday', until: null, by: 'person' } })
    expect(s.foresight.foresee(own, 3).apart).toEqual([])
  })
})
