import { expect, it } from 'vitest'
import { MINUTE, SECOND } from '../../../../shared/base/time.ts'
import { hubInMemory } from '../../testing/hub/hub-in-memory.ts'
import { joined, linkOf } from '../../testing/hub/joined.ts'
import type { Scenario } from '../../testing/scenario.ts'
import { virtualClock } from '../../testing/virtual-clock.ts'
import { endSilence } from './silence.ts'

const CAUSE = /^silent_server:/
const alertsOf = (s: Scenario) =>
  s.store.threads
    .list()
    .flatMap(({ id }) => s.store.threads.facts(id).alerts)
    .filter(({ key }) => key !== null && CAUSE.test(key))
const problemOf = (s: Scenario) => s.views.snapshot().fleet.problems.find(({ code }) => code === 'server')

/** `build` and two that look; each of these has a master unless it is said otherwise. */
async function fleet({ is = 'server' as 'server' | 'laptop' | 'workstation', masters = true } = {}) {
  const clock = virtualClock()
  const last = { isHeard: true } // what a machine says when it stops
  const hub = hubInMemory(
    () => clock.now(),
    (call) => (call === 'stop' && !last.isHeard ? 'request' : 'none'),
  )
  const join = (machine: string) => joined(hub, { clock }, { client: { machine, isDead: false } })
  hub.setClass('build', is)
  const [build, one, two] = [await join('build'), await join('one'), await join('two')]
  for (const { s } of [one, two]) {
    const id = s.add('master')
    if (masters) s.store.threads.setMaster(id)
  }
  await clock.advance(MINUTE)
  const all = () => [one, two].flatMap(({ s }) => alertsOf(s))
  const noticer = () => [one, two].find(({ s }) => alertsOf(s).length > 0)!
  const stop = () => Promise.all([build, one, two].map((machine) => machine.stop()))
  return { clock, hub, build, one, two, all, noticer, last, stop }
}

it('raises one alert in the whole fleet, on a master, and resolves it when the server is back', async () => {
  const { clock, hub, build, one, two, all, noticer, last, stop } = await fleet()
  last.isHeard = false
  await build.link.stop()
  await clock.advance(2 * MINUTE)
  expect(all()).toEqual([])
  await clock.advance(3 * MINUTE)
  expect(all()).toMatchObject([
    { severity: 'warning', text: expect.stringMatching(/^The server "build" is not reachable/) as string },
  ])
  expect(noticer().s.store.threads.get(all()[0]!.threadId)!.role).toBe('master')
  await clock.advance(60 * MINUTE)
  expect(all()).toHaveLength(1)
  expect([problemOf(one.s), problemOf(two.s)]).toEqual([undefined, undefined])
  const id = all()[0]!.id
  const back = linkOf(build.s, hub, build.client)
  back.start()
  await clock.advance(2 * MINUTE)
  expect(all()).toEqual([])
  expect(noticer()).toBeUndefined()
  expect([one, two].map(({ s }) => s.store.alerts.get(id)?.resolvedBy ?? null).filter(Boolean)).toEqual([
    'beat',
  ])
  last.isHeard = true
  await back.stop()
  await clock.advance(5 * MINUTE)
  expect(all()).toMatchObject([
    { text: expect.stringMatching(/^The server "build" was stopped at \d/) as string },
  ])
  await stop()
})

it('neither doubles nor forgets it over a restart of who noticed it, and settles what is over then', async () => {
  const { clock, hub, build, all, noticer, stop } = await fleet()
  await build.link.stop()
  await clock.advance(5 * MINUTE)
  const it = noticer()
  const before = all().map(({ id }) => id)
  await it.link.stop()
  await clock.advance(10 * MINUTE)
  const again = linkOf(it.s, hub, it.client)
  again.start()
  await clock.advance(5 * MINUTE)
  expect(all().map(({ id }) => id)).toEqual(before)
  await again.stop()
  // It comes back while nobody who noticed it looks.
  const back = linkOf(build.s, hub, build.client)
  back.start()
  await clock.advance(5 * MINUTE)
  expect(all()).toHaveLength(1)
  const third = linkOf(it.s, hub, it.client)
  third.start()
  await clock.advance(MINUTE)
  expect(all()).toEqual([])
  await Promise.all([back.stop(), third.stop()])
  await stop()
})

it('does not raise again what a person has settled while the server is still away', async () => {
  const { clock, hub, build, all, noticer, stop } = await fleet()
  await build.link.stop()
  await clock.advance(5 * MINUTE)
  const it = noticer()
  it.s.store.alerts.resolveByHand([all()[0]!.id], clock.now())
  await clock.advance(10 * MINUTE)
  await it.link.stop()
  const again = linkOf(it.s, hub, it.client)
  again.start()
  await clock.advance(10 * MINUTE)
  expect(all()).toEqual([])
  await again.stop()
  await stop()
})

it('ends when the server, or this machine, has left', async () => {
  const { clock, hub, build, all, noticer, stop } = await fleet()
  await build.link.stop()
  await clock.advance(5 * MINUTE)
  hub.leaves('build')
  await clock.advance(MINUTE + SECOND)
  expect(all()).toEqual([])
  await stop()
  const other = await fleet()
  await other.build.link.stop()
  await other.clock.advance(5 * MINUTE)
  const it = other.noticer()
  await it.link.stop()
  endSilence(it.s)
  expect(other.all()).toEqual([])
  expect(noticer()).toBeUndefined()
  await other.stop()
})

it.each(['laptop', 'workstation'] as const)('raises none for a %s', async (is) => {
  const { clock, build, one, two, all, stop } = await fleet({ is })
  await build.link.stop()
  await clock.advance(20 * MINUTE)
  expect([all(), problemOf(one.s), problemOf(two.s)]).toEqual([[], undefined, undefined])
  await stop()
})

it('stands in one window as what is wrong, a little later, where nobody has a master', async () => {
  const { clock, build, one, two, all, stop } = await fleet({ masters: false })
  const problems = () => [one, two].flatMap(({ s }) => problemOf(s) ?? [])
  await build.link.stop()
  await clock.advance(5 * MINUTE)
  expect(problems()).toEqual([])
  await clock.advance(4 * MINUTE)
  expect([all(), problems()]).toMatchObject([[], [{ text: 'Not reachable: 1 server, "build".' }]])
  await stop()
})
