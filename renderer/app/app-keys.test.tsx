import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../commands/registry.ts'
import { openHost } from '../testing/host.ts'
import { link, openApp, press } from './testing/open-app.tsx'

describe('the keys of the window', () => {
  it('opens the palette by Mod+K, closes it by the same key, and gives the focus back', async () => {
    await openApp()
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
    await openApp()
    press('?')
    const list = await screen.findByRole('dialog', { name: 'Keyboard' })
    const titles = within(list)
      .getAllByRole('definition')
      .map((d) => d.textContent)
    for (const title of COMMANDS.filter((c) => c.keys.length > 0).map((c) => c.title))
      expect(titles).toContain(title)
  })
  it('keeps single letters from acting when they are switched off, and keys with Mod go on', async () => {
    await openApp(await openHost({ settings: { letterKeys: 'off' } }))
    press('?')
    press('g')
    press('j')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(location.hash).not.toBe('#/jobs')
    press('5', document.body, { ctrlKey: true, code: 'Digit5' })
    await waitFor(() => expect(location.hash).toBe('#/queue'))
  })
  it('makes everything larger by a key, in steps and up to a bound', async () => {
    const { calls } = await openApp(await openHost({ settings: { zoomPercent: 190 } }))
    // taken: the native menu does not do it once more
    expect(press('+', document.body, { ctrlKey: true, shiftKey: true })).toBe(false)
    await waitFor(() => expect(calls).toContain('settings.change {"zoomPercent":200}'))
    press('+', document.body, { ctrlKey: true })
    press('0', document.body, { ctrlKey: true, code: 'Digit0' })
    await waitFor(() =>
      expect(calls.filter((c) => c.includes('zoomPercent'))).toEqual([
        'settings.change {"zoomPercent":200}',
        'settings.change {"zoomPercent":100}',
      ]),
    )
  })
})
