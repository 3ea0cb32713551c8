import { undo } from '@codemirror/commands'
import { EditorView } from '@codemirror/view'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../shared/base/ids.ts'
import { PLAYBOOK } from '../../electron/engine/testing/scenario.ts'
import { useLive } from '../client/live.ts'
import { navigate, useHashSearch } from '../client/navigation.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { hangs } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { readDraft } from './saving/drafts.ts'
import { HeartbeatEditor } from './editor.tsx'

let thread: ThreadId
const file = (): string => `/thread/${thread}?tab=file`
/** The page with its tabs, of which only this one holds something. */
function Desk(): ReactNode {
  const isFile = useHashSearch().get('tab') === 'file'
  const view = useLive((live) => live.threads.get(thread))
  return isFile && view !== undefined ? <HeartbeatEditor thread={view} /> : null
}

async function withThread(): Promise<WindowHost> {
  const host = await openHost()
  thread = host.add('mobile-app', { playbook: `${PLAYBOOK}old note\n` })
  return host
}
const open = async (from: WindowHost | Promise<WindowHost> = withThread()) => {
  const host = await from
  navigate(file())
  const page = show(<Desk />, host)
  await screen.findByLabelText('Notes')
  return page
}
const field = (name: string): HTMLTextAreaElement => screen.getByLabelText(name)
const type = (name: string, value: string): void => {
  act(() => field(name).focus())
  fireEvent.change(field(name), { target: { value } })
}
const status = (): string => document.querySelector('[role=status]')!.textContent
const leave = (): void => act(() => navigate(`/thread/${thread}?tab=runs`))
const nextLayout = (): void =>
  void fireEvent.keyDown(document.body, { key: '\\', code: 'Backslash', ctrlKey: true })

it('says that a beat uses the file while it does, in the place of what a beat costs', async () => {
  const { host } = await open()
  expect(screen.getByText(/tokens a beat/)).toBeTruthy()
  host.does('mobile-app', hangs)
  act(() => void host.beat('mobile-app'))
  expect(await screen.findByText('a beat is using this file')).toBeTruthy()
  expect(screen.queryByText(/tokens a beat/)).toBeNull()
})

describe('what is typed in a field of the board', () => {
  it('found by review: notes are in the file when the page goes without the field being left', async () => {
    const { host } = await open()
    type('Notes', 'a paragraph\n\nand another')
    expect(status()).toBe('not saved: a field of the board holds more')
    leave()
    await waitFor(() => expect(location.hash).toContain('tab=runs'))
    expect(host.calls.filter((c) => c.startsWith('doc.save'))).toHaveLength(1)
    act(() => navigate(file()))
    await waitFor(() => expect(field('Notes').value).toContain('a paragraph\n\nand another'))
    await waitFor(() => expect(readDraft(thread)).toBeNull())
  })
  it('found by review: a half-typed task and half-changed words wait for the board to come back', async () => {
    await open()
    const card = screen.getAllByLabelText(/^Edit: /)[0]!
    fireEvent.click(card)
    const name = card.getAttribute('aria-label')!.replace('Edit', 'Change')
    fireEvent.change(field(name), { target: { value: 'other words' } })
    fireEvent.change(field('Add a task: daily'), { target: { value: 'half a ta' } })
    nextLayout()
    nextLayout()
    expect(screen.queryByLabelText('Notes')).toBeNull()
    nextLayout()
    expect([field('Add a task: daily').value, field(name).value]).toEqual(['half a ta', 'other words'])
  })
  it('found by review: it outlives a conflict', async () => {
    const { host } = await open()
    host.files.set('/mobile-app', `${PLAYBOOK}old note, by a beat\n`)
    type('Notes', 'a paragraph')
    type('Add a task: daily', 'half a ta')
    fireEvent.click(await screen.findByText('Keep mine'))
    await waitFor(() => expect(field('Add a task: daily').value).toBe('half a ta'))
    expect(field('Notes').value).toBe('a paragraph')
  })
  it('found by review: notes that the lists refuse are asked for before leaving, and outlive a crash', async () => {
    const { host, unmount } = await open()
    type('Notes', '## Quick Tasks\n- not yet')
    leave()
    fireEvent.click(await screen.findByText('Stay'))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(readDraft(thread)?.fields['notes']?.text).toBe('## Quick Tasks\n- not yet'))
    const kept = { ...localStorage } as Record<string, string>
    unmount()
    localStorage.clear()
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
    await open(host)
    expect(field('Notes').value).not.toContain('not yet')
    fireEvent.click(screen.getByText('Bring it back'))
    await waitFor(() => expect(field('Notes').value).toBe('## Quick Tasks\n- not yet'))
  })
})

it('found by a user: after a conflict one goes on in the text where one was, and can still take back', async () => {
  const { host } = await open()
  const text = (): HTMLElement => screen.getByRole('textbox', { name: 'HEARTBEAT.md' })
  const before = EditorView.findFromDOM(text())!
  const end = before.state.doc.toString().indexOf('old note') + 'old note'.length
  act(() =>
    before.dispatch({
      changes: { from: end, insert: ' of mine' },
      selection: { anchor: end + 8 },
      userEvent: 'input.type',
    }),
  )
  host.files.set('/mobile-app', `${PLAYBOOK}old note, by a beat\n`)
  fireEvent.keyDown(text(), { key: 's', ctrlKey: true })
  const keep = await screen.findByText('Keep mine')
  act(() => keep.focus())
  fireEvent.click(keep)
  await waitFor(() => expect(host.files.get('/mobile-app')).toContain('old note of mine'))
  const after = EditorView.findFromDOM(text())!
  expect(after.state.selection.main.head).toBe(end + 8)
  expect(document.activeElement).toBe(text())
  act(() => text().blur()) // without a browser CodeMirror cannot move a cursor that is seen
  act(() => void undo(after))
  expect(after.state.doc.toString()).toContain('old note\n')
})

it('found by review: the view stays as it is under an open dialog', async () => {
  await open()
  fireEvent.click(screen.getByText('History'))
  const dialog = await screen.findByRole('dialog')
  act(() => dialog.focus())
  fireEvent.keyDown(dialog, { key: '\\', code: 'Backslash', ctrlKey: true })
  expect(document.querySelector('[role=radio][aria-checked=true]')?.textContent).toBe('Both')
})
