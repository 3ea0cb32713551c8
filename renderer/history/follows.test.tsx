import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE } from '../../shared/base/time.ts'
import { openBridge } from '../client/bridge.ts'
import { createLiveStore } from '../client/live-store.ts'
import { follow } from '../client/live.ts'
import { navigate } from '../client/navigation.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { longHistory } from '../testing/long-history.ts'
import { finds, hangs } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { quietHost } from '../testing/threads.ts'
import { HistoryPage } from './history.tsx'

beforeEach(() => navigate('/history'))

const row = (i: number): HTMLElement | null => document.querySelector(`[data-row="${i}"][aria-busy=false]`)
const rowsCome = (i = 0): Promise<HTMLElement> => vi.waitUntil(() => row(i), { timeout: 30_000 })
const asked = (host: WindowHost, method: string): number =>
  host.asks.filter((call) => call.startsWith(`history.${method} `)).length

async function stopRun(host: WindowHost): Promise<void> {
  await host.client.beat.stop({ runId: host.thread('web').running!.runId })
  await host.pass(0)
}

describe('the page follows while it is open', () => {
  it('found by a user: a run that ends does not go on in its row', async () => {
    const host = await quietHost('web')
    show(<HistoryPage />, host)
    await rowsCome()
    host.does('web', hangs)
    await host.beat('web')
    await waitFor(() => expect(row(0)?.textContent).toContain('Running now.'))
    await stopRun(host)
    await waitFor(() => expect(row(0)?.textContent).toContain('Stopped'))
  })

  it('a run that ends while its row is out of sight, where the list stands still', async () => {
    const host = await openHost({ dataFolder: longHistory(300) })
    host.does('web', hangs)
    await host.beat('web')
    show(<HistoryPage />, host)
    await rowsCome()
    act(() => row(0)!.focus())
    fireEvent.keyDown(document.activeElement!, { key: 'End' })
    await rowsCome(300)
    await stopRun(host)
    expect(row(0)?.textContent, 'the list stands at its end').toBeUndefined()
    fireEvent.keyDown(document.activeElement!, { key: 'Home' })
    await waitFor(() => expect(row(0)?.textContent).toContain('Stopped'))
  })

  it('found by a user: the counts, the summary of the chart and the line under the title', async () => {
    const host = await openHost()
    host.add('web')
    await host.beat('web')
    show(<HistoryPage />, host)
    expect(await screen.findByText('1 row, 100 % quiet.')).toBeTruthy()
    expect(screen.getByText('No due times in the last 30 days.')).toBeTruthy()
    const quiet = (): string | null => screen.getByRole('button', { name: /^Quiet/ }).textContent
    await waitFor(() => expect(quiet()).toBe('Quiet1'))
    await host.pass(8 * MINUTE)
    await waitFor(() => expect(quiet()).toBe('Quiet2'))
    expect(await screen.findByText('2 rows, 100 % quiet.')).toBeTruthy()
    expect(await screen.findByText('On time 100.0 % in 30 days, none missed.')).toBeTruthy()
  })

  it('a search, which shows what is new', async () => {
    const host = await quietHost('web')
    navigate('/history?q=red')
    show(<HistoryPage />, host)
    await screen.findByText('0 found, all there are')
    host.does('web', finds('main is red'))
    await host.beat('web')
    expect(await screen.findByText('1 found, all there are')).toBeTruthy()
  })

  it('and nothing is read while the window is hidden, nor after the page was left', async () => {
    const host = await quietHost('web')
    const { unmount } = show(<HistoryPage />, host)
    await rowsCome()
    await screen.findByText('1 row, 100 % quiet.')
    const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const [index, counts] = [asked(host, 'index'), asked(host, 'counts')]
    const witness = createLiveStore() // somebody who hears it no earlier
    const endWitness = follow(witness, openBridge(host.openPort))
    await waitFor(() => expect(witness.getState().connection).toBe('live'))
    await host.beat('web')
    await waitFor(() => expect(witness.getState().fleet?.today.beats).toBe(2))
    endWitness()
    expect([asked(host, 'index'), asked(host, 'counts')]).toEqual([index, counts])
    sight.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(await screen.findByText('2 rows, 100 % quiet.')).toBeTruthy()
    expect(await screen.findByText(/^2 rows, showing 1–2/)).toBeTruthy()
    unmount()
    const left = asked(host, 'counts')
    await host.beat('web')
    expect(asked(host, 'counts')).toBe(left)
  })

  it('is read at most once a second, however often something moves', async () => {
    const host = await quietHost('web')
    show(<HistoryPage />, host)
    await rowsCome()
    await screen.findByText('1 row, 100 % quiet.')
    const [begunAt, before] = [performance.now(), asked(host, 'counts')]
    for (let i = 0; i < 20; i++) await host.beat('web')
    expect(await screen.findByText('21 rows, 100 % quiet.')).toBeTruthy()
    const seconds = (performance.now() - begunAt) / 1000
    expect(asked(host, 'counts') - before).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
  })

  it('and whoever stands on a row still stands on it', async () => {
    const host = await quietHost('web')
    show(<HistoryPage />, host)
    const first = await rowsCome()
    act(() => first.focus())
    const words = first.textContent
    host.does('web', finds('main is red'))
    await host.beat('web')
    await waitFor(() => expect(row(0)?.textContent).toContain('Main is red'))
    await waitFor(() => expect(document.activeElement?.getAttribute('data-row')).toBe('1'))
    expect(document.activeElement?.textContent).toBe(words)
  })
})

it('rows that come are offered where the list stands still, and only rows', async () => {
  const host = await openHost({ dataFolder: longHistory(300) })
  show(<HistoryPage />, host)
  await rowsCome()
  act(() => row(0)!.focus())
  fireEvent.keyDown(document.activeElement!, { key: 'End' })
  await rowsCome(299)
  expect(screen.queryByRole('button', { name: 'Show what is new' })).toBeNull()
  await host.beat('web')
  fireEvent.click(await screen.findByRole('button', { name: 'Show what is new' }))
  expect(await screen.findByText(/^301 rows, showing 1–/)).toBeTruthy()
})
