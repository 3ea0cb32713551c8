import { afterEach, describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { scenario, type Scenario } from '../testing/scenario.ts'

const NIGHT = { start: '22:00', end: '08:00', days: [0, 1, 2, 3, 4, 5, 6] }

const open: Scenario[] = []

const begin = async (options: Parameters<typeof scenario>[0] = {}): Promise<Scenario> => {
  const s = await scenario(options)
  open.push(s)
  s.store.settings.change({ digest: 'off' })
  s.store.webhooks.save({
    id: 'hook',
    name: 'Chat',
    kind: 'json',
    url: 'https://example.org/in',
    secret: null,
    chat: null,
    on: ['urgent', 'alert', 'broken', 'recovered'],
    enabled: true,
  })
  return s
}

afterEach(async () => {
  for (const s of open.splice(0)) await s.stop()
})

const raise = (
  s: Scenario,
  id: ThreadId,
  text: string,
  severity: 'warning' | 'urgent' = 'warning',
  key = 'ci',
): void => void s.store.alerts.raise(id, { key, severity, text }, s.clock.now())

const settle = async (s: Scenario): Promise<void> => {
  s.engine.settleBanners()
  await s.clock.settle()
}

const banners = (s: Scenario): string[] => s.notices.map((n) => n.body)

const alerts = (s: Scenario) => s.store.alerts.list('open', 50, s.clock.now())

describe('a reminder', () => {
  it('of a muted thread is not counted as given: it comes when the mute ends', async () => {
    const s = await begin()
    const id = s.add('api', { intervalMs: 2 * DAY })
    raise(s, id, 'Production is down', 'urgent')
    await settle(s)
    s.store.alerts.mute(id, s.clock.now() + 2 * HOUR)
    await s.clock.advance(HOUR + 50 * MINUTE)
    expect(s.notices).toHaveLength(1)
    await s.clock.advance(15 * MINUTE)
    expect(s.notices.map((n) => n.title)).toEqual(['api', 'api is still urgent'])
  })
  it('is given also of what was raised while its thread was muted', async () => {
    const s = await begin()
    const id = s.add('api', { intervalMs: 2 * DAY })
    s.store.alerts.mute(id, s.clock.now() + 2 * HOUR)
    raise(s, id, 'Production is down', 'urgent')
    await settle(s)
    await s.clock.advance(2 * HOUR + MINUTE)
    expect(s.notices.map((n) => n.title)).toEqual(['api is still urgent'])
  })
  it('is not given of a thread that shows no alerts any more', async () => {
    const s = await begin()
    const id = s.add('api', { intervalMs: 2 * DAY })
    raise(s, id, 'Production is down', 'urgent')
    await settle(s)
    s.store.threads.change(id, { delivery: { showAlerts: false } })
    await s.clock.advance(HOUR + MINUTE)
    expect(s.notices).toHaveLength(1)
  })
  it('comes again, one hour and four after a snooze that ended', async () => {
    const s = await begin()
    const id = s.add('api', { intervalMs: 2 * DAY })
    raise(s, id, 'Production is down', 'urgent')
    await settle(s)
    await s.clock.sleep(5 * HOUR)
    await s.clock.advance(MINUTE)
    expect(s.notices).toHaveLength(2)
    s.store.alerts.snooze([alerts(s)[0]!.id], s.clock.now() + 15 * MINUTE)
    await s.clock.advance(16 * MINUTE)
    expect(s.notices).toHaveLength(3)
    await s.clock.advance(HOUR)
    expect(s.notices.at(-1)!.title).toBe('api is still urgent')
    expect(s.notices).toHaveLength(4)
  })
  it('comes also of what was told only in the sentence at the end of quiet hours, an hour after it', async () => {
    const s = await begin({ start: Date.UTC(2026, 2, 10, 7, 30) })
    s.store.settings.change({ quietHours: NIGHT, quietLetsUrgent: false })
    const id = s.add('api', { intervalMs: 2 * DAY })
    raise(s, id, 'Production is down', 'urgent')
    await settle(s)
    await s.clock.advance(31 * MINUTE)
    expect(banners(s)).toEqual(['While it was quiet: 1 alert. It stands in the inbox.'])
    await s.clock.advance(50 * MINUTE)
    expect(s.notices).toHaveLength(1)
    await s.clock.advance(11 * MINUTE)
    expect(s.notices.map((n) => n.title)).toEqual(['Threadbeat', 'api is still urgent'])
  })
})
