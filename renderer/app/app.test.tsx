import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Settings } from '../../shared/settings/settings.ts'
import type { FleetView } from '../../shared/views/snapshot.ts'
import { sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { App } from './app.tsx'
import { openBridge } from '../client/bridge.ts'
import { follow } from '../client/live.ts'
import { createLiveStore } from '../client/live-store.ts'
import { navigate } from '../client/navigation.ts'
import { COMMANDS } from '../commands/registry.ts'
import { useUi } from '../client/ui-state.ts'
import { fakeHost, type FakeHost } from '../testing/fake-host.ts'
import '../testing/show.tsx'

beforeEach(() => navigate('/'))
afterEach(() => {
  toast.dismiss() // a new Toaster shows again what still stands
  cleanup()
  useUi.setState({ palette: false, shortcuts: false, adding: { open: false, scan: false, folders: [] } })
})

async function open(change: Partial<FleetView> = {}): Promise<FakeHost> {
  const snapshot = sampleSnapshot(Date.now())
  const host = fakeHost({ ...snapshot, fleet: { ...snapshot.fleet, ...change } })
  const bridge = openBridge(host.openPort)
  const live = createLiveStore()
  follow(live, bridge)
  render(<App bridge={{ ...bridge, live }} />)
  await screen.findByRole('navigation', { name: 'Places' })
  return host
}
const press = (key: string, target: Element = document.body, with_: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(target, { key, ...with_ })
const link = (name: RegExp | string): HTMLElement =>
  within(screen.getByRole('navigation', { name: 'Places' })).getByRole('link', { name })
const settings = (change: Partial<Settings>): Partial<FleetView> => ({
  settings: { ...sampleSnapshot(0).fleet.settings, ...change },
})

describe('the window', () => {
  it('goes to a place by G and a letter, and the letter alone means what it meant', async () => {
    await open()
    press('g')
    press('j')
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Jobs'))
    expect(link(/^Queue/).getAttribute('aria-current')).toBe('page')
    expect(
      within(screen.getByRole('navigation', { name: 'Parts of the queue' })).getByRole('link', {
        current: 'page',
      }).textContent,
    ).toBe('Jobs')
    press('g')
    press('a')
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Next 24 hours'))
    press('j')
    expect(location.hash).toBe('#/ahead')
  })
  it('tells in its pulse what the watch over the schedule saw', async () => {
    await open({ watch: { lookedAt: Date.now(), ok: false, text: '2 threads are on and have no due time.' } })
    const pulse = screen.getByText('2 threads are on and have no due time.').closest('[title]')
    expect(pulse?.getAttribute('title')).toContain(
      '2 threads are on and have no due time. Looked over under 1 min ago.',
    )
  })
  it('says that nobody ticks any more, and offers to start the scheduler again', async () => {
    const at = Date.now()
    const host = await open({ at, lastTickAt: at - 91_000 })
    expect(screen.getByText(/^Scheduler silent/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Restart scheduler' }))
    await waitFor(() => expect(host.calls).toContain('fleet.restart null'))
    fireEvent.click(screen.getByRole('button', { name: 'Show logs' }))
    expect(await screen.findByText('There is no file manager here.')).toBeTruthy()
    cleanup()
    await open({ at, lastTickAt: at - 60_000 })
    expect(screen.queryByText(/^Scheduler silent/)).toBeNull()
  })
  it(
    'says above every page that the scheduler has stopped, once, and offers to restart it ' +
      'and to read why',
    async () => {
      const host = await open({
        engine: 'halted',
        lastTickAt: null,
        problems: [
          {
            code: 'engine',
            text: 'The scheduler failed three times in a row.',
            repair: 'It tries again every half minute; the log says why.',
          },
        ],
      })
      const banner = screen
        .getByText(/The scheduler failed three times in a row/)
        .closest<HTMLElement>('[role=status]')!
      fireEvent.click(within(banner).getByRole('button', { name: 'Restart scheduler' }))
      fireEvent.click(within(banner).getByRole('button', { name: 'Show logs' }))
      await waitFor(() => expect(host.calls).toContain('fleet.restart null'))
      expect(await screen.findByText('There is no file manager here.')).toBeTruthy()
    },
  )
  it('stops whatever runs by Ctrl Shift and the full stop, after one question', async () => {
    const host = await open()
    press('>', document.body, { ctrlKey: true, shiftKey: true, code: 'Period' })
    fireEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Stop everything' }),
    )
    await waitFor(() => expect(host.calls).toEqual(['beat.stop {"runId":"run_running"}']))
  })
  it('says on Today when power holds beats back, and only then', async () => {
    await open({ power: { onBattery: true, metered: false, policy: 'calm', because: 'On battery.' } })
    expect(
      await screen.findByText(/On battery\. Each thread is beaten at most every half hour\./),
    ).toBeTruthy()
    cleanup()
    await open()
    expect(screen.queryByText(/On battery/)).toBeNull()
  })
  it('has seven places with their keys, and counts where work waits', async () => {
    await open({ openAlerts: 5, waiting: 4 })
    expect(
      within(screen.getByRole('navigation', { name: 'Places' }))
        .getAllByRole('link')
        .map((l) => l.title),
    ).toEqual(['Today', 'Threads', 'Inbox', 'History', 'Queue', 'Pollination', 'Settings'])
    expect(link('Inbox 5 open')).toBeTruthy()
    expect(link('Queue 4 waiting')).toBeTruthy()
    for (const [key, hash] of [
      ['2', '#/threads'],
      ['3', '#/inbox'],
      ['4', '#/history'],
      ['5', '#/queue'],
      ['6', '#/pollination'],
      ['7', '#/settings'],
      ['1', '#/'],
    ] as const) {
      press(key, document.body, { ctrlKey: true, code: `Digit${key}` })
      await waitFor(() => expect(location.hash).toBe(hash))
    }
  })
  it('belongs to the queue on the next 24 hours, and to Settings on Agents and on each of its own pages', async () => {
    await open()
    for (const [path, name] of [
      ['/ahead', /^Queue/],
      ['/agents', 'Settings'],
      ['/settings/keyboard', 'Settings'],
      ['/run/run_x', 'History'],
    ] as const) {
      navigate(path)
      await waitFor(() => expect(link(name).getAttribute('aria-current')).toBe('page'))
    }
  })
  it('shows what was saved as a view below the places, and which of them is open', async () => {
    await open(
      settings({
        views: [
          { name: 'Money', query: 'tag=money&show=overdue' },
          { name: 'Mine', query: 'q=api' },
        ],
      }),
    )
    expect(
      within(screen.getByRole('region', { name: 'Views' }))
        .getAllByRole('link')
        .map((l) => l.getAttribute('href')),
    ).toEqual(['#/threads?tag=money&show=overdue', '#/threads?q=api'])
    fireEvent.click(link(/Mine/))
    await waitFor(() => expect(link(/Mine/).getAttribute('aria-current')).toBe('page'))
    expect(link('Threads').getAttribute('aria-current')).toBeNull()
  })
  it('says honestly that Pollination is to come, and offers no switch that does nothing', async () => {
    await open()
    navigate('/pollination')
    expect(await screen.findByText('Nothing to pass on yet.')).toBeTruthy()
    expect(
      within(screen.getByRole('main'))
        .getAllByRole('button')
        .map((b) => b.textContent),
    ).toEqual(['Open Threads'])
  })
  it('counts in its title how many threads need the person', async () => {
    await open()
    const { verdict } = sampleSnapshot(Date.now()).fleet
    await waitFor(() =>
      expect(document.title).toBe(`(${verdict.needYou}) Threadbeat — ${verdict.headline} ${verdict.rest}`),
    )
    navigate('/inbox')
    await waitFor(() => expect(document.title).toBe(`(${verdict.needYou}) Threadbeat — Inbox`))
  })
  it('opens the palette by Mod+K, closes it by the same key, and gives the focus back', async () => {
    await open()
    const opener = link('Threads')
    opener.focus()
    press('k', opener, { ctrlKey: true })
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
    // rests while something lies above the page
    press('1', document.activeElement ?? document.body, { ctrlKey: true, code: 'Digit1' })
    press('k', document.activeElement ?? document.body, { ctrlKey: true })
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Find anything' })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })
  it('lists under ? every key there is', async () => {
    await open()
    press('?')
    const list = await screen.findByRole('dialog', { name: 'Keyboard' })
    const said = within(list)
      .getAllByRole('definition')
      .map((d) => d.textContent)
    for (const title of COMMANDS.filter((c) => c.keys.length > 0).map((c) => c.title))
      expect(said).toContain(title)
  })
  it('keeps single letters from acting when they are switched off, and keys with Mod go on', async () => {
    await open(settings({ letterKeys: 'off' }))
    press('?')
    press('g')
    press('j')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(location.hash).not.toBe('#/jobs')
    press('5', document.body, { ctrlKey: true, code: 'Digit5' })
    await waitFor(() => expect(location.hash).toBe('#/queue'))
  })
  it('shows theme, contrast and density as they are set, and follows them', async () => {
    await open(settings({ theme: 'dark', contrast: 'more', density: 'compact' }))
    await waitFor(() =>
      expect({ ...document.documentElement.dataset }).toMatchObject({ contrast: 'more', density: 'compact' }),
    )
    cleanup()
    await open()
    await waitFor(() => expect(document.documentElement.dataset['contrast']).toBeUndefined())
    expect(document.documentElement.dataset['density']).toBe('comfortable')
  })
  it('makes everything larger by a key, in steps and up to a bound', async () => {
    const { calls } = await open(settings({ zoomPercent: 140 }))
    // taken: the native menu does not do it once more
    expect(press('+', document.body, { ctrlKey: true, shiftKey: true })).toBe(false)
    await waitFor(() => expect(calls).toContain('settings.change {"zoomPercent":150}'))
    press('+', document.body, { ctrlKey: true })
    press('0', document.body, { ctrlKey: true, code: 'Digit0' })
    await waitFor(() =>
      expect(calls.filter((c) => c.includes('zoomPercent'))).toEqual([
        'settings.change {"zoomPercent":150}',
        'settings.change {"zoomPercent":100}',
      ]),
    )
  })
  it('says to people who listen that a thread came to need them', async () => {
    const host = await open()
    const quiet = host.current().threads.find((t) => t.state === 'quiet')
    if (quiet === undefined) throw new Error('the sample has a quiet thread')
    host.change(quiet.id, { state: 'urgent' })
    await waitFor(() =>
      expect(screen.getByRole('alert', { name: 'Urgent news' }).textContent).toBe(`${quiet.name}: urgent`),
    )
    expect(screen.getByRole('status', { name: 'News' }).textContent).toBe('')
  })
})
