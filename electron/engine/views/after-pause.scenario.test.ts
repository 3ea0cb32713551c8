import { expect, it } from 'vitest'
import { statusExitCode } from '../../../shared/views/status/status-code.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { QUICK_ONLY, scenario } from '../testing/scenario.ts'

it('found by a user: after a pause of their own a thread was not missed, nor is it quiet before its next beat', async () => {
  const s = await scenario()
  const id = s.add('x', { playbook: QUICK_ONLY, intervalMs: 10 * MINUTE })
  const shown = () => {
    const { threads, fleet } = s.views.snapshot()
    return [threads[0]!.state, fleet.verdict.rest || fleet.verdict.headline, statusExitCode(threads, false)]
  }
  await s.clock.advance(25 * MINUTE)
  s.store.threads.change(id, { pause: { reason: 'by you', until: null, by: 'person' } })
  await s.clock.advance(21 * MINUTE)
  expect(shown()).toEqual(['paused', '1 paused.', 0])
  s.store.threads.change(id, { pause: null })
  s.engine.slots.replan(id)
  s.engine.tick()
  await s.clock.settle()
  expect(s.store.runs.slots(id, 1)[0]).toMatchObject({ outcome: 'skipped', cause: 'paused' })
  expect(shown()).toEqual(['waiting', '1 to be checked again.', 0])
  expect(s.views.snapshot().threads[0]!.because).toBe(
    'Its last due time was skipped; the next beat looks again.',
  )
  await s.clock.advance(11 * MINUTE)
  expect(s.views.snapshot().threads[0]!.state).toBe('quiet')
})

it('quiet hours in which beats rest, and closed active hours, leave nothing that counts as missed', async () => {
  const s = await scenario({ start: Date.UTC(2026, 2, 10, 16) })
  const quietHours = { start: '20:00', end: '22:00', days: [0, 1, 2, 3, 4, 5, 6] }
  s.store.settings.change({ quietHours, quietPausesBeats: true })
  s.add('api', { playbook: QUICK_ONLY, intervalMs: 10 * MINUTE })
  const closed = s.add('web', { playbook: QUICK_ONLY, intervalMs: 10 * MINUTE })
  s.store.threads.change(closed, { activeHours: { start: '09:00', end: '18:00', timeZone: 'UTC' } })
  s.engine.slots.replan(closed)
  await s.clock.advance(30 * MINUTE)
  for (const end = s.clock.now() + DAY; s.clock.now() < end; ) {
    await s.clock.advance(HOUR / 2)
    expect(statusExitCode(s.views.snapshot().threads, false)).toBe(0)
  }
})
