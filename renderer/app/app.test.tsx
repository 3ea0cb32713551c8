import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '../../shared/base/time.ts'
import { navigate } from '../client/navigation.ts'
import { dataFolder } from '../testing/data-folder.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { finds, hangs } from '../testing/scripts.ts'
import { addAlert, quietHost } from '../testing/threads.ts'
import { openApp, press } from './testing/open-app.tsx'

const hostWithoutFileManager = (): Promise<WindowHost> =>
  openHost({ machine: { noFileManager: 'There is no file manager here.' }, dataFolder: dataFolder() })

describe('the window', () => {
  it('tells in its pulse what the watch over the schedule saw', async () => {
    const host = await quietHost('api')
    host.store.threads.change(host.id('api'), { nextDueAt: null })
    await host.pass(61 * SECOND)
    await openApp(host)
    const found = screen.getAllByText(/1 schedule had no due time and was planned again: api/)
    const pulse = found.map((e) => e.closest('[title]')).find((e) => e !== null)
    expect(pulse?.getAttribute('title')).toContain('Looked over under 1 min ago.')
  })
  it('says that nobody ticks any more, and offers to start the scheduler again', async () => {
    const host = await hostWithoutFileManager()
    await openApp(host)
    expect(screen.queryByText(/^Scheduler silent/)).toBeNull()
    cleanup() // the window is closed
    const { setTimer } = host.clock
    // the timer that this tick arms is lost; what is told soon is not
    host.clock.setTimer = (at, call) => (at > host.clock.now() + SECOND ? () => {} : setTimer(at, call))
    host.engine.tick()
    host.clock.setTimer = setTimer
    await host.pass(91 * SECOND)
    await openApp(host)
    expect(await screen.findByText(/^Scheduler silent/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Show logs' }))
    expect(await screen.findByText(/ could not be opened: There is no file manager here\.$/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Restart scheduler' }))
    await waitFor(() => expect(host.calls).toContain('fleet.restart null'))
    await waitFor(() => expect(screen.queryByText(/^Scheduler silent/)).toBeNull())
  })
  it(
    'says above every page that the scheduler has stopped, once, and offers to restart it ' +
      'and to read why',
    async () => {
      const host = await hostWithoutFileManager()
      Object.assign(host.store.events, {
        expire() {
          throw new Error('no such table')
        },
      })
      await host.pass(10 * MINUTE)
      await openApp(host)
      const banner = screen.getByText(/three times in a row/).closest<HTMLElement>('[role=status]')!
      fireEvent.click(within(banner).getByRole('button', { name: 'Restart scheduler' }))
      fireEvent.click(within(banner).getByRole('button', { name: 'Show logs' }))
      await waitFor(() => expect(host.calls).toContain('fleet.restart null'))
      expect(await screen.findByText(/ could not be opened: There is no file manager here\.$/)).toBeTruthy()
    },
  )
  it('stops whatever runs by Ctrl Shift and the full stop, after one question', async () => {
    const host = await openHost()
    host.add('api')
    host.does('api', hangs)
    await host.beat('api')
    const { runId } = host.thread('api').running!
    await openApp(host)
    press('>', document.body, { ctrlKey: true, shiftKey: true, code: 'Period' })
    fireEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Stop everything' }),
    )
    await waitFor(() => expect(host.calls).toEqual([`beat.stop {"runId":"${runId}"}`]))
  })
  it('says on Today when power holds beats back, and only then', async () => {
    const onBattery = await quietHost('api')
    onBattery.power = { onBattery: true, metered: null }
    await onBattery.pass(MINUTE)
    await openApp(onBattery)
    expect(
      await screen.findByText(
        /because the machine is on battery\. Each thread beats at most every half hour\./,
      ),
    ).toBeTruthy()
    cleanup() // the window is closed
    await openApp(await quietHost('api'))
    expect(screen.queryByText(/on battery/)).toBeNull()
  })
  it('counts in its title how many threads need the person', async () => {
    const host = await quietHost('web')
    await addAlert(host, 'api', 'main is red')
    await openApp(host)
    const { verdict } = host.snapshot().fleet
    expect(verdict.needYou).toBe(1)
    await waitFor(() =>
      expect(document.title).toBe(`(${verdict.needYou}) Threadbeat — ${verdict.headline} ${verdict.rest}`),
    )
    navigate('/inbox')
    await waitFor(() => expect(document.title).toBe(`(${verdict.needYou}) Threadbeat — Inbox`))
  })
  it('shows theme, contrast and density as they are set, and follows them', async () => {
    await openApp(await openHost({ settings: { theme: 'dark', contrast: 'more', density: 'compact' } }))
    await waitFor(() =>
      expect({ ...document.documentElement.dataset }).toMatchObject({ contrast: 'more', density: 'compact' }),
    )
    cleanup() // the window is closed
    await openApp()
    await waitFor(() => expect(document.documentElement.dataset['contrast']).toBeUndefined())
    expect(document.documentElement.dataset['density']).toBe('comfortable')
  })
  it('says to people who listen that a thread came to need them', async () => {
    const host = await openApp(await quietHost('api'))
    host.does('api', finds('main is red', 'urgent'))
    await host.beat('api')
    await waitFor(() =>
      expect(screen.getByRole('alert', { name: 'Urgent news' }).textContent).toBe('api: urgent'),
    )
    expect(screen.getByRole('status', { name: 'News' }).textContent).toBe('')
  })
})
