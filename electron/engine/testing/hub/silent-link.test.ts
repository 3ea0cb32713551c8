import { expect, it } from 'vitest'
import { MINUTE } from '../../../../shared/base/time.ts'
import { QUICK_ONLY, scenario } from '../scenario.ts'

it('a scenario on a silent hub beats, writes down what nobody takes, and goes on trying over a crash', async () => {
  const s = await scenario({ hub: 'silent', script: () => ({ text: 'HEARTBEAT_OK' }) })
  s.add('api', { playbook: QUICK_ONLY })
  await s.clock.advance(10 * MINUTE)
  expect(s.runs().map(({ outcome }) => outcome)).toContain('quiet')
  const before = s.silentLink!.view()
  expect(before).toMatchObject({ is: 'connecting', lastFault: null, nextTryAt: null })
  expect(s.store.hub.unsent(99).map(({ kind }) => kind)).toContain('outcome')
  expect(s.views.snapshot().fleet.others?.link).toBe('connecting')
  await s.crash()
  await s.clock.advance(10 * MINUTE)
  const after = s.silentLink!.view()
  expect(after.is).toBe('connecting')
  expect(after.waiting).toBeGreaterThan(before.waiting)
  await s.stop()
  expect(s.silentLink!.view().is).toBe('off')
})

it('a scenario that is to have no hub has none', async () => {
  const s = await scenario({ hub: 'none' })
  s.add('api', { playbook: QUICK_ONLY })
  await s.clock.advance(10 * MINUTE)
  expect([s.silentLink, s.store.hub.waiting(), s.views.snapshot().fleet.others]).toEqual([null, 0, null])
  await s.stop()
})
