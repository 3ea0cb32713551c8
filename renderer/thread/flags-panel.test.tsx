import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { HOUR } from '../../shared/base/time.ts'
import { FLAG, flaggedHost } from '../testing/flagged.ts'
import { show } from '../testing/show.tsx'
import { FlagsPanel } from './flags-panel.tsx'

async function open() {
  const host = await flaggedHost()
  await host.pass(3 * HOUR)
  return show(<FlagsPanel thread={host.thread('api')} />, host)
}

describe('the flags of a thread', () => {
  it('say since when and who raised them, and are resolved here', async () => {
    const { host } = await open()
    expect(await screen.findByText(/in the file when it was first read|by a run|by you/)).toBeDefined()
    expect(screen.getByText('raised 3 h ago')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Resolve' }))
    await waitFor(() => expect(host.calls.some((c) => c.startsWith('doc.resolveFlag'))).toBe(true))
  })
  it('open in the editor of the person at their own line', async () => {
    const { host } = await open()
    fireEvent.click(await screen.findByRole('button', { name: 'In VS Code' }))
    const calls = (): string[] => host.calls.filter((c) => c.startsWith('shell.openIn'))
    await waitFor(() => expect(calls()).toHaveLength(1))
    const { line } = JSON.parse(calls()[0]!.slice('shell.openIn '.length)) as { line: number }
    const { text } = await host.client.doc.read({ id: host.id('api') })
    expect(text.split('\n')[line - 1]).toContain(FLAG)
  })
  it('become an issue only in a form at the remote’s page, after it was asked', async () => {
    const { host } = await open()
    const opened = (): string[] => host.calls.filter((c) => c.startsWith('shell.openExternal'))
    fireEvent.click(screen.getByRole('button', { name: 'Turn into an issue…' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Open the form at github.com?' })
    expect(dialog.textContent).toContain('Nothing is sent before you do so there')
    expect(opened()).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Open in the browser' }))
    await waitFor(() => expect(opened()).toHaveLength(1))
    const { url } = JSON.parse(opened()[0]!.slice('shell.openExternal '.length)) as { url: string }
    const form = new URL(url)
    expect(form.origin + form.pathname).toBe('https://github.com/acme/api/issues/new')
    expect(form.searchParams.get('title')).toBe(FLAG)
    expect(form.searchParams.get('body')).toMatch(
      /^main red since a1b2c3d\n\nRaised 2026-03-\d\d \d\d:00 UTC\.$/,
    )
  })
})
