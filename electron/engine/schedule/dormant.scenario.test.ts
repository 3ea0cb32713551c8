import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { oneThread } from '../testing/one-thread.ts'

describe('a dormant thread', () => {
  it('is looked at once a day, and beats as before from its first commit on', async () => {
    const { s, id } = await oneThread({ agent: false, intervalMs: 15 * MINUTE })
    s.store.settings.change({ dormantAfterMs: DAY })
    await s.clock.advance(5 * DAY)
    const starts = s.starts.map((x) => x.at).filter((at) => at > Date.UTC(2026, 2, 12))
    expect([starts.length, new Set(starts.slice(1).map((at, i) => at - starts[i]!))]).toEqual([
      4,
      new Set([DAY]),
    ])
    expect(s.store.runs.slots(id, 500).every((x) => x.outcome === 'quiet')).toBe(true)
    await s.changeGit('api', { head: 'beef', reflogMessage: 'commit: back' })
    await s.clock.advance(HOUR)
    expect(s.starts.filter((x) => x.at > s.clock.now() - HOUR).length).toBeGreaterThanOrEqual(3)
    expect(s.store.threads.get(id)!.nextDueAt! - s.clock.now()).toBeLessThanOrEqual(15 * MINUTE)
  })

  it('that slept through its one look has it on record and catches up once', async () => {
    const { s, id } = await oneThread({ agent: false, intervalMs: 15 * MINUTE })
    s.store.settings.change({ dormantAfterMs: DAY })
    await s.clock.advance(2 * DAY)
    const before = s.runs(id).length
    await s.clock.sleep(3 * DAY + HOUR)
    await s.clock.advance(MINUTE)
    expect(
      s
        .runs(id)
        .slice(before)
        .map((r) => r.reasons),
    ).toEqual([['catch-up']])
    expect(s.store.runs.slots(id, 500).filter((x) => x.outcome === 'missed').length).toBeLessThanOrEqual(3)
  })
})
