import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { MINUTE } from '../../shared/base/time.ts'
import { navigate } from '../client/navigation.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { longHistory } from '../testing/long-history.ts'
import { finds } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { quietHost } from '../testing/threads.ts'
import { HistoryPage } from './history.tsx'

const EVERY_MS = 8 * MINUTE

beforeEach(() => navigate('/history'))
const grid = (): Promise<HTMLElement> => screen.findByRole('grid', { name: 'History' })
const row = (i: number): HTMLElement | null => document.querySelector(`[data-row="${i}"][aria-busy=false]`)
const rowsCome = (i = 0): Promise<HTMLElement> => vi.waitUntil(() => row(i), { timeout: 4000 })
const press = (key: string): boolean => fireEvent.keyDown(document.activeElement!, { key })

/** A thread, `web`, beaten so often by its schedule. */
async function beaten(times: number): Promise<WindowHost> {
  const host = await openHost()
  host.add('web')
  await host.pass(times * EVERY_MS)
  return host
}

it('tells of all rows of a long history and shows the newest', async () => {
  const host = await openHost({ dataFolder: longHistory(5000) })
  show(<HistoryPage />, host)
  expect((await rowsCome()).textContent).toContain('4 of 5 checks passed in run 4999.')
  expect((await grid()).getAttribute('aria-rowcount')).toBe('5001')
  expect(screen.getByText(/^≈ 5,000 rows, showing 1–/)).toBeTruthy()
  expect(document.querySelectorAll('[data-row]').length).toBeLessThan(60)
})

it('found by a user: few rows are counted at once, and anew with each that comes', async () => {
  const host = await beaten(3)
  show(<HistoryPage />, host)
  expect(await screen.findByText(/^3 rows, showing 1–3/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Count exactly' })).toBeNull()
  await host.pass(EVERY_MS)
  expect(await screen.findByText(/^4 rows, showing 1–4/)).toBeTruthy()
})

it('tells how many due times were answered in time, and why the others were not', async () => {
  const host = await beaten(3)
  await host.sleep(4 * EVERY_MS) // the beat after it is late, and answers the last of four
  await host.pass(EVERY_MS)
  show(<HistoryPage />, host)
  expect(await screen.findByText('On time 57.1 % in 30 days · missed 3: asleep 3.')).toBeTruthy()
})

it('is walked by keys from one end to the other, the focus never lost', async () => {
  show(<HistoryPage />, await openHost({ dataFolder: longHistory(5000) }))
  await rowsCome()
  const focused = (): string | null => document.activeElement?.getAttribute('data-row') ?? null
  act(() => row(0)!.focus())
  press('ArrowDown')
  expect(focused()).toBe('1')
  press('End')
  await waitFor(() => expect(focused()).toBe('4999'))
  expect((await rowsCome(4999)).textContent).toContain('0 of 5 checks passed in run 0.')
  press('ArrowUp')
  expect(focused()).toBe('4998')
  press('Home')
  await waitFor(() => expect(focused()).toBe('0'))
})

it('opens a run by Enter and says of a due time why it has none', async () => {
  const host = await beaten(1)
  const asleepFrom = host.clock.now()
  await host.sleep(51 * EVERY_MS) // more than are written down one by one
  const { rows } = await host.client.history.page({
    filter: { from: asleepFrom },
    place: { below: Number.MAX_SAFE_INTEGER, skip: 0 },
  })
  const i = rows.findIndex((r) => r.count > 1)
  navigate(`/history?to=${rows[i]!.at + 1}`)
  show(<HistoryPage />, host)
  fireEvent.click(await rowsCome())
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('Why: asleep. It stands for 3 due times.')
  fireEvent.keyDown(dialog, { key: 'Escape' })
  act(() => row(1)!.focus())
  press('Enter')
  await waitFor(() => expect(location.hash).toBe(`#/run/${host.runs()[0]!.id}`))
})

it('keeps its filters in the address', async () => {
  const host = await beaten(1)
  host.does('web', finds('main is red'))
  await host.pass(EVERY_MS)
  show(<HistoryPage />, host)
  await rowsCome(1)
  fireEvent.click(await screen.findByRole('button', { name: /^Alert/ }))
  await waitFor(() => expect(location.hash).toBe('#/history?outcomes=alert'))
  await waitFor(() =>
    expect(host.asks.some((c) => c.startsWith('history.page') && c.includes('"outcomes":["alert"]'))).toBe(
      true,
    ),
  )
  await waitFor(() => expect(document.querySelectorAll('[data-row]')).toHaveLength(1))
  expect((await rowsCome()).textContent).toContain('Main is red')
})

it('searches, and shows where it found the words', async () => {
  const host = await beaten(1)
  host.does('web', finds('disk is at 42 %'))
  await host.pass(EVERY_MS)
  navigate('/history?q=42')
  show(<HistoryPage />, host)
  expect((await screen.findByText('42')).tagName).toBe('MARK')
  expect(screen.getByText('1 found, all there are')).toBeTruthy()
})

it('says what is wrong, and tries again', async () => {
  const host = await quietHost('web')
  host.broken.add('history.index')
  show(<HistoryPage />, host)
  expect(await screen.findByText('The history could not be read.')).toBeTruthy()
  expect(screen.getByText('The history cannot be opened: the disk is full.')).toBeTruthy()
  host.broken.clear()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await rowsCome()).textContent).toContain('web')
})

it('found by review: a blank in the search is no search, and asks for nothing again and again', async () => {
  show(<HistoryPage />, await quietHost('web'))
  await rowsCome()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search the history' }), { target: { value: ' ' } })
  expect(timers.mock.calls.filter(([, ms]) => ms === 250)).toEqual([])
  timers.mockRestore()
})

it('says the note of a run in its row', async () => {
  const host = await quietHost('web')
  await host.client.notes.save({ runId: host.runs()[0]!.id, text: 'Known flake' })
  show(<HistoryPage />, host)
  await rowsCome()
  expect(within(row(0)!).getByText('Known flake').closest('[role=gridcell]')?.textContent).toBe(
    'Note: Known flake3 checks passed.',
  )
})

it('found by review: at the newest row no row goes blank while the list follows a beat', async () => {
  const { host } = show(<HistoryPage />, await beaten(40))
  await rowsCome()
  let blank = 0
  const watch = new MutationObserver(
    () => (blank += document.querySelectorAll('[data-row][aria-busy=true]').length),
  )
  watch.observe(await grid(), { childList: true, subtree: true, characterData: true, attributes: true })
  host.does('web', finds('main is red'))
  await host.beat('web')
  await waitFor(() => expect(row(0)?.textContent).toContain('Main is red'))
  watch.disconnect()
  expect(blank).toBe(0)
})
