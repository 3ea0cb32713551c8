import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { POPOVER_PATH } from '../../shared/views/popover-address.ts'
import { thread } from '../../shared/views/testing/tray-fleet.ts'
import { HOUR } from '../../shared/base/time.ts'
import { openBridge } from '../client/bridge.ts'
import { follow } from '../client/live.ts'
import { createLiveStore, liveAfter } from '../client/live-store.ts'
import { navigate } from '../client/navigation.ts'
import { pressAtFirstSight } from '../testing/first-key.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { command, hangs } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { addAlert, addQuiet, quietHost } from '../testing/threads.ts'
import { Popover } from './app.tsx'
import { followWhileSeen } from './follow-seen.ts'
import { Glance } from './glance.tsx'
import { nextDue } from './next-due.tsx'

beforeEach(() => navigate(POPOVER_PATH, { replace: true }))
const now = Date.now()
/** One thread needs the person, one runs, and six more are due later. */
async function busyHost(): Promise<WindowHost> {
  const host = await openHost()
  await addAlert(host, 'payments-api', 'main is red', 'urgent')
  await addQuiet(host, 'web-shop', 'search-svc', 'docs-site', 'infra', 'data-etl', 'mobile-app')
  host.add('auth-lib')
  host.does('auth-lib', hangs)
  await host.beat('auth-lib')
  return host
}
const called = (host: WindowHost, method: string): unknown[] =>
  host.calls
    .filter((c) => c.startsWith(`${method} `))
    .map((c) => JSON.parse(c.slice(method.length + 1)) as unknown)

describe('the small window', () => {
  it('says the verdict, what needs the person, what runs and what is due next', async () => {
    const host = await busyHost()
    const snapshot = host.snapshot()
    show(<Glance />, host)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(snapshot.fleet.verdict.headline)
    expect(screen.getAllByRole('heading', { level: 2 }).map((h) => h.textContent)).toEqual([
      'Needs you',
      'Running',
      'Next due',
    ])
    const running = snapshot.threads.filter((t) => t.running !== null)
    expect(within(screen.getByRole('region', { name: 'Running' })).getAllByRole('listitem')).toHaveLength(
      Math.min(5, running.length),
    )
    expect(within(screen.getByRole('region', { name: 'Next due' })).getAllByRole('button')).toHaveLength(5)
  })
  it('acknowledges from the card', async () => {
    const { host } = show(<Glance />, await busyHost())
    const [alert] = host.snapshot().fleet.alerts
    fireEvent.click(screen.getByRole('button', { name: 'Acknowledge payments-api' }))
    await waitFor(() =>
      expect(called(host, 'alerts.acknowledge')).toMatchObject([
        { ids: expect.arrayContaining([alert!.id]) as unknown },
      ]),
    )
  })
  it('opens its run from the card, and snoozes', async () => {
    const { host } = show(<Glance />, await busyHost())
    fireEvent.click(screen.getByRole('button', { name: 'Open payments-api' }))
    expect(location.hash).toMatch(/^#\/(run|thread)\//)
    fireEvent.click(screen.getByRole('button', { name: 'Snooze payments-api…' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'For 1 hour' }))
    await waitFor(() => expect(called(host, 'alerts.snooze')).toHaveLength(1))
    const [{ until }] = called(host, 'alerts.snooze') as [{ until: number }]
    expect(Math.abs(until - Date.now() - HOUR)).toBeLessThan(60_000)
  })
  it('beats what is due, pauses, and resumes', async () => {
    const { host } = show(<Glance />, await busyHost())
    fireEvent.click(screen.getByRole('button', { name: 'Beat due now' }))
    await waitFor(() => expect(called(host, 'beat.allDue')).toHaveLength(1))
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'For 1 hour' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Resume' }))
    await waitFor(() => expect(called(host, 'threads.resume')).toEqual([{ id: null }]))
    expect(called(host, 'threads.pause')).toMatchObject([{ id: null }])
  })
  it('says when nothing needs anybody, and when there are no threads', async () => {
    show(<Glance />, await quietHost('api', 'web'))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('All quiet.')
    expect(screen.queryByRole('article')).toBeNull()
    cleanup()
    show(<Glance />, await openHost())
    expect(screen.getByText('No threads yet. Add a repository in the main window.')).toBeTruthy()
  })
})

it('the next five leave out what is paused, what runs and what has no due time', () => {
  const at = (number: number, change: object) =>
    thread(number, 'quiet', { nextDueAt: now + number, ...change })
  const threads = [
    at(9, {}),
    at(1, { nextDueAt: null }),
    at(2, { pause: { until: null, reason: '', by: 'person' } }),
    at(3, { running: { runId: 'run_1' } }),
    at(8, {}),
    at(7, {}),
    at(6, {}),
    at(5, {}),
    at(4, {}),
  ]
  expect(nextDue(threads).map((t) => t.number)).toEqual([4, 5, 6, 7, 8])
})

async function open(): Promise<void> {
  const host = await busyHost()
  const bridge = openBridge(host.openPort)
  const live = createLiveStore()
  onTestFinished(followWhileSeen(live, bridge))
  show(<Popover bridge={{ ...bridge, live }} />, host)
}

/** Addresses that the page takes, in their order: what the shell is told. */
function addresses(): string[] {
  const seen: string[] = []
  for (const how of ['pushState', 'replaceState'] as const) {
    const original = history[how].bind(history)
    vi.spyOn(history, how).mockImplementation((...args) => {
      seen.push(String(args[2]))
      original(...args)
    })
  }
  return seen
}

it('a place that is chosen passes through the address, and the glance stays, pinned or not', async () => {
  await open()
  const seen = addresses()
  const pin = await screen.findByRole('button', { name: 'Keep this open' })
  fireEvent.click(pin)
  await waitFor(() => expect(pin.getAttribute('aria-pressed')).toBe('true'))
  act(() => navigate('/settings'))
  await waitFor(() => expect(location.hash).toBe('#/popover?pin'))
  expect(seen).toEqual(['#/popover?pin', '#/settings', '#/popover?pin'])
  expect(pin.getAttribute('aria-pressed')).toBe('true')
})

it('Escape asks to be hidden, each time, but closes a menu first', async () => {
  await open()
  const seen = addresses()
  fireEvent.click(await screen.findByRole('button', { name: 'Pause' }))
  await screen.findByRole('menu')
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(seen).toEqual([])
  for (const times of [1, 2]) {
    fireEvent.keyDown(document.body, { key: 'Escape' })
    await waitFor(() =>
      expect(seen).toEqual(Array.from({ length: times }, () => ['#/popover?away', '#/popover']).flat()),
    )
  }
})

it('Escape is heard as soon as there is something to see', async () => {
  const host = await busyHost()
  const live = createLiveStore()
  live.setState(liveAfter(live.getState(), { kind: 'snapshot', snapshot: host.snapshot() }))
  const seen = addresses()
  const bridge = { ...openBridge(host.openPort), live }
  await pressAtFirstSight(<Popover bridge={bridge} />, { key: 'Escape' })
  expect(seen[0]).toBe('#/popover?away')
})

it('Escape closes the sheet of commands that wait, and not the window', async () => {
  const host = await openHost()
  host.commands = () => [command('npm test')]
  await addQuiet(host, 'api')
  const bridge = openBridge(host.openPort)
  const live = createLiveStore()
  onTestFinished(followWhileSeen(live, bridge))
  show(<Popover bridge={{ ...bridge, live }} />, host)
  const seen = addresses()
  fireEvent.click(await screen.findByRole('button', { name: 'Review commands of api…' }))
  const sheet = await screen.findByRole('dialog', { name: 'Approve this command for api?' })
  await within(sheet).findByRole('listitem')
  fireEvent.keyDown(sheet, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(seen).toEqual([])
  expect(called(host, 'approvals.set')).toEqual([])
})

it('out of sight it hears nothing; back in sight it shows how things stand', async () => {
  const host = await quietHost('api')
  const id = host.id('api')
  const live = createLiveStore()
  const end = followWhileSeen(live, openBridge(host.openPort))
  await waitFor(() => expect(live.getState().connection).toBe('live'))
  const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  let heard = 0
  const stop = live.subscribe(() => heard++)
  const witness = createLiveStore() // somebody who looks
  const endWitness = follow(witness, openBridge(host.openPort))
  await waitFor(() => expect(witness.getState().connection).toBe('live'))
  await host.client.threads.change({ id, name: 'renamed while hidden' })
  await waitFor(() => expect(witness.getState().threads.get(id)?.name).toBe('renamed while hidden'))
  expect(heard).toBe(0)
  endWitness()
  sight.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(live.getState().threads.get(id)?.name).toBe('renamed while hidden'))
  stop()
  end()
})
