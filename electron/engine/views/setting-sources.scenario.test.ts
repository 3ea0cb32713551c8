import { expect, it } from 'vitest'
import { MINUTE } from '../../../shared/base/time.ts'
import { oneThread } from '../testing/one-thread.ts'

it('found by a user: calls no default a value of the thread', async () => {
  const { s, id } = await oneThread({ agent: false })
  const sources = async () => {
    const { settings } = await s.foresight.explain(s.store.threads.get(id)!)
    return settings
      .filter(({ label }) => /^(?:Interval|Active hours|Daily at|Session)$/.test(label))
      .map(({ source }) => source)
  }
  const { defaultIntervalMs } = s.engine.settings()
  s.store.threads.change(id, { intervalMs: defaultIntervalMs, activeHours: null, dailyAt: null })
  expect(await sources()).toEqual(['the app', 'built in', 'built in', 'built in'])
  s.store.threads.change(id, {
    intervalMs: defaultIntervalMs + MINUTE,
    activeHours: { start: '09:00', end: '18:00', timeZone: 'Europe/Berlin' },
    dailyAt: '08:00',
    session: 'oneshot',
  })
  expect(await sources()).toEqual(['this thread', 'this thread', 'this thread', 'this thread'])
  await s.stop()
})
