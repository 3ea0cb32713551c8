import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { scenario } from '../testing/scenario.ts'

describe('after an absence', () => {
  it('runs one catch-up heartbeat after nine hours of sleep, and the missed slots are on record', async () => {
    const s = await scenario()
    const id = s.add('api')
    await s.clock.advance(20 * MINUTE)
    const before = s.runs(id).length
    await s.clock.sleep(9 * HOUR)
    expect(
      s
        .runs(id)
        .slice(before)
        .map((r) => ({ reasons: r.reasons, tiers: r.tiers })),
    ).toEqual([{ reasons: ['catch-up'], tiers: ['quick', 'hourly'] }])
    const missed = s.store.runs.slots(id, 200).filter((x) => x.outcome === 'missed')
    expect(missed).not.toHaveLength(0)
    expect(missed.reduce((n, x) => n + x.count, 0)).toBe(((9 * 60) / 8 - 1) | 0)
    expect(new Set(missed.map((x) => x.cause))).toEqual(new Set(['asleep']))
  })

  it('drops a quick-only catch-up after less than one interval', async () => {
    const s = await scenario()
    const id = s.add('api', { intervalMs: 30 * MINUTE })
    await s.clock.advance(35 * MINUTE)
    const before = s.runs(id).length
    const wait = s.store.threads.get(id)!.nextDueAt! - s.clock.now()
    await s.clock.sleep(wait + 5 * MINUTE)
    expect(s.runs(id).length).toBe(before)
    expect(s.store.runs.slots(id, 1)[0]).toMatchObject({ outcome: 'missed', cause: 'asleep' })
    // Nobody has looked since: its row says so as the sentence does.
    const { threads, fleet } = s.views.snapshot()
    expect([threads[0]!.state, threads[0]!.because, fleet.verdict.rest]).toEqual([
      'overdue',
      'Not checked on time: its last due time was missed.',
      '1 not checked on time.',
    ])
  })

  it('keeps most of a year of sleep on record without a row for each slot', async () => {
    const s = await scenario()
    const id = s.add('api', { intervalMs: HOUR })
    await s.clock.advance(2 * HOUR)
    await s.clock.sleep(300 * DAY)
    const slots = s.store.runs.slots(id, 500)
    expect(slots.length).toBeLessThan(60)
    expect(slots.reduce((n, x) => n + x.count, 0)).toBe(2 + 300 * 24)
  })

  it('shows the newest beats of now in a row, not those of a clock that was ahead', async () => {
    const s = await scenario()
    const id = s.add('api')
    await s.clock.advance(HOUR)
    const start = s.clock.now()
    await s.clock.set(start + 3 * DAY)
    await s.clock.advance(8 * HOUR) // more due times than a row has
    await s.clock.set(start + HOUR)
    await s.clock.advance(HOUR)
    const { at, outcome } = s.store.threads.facts(id).strip
    const newest = s.store.runs.beats(id, 500).at(-1)!
    expect([at.at(-1), outcome.at(-1)]).toEqual([newest.at, newest.outcome])
    expect(s.clock.now() - newest.at).toBeLessThan(8 * MINUTE)
  })

  it('is not starved by a clock set back', async () => {
    const s = await scenario()
    const id = s.add('api')
    await s.clock.advance(20 * MINUTE)
    const before = s.runs(id).length
    await s.clock.set(s.clock.now() - 5 * DAY)
    await s.clock.advance(9 * MINUTE)
    expect(s.runs(id).length).toBeGreaterThan(before)
    await s.clock.advance(70 * MINUTE)
    expect(
      s
        .runs(id)
        .slice(before)
        .some((r) => r.tiers.includes('hourly')),
    ).toBe(true)
  })

  it('queues an interrupted heartbeat again, once, and shows an interrupted message', async () => {
    const s = await scenario({ script: () => ({ hangs: true }) })
    const id = s.add('api')
    s.store.threads.change(id, { agent: { kind: 'command', argv: ['agent'], env: {} } })
    s.message(id, 'hello')
    await s.clock.settle()
    await s.crash()
    expect(s.runs(id)).toMatchObject([{ kind: 'message', outcome: 'interrupted' }])
    await s.clock.advance(9 * MINUTE)
    await s.crash()
    await s.crash()
    await s.clock.advance(SECOND)
    expect(
      s
        .runs(id)
        .filter((r) => r.kind === 'heartbeat')
        .map((r) => [r.outcome, r.reasons]),
    ).toEqual([
      ['interrupted', ['interval']],
      ['interrupted', ['interval', 'recovery']],
    ])
  })
})
