import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { scenario } from '../testing/scenario.ts'

const started = async () => {
  const s = await scenario()
  const id = s.add('api', { intervalMs: 10 * MINUTE })
  await s.clock.advance(11 * MINUTE) // the first beat, with every tier
  return { s, id, now: () => s.clock.now() }
}

describe('a snoozed tier', () => {
  it('is not due until its time, then runs at the next beat', async () => {
    const { s, id, now } = await started()
    s.store.threads.snoozeTier(id, 'hourly', now() + 3 * HOUR)
    await s.clock.advance(3 * HOUR)
    const before = s.runs(id).length
    expect(
      s
        .runs(id)
        .slice(1)
        .every((r) => r.tiers.join() === 'quick'),
    ).toBe(true)
    await s.clock.advance(11 * MINUTE)
    expect(
      s
        .runs(id)
        .slice(before)
        .map((r) => r.tiers),
    ).toEqual([['quick', 'hourly']])
  })

  it('says on each due time that would have had it why it was left out', async () => {
    const { s, id, now } = await started()
    const free = s.store.runs.slots(id, 1)[0]
    s.store.threads.snoozeTier(id, 'hourly', now() + 3 * HOUR)
    await s.clock.advance(90 * MINUTE)
    const slots = s.store.runs.slots(id, 100)
    expect([free?.cause, slots[1]?.cause]).toEqual([null, null]) // not due yet: nothing was put off
    expect(slots.at(-1)).toMatchObject({
      outcome: 'quiet',
      cause: expect.stringMatching(/^hourly tier snoozed until \d{4}-\d\d-\d\d \d\d:\d\d$/),
    })
  })

  it('leaves due times on record as skipped when nothing else is due, and starts nothing', async () => {
    const { s, id, now } = await started()
    const runs = s.runs(id).length
    s.store.threads.snoozeTier(id, 'quick', now() + 30 * MINUTE)
    await s.clock.advance(30 * MINUTE)
    expect(s.runs(id)).toHaveLength(runs)
    expect(s.store.runs.slots(id, 3).map((x) => [x.outcome, x.cause?.replace(/ until .*/, '')])).toEqual([
      ['skipped', 'quick tier snoozed'],
      ['skipped', 'quick tier snoozed'],
      ['skipped', 'quick tier snoozed'],
    ])
    await s.clock.advance(10 * MINUTE)
    expect(s.runs(id)).toHaveLength(runs + 1)
  })

  it('lets the other tiers of a beat run without it', async () => {
    const { s, id, now } = await started()
    s.store.threads.snoozeTier(id, 'quick', now() + 6 * HOUR)
    await s.clock.advance(2 * HOUR)
    expect(
      s
        .runs(id)
        .slice(1)
        .map((r) => r.tiers),
    ).toEqual([['hourly']])
  })

  it('is run all the same by a person who asks for it', async () => {
    const { s, id, now } = await started()
    const runs = s.runs(id).length
    s.store.threads.snoozeTier(id, 'hourly', now() + 3 * HOUR)
    s.engine.wake(id, 'manual', 'hourly')
    s.engine.tick()
    await s.clock.advance(MINUTE)
    expect(
      s
        .runs(id)
        .slice(runs)
        .map((r) => r.tiers),
    ).toEqual([['quick', 'hourly']])
  })

  it('found by review: is left out of a beat by hand that does not name it', async () => {
    const s = await scenario()
    const id = s.add('api', { intervalMs: 10 * MINUTE })
    s.store.threads.snoozeTier(id, 'daily', s.clock.now() + 24 * HOUR)
    await s.clock.advance(MINUTE)
    const runs = s.runs(id).length
    for (const tier of [null, 'daily'] as const) {
      s.engine.wake(id, 'manual', tier)
      s.engine.tick()
      await s.clock.advance(MINUTE)
    }
    expect(
      s
        .runs(id)
        .slice(runs, runs + 2)
        .map((r) => r.tiers.includes('daily')),
    ).toEqual([false, true])
  })

  it('is due again as by its last time once it is woken', async () => {
    const { s, id, now } = await started()
    s.store.threads.snoozeTier(id, 'hourly', now() + 24 * HOUR)
    await s.clock.advance(2 * HOUR)
    const runs = s.runs(id).length
    s.store.threads.snoozeTier(id, 'hourly', null)
    await s.clock.advance(10 * MINUTE)
    expect(
      s
        .runs(id)
        .slice(runs)
        .map((r) => r.tiers),
    ).toEqual([['quick', 'hourly']])
  })

  it('does not take the tasks that its beat had queued before it was put off', async () => {
    const { s, id, now } = await started()
    const runs = s.runs(id).length
    const until = now() + 3 * HOUR
    s.store.queue.requestBeat(
      { threadId: id, reasons: ['interval'], tier: null, withDue: true, dueTier: 'quick', notBefore: now() },
      now(),
    )
    s.store.threads.snoozeTier(id, 'quick', until)
    s.engine.tick()
    await s.clock.advance(MINUTE)
    expect(s.runs(id).slice(runs)).toMatchObject([
      {
        outcome: 'skipped',
        skipReason: 'paused',
        summary: 'Skipped: every tier that would be due is snoozed.',
      },
    ])
  })

  it('is no longer off than 30 days after the clock was set back by years', async () => {
    const { s, id, now } = await started()
    s.store.threads.snoozeTier(id, 'daily', now() + 20 * 24 * HOUR)
    const back = now() - 800 * 24 * HOUR
    s.store.clampFuture(back)
    expect(s.store.threads.get(id)?.tiers.daily.snoozedUntil).toBe(back + 30 * 24 * HOUR)
  })
})
