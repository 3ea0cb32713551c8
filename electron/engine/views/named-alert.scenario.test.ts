import { expect, it } from 'vitest'
import { DAY, MINUTE } from '../../../shared/base/time.ts'
import { QUICK_ONLY, scenario } from '../testing/scenario.ts'

it('found by a user: a thread is named by the alert that leads the list of what is open, with how many more there are', async () => {
  const s = await scenario()
  const id = s.add('api', { playbook: QUICK_ONLY, intervalMs: DAY })
  const raise = (key: string, severity: 'notice' | 'warning' | 'urgent', text: string) =>
    s.store.alerts.raise(id, { key, severity, text }, s.clock.now())
  const named = () => {
    const { threads, fleet } = s.views.snapshot()
    return [fleet.alerts[0]!.text.split('\n', 1)[0], threads[0]!.because]
  }
  raise('a', 'warning', 'main is red\nsince noon')
  expect(named()).toEqual(['main is red', 'main is red\nsince noon'])
  await s.clock.advance(MINUTE)
  raise('b', 'warning', 'disk is full')
  expect(named()).toEqual(['disk is full', 'disk is full (and 1 more)'])
  await s.clock.advance(MINUTE)
  raise('c', 'urgent', 'prod is down')
  await s.clock.advance(MINUTE)
  raise('d', 'notice', 'a branch is old')
  expect(named()).toEqual(['prod is down', 'prod is down (and 3 more)'])
})
