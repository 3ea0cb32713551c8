import { afterEach, describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { statusExitCode } from '../../../shared/views/status/status-code.ts'
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
    const s = await begin({ start: Date.UTC(2026, 2, 9, 23) })
    s.store.settings.change({ quietHours: NIGHT, digest: 'on', digestAt: '09:00' })
    const id = s.add('api', { playbook: QUICK, intervalMs: HOUR })
    await s.clock.advance(DAY + 2 * HOUR)
    raise(s, id, 'CI is red')
    await s.clock.advance(12 * HOUR)
    expect(s.notices.map((n) => n.body)).toEqual([
      'Yesterday: 24 beats. One thing to look at. While it was quiet: 1 alert.',
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
    // No word promises a beat before their end.
    expect([view.threads[0]!.nextDueAt, view.fleet.nextDueAt]).toEqual(
      Array.from({ length: 2 }, () => Date.UTC(2026, 2, 11, 8)),
    )
    s.engine.wake(id, 'urgent', null)
    s.engine.tick()
    await s.clock.settle()
    expect(s.runs(id)).toHaveLength(before + 1)
    await s.clock.advance(Date.UTC(2026, 2, 11, 8, 1) - s.clock.now())
    expect(s.runs(id)).toHaveLength(before + 2)
  })
})

describe('quiet hours in which beats rest', () => {
  it('make no thread overdue: its beat waits for their end, and late only from their end', async () => {
    const s = await begin({ start: Date.UTC(2026, 2, 10, 21, 30) })
    s.store.settings.change({ quietHours: NIGHT, quietPausesBeats: true, maxHeartbeats: 1 })
    const ids = ['api', 'web'].map((name) => s.add(name, { playbook: QUICK, intervalMs: 10 * MINUTE }))
    await s.clock.advance(3 * HOUR)
    const night = s.views.snapshot()
    expect(night.threads.map((t) => [t.state, t.because, t.lateMs])).toEqual(
      ids.map(() => ['waiting', 'A beat waits: quiet hours until 08:00.', 0]),
    )
    expect([night.fleet.verdict.rest, statusExitCode(night.threads, false)]).toEqual(['2 in quiet hours.', 0])
    await s.clock.advance(Date.UTC(2026, 2, 11, 8) - s.clock.now() + 1)
    for (const thread of s.views.snapshot().threads) expect(thread.lateMs).toBeLessThan(MINUTE)
    await s.clock.advance(5 * MINUTE)
    expect(s.views.snapshot().fleet.verdict.headline).toBe('All quiet.')
  })
})

it('found by a user: a wake that waits for the end of quiet hours is called paused nowhere', async () => {
  const s = await begin({ start: Date.UTC(2026, 2, 10, 6) })
  const quietHours = { ...NIGHT, start: '07:00', end: '09:00' }
  s.store.settings.change({ quietHours, quietPausesBeats: true })
  const id = s.add('docs', { playbook: QUICK, intervalMs: DAY })
  await s.clock.advance(1.5 * HOUR)
  expect(s.views.snapshot().threads[0]).toMatchObject({ rests: null })
  s.engine.wake(id, 'event', null)
  s.engine.tick()
  await s.clock.settle()
  const [docs] = s.views.snapshot().threads
  const words = 'A beat waits: quiet hours until 09:00.'
  expect(docs).toMatchObject({
    state: 'waiting',
    because: words,
    rests: 'quiet-hours',
    nextDueAt: Date.UTC(2026, 2, 10, 9),
  })
  expect(await s.foresight.explain(s.store.threads.get(id)!)).toMatchObject({ next: words })
  expect(JSON.stringify(await s.foresight.explain(s.store.threads.get(id)!))).not.toContain('Paused')
})

describe('the digest', () => {
  it('comes once a local day at the first chance, over restarts, and once after a week away', async () => {
    const s = await begin({ start: Date.UTC(2026, 2, 10, 6) })
    s.store.settings.change({ digest: 'on' })
    s.add('api', { playbook: QUICK, intervalMs: HOUR })
    await s.clock.advance(DAY + 4 * HOUR)
    expect(s.notices).toEqual([]) // yesterday began before there was anything to look at
    await s.clock.advance(DAY)
    expect(s.notices).toMatchObject([{ body: 'Yesterday: 24 beats. Nothing needs you.', place: 'today' }])
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
    await s.clock.advance(2 * DAY + 4 * HOUR)
    expect(s.notices).toEqual([])
    s.add('e', { playbook: QUICK, intervalMs: HOUR })
    await s.clock.advance(MINUTE)
    expect(s.notices).toHaveLength(1)
  })
})
