import { afterEach, describe, expect, it } from 'vitest'
import { UNTIL_CHANGE } from '../../../shared/alerts/alert.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { scenario, type Scenario } from '../testing/scenario.ts'

const QUICK = '## Quick Tasks\n- [ ] Look\n'

const open: Scenario[] = []

const begin = async (options: Parameters<typeof scenario>[0] = {}): Promise<Scenario> => {
  const s = await scenario(options)
  open.push(s)
  return s
}

afterEach(async () => {
  for (const s of open.splice(0)) await s.stop()
})

const raise = (
  s: Scenario,
  id: ThreadId,
  text: string,
  severity: 'notice' | 'warning' | 'urgent' = 'warning',
  key: string | null = 'ci',
): void => void s.store.alerts.raise(id, { key, severity, text }, s.clock.now())

/** What the next end of a run would do. */
const told = async (s: Scenario): Promise<string[]> => {
  s.engine.settleBanners()
  await s.clock.settle()
  return s.notices.map((n) => n.body)
}

const alerts = (s: Scenario) => s.store.alerts.list('open', 50, s.clock.now())

describe('a snooze', () => {
  it('that ends brings the alert back and tells it once more, also over a restart', async () => {
    const s = await begin()
    const id = s.add('api', { intervalMs: DAY })
    raise(s, id, 'CI is red')
    expect(await told(s)).toEqual(['CI is red'])
    s.store.alerts.snooze([alerts(s)[0]!.id], s.clock.now() + HOUR)
    await s.clock.advance(50 * MINUTE)
    expect(s.store.alerts.inboxCounts(s.clock.now())).toMatchObject({ open: 0, snoozed: 1 })
    await s.crash()
    await s.clock.advance(11 * MINUTE)
    expect([await told(s), alerts(s).length]).toEqual([['CI is red', 'CI is red'], 1])
    await s.clock.advance(3 * HOUR)
    expect(s.notices).toHaveLength(2)
  })

  it('holds what was not told yet', async () => {
    const s = await begin()
    const id = s.add('api', { intervalMs: DAY })
    raise(s, id, 'CI is red')
    s.store.alerts.snooze([alerts(s)[0]!.id], s.clock.now() + HOUR)
    expect(await told(s)).toEqual([])
    await s.clock.advance(HOUR + MINUTE)
    expect(await told(s)).toEqual(['CI is red'])
  })

  it('until it changes outlasts news of the same shape, and ends with another text or a worse severity', async () => {
    const s = await begin()
    const id = s.add('api', { intervalMs: DAY })
    raise(s, id, '3 tests fail')
    await told(s)
    s.store.alerts.snooze([alerts(s)[0]!.id], UNTIL_CHANGE)
    await s.clock.advance(5 * HOUR)
    raise(s, id, '4 tests fail')
    expect([await told(s), alerts(s)]).toEqual([['3 tests fail'], []])
    raise(s, id, '4 tests fail', 'urgent')
    expect([await told(s), alerts(s).map((a) => a.text)]).toEqual([
      ['3 tests fail', '4 tests fail'],
      ['4 tests fail'],
    ])
    s.store.alerts.snooze([alerts(s)[0]!.id], UNTIL_CHANGE)
    raise(s, id, 'The build is broken', 'urgent')
    expect(await told(s)).toEqual(['3 tests fail', '4 tests fail', 'The build is broken'])
  })

  it('of a named cause goes on over another text of it, and ends when it grows worse', async () => {
    const s = await begin()
    const id = s.add('api', { intervalMs: DAY })
    raise(s, id, 'CI is red on main')
    await told(s)
    s.store.alerts.snooze([alerts(s)[0]!.id], s.clock.now() + 4 * HOUR)
    raise(s, id, 'CI is red on dev')
    expect([await told(s), s.store.alerts.inboxCounts(s.clock.now())]).toMatchObject([
      ['CI is red on main'],
      { open: 0, snoozed: 1 },
    ])
    raise(s, id, 'CI is red everywhere', 'urgent')
    expect(await told(s)).toEqual(['CI is red on main', 'CI is red everywhere'])
  })
})

describe('what a person did', () => {
  it('can be taken back: acknowledged, snoozed, resolved by hand; nothing is told again by it', async () => {
    const s = await begin()
    const id = s.add('api', { intervalMs: DAY })
    raise(s, id, 'CI is red')
    await told(s)
    const [alert] = alerts(s)
    for (const did of [
      () => s.store.alerts.acknowledge([alert!.id], s.clock.now(), 'I know'),
      () => s.store.alerts.snooze([alert!.id], s.clock.now() + HOUR),
      () => s.store.alerts.resolveByHand([alert!.id], s.clock.now()),
    ]) {
      did()
      expect(alerts(s)).toEqual([])
      expect(s.store.alerts.reopen([alert!.id])).toEqual([alert!.id])
      expect(alerts(s)).toMatchObject([{ id: alert!.id, note: null, resolvedBy: null }])
    }
    expect(await told(s)).toEqual(['CI is red'])
  })

  it('is not taken back where newer news of the cause stands, or where a beat saw it gone', async () => {
    const s = await begin()
    const id = s.add('api', { intervalMs: DAY })
    raise(s, id, 'CI is red')
    const [first] = alerts(s)
    s.store.alerts.resolveByHand([first!.id], s.clock.now())
    raise(s, id, 'CI is red')
    expect([s.store.alerts.reopen([first!.id]), alerts(s).length]).toEqual([[], 1])
    const [second] = alerts(s)
    s.store.alerts.resolve(id, ['ci'], s.clock.now())
    expect([s.store.alerts.reopen([second!.id]), s.store.alerts.get(second!.id)!.resolvedBy]).toEqual([
      [],
      'beat',
    ])
  })

  it('takes the banner back, silently; so does a beat that finds it gone', async () => {
    const s = await begin()
    const [a, b] = [s.add('api', { intervalMs: DAY }), s.add('web', { intervalMs: DAY })]
    raise(s, a, 'CI is red')
    raise(s, b, 'PR waits')
    await told(s)
    const [first, second] = [s.store.threads.facts(a).alerts[0]!.id, s.store.threads.facts(b).alerts[0]!.id]
    s.store.alerts.acknowledge([first], s.clock.now())
    s.store.alerts.resolve(b, ['ci'], s.clock.now())
    await told(s)
    expect([s.withdrawn, s.notices.length]).toEqual([[first, second], 2])
    await told(s)
    expect(s.withdrawn).toHaveLength(2)
  })

  it('mutes one thread: its alerts stand in the inbox, its beats go on, others are told', async () => {
    const s = await begin()
    const [a, b] = [s.add('api', { playbook: QUICK }), s.add('web', { intervalMs: DAY })]
    s.store.alerts.mute(a, s.clock.now() + HOUR)
    raise(s, a, 'CI is red')
    raise(s, b, 'PR waits')
    expect([await told(s), alerts(s).map((x) => x.suppressedBy)]).toEqual([
      ['PR waits'],
      expect.arrayContaining([null, 'thread_muted']),
    ])
    await s.clock.advance(20 * MINUTE)
    expect(s.runs(a).length).toBeGreaterThan(1)
    expect(s.views.snapshot().threads[0]!.mutedUntil).not.toBeNull()
    await s.clock.advance(HOUR)
    expect([s.views.snapshot().threads[0]!.mutedUntil, s.notices.length]).toEqual([null, 1])
  })
})

describe('an urgent alert that nobody answers', () => {
  it('is told again after one hour and after four, then no more; after an absence once', async () => {
    const s = await begin()
    const id = s.add('api', { intervalMs: DAY })
    raise(s, id, 'Production is down', 'urgent')
    await told(s)
    await s.clock.advance(4 * HOUR + MINUTE)
    expect(s.notices.map((n) => n.title)).toEqual(['api', 'api is still urgent', 'api is still urgent'])
    const t = await begin()
    raise(t, t.add('web', { intervalMs: 2 * DAY }), 'Production is down', 'urgent')
    await told(t)
    await t.clock.sleep(8 * HOUR)
    await t.clock.advance(HOUR)
    expect(t.notices).toHaveLength(2)
  })
  it('is left alone once it is acknowledged', async () => {
    const s = await begin()
    raise(s, s.add('api', { intervalMs: DAY }), 'Production is down', 'urgent')
    await told(s)
    s.store.alerts.acknowledge([alerts(s)[0]!.id], s.clock.now())
    await s.clock.advance(61 * MINUTE)
    expect(s.notices).toHaveLength(1)
  })
})
