import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { navigate } from '../client/navigation.ts'
import { dataFolder } from '../testing/data-folder.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { show } from '../testing/show.tsx'
import { SectionOf } from './sections.tsx'
import { useSettingInfo } from './setting-info.ts'

function Section({ of }: { of: 'general' | 'notifications' | 'advanced' }) {
  return <SectionOf section={of} info={useSettingInfo()} />
}
async function open(
  of: 'general' | 'notifications' | 'advanced',
  from: WindowHost | Promise<WindowHost> = openHost(),
) {
  return show(<Section of={of} />, await from)
}
beforeEach(() => navigate('/settings'))

describe('what the system does with notifications', () => {
  it.each([
    [true, /your system is in Do Not Disturb; banners wait in the inbox/],
    [false, /^Off\. When it is on/],
    [null, /^This system does not tell apps about it/],
  ] as const)('Do Not Disturb %s is said', async (doNotDisturb, words) => {
    await open('notifications', openHost({ machine: { doNotDisturb } }))
    expect(screen.getByText(words)).toBeTruthy()
  })
  it('is settled in the system’s own settings, which are opened from here', async () => {
    const { host } = await open('notifications')
    fireEvent.click(await screen.findByRole('button', { name: 'Open system settings' }))
    await waitFor(() => expect(host.calls).toEqual(['shell.openNotificationSettings null']))
  })
  it('says why they cannot be opened, and offers no button then', async () => {
    const noNotificationSettings = 'Where sway keeps its notification settings is not known here.'
    await open('notifications', openHost({ machine: { noNotificationSettings } }))
    expect(await screen.findByText(/^Where sway keeps/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Open system settings' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Send a test' })).toBeTruthy()
  })
  it('says what failed before anybody sends a test', async () => {
    const host = await openHost()
    host.views.setProblem('notifications', {
      code: 'notifications',
      text: 'Notifications cannot be shown: this build is not signed.',
      repair: '',
    })
    await open('notifications', host)
    expect(
      screen.getByText('Notifications cannot be shown: this build is not signed. Alerts still show here.'),
    ).toBeTruthy()
  })
})

describe('the global shortcut', () => {
  const record = async (init: KeyboardEventInit): Promise<HTMLElement> => {
    fireEvent.click(screen.getByRole('button', { name: /^(Choose a key…|Change…)$/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Global shortcut' })
    const box = within(dialog).getByRole('textbox', { name: 'The global shortcut' })
    expect(document.activeElement).toBe(box)
    fireEvent.keyDown(box, init)
    return dialog
  }
  it('is off, is recorded, taken by Enter, and can be given back', async () => {
    const { host } = await open('general')
    const dialog = await record({ key: 'L', code: 'KeyL', ctrlKey: true, shiftKey: true })
    fireEvent.keyDown(within(dialog).getByRole('textbox'), { key: 'Enter' })
    await waitFor(() => expect(host.calls).toEqual(['settings.change {"globalShortcut":"Mod+Shift+L"}']))
    expect(await screen.findByText('Now Mod+Shift+L')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Use none' }))
    await waitFor(() => expect(host.calls.at(-1)).toBe('settings.change {"globalShortcut":null}'))
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose a key…' })),
    )
  })
  it.each([
    ['a single letter', { key: 'l', code: 'KeyL' }, /^Programs need this key/],
    ['copying', { key: 'c', code: 'KeyC', ctrlKey: true }, /^Programs need this key/],
    ['pasting as text', { key: 'V', code: 'KeyV', ctrlKey: true, shiftKey: true }, /^Programs need this key/],
    [
      'a key of the window',
      { key: 'B', code: 'KeyB', ctrlKey: true, shiftKey: true },
      /^Inside the window it is the key for “Beat everything/,
    ],
  ])('is not %s', async (_what, init, words) => {
    await open('general')
    const dialog = await record(init)
    expect(within(dialog).getByText(words)).toBeTruthy()
    expect(within(dialog).getByRole('button', { name: 'Use it' })).toHaveProperty('disabled', true)
  })
  it('that the system refuses is said in the row, and the earlier one stays', async () => {
    const host = await openHost({ settings: { globalShortcut: 'Mod+Shift+K' } })
    host.machine.noShortcut = 'Ctrl + Shift + L cannot be taken: another program has it.'
    await open('general', host)
    const dialog = await record({ key: 'L', code: 'KeyL', ctrlKey: true, shiftKey: true })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Use it' }))
    expect((await screen.findByRole('alert')).textContent).toBe(host.machine.noShortcut)
    expect(screen.getByText('Now Mod+Shift+K')).toBeTruthy()
  })
  it('that could not be had at the start is said in the row', async () => {
    const host = await openHost({ settings: { globalShortcut: 'Mod+Shift+K' } })
    host.views.setProblem('shortcut', {
      code: 'shortcut',
      text: 'Ctrl + Shift + K cannot be taken.',
      repair: '',
    })
    await open('general', host)
    expect(screen.getByRole('alert').textContent).toBe('Ctrl + Shift + K cannot be taken.')
  })
})

describe('the report of a problem', () => {
  it(
    'is shown before it is copied, says that nothing is sent, and is closed by going back ' +
      'in the address',
    async () => {
      const writeText = vi.fn(() => Promise.resolve())
      Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
      await open('advanced', openHost({ dataFolder: dataFolder() }))
      fireEvent.click(screen.getByRole('button', { name: 'Report a problem…' }))
      const dialog = await screen.findByRole('dialog', { name: 'Report a problem' })
      expect(dialog.textContent).toContain('Nothing is sent')
      expect(await within(dialog).findByText(/^Threadbeat 0\.1\.0 on /)).toBeTruthy()
      fireEvent.click(within(dialog).getByRole('button', { name: 'Copy the report' }))
      await waitFor(() =>
        expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/^Threadbeat 0\.1\.0 on /)),
      )
      expect(location.hash).toBe('#/settings/advanced?report')
      act(() => navigate('/settings/advanced'))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    },
  )
  it('says so when it cannot be made', async () => {
    navigate('/settings/advanced?report')
    const host = await openHost({ dataFolder: dataFolder() })
    host.broken.add('app.report')
    await open('advanced', host)
    expect((await screen.findByRole('alert')).textContent).toContain('The report could not be made.')
    expect(screen.queryByRole('button', { name: 'Copy the report' })).toBeNull()
  })
})
