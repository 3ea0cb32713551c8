import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Route, Switch } from 'wouter'
import { navigate } from '../client/navigation.ts'
import { SettingsPage } from './settings.tsx'
import { clockTime, setClock, titleTime } from '../kit/time.ts'
import { choose } from '../testing/choose.ts'
import { dataFolder } from '../testing/data-folder.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { show } from '../testing/show.tsx'

async function open(at = '/settings/general', from: WindowHost | Promise<WindowHost> = openHost()) {
  const host = await from
  navigate(at)
  return show(
    <Switch>
      <Route path="/settings/:section">
        <SettingsPage />
      </Route>
      <Route path="/settings">
        <SettingsPage />
      </Route>
    </Switch>,
    host,
  )
}
const search = (text: string): void =>
  void fireEvent.change(screen.getByRole('searchbox', { name: 'Search settings' }), {
    target: { value: text },
  })

describe('the settings page', () => {
  it('begins with the search, and a section does not', async () => {
    await open('/settings')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')))
    cleanup()
    await open('/settings/appearance')
    expect(document.activeElement).not.toBe(screen.getByRole('searchbox'))
    expect(screen.getByRole('link', { name: 'Appearance' }).getAttribute('aria-current')).toBe('page')
  })
  it('finds rows of all sections by their words, and changes them there', async () => {
    const { host } = await open()
    search('night')
    expect(screen.getByRole('switch', { name: 'Quiet hours' })).toBeTruthy()
    expect(screen.queryByText('Closing the window')).toBeNull()
    fireEvent.click(screen.getByRole('switch', { name: 'Beats rest as well' }))
    await waitFor(() => expect(host.calls).toEqual(['settings.change {"quietPausesBeats":true}']))
    search('zoom')
    await choose('Zoom', '120 %')
    await waitFor(() => expect(host.calls.at(-1)).toBe('settings.change {"zoomPercent":120}'))
    search('xyzzy')
    expect(screen.getByText('No setting matches “xyzzy”.')).toBeTruthy()
    fireEvent.click(screen.getAllByRole('button', { name: 'Clear the search' })[0]!)
    expect(screen.getByText('Closing the window')).toBeTruthy()
  })
  it('finds things to do, and leads there', async () => {
    await open()
    search('factory')
    fireEvent.click(screen.getByRole('button', { name: 'Reset and clear' }))
    expect(await screen.findByText('Factory reset')).toBeTruthy()
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
  })
  it('says where each value comes from, and gives the built-in one back', async () => {
    const folder = dataFolder()
    writeFileSync(path.join(folder, 'settings.json'), '{"maxRuns":3}')
    const { host } = await open(
      '/settings/schedule',
      openHost({ dataFolder: folder, settings: { quickCalls: 41 } }),
    )
    const row = (label: string): HTMLElement => screen.getByLabelText(label).closest('.grid')!
    await waitFor(() =>
      expect(row('Runs at a time').textContent).toContain('Written by hand in settings.json'),
    )
    expect(row('Tool calls of a quick beat').textContent).toContain('Set here')
    expect(row('Heartbeats at a time').textContent).not.toContain('Set here')
    expect(within(row('Heartbeats at a time')).queryByRole('button', { name: /Reset/ })).toBeNull()
    fireEvent.click(
      screen.getByRole('button', { name: 'Reset Tool calls of a quick beat to the built-in value' }),
    )
    await waitFor(() => expect(host.calls).toEqual(['settings.reset {"keys":["quickCalls"]}']))
    await waitFor(() => expect(row('Tool calls of a quick beat').textContent).not.toContain('Set here'))
  })
  it('takes quiet hours with their days', async () => {
    const { host } = await open(
      '/settings/notifications',
      openHost({ settings: { quietHours: { start: '22:00', end: '07:00', days: [0, 6] } } }),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Monday' }))
    await waitFor(() =>
      expect(host.calls.at(-1)).toBe(
        'settings.change {"quietHours":{"start":"22:00","end":"07:00","days":[0,1,6]}}',
      ),
    )
    const end = screen.getByRole('textbox', { name: 'Quiet hours end' })
    fireEvent.change(end, { target: { value: '25:00' } })
    fireEvent.blur(end)
    expect(screen.getByRole('alert').textContent).toContain('“25:00” is no time of day')
  })
  it('found by review: the focus stays in the time that was changed, and on the last day that must stay', async () => {
    const { host } = await open(
      '/settings/notifications',
      openHost({ settings: { quietHours: { start: '22:00', end: '07:00', days: [6] } } }),
    )
    const start = screen.getByRole('textbox', { name: 'Quiet hours begin' })
    start.focus()
    fireEvent.change(start, { target: { value: '23:00' } })
    fireEvent.keyDown(start, { key: 'Enter' })
    await waitFor(() =>
      expect(host.calls).toEqual([
        'settings.change {"quietHours":{"start":"23:00","end":"07:00","days":[6]}}',
      ]),
    )
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Quiet hours begin' })).toHaveProperty('value', '23:00'),
    )
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Quiet hours begin' }))
    const saturday = screen.getByRole('button', { name: 'Saturday' })
    saturday.focus()
    fireEvent.click(saturday)
    expect(screen.getByRole('alert').textContent).toContain('One day must stay')
    expect([host.calls.length, document.activeElement]).toEqual([1, saturday])
  })
})

describe('the clock', () => {
  it('writes times of day as it is set, and titles in UTC as well', () => {
    const at = new Date(2026, 2, 10, 15, 5).getTime()
    setClock({ hours: 12, date: 'dmy' })
    expect(clockTime(at).toLowerCase()).toBe('3:05 pm')
    setClock({ hours: 24, date: 'dmy' })
    expect(clockTime(at)).toBe('15:05')
    expect(titleTime(at)).toContain(`${new Date(at).toISOString().slice(11, 19)} UTC`)
  })
})
