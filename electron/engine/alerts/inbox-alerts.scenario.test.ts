import { afterEach, describe, expect, it } from 'vitest'
import { UNTIL_CHANGE } from '../../../shared/alerts/alert.ts'
import type { FaultCode } from '../../../shared/base/faults.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { statusExitCode } from '../../../shared/views/status-code.ts'
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
): void => s.store.alerts.raise(id, { key, severity, text }, s.clock.now())
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

const NIGHT = { start: '22:00', end: '08:00', days: [0, 1, 2, 3, 4, 5, 6] }

describe('quiet hours', () => {
  it('hold banners, let urgent ones through, and end with one sentence', async () => {
    const s = await begin({ start: Date.UTC(2026, 2, 10, 23) })
    s.store.settings.change({ quietHours: NIGHT, digest: 'off' })
    for (const name of ['api', 'web', 'docs']) raise(s, s.add(name, { intervalMs: DAY }), `${name} is red`)
    raise(s, s.add('db', { intervalMs: DAY }), 'Production is down', 'urgent')
    expect(await told(s)).toEqual(['Production is down'])
    const [gone] = alerts(s).filter((a) => a.severity === 'warning')
    s.store.alerts.acknowledge([gone!.id, alerts(s).find((a) => a.severity === 'urgent')!.id], s.clock.now())
    await s.clock.advance(8 * HOUR)
    await s.crash()
    await s.clock.advance(3 * HOUR)
    expect(s.notices.slice(1)).toMatchObject([
      { body: 'While it was quiet: 2 alerts. They stand in the inbox.', place: 'inbox' },
    ])
  })
  it('leave the sentence to the digest where that comes soon', async () => {
    const s = await begin({ start: Date.UTC(2026, 2, 10, 23) })
    s.store.settings.change({ quietHours: NIGHT, digest: 'on', digestAt: '09:00' })
    const id = s.add('api', { playbook: QUICK, intervalMs: HOUR })
    await s.clock.advance(2 * HOUR)
    raise(s, id, 'CI is red')
    await s.clock.advance(12 * HOUR)
    expect(s.notices.map((n) => n.body)).toEqual([
      'Yesterday: 1 beat. One thing to look at. While it was quiet: 1 alert.',
    ])
  })
  it('silence everything where urgent may not interrupt', async () => {
    const s = await begin({ start: Date.UTC(2026, 2, 10, 23) })
    s.store.settings.change({ quietHours: NIGHT, quietLetsUrgent: false })
    raise(s, s.add('db', { intervalMs: DAY }), 'Production is down', 'urgent')
    expect(await told(s)).toEqual([])
  })
  it('hold beats that nobody asked for, if told to: slots merge into one beat, nothing is backfilled', async () => {
    const s = await begin({ start: Date.UTC(2026, 2, 10, 21, 30) })
    s.store.settings.change({ quietHours: NIGHT, quietPausesBeats: true })
    const id = s.add('api', { playbook: QUICK, intervalMs: 10 * MINUTE })
    await s.clock.advance(35 * MINUTE)
    const before = s.runs(id).length
    await s.clock.advance(3 * HOUR)
    const view = s.views.snapshot()
    expect([s.runs(id).length, view.threads[0]!.waiting.map((w) => w.hold), view.fleet.quietUntil]).toEqual([
      before,
      ['quiet_hours'],
      Date.UTC(2026, 2, 11, 8),
    ])
    s.engine.wake(id, 'urgent', null)
    s.engine.tick()
    await s.clock.settle()
    expect(s.runs(id)).toHaveLength(before + 1)
    await s.clock.advance(Date.UTC(2026, 2, 11, 8, 1) - s.clock.now())
    expect(s.runs(id)).toHaveLength(before + 2)
  })
})

describe('quiet hours in which beats rest (found by review)', () => {
  it('make no thread overdue: it is paused by them, and late only from their end', async () => {
    const s = await begin({ start: Date.UTC(2026, 2, 10, 21, 30) })
    s.store.settings.change({ quietHours: NIGHT, quietPausesBeats: true, maxHeartbeats: 1 })
    const ids = ['api', 'web'].map((name) => s.add(name, { playbook: QUICK, intervalMs: 10 * MINUTE }))
    await s.clock.advance(3 * HOUR)
    const night = s.views.snapshot()
    expect(night.threads.map((t) => [t.state, t.because, t.lateMs])).toEqual(
      ids.map(() => ['paused', 'Paused: quiet hours', 0]),
    )
    expect([night.fleet.verdict.rest, statusExitCode(night.threads)]).toEqual(['2 paused.', 0])
    await s.clock.advance(Date.UTC(2026, 2, 11, 8) - s.clock.now() + 1)
    for (const thread of s.views.snapshot().threads) expect(thread.lateMs).toBeLessThan(MINUTE)
    await s.clock.advance(5 * MINUTE)
    expect(s.views.snapshot().fleet.verdict.headline).toBe('All quiet.')
  })
})

describe('the digest', () => {
  it('comes once a local day at the first chance, over restarts, and once after a week away', async () => {
    const s = await begin({ start: Date.UTC(2026, 2, 10, 6) })
    s.store.settings.change({ digest: 'on' })
    s.add('api', { playbook: QUICK, intervalMs: HOUR })
    await s.clock.advance(DAY)
    expect(s.notices).toEqual([]) // there was no yesterday
    await s.clock.advance(4 * HOUR)
    expect(s.notices).toMatchObject([{ body: 'Yesterday: 18 beats. Nothing needs you.', place: 'today' }])
    await s.crash()
    await s.clock.advance(HOUR)
    expect(s.notices).toHaveLength(1)
    await s.clock.sleep(7 * DAY)
    await s.clock.advance(HOUR)
    expect(s.notices).toHaveLength(2)
    expect(s.notices[1]!.body).toMatch(/^Yesterday: 0 beats, \d+ missed\./)
  })
  it('is off below five threads unless it is asked for', async () => {
    const s = await begin({ start: Date.UTC(2026, 2, 10, 6) })
    for (const name of ['a', 'b', 'c', 'd']) s.add(name, { playbook: QUICK, intervalMs: 12 * HOUR })
    await s.clock.advance(DAY + 4 * HOUR)
    expect(s.notices).toEqual([])
    s.add('e', { playbook: QUICK, intervalMs: HOUR })
    await s.clock.advance(MINUTE)
    expect(s.notices).toHaveLength(1)
  })
})

describe('an incident', () => {
  const fleet = async (
    codes: Map<string, FaultCode | null>,
  ): Promise<{ s: Scenario; ids: Map<string, ThreadId> }> => {
    const s = await begin({
      script: (spec) => {
        const code = codes.get(spec.repoPath.slice(1)) ?? null
        return code === null
          ? {}
          : { status: 'failed', fault: { code, message: `after 90 s in ${spec.repoPath}` } }
      },
    })
    s.store.settings.change({ maxRuns: 8, maxHeartbeats: 7, digest: 'off' })
    const ids = new Map<string, ThreadId>()
    for (const name of codes.keys()) {
      const id = s.add(name, { playbook: QUICK, intervalMs: 5 * MINUTE })
      s.store.threads.change(id, { agent: { kind: 'command', argv: ['agent'], env: {} } })
      ids.set(name, id)
    }
    return { s, ids }
  }
  const codesOf = (code: FaultCode | null, ...names: string[]): Map<string, FaultCode | null> =>
    new Map(names.map((n) => [n, code]))
  const incidents = (s: Scenario) => s.views.snapshot().fleet.incidents

  it(
    'is one banner for all threads, folds their alerts, pauses none of them, and is over when ' +
      'they are well',
    async () => {
      const codes = codesOf('agent.timed_out', 'a', 'b', 'c', 'd')
      const { s } = await fleet(codes)
      await s.clock.advance(30 * MINUTE)
      expect(incidents(s)).toMatchObject([
        { class: 'timed_out', title: 'Runs of 4 threads took too long', repair: { do: 'settings' } },
      ])
      expect(s.notices).toMatchObject([
        {
          title: expect.stringMatching(/^Runs of [34] threads took too long$/) as string,
          tag: expect.stringMatching(/^incident:inc_/) as string,
        },
      ])
      expect(alerts(s).map((a) => a.suppressedBy)).toEqual(['incident', 'incident', 'incident', 'incident'])
      await s.clock.advance(90 * MINUTE)
      expect(s.store.threads.list().map((t) => t.pause)).toEqual([null, null, null, null])
      await s.crash()
      expect(incidents(s)).toHaveLength(1)
      for (const name of codes.keys()) codes.set(name, null)
      await s.clock.advance(2 * HOUR)
      expect([incidents(s), alerts(s), s.notices.length]).toEqual([[], [], 1])
    },
  )

  it('is none of two threads, nor of less than three tenths of the beats', async () => {
    const { s } = await fleet(new Map([...codesOf('agent.timed_out', 'a', 'b'), ...codesOf(null, 'c')]))
    await s.clock.advance(20 * MINUTE)
    expect(incidents(s)).toEqual([])
    const codes = codesOf(null, 'a', 'b', 'c', ...'defghijklmno')
    const many = await fleet(codes)
    await many.s.clock.advance(6 * MINUTE)
    for (const name of 'abc') codes.set(name, 'agent.timed_out')
    await many.s.clock.advance(11 * MINUTE)
    expect([
      incidents(many.s),
      many.s.store.incidents.beatsSince(0).filter((b) => b.trouble !== null).length > 5,
    ]).toEqual([[], true])
  })

  it('that comes and goes within half an hour is the same one, and no news', async () => {
    const codes = codesOf('git.timed_out', 'a', 'b', 'c')
    const { s } = await fleet(codes)
    await s.clock.advance(11 * MINUTE)
    const [first] = incidents(s)
    for (let i = 0; i < 3; i++) {
      for (const name of codes.keys()) codes.set(name, null)
      await s.clock.advance(11 * MINUTE)
      expect(incidents(s)).toEqual([])
      for (const name of codes.keys()) codes.set(name, 'git.timed_out')
      await s.clock.advance(11 * MINUTE)
    }
    expect(incidents(s)).toMatchObject([{ id: first!.id, cameBack: 3 }])
    expect(s.notices.filter((n) => n.tag !== undefined)).toHaveLength(1)
  })

  it('ends when only one is left that failed no more for a while', async () => {
    const { s, ids } = await fleet(codesOf(null, 'a', 'b', 'c'))
    for (const name of ids.keys()) s.missing.add(`/${name}`)
    await s.clock.advance(15 * MINUTE)
    expect(incidents(s)).toMatchObject([{ class: 'folders_missing' }])
    const folded = alerts(s).find((a) => a.suppressedBy === 'incident')!.threadId
    s.missing.clear()
    s.missing.add(s.store.threads.get(folded)!.repoPath)
    await s.clock.advance(6 * MINUTE)
    // Nothing is seen of it any more: it is switched off as it stands.
    s.store.threads.change(folded, { intervalMs: 0, nextDueAt: null })
    await s.clock.advance(20 * MINUTE)
    expect(incidents(s)).toEqual([])
    // not lost: it stands for itself now, and was told
    expect(alerts(s)).toMatchObject([{ threadId: folded, suppressedBy: null }])
    expect(s.notices.at(-1)).toMatchObject({ threadId: folded })
  })

  it('is not made of a runner that rests: that is told once by itself', async () => {
    const { s } = await fleet(codesOf('agent.limit_reached', 'a', 'b', 'c'))
    await s.clock.advance(20 * MINUTE)
    expect([incidents(s), s.notices.length, s.views.snapshot().fleet.resting.length]).toEqual([[], 1, 1])
  })

  it('that is acknowledged takes its members along', async () => {
    const { s } = await fleet(codesOf('agent.timed_out', 'a', 'b', 'c'))
    await s.clock.advance(30 * MINUTE)
    expect(s.engine.incidents.acknowledge(incidents(s)[0]!.id, s.clock.now())).toBe(true)
    expect([
      alerts(s),
      s.store.alerts.inboxCounts(s.clock.now()).acknowledged,
      incidents(s)[0]!.acknowledgedAt,
    ]).toEqual([[], 3, s.clock.now()])
  })
})
