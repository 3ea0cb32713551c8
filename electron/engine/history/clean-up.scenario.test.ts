import { describe, expect, it } from 'vitest'
import { err, ok } from '../../../shared/base/result.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { scenario, type Scenario } from '../testing/scenario.ts'

/** Two weeks of beats, of which ten days are kept. */
async function bench() {
  const backups: string[] = []
  const disk = { isFull: false }
  const s = await scenario({
    ports: (usual) => ({
      ...usual,
      backUp: async (why) => {
        if (disk.isFull) return err('The disk is full.')
        backups.push(why)
        return ok(null)
      },
    }),
  })
  s.store.settings.change({ runsKeptMs: 10 * DAY })
  const id = s.add('api', { intervalMs: 12 * HOUR })
  s.store.threads.change(id, { gate: 'always' })
  for (let i = 0; i < 14 * 2; i++) await s.clock.sleep(12 * HOUR)
  return { s, id, backups, disk }
}

const kept = (s: Scenario) => {
  const runs = s.store.runs.page({ limit: 500 }).runs
  const details = runs.filter((run) => s.store.runs.detail(run.id) !== null)
  return { runs: runs.length, details: details.length, oldest: runs.at(-1)!.startedAt }
}
const waits = (s: Scenario): number => s.engine.live.cleanUpWaitsMs()

describe('the clean-up', () => {
  it('deletes by the settings while the clock goes on as it did', async () => {
    const { s, backups } = await bench()
    expect(kept(s).oldest).toBeGreaterThanOrEqual(s.clock.now() - 10 * DAY - 13 * HOUR)
    expect([waits(s), backups]).toEqual([0, []])
  })

  it('deletes nothing when the clock stood 400 days ahead for half a minute', async () => {
    const { s } = await bench()
    const before = kept(s)
    const right = s.clock.now()
    await s.clock.set(right + 400 * DAY)
    await s.clock.advance(30 * SECOND)
    await s.clock.set(right + 30 * SECOND)
    await s.clock.advance(3 * HOUR)
    expect(kept(s)).toMatchObject({ details: expect.any(Number) as number, oldest: before.oldest })
    expect(kept(s).details).toBeGreaterThanOrEqual(before.details)
    expect(s.logs.filter((l) => l.event === 'clean_up.waits').length).toBeGreaterThan(0)
    expect(waits(s)).toBeGreaterThan(20 * HOUR)
  })

  it.each([31, 400])('nor when the app was started while the clock stood %s days ahead', async (days) => {
    const { s } = await bench()
    const before = kept(s)
    const right = s.clock.now()
    await s.clock.set(right + days * DAY)
    await s.crash()
    await s.clock.advance(2 * HOUR)
    await s.clock.set(right + 2 * HOUR)
    await s.crash()
    await s.clock.advance(2 * HOUR)
    expect(kept(s).oldest).toBe(before.oldest)
    expect(kept(s).details).toBeGreaterThanOrEqual(before.details)
  })

  it('goes on after a day awake, after a backup, however often the app was started in between', async () => {
    const { s, backups, disk } = await bench()
    const before = kept(s)
    disk.isFull = true
    await s.clock.set(s.clock.now() + 30 * DAY)
    for (let i = 0; i < 7; i++) {
      await s.clock.sleep(4 * HOUR)
      await s.crash()
    }
    expect([waits(s), kept(s).oldest, backups]).toEqual([0, before.oldest, []])
    disk.isFull = false
    await s.clock.advance(2 * HOUR + MINUTE)
    expect(backups).toEqual(['before the first clean-up after the clock changed'])
    for (let i = 0; i < 72; i++) await s.clock.sleep(HOUR)
    expect(kept(s).oldest).toBeGreaterThanOrEqual(s.clock.now() - 10 * DAY - 13 * HOUR)
  })

  it('takes at most a day of history each hour', async () => {
    const { s } = await bench()
    const { oldest } = kept(s)
    s.store.settings.change({ runsKeptMs: 7 * DAY })
    await s.clock.advance(HOUR + MINUTE)
    expect(kept(s).oldest).toBeGreaterThan(oldest)
    expect(kept(s).oldest).toBeLessThanOrEqual(oldest + 2 * DAY)
    for (let i = 0; i < 12; i++) await s.clock.sleep(HOUR)
    expect(kept(s).oldest).toBeGreaterThanOrEqual(s.clock.now() - 7 * DAY - 13 * HOUR)
  })

  it('leaves the history of a fleet that rests', async () => {
    const { s, id } = await bench()
    s.store.threads.change(id, { intervalMs: 0 })
    s.engine.slots.replan(id)
    await s.clock.sleep(DAY)
    const before = kept(s)
    for (let i = 0; i < 20; i++) await s.clock.sleep(2 * DAY)
    await s.clock.advance(3 * HOUR)
    expect([waits(s), kept(s).runs]).toEqual([0, before.runs])
  })
})
