import { expect, it } from 'vitest'
import { UNTIL_CHANGE } from '../../../../shared/alerts/alert.ts'
import { MINUTE, SECOND } from '../../../../shared/base/time.ts'
import type { LiveMessage } from '../../../../shared/views/live.ts'
import { linkOf } from '../../testing/hub/joined.ts'
import { twoJoined } from '../../testing/hub/two-joined.ts'
import { QUICK_ONLY, type Scenario } from '../../testing/scenario.ts'

const two = () => twoJoined(QUICK_ONLY)
const othersOf = (s: Scenario) => s.views.snapshot().fleet.others!
const stateOf = (s: Scenario) => othersOf(s).machines[0]!.state

it('knows the other machines, their threads and their alerts within seconds, without asking the hub', async () => {
  const { clock, hub, here, there, id, stop } = await two()
  expect(othersOf(here.s)).toMatchObject({
    here: { id: 'here', name: 'here' },
    link: 'connected',
    fault: null,
    machines: [{ id: 'there', class: 'workstation', state: 'live', since: null, threads: 1, openAlerts: 0 }],
  })
  const { rev } = othersOf(here.s)
  there.s.store.alerts.raise(id, { key: 'ci', severity: 'warning', text: 'CI is red' }, clock.now())
  await clock.advance(5 * SECOND)
  hub.setDown(true)
  expect(othersOf(here.s).machines[0]).toMatchObject({ openAlerts: 1 })
  expect(othersOf(here.s).rev).toBeGreaterThan(rev)
  const details = here.s.others.details()
  expect(details.rev).toBe(othersOf(here.s).rev)
  expect(details.threads).toMatchObject([
    { machine: 'there', id, name: 'api', state: 'alert', openAlerts: 1 },
  ])
  expect(details.alerts).toMatchObject([
    { machine: 'there', thread: id, severity: 'warning', text: 'CI is red' },
  ])
  await stop()
})

it('forgets what is resolved, removed or has left', async () => {
  const { clock, hub, here, there, id, stop } = await two()
  there.s.store.alerts.raise(id, { key: 'ci', severity: 'warning', text: 'CI is red' }, clock.now())
  await clock.advance(5 * SECOND)
  there.s.store.alerts.resolve(id, ['ci'], clock.now())
  await clock.advance(5 * SECOND)
  expect(here.s.others.details().alerts).toEqual([])
  there.s.store.threads.remove(id)
  await clock.advance(5 * SECOND)
  expect(here.s.others.details().threads).toEqual([])
  hub.leaves('there')
  await clock.advance(MINUTE)
  expect(othersOf(here.s).machines).toEqual([])
  await stop()
})

it('counts an alert as open again when its snooze ends, by time alone', async () => {
  const { clock, here, there, id, stop } = await two()
  there.s.store.alerts.raise(id, { key: 'ci', severity: 'warning', text: 'CI is red' }, clock.now())
  const [alert] = there.s.store.alerts.list('open', 9, clock.now())
  there.s.store.alerts.snooze([alert!.id], UNTIL_CHANGE)
  await clock.advance(5 * SECOND)
  expect(othersOf(here.s).machines[0]).toMatchObject({ openAlerts: 0 })
  expect(here.s.others.details().alerts).toMatchObject([{ snoozedUntil: UNTIL_CHANGE }])
  there.s.store.alerts.snooze([alert!.id], clock.now() + 20 * SECOND)
  await clock.advance(5 * SECOND)
  await there.link.stop()
  expect(othersOf(here.s).machines[0]).toMatchObject({ openAlerts: 0 })
  await clock.advance(16 * SECOND)
  expect(othersOf(here.s).machines[0]).toMatchObject({ openAlerts: 1 })
  await stop()
})

it('says that a machine is not reachable three minutes after it fell silent, to whoever follows', async () => {
  const { clock, here, there, fail, stop } = await two()
  fail((call) => (call === 'stop' ? 'request' : 'none'))
  const heard: LiveMessage[] = []
  const end = here.s.views.subscribe((message) => heard.push(message))
  const states = () =>
    heard.flatMap((m) => (m.kind === 'delta' ? (m.fleet?.others?.machines[0]?.state ?? []) : []))
  const silentFrom = clock.now()
  await there.link.stop()
  await clock.advance(MINUTE)
  const { heardAt } = othersOf(here.s).machines[0]!
  expect([stateOf(here.s), states().at(-1)]).toEqual(['live', 'live'])
  await clock.advance(heardAt + 3 * MINUTE + SECOND - clock.now())
  expect([stateOf(here.s), states().at(-1)]).toEqual(['unreachable', 'unreachable'])
  expect(othersOf(here.s).machines[0]!.since).toBe(heardAt)
  expect(heardAt).toBeLessThanOrEqual(silentFrom)
  end()
  await stop()
})

it('says within seconds that a machine was stopped, and that it is back', async () => {
  const { clock, hub, here, there, stop } = await two()
  await clock.advance(MINUTE / 2) // between two presences
  const stoppedAt = clock.now()
  await there.link.stop()
  await clock.advance(2 * SECOND)
  expect(othersOf(here.s).machines[0]).toMatchObject({ state: 'stopped', since: stoppedAt })
  await clock.advance(10 * MINUTE)
  expect(othersOf(here.s).machines[0]).toMatchObject({ state: 'stopped', since: stoppedAt })
  const back = linkOf(there.s, hub, there.client)
  back.start()
  await clock.advance(MINUTE)
  expect(stateOf(here.s)).toBe('live')
  await back.stop()
  await stop()
})

it('keeps what it knows while the link is down, as old as it is, and judges nobody by it', async () => {
  const { clock, hub, here, stop } = await two()
  const { heardAt } = othersOf(here.s)
  hub.setDown(true)
  await clock.advance(30 * MINUTE)
  expect(othersOf(here.s)).toMatchObject({
    fault: expect.stringMatching(/\.$/) as string,
    heardAt,
    machines: [{ id: 'there', state: 'live', threads: 1 }],
  })
  expect(here.s.others.details().threads).toHaveLength(1)
  await stop()
})

it('changes at most once a second however much comes, and never by mere ageing', async () => {
  const { clock, here, there, id, stop } = await two()
  const changes: number[] = []
  let last = ''
  const end = here.s.views.subscribe((message) => {
    const others = message.kind === 'delta' ? message.fleet?.others : undefined
    if (others === undefined || JSON.stringify(others) === last) return
    last = JSON.stringify(others)
    changes.push(clock.now())
  })
  for (let n = 0; n < 40; n++) {
    there.s.store.threads.change(id, { name: `name ${n}` })
    here.s.store.meta.set('x', String(n))
    await clock.advance(SECOND / 4)
  }
  expect(changes.length).toBeGreaterThan(2)
  expect(Math.min(...changes.slice(1).map((at, n) => at - changes[n]!))).toBeGreaterThanOrEqual(SECOND)
  await clock.advance(5 * SECOND)
  const before = here.s.others.view()
  changes.length = 0
  await clock.advance(20 * SECOND) // within the minute of a presence
  expect([changes.length, here.s.others.view() === before]).toEqual([0, true])
  end()
  await stop()
})

it('is empty after it has left, and null where no hub was joined', async () => {
  const { here, stop } = await two()
  await here.link.stop()
  here.s.others.end()
  expect([here.s.views.snapshot().fleet.others, here.s.others.details().threads]).toEqual([null, []])
  await stop()
})

it('says that it is about to sleep at once, and that it is back', async () => {
  const { clock, hub, here, there, fail, stop } = await two()
  fail((call) => (call === 'stop' ? 'request' : 'none'))
  const last = () => hub.kept.presences.findLast(({ machine }) => machine === 'there')!.presence
  there.link.visit()?.sleeps(true)
  await clock.settle()
  expect(last()).toMatchObject({ isAsleep: true, version: '1.0.0' })
  // It would be there still when the minute is over.
  await clock.advance(25 * SECOND)
  await there.link.stop()
  await clock.advance(10 * MINUTE)
  expect(othersOf(here.s).machines[0]).toMatchObject({ class: 'workstation', state: 'asleep' })
  const back = linkOf(there.s, hub, there.client)
  back.start()
  await clock.advance(SECOND)
  expect(last().isAsleep).toBeUndefined()
  // A sleep that did not come is over by the next minute.
  back.visit()?.sleeps(true)
  await clock.advance(MINUTE)
  expect(last().isAsleep).toBeUndefined()
  back.visit()?.sleeps(true)
  back.visit()?.sleeps(false)
  await clock.settle()
  expect(last().isAsleep).toBeUndefined()
  hub.setDown(true)
  back.visit()?.sleeps(true) // nobody to tell it to
  await back.stop()
  await stop()
})
