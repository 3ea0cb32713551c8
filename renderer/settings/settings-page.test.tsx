import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Route, Switch } from 'wouter'
import { DEFAULT_SETTINGS, type Settings } from '../../shared/settings/settings.ts'
import { sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { navigate } from '../client/navigation.ts'
import { SettingsPage } from './settings.tsx'
import { clockTime, setClock, titleTime } from '../kit/time.ts'
import { choose } from '../testing/choose.ts'
import type { Options } from '../testing/fake-host.ts'
import { show } from '../testing/show.tsx'

function open(at = '/settings/general', settings: Partial<Settings> = {}, options: Options = {}) {
  navigate(at)
  const snapshot = sampleSnapshot(Date.now())
  return show(
    <Switch>
      <Route path="/settings/:section">
        <SettingsPage />
      </Route>
      <Route path="/settings">
        <SettingsPage />
      </Route>
    </Switch>,
    { ...snapshot, fleet: { ...snapshot.fleet, settings: { ...DEFAULT_SETTINGS, ...settings } } },
    options,
  )
}
const search = (text: string): void =>
  void fireEvent.change(screen.getByRole('searchbox', { name: 'Search settings' }), {
    target: { value: text },
  })
beforeEach(() => navigate('/'))
afterEach(cleanup)

describe('the settings page', () => {
  it('begins with the search, and a section does not', async () => {
    open('/settings')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')))
    cleanup()
    open('/settings/appearance')
    expect(document.activeElement).not.toBe(screen.getByRole('searchbox'))
    expect(screen.getByRole('link', { name: 'Appearance' }).getAttribute('aria-current')).toBe('page')
  })
  it('finds rows of all sections by their words, and changes them there', async () => {
    const { host } = open()
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
    open()
    search('factory')
    fireEvent.click(screen.getByRole('button', { name: 'Reset and clear' }))
    expect(await screen.findByText('Factory reset')).toBeTruthy()
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
  })
  it('says where each value comes from, and gives the built-in one back', async () => {
    const { host } = open('/settings/schedule', { maxRuns: 3, quickCalls: 41 })
    const row = (label: string): HTMLElement => screen.getByLabelText(label).closest('.grid')!
    await waitFor(() =>
      expect(row('Runs at a time').textContent).toContain('Written by hand in settings.json'),
    )
    expect(row('Tool calls of a quick beat').textContent).toContain('Set here')
    expect(row('Heartbeats at a time').textContent).toContain('Built in')
    expect(within(row('Heartbeats at a time')).queryByRole('button', { name: /Reset/ })).toBeNull()
    fireEvent.click(
      screen.getByRole('button', { name: 'Reset Tool calls of a quick beat to the built-in value' }),
    )
    await waitFor(() => expect(host.calls).toEqual(['settings.reset {"keys":["quickCalls"]}']))
    await waitFor(() => expect(row('Tool calls of a quick beat').textContent).toContain('Built in'))
  })
  it('takes quiet hours with their days', async () => {
    const { host } = open('/settings/notifications', {
      quietHours: { start: '22:00', end: '07:00', days: [0, 6] },
    })
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
    const { host } = open('/settings/notifications', {
      quietHours: { start: '22:00', end: '07:00', days: [6] },
    })
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

describe('data and privacy', () => {
  it('backs up, and restores only after a question', async () => {
    const { host } = open('/settings/privacy')
    const list = await screen.findByRole('list', { name: 'Backups' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(2)
    expect(list.textContent).toContain('4.2 MB')
    fireEvent.click(within(list).getAllByRole('button', { name: /^Restore/ })[0]!)
    const question = await screen.findByRole('alertdialog')
    expect(host.calls).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: 'Restore at the next start' }))
    await waitFor(() =>
      expect(host.calls).toEqual([
        'backups.restore {"name":"daily-2026-11-20T08-00-00Z.db","confirmed":true}',
      ]),
    )
    expect(await screen.findByText('At the next start:')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Do not do it' }))
    await waitFor(() => expect(screen.queryByText('At the next start:')).toBeNull())
  })
  it('shows what an archive would do thread by thread before anything happens', async () => {
    const { host } = open('/settings/privacy')
    fireEvent.click(screen.getByRole('button', { name: 'Import…' }))
    const dialog = await screen.findByRole('dialog', { name: 'What is in this archive' })
    const rows = within(dialog)
      .getAllByRole('listitem')
      .map((r) => r.textContent)
    expect(rows[0]).toContain('Same')
    expect(rows[1]).toContain('Different: pace, 4 runs that are not here')
    expect(rows[2]).toContain('No repository there')
    await choose('What to do with web-shop', 'Both')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Import 2 threads at the next start' }))
    await waitFor(() =>
      expect(host.calls.at(-1)).toBe(
        'data.importFrom {"path":"/home/ada/old.zip","map":[],"choices":{"thr_1":"mine","thr_2":"both","thr_3":"theirs"},"withSettings":false,"keepTrust":false,"confirmed":true}',
      ),
    )
  })
  it('leads a move from the export over the archive to the folders that are missing', async () => {
    const { host } = open('/settings/privacy', {}, { folders: ['/Users/ada/infra'] })
    fireEvent.click(screen.getByRole('button', { name: 'Show how…' }))
    const steps = await screen.findByRole('dialog', { name: 'Move to another machine' })
    expect(within(steps).getAllByRole('listitem')).toHaveLength(4)
    fireEvent.click(within(steps).getByRole('button', { name: 'Export…' }))
    await waitFor(() =>
      expect(host.calls).toEqual([
        'data.exportTo {"path":"/home/ada/threadbeat.zip","withSecrets":false,"force":true,"confirmed":true}',
      ]),
    )
    await waitFor(() =>
      expect(within(steps).getByRole('button', { name: 'Import…' })).toHaveProperty('disabled', false),
    )
    fireEvent.click(within(steps).getByRole('button', { name: 'Import…' }))
    const dialog = await screen.findByRole('dialog', { name: 'What is in this archive' })
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Folder there' }), {
      target: { value: '/home/ada' },
    })
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Folder here' }), {
      target: { value: '/Users/ada' },
    })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Locate the repository of infra' }))
    await waitFor(() =>
      expect(host.calls.at(-1)).toMatch(
        /^data\.importPlan .*"map":\[\{"from":"\/home\/ada","to":"\/Users\/ada"\},\{"from":"\/srv\/infra","to":"\/Users\/ada\/infra"\}\]/,
      ),
    )
  })
  it('asks before each kind of reset', async () => {
    const { host } = open('/settings/privacy')
    for (const [button, yes] of [
      ['Reset settings…', 'Reset settings'],
      ['Clear history…', 'Clear at the next start'],
      ['Factory reset…', 'Remove everything at the next start'],
    ] as const) {
      fireEvent.click(screen.getByRole('button', { name: button }))
      fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: yes }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    }
    await waitFor(() =>
      expect(host.calls).toEqual([
        'settings.reset {}',
        'data.reset {"what":"history","confirmed":true}',
        'data.reset {"what":"everything","confirmed":true}',
      ]),
    )
  })
})

describe('the clock', () => {
  it('writes times of day as it is set, and titles in UTC as well', () => {
    const at = new Date(2026, 2, 10, 15, 5).getTime()
    setClock('12h')
    expect(clockTime(at).toLowerCase()).toBe('3:05 pm')
    setClock('24h')
    expect(clockTime(at)).toBe('15:05')
    expect(titleTime(at)).toContain(`${new Date(at).toISOString().slice(11, 19)} UTC`)
  })
})
