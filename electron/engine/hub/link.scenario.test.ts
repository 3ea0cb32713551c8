import { expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import type { Mail, MailVerb } from '../../../shared/hub/mail.ts'
import { hubInMemory, type HubInMemory, type Trouble } from '../testing/hub/hub-in-memory.ts'
import { joined } from '../testing/hub/joined.ts'
import { QUICK_ONLY } from '../testing/scenario.ts'
import { virtualClock } from '../testing/virtual-clock.ts'

function fleet(trouble: (call: string) => Trouble = () => 'none', skewMs = 0) {
  const clock = virtualClock()
  const hub = hubInMemory(() => clock.now() - skewMs, trouble)
  return { clock, hub, begin: () => joined(hub, { clock }) }
}
const stateOf = (hub: HubInMemory, id: string) =>
  hub.kept.states.find((state) => state.id === id)?.body ?? null
let serial = 0
function mail(hub: HubInMemory, verb: MailVerb, args: Mail['args'], expiresAt: number): string {
  const id = `mail-${++serial}`
  hub.send({ id, to: 'machine-1', verb, args, expiresAt, rings: 1 })
  return id
}
const endOf = (hub: HubInMemory, id: string) => {
  const { end, text } = hub.kept.mail.find((one) => one.id === id)!
  return { end, text }
}

it('sends what happens within seconds, the state of a thread as it is shown, and presence once a minute', async () => {
  const { clock, hub, begin } = fleet()
  const { s, link, stop } = await begin()
  const id = s.add('api', { playbook: QUICK_ONLY })
  await clock.advance(10 * MINUTE)
  const outcomes = hub.kept.facts.filter(({ fact }) => fact.kind === 'outcome')
  expect(outcomes.map(({ fact }) => fact.body['run'])).toEqual(s.runs().map((run) => run.id))
  expect(stateOf(hub, id)).toMatchObject({
    name: 'api',
    state: 'quiet',
    trusted: true,
    intervalMs: 8 * MINUTE,
  })
  expect(hub.kept.presences).toHaveLength(11)
  expect(hub.kept.presences.at(-1)!.presence).toMatchObject({
    version: '1.0.0',
    intervalMs: 8 * MINUTE,
    lastBeatAt: s.runs().at(-1)!.finishedAt,
  })
  expect(link.view()).toMatchObject({ is: 'connected', lastFault: null, waiting: 0, skewMs: 0 })
  await stop()
})

it('measures how far its clock is from the hub’s', async () => {
  const { clock, begin } = fleet(() => 'none', 90 * SECOND)
  const { link, stop } = await begin()
  await clock.advance(SECOND)
  expect(link.view().skewMs).toBe(90 * SECOND)
  await stop()
})

it('takes an instant of mail by the hub’s clock, so that one whose own is off does what was meant', async () => {
  const { clock, hub, begin } = fleet(() => 'none', HOUR)
  const { s, stop } = await begin()
  const id = s.add('api')
  await clock.advance(SECOND)
  const hubNow = clock.now() - HOUR
  const order = mail(hub, 'pause', { thread: id, until: hubNow + 10 * MINUTE, reason: '' }, hubNow + HOUR)
  await clock.advance(SECOND)
  expect(endOf(hub, order).end).toBe('done')
  expect(s.store.threads.get(id)!.pause!.until).toBeCloseTo(clock.now() + 10 * MINUTE - SECOND, -1)
  await stop()
})

it('takes a flood of mail page by page, each letter once', async () => {
  const calls: string[] = []
  const { clock, hub, begin } = fleet((call) => (calls.push(call), 'none'))
  const { s, stop } = await begin()
  const id = s.add('api')
  await clock.advance(SECOND)
  calls.length = 0
  const ids = Array.from({ length: 450 }, (_, n) =>
    mail(hub, 'mute', { thread: id, until: clock.now() + HOUR + n }, clock.now() + HOUR),
  )
  await clock.advance(2 * MINUTE)
  expect(new Set(ids.map((one) => endOf(hub, one).end))).toEqual(new Set(['done']))
  expect(calls.filter((call) => call === 'mail').length).toBeGreaterThanOrEqual(5)
  await stop()
})

it('tells of a thread that is late by time alone, once, not each minute', async () => {
  const { clock, hub, begin } = fleet()
  const { s, stop } = await begin()
  s.store.settings.change({ maxRuns: 1, maxHeartbeats: 1 })
  const id = s.add('api', { playbook: QUICK_ONLY })
  await clock.advance(MINUTE)
  s.script = () => ({ hangs: true })
  const other = s.add('other', { playbook: QUICK_ONLY, intervalMs: 2 * MINUTE })
  s.engine.wake(other, 'manual')
  await clock.advance(25 * MINUTE)
  expect(s.views.snapshot().threads.find((view) => view.id === id)).toMatchObject({ state: 'overdue' })
  const told = hub.kept.facts.filter(({ fact }) => fact.thread === id && fact.body['state'] === 'overdue')
  expect(told).toHaveLength(1)
  await stop()
})

it('tries again within seconds after a good connection, then at most once a minute', async () => {
  const tries: number[] = []
  const { clock, hub, begin } = fleet((call) => {
    if (call === 'connect') tries.push(clock.now())
    return 'none'
  })
  const { link, stop } = await begin()
  await clock.advance(5 * MINUTE)
  hub.setDown(true)
  await clock.advance(30 * MINUTE)
  expect(link.view()).toMatchObject({
    is: 'waiting',
    connectedSince: null,
    lastFault: { code: 'hub.unreachable' },
  })
  const gaps = tries.slice(1).map((at, i) => at - tries[i]!)
  expect(gaps[0]! - 5 * MINUTE).toBeLessThanOrEqual(5 * SECOND)
  expect(Math.min(...gaps.slice(1))).toBeGreaterThanOrEqual(MINUTE)
  hub.setDown(false)
  await clock.advance(8 * MINUTE)
  expect(link.view()).toMatchObject({
    is: 'connected',
    lastFault: { code: 'hub.unreachable' },
    nextTryAt: null,
  })
  await stop()
})

it('says that another machine is connected as this one, and goes on without the hub', async () => {
  const { clock, hub, begin } = fleet()
  const first = await begin()
  const { s, link, stop } = await joined(hub, { clock })
  s.add('api', { playbook: QUICK_ONLY })
  await clock.advance(20 * MINUTE)
  expect(link.view()).toMatchObject({ is: 'waiting', lastFault: { code: 'hub.copy' } })
  expect(link.view().waiting).toBeGreaterThan(0)
  expect(s.runs().length).toBeGreaterThan(0)
  await first.stop()
  await stop()
})

it('asks nothing of the hub after it was stopped', async () => {
  const { clock, hub, begin } = fleet()
  const { s, link, stop } = await begin()
  s.add('api', { playbook: QUICK_ONLY })
  await clock.advance(MINUTE)
  await link.stop()
  const before = hub.kept.facts.length
  await clock.advance(30 * MINUTE)
  expect([hub.kept.facts.length, link.view().is]).toEqual([before, 'off'])
  await stop()
})

it('does what another machine asks for by the words a person has here, and answers', async () => {
  const { clock, hub, begin } = fleet()
  const { s, stop } = await begin()
  const id = s.add('api', { playbook: QUICK_ONLY })
  await clock.advance(MINUTE)
  s.store.alerts.raise(id, { key: 'ci', severity: 'warning', text: 'CI is red' }, clock.now())
  const [alert] = s.store.alerts.list('open', 9, clock.now())
  const later = clock.now() + HOUR
  const ends: (readonly [MailVerb, object, string])[] = [
    ['pause', { thread: id, until: null, reason: '' }, 'done'],
    ['pause', { thread: id, until: null }, 'already'],
    ['resume', { thread: id }, 'done'],
    ['resume', { thread: id }, 'already'],
    ['pause', { thread: null, until: later }, 'done'],
    ['resume', { thread: null }, 'done'],
    ['mute', { thread: id, until: later }, 'done'],
    ['mute', { thread: id, until: null }, 'done'],
    ['acknowledge', { alerts: [alert!.id], note: 'seen' }, 'done'],
    ['acknowledge', { alerts: [alert!.id] }, 'already'],
    ['snooze', { alerts: [alert!.id], until: 'change' }, 'done'],
    ['wake', { thread: id }, 'done'],
    ['stop', { run: 'run_9' }, 'already'],
    ['wake', { thread: 'thr_gone' }, 'refused'],
    ['snooze', { alerts: [alert!.id], until: 5 }, 'refused'],
    ['fetch-run', {}, 'refused'],
    ['trust' as MailVerb, { thread: id }, 'refused'],
    ['wake', { thread: 7 }, 'refused'],
  ]
  const runs = s.runs().length
  for (const [verb, args, end] of ends) {
    const sent = mail(hub, verb, args as Mail['args'], later)
    await clock.settle()
    expect([verb, args, endOf(hub, sent).end]).toEqual([verb, args, end])
  }
  await clock.advance(SECOND)
  expect(s.runs().length).toBe(runs + 1)
  expect(s.store.alerts.get(alert!.id)).toMatchObject({ acknowledgedAt: null })
  expect(stateOf(hub, alert!.id)).toMatchObject({ step: 'snoozed' })
  await stop()
})

it('does not begin what is not trusted, nor what is too late, and says so', async () => {
  const { clock, hub, begin } = fleet(() => 'none', -10 * MINUTE)
  const { s, stop } = await begin()
  const id = s.add('api', { trusted: false })
  await clock.advance(SECOND)
  const sent = mail(hub, 'wake', { thread: id }, clock.now() + HOUR)
  await clock.settle()
  expect(endOf(hub, sent)).toEqual({
    end: 'refused',
    text: '"api" is not trusted; that is said at its own machine.',
  })
  await stop()
})

it('takes mail whose bell was lost within five minutes', async () => {
  const { clock, hub, begin } = fleet()
  const { stop } = await begin()
  await clock.advance(SECOND)
  hub.send({
    id: 'quiet',
    to: 'machine-1',
    verb: 'resume',
    args: { thread: null },
    expiresAt: clock.now() + HOUR,
    rings: 0,
  })
  await clock.advance(5 * MINUTE)
  expect(endOf(hub, 'quiet').end).toBe('already')
  await stop()
})

it('names the same fact when a push whose answer is lost comes again, also where the thread has changed meanwhile', async () => {
  let lost = 3
  const { clock, hub, begin } = fleet((call) => (call === 'push' && lost-- > 0 ? 'answer' : 'none'))
  const { s, stop } = await begin()
  const id = s.add('api', { playbook: QUICK_ONLY })
  for (let n = 0; n < 6; n++) {
    s.store.threads.change(id, { name: `name ${n}` })
    await clock.advance(90 * SECOND)
  }
  expect(hub.broken).toEqual([])
  expect(stateOf(hub, id)).toMatchObject({ name: 'name 5' })
  await stop()
})
