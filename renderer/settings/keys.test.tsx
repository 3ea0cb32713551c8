import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Settings } from '../../shared/settings/settings.ts'
import { Shortcuts } from '../app/shortcuts.tsx'
import { navigate } from '../client/navigation.ts'
import { openHost } from '../testing/host.ts'
import { show } from '../testing/show.tsx'
import { useUi } from '../client/ui-state.ts'
import { SectionOf } from './sections.tsx'
import { useSettingInfo } from './setting-info.ts'

function General() {
  return (
    <>
      <SectionOf section="general" info={useSettingInfo()} />
      <Shortcuts />
    </>
  )
}
const open = async (keys: Settings['keys'] = {}) => show(<General />, await openHost({ settings: { keys } }))
async function openDialog(keys: Settings['keys'] = {}) {
  const { host } = await open(keys)
  fireEvent.click(screen.getByRole('button', { name: 'Change keys…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Keys' })
  return { host, dialog, row: (name: RegExp) => within(dialog).getByRole('listitem', { name }) }
}
const recorder = (): HTMLElement => screen.getByRole('textbox', { name: /^Change the key for/ })
const press = (key: string, more: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(recorder(), { key, ...more })

beforeEach(() => {
  navigate('/settings/general')
  useUi.getState().showShortcuts(false)
})

describe('keys in the settings', () => {
  it('are recorded, taken by Enter, and the focus comes back', async () => {
    const { host, row } = await openDialog()
    fireEvent.click(within(row(/^Beat it now/)).getByRole('button', { name: /^Change the key/ }))
    expect(document.activeElement).toBe(recorder())
    press('Control', { ctrlKey: true })
    press('D', { ctrlKey: true, shiftKey: true })
    expect(recorder()).toHaveProperty('value', 'Mod+Shift+D')
    press('Enter')
    await waitFor(() => expect(host.calls).toEqual(['settings.change {"keys":{"B":"Mod+Shift+D"}}']))
    await waitFor(() =>
      expect(document.activeElement).toBe(
        within(row(/^Beat it now/)).getByRole('button', { name: /^Change the key/ }),
      ),
    )
    await waitFor(() => expect(row(/^Beat it now/).textContent).toContain('Built in: B'))
  })
  it('name a conflict before it is made, and take the key only then', async () => {
    const { host, row } = await openDialog()
    fireEvent.click(within(row(/^Beat it now/)).getByRole('button', { name: /^Change the key/ }))
    press('p')
    expect(screen.getByText(/^Conflict: it is the key for “Pause or resume” \(Fleet/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Use it here instead' }))
    await waitFor(() => expect(host.calls).toEqual(['settings.change {"keys":{"P":null,"B":"P"}}']))
    await waitFor(() => expect(row(/^Pause or resume/).textContent).toContain('No key'))
  })
  it('refuse what every text and the system need, and letters that begin a pair', async () => {
    const { host, row } = await openDialog()
    fireEvent.click(within(row(/^Beat it now/)).getByRole('button', { name: /^Change the key/ }))
    for (const [key, more, words] of [
      ['ArrowDown', {}, 'walks, sends or deletes'],
      ['c', { ctrlKey: true }, 'belongs to editing text'],
      ['q', { ctrlKey: true }, 'belongs to the system'],
      ['g', {}, 'two letters of “Today'],
    ] as const) {
      press(key, more)
      expect(screen.getByText(new RegExp(words))).toBeTruthy()
      press('Enter')
      expect(screen.getByRole('button', { name: 'Use it' })).toHaveProperty('disabled', true)
    }
    expect(host.calls).toEqual([])
  })
  it('record two letters as a pair, and do nothing else meanwhile', async () => {
    const { host, row } = await openDialog()
    fireEvent.click(within(row(/^Today \(Mod\+1\)/)).getByRole('button', { name: /^Change the key/ }))
    press('y')
    press('k', { ctrlKey: true }) // the palette stays shut
    expect(useUi.getState().palette).toBe(false)
    press('y')
    press('d')
    press('Enter')
    await waitFor(() => expect(host.calls.at(-1)).toBe('settings.change {"keys":{"Mod+1":"Y D"}}'))
    expect(location.hash).toBe('#/settings/general')
  })
  it('leave the recorder by Escape, the dialog stays', async () => {
    const { row } = await openDialog()
    fireEvent.click(within(row(/^Beat it now/)).getByRole('button', { name: /^Change the key/ }))
    press('Escape')
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /^Change the key for/ })).toBeNull())
    expect(screen.getByRole('dialog', { name: 'Keys' })).toBeTruthy()
  })
  it(
    'are cleared, and reset one by one or all; the built-in key of another is taken back only ' +
      'after a question',
    async () => {
      const { host, dialog, row } = await openDialog({ B: 'P', P: null })
      fireEvent.click(within(row(/^Pause or resume/)).getByRole('button', { name: /^Use the built-in key/ }))
      const question = await screen.findByRole('alertdialog')
      expect(question.textContent).toContain('Beat it now')
      fireEvent.click(within(question).getByRole('button', { name: 'Use it here instead' }))
      await waitFor(() => expect(host.calls.at(-1)).toBe('settings.change {"keys":{"B":null}}'))
      fireEvent.click(within(row(/^Select it/)).getByRole('button', { name: /^Use no key/ }))
      await waitFor(() => expect(host.calls.at(-1)).toBe('settings.change {"keys":{"B":null,"X":null}}'))
      await waitFor(() => expect(row(/^Select it/).textContent).toContain('No key'))
      fireEvent.click(within(dialog).getByRole('button', { name: 'Reset all keys' }))
      await waitFor(() => expect(host.calls.at(-1)).toBe('settings.change {"keys":{}}'))
    },
  )
  it('take two edits one right after the other, before the window has heard of the first', async () => {
    const { host, row } = await openDialog()
    for (const name of [/^Beat it now/, /^Select it/])
      fireEvent.click(within(row(name)).getByRole('button', { name: /^Use no key/ }))
    await waitFor(() =>
      expect(host.calls).toEqual([
        'settings.change {"keys":{"B":null}}',
        'settings.change {"keys":{"B":null,"X":null}}',
      ]),
    )
    for (const name of [/^Beat it now/, /^Select it/])
      await waitFor(() => expect(row(name).textContent).toContain('No key'))
  })
  it('that a hand gave twice are told on the row, and with both of them', async () => {
    const { row } = await openDialog({ B: 'P' })
    expect(screen.getByText('2 keys are used twice. Choose another for one of each.')).toBeTruthy()
    expect(row(/^Beat it now/).textContent).toContain('Conflict: the same key as “Pause or resume')
    expect(row(/^Pause or resume/).textContent).toContain('Conflict: the same key as “Beat it now')
  })
  it('act at once, and ? shows the true ones', async () => {
    const { container } = await open({ '?': 'H', 'Mod+N': null, 'G T': 'Y T' })
    act(() => void fireEvent.keyDown(container, { key: '?', shiftKey: true }))
    expect(useUi.getState().shortcuts).toBe(false)
    act(() => void fireEvent.keyDown(container, { key: 'h' }))
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard' })
    const keysOf = (title: string): string => within(dialog).getByText(title).parentElement?.textContent ?? ''
    expect(keysOf('This list')).toContain('H')
    expect(keysOf('Add repositories')).toContain('no key')
    expect(keysOf('Today')).toContain('Y T')
  })
})
