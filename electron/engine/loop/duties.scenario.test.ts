import { expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { QUICK_ONLY, scenario, type Scenario } from '../testing/scenario.ts'

const calm = (s: Scenario, name: string) => s.add(name, { playbook: QUICK_ONLY, intervalMs: 8 * MINUTE })

it('a removal falls due by the tick alone, without a window and without handlers', async () => {
  const s = await scenario()
  const id = calm(s, 'api')
  s.engine.removals.removeAt(id, s.clock.now() + 10 * SECOND)
  await s.clock.advance(9 * SECOND)
  s.engine.tick()
  expect(s.store.threads.get(id)?.removeAt).not.toBeNull()
  await s.clock.advance(30 * SECOND)
  expect(s.store.threads.get(id)).toBeNull()
  expect(s.logs.filter((l) => l.event === 'thread.removed')).toHaveLength(1)
  await s.stop()
})

it('a removal that was begun before the app was quit falls due at the next start', async () => {
  const s = await scenario()
  const id = calm(s, 'api')
  s.engine.removals.removeAt(id, s.clock.now() + 10 * SECOND)
  await s.clock.sleep(MINUTE)
  await s.crash()
  expect(s.store.threads.get(id)).toBeNull()
  await s.stop()
})

it('a duty that fails is named by log and watchdog, and keeps no other from being done', async () => {
  const s = await scenario()
  const id = calm(s, 'api')
  const expire = s.store.events.expire.bind(s.store.events)
  Object.assign(s.store.events, {
    expire() {
      throw new Error('no such table')
    },
  })
  await s.clock.advance(10 * MINUTE)
  expect(s.runs(id).map((r) => r.outcome)).toContain('quiet')
  expect(s.engine.live.failingDuties()).toEqual(['ambient events'])
  expect(s.logs.find((l) => l.level === 'error')?.fields).toMatchObject({
    where: 'tick',
    duties: ['ambient events'],
    message: 'no such table',
  })
  expect(s.watchdog.view()).toMatchObject({ ok: false, text: expect.stringContaining('"ambient events"') })
  expect(s.engine.live.halted()).toBe(true)

  Object.assign(s.store.events, { expire })
  await s.clock.advance(2 * MINUTE)
  expect([s.engine.live.failingDuties(), s.engine.live.halted(), s.watchdog.view().ok]).toEqual([
    [],
    false,
    true,
  ])
  await s.stop()
})

it('a duty that failed over an absence is told of it when it is done again', async () => {
  const s = await scenario()
  const id = calm(s, 'api')
  await s.clock.advance(9 * MINUTE)
  const due = s.store.threads.due.bind(s.store.threads)
  let isBroken = true
  Object.assign(s.store.threads, {
    due(now: number) {
      if (isBroken) throw new Error('locked')
      return due(now)
    },
  })
  await s.clock.sleep(2 * HOUR)
  await s.clock.advance(MINUTE)
  isBroken = false
  await s.clock.advance(MINUTE)
  const outcomes = s.store.runs.slots(id, 100).map((slot) => slot.outcome)
  expect(outcomes.filter((outcome) => outcome === 'missed').length).toBeGreaterThan(10)
  await s.stop()
})

it('due times are recorded where nothing can be chosen to start', async () => {
  const s = await scenario()
  const id = calm(s, 'api')
  await s.clock.advance(10 * MINUTE)
  const before = s.store.runs.slots(id, 100).length
  const claim = s.store.queue.claim.bind(s.store.queue)
  Object.assign(s.store.queue, {
    claim() {
      throw new Error('no such column')
    },
  })
  await s.clock.advance(17 * MINUTE)
  expect(s.engine.live.failingDuties()).toEqual(['starts'])
  expect(s.store.runs.slots(id, 100).slice(before)).toMatchObject([{ outcome: 'waiting' }, {}])
  Object.assign(s.store.queue, { claim })
  await s.clock.advance(2 * MINUTE)
  expect(s.runs(id).at(-1)?.outcome).toBe('quiet')
  await s.stop()
})
