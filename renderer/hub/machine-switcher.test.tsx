import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { HOUR } from '../../shared/base/time.ts'
import { openApp, press } from '../app/testing/open-app.tsx'
import { navigate, PLACES } from '../client/navigation.ts'
import { useUi } from '../client/ui-state.ts'
import { openHost } from '../testing/host.ts'
import { machineOf, testHub } from '../testing/hub.ts'
import { NOON } from '../testing/noon.ts'

async function openSwitcher(): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name: /^Machines: / }))
  return screen.findByRole('menu')
}
const choices = (menu: HTMLElement): (string | null)[] =>
  within(menu)
    .getAllByRole('menuitemradio')
    .map((item) => item.textContent)

describe('the switcher of machines', () => {
  it('is not there where no hub was joined', async () => {
    await openApp(await openHost({ hub: testHub(null) }))
    expect(screen.queryByRole('button', { name: /^Machines/ })).toBeNull()
  })

  it('names this machine, all of them, and each other one with its state', async () => {
    const hub = testHub([
      machineOf('laptop', { class: 'laptop', state: 'asleep', since: NOON - HOUR }),
      machineOf('server', { state: 'wedged', since: NOON - 3 * HOUR }),
    ])
    await openApp(await openHost({ hub: hub }))
    expect(choices(await openSwitcher())).toEqual([
      'This machinedesk',
      'All machines',
      'laptopasleep since 11:00',
      'serverup but wedged: no beat has ended since 09:00',
    ])
  })

  it('chooses by key and keeps the choice from page to page', async () => {
    await openApp(await openHost({ hub: testHub([machineOf('server')]) }))
    const menu = await openSwitcher()
    press('ArrowDown', menu)
    const server = within(menu).getByRole('menuitemradio', { name: /^server/ })
    server.focus()
    press('Enter', server)
    await screen.findByRole('button', { name: 'Machines: server' })
    act(() => navigate(PLACES.queue))
    act(() => navigate(PLACES.threads))
    expect(screen.getByRole('button', { name: 'Machines: server' })).toBeTruthy()
    expect(useUi.getState().machine).toBe('m-server')
  })

  it('leaves pages of this machine alone, which say so while another one is chosen', async () => {
    await openApp(await openHost({ hub: testHub([machineOf('server')]) }))
    const says = 'This page is about this machine (desk).'
    for (const place of [PLACES.queue, PLACES.ahead, PLACES.jobs, PLACES.settings]) {
      act(() => useUi.getState().showMachine('m-server'))
      act(() => navigate(place))
      await screen.findByText(says)
      act(() => useUi.getState().showMachine('all'))
      await waitFor(() => expect(screen.queryByText(says)).toBeNull())
    }
    act(() => useUi.getState().showMachine('m-server'))
    for (const place of [PLACES.threads, PLACES.inbox, PLACES.history, PLACES.pollination, PLACES.today]) {
      act(() => navigate(place))
      await waitFor(() => expect(screen.queryByText(says)).toBeNull())
    }
  })

  it('is also in the palette', async () => {
    await openApp(await openHost({ hub: testHub([machineOf('server')]) }))
    press('k', document.body, { ctrlKey: true })
    const input = await screen.findByRole('combobox', { name: 'Find anything' })
    fireEvent.change(input, { target: { value: 'machine server' } })
    press('Enter', input)
    await screen.findByRole('button', { name: 'Machines: server' })
  })

  it('comes with the hub and goes with it, and a machine that left is shown no more', async () => {
    const hub = testHub([machineOf('server')])
    await openApp(await openHost({ hub: hub }))
    act(() => useUi.getState().showMachine('m-server'))
    await screen.findByRole('button', { name: 'Machines: server' })
    act(() => hub.tell(() => (hub.others = { ...hub.others!, machines: [] })))
    await screen.findByRole('button', { name: 'Machines: This machine' })
    act(() => hub.tell(() => (hub.others = null)))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Machines/ })).toBeNull())
  })
})
