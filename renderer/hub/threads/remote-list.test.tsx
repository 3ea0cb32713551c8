import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MINUTE } from '../../../shared/base/time.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { choose } from '../../testing/choose.ts'
import { machineOf, remoteThread, testHub, type TestHub } from '../../testing/hub.ts'
import { NOON } from '../../testing/noon.ts'
import { showOthersThreads } from '../../testing/others-threads.tsx'

const THREAD = 'thr_server_payments' as ThreadId
const line = (text: string, tier: 'quick' | 'daily' = 'quick') => ({ tier, text, raised: 0, confirmed: 0 })

/** The threads of a server, of which one lets its list be read. */
async function listed(): Promise<TestHub> {
  const hub = testHub([machineOf('server', { class: 'server' })])
  hub.threads = [remoteThread('server', 'payments'), remoteThread('server', 'web')]
  hub.lists = [
    {
      machine: 'm-server',
      thread: THREAD,
      toldAt: NOON - 4 * MINUTE,
      withheld: 2,
      lines: [line('Run `npm audit`'), line('Is the changelog true?', 'daily')],
    },
  ]
  await showOthersThreads(hub, 'm-server')
  return hub
}
const openList = async (): Promise<HTMLElement> => {
  fireEvent.click(await screen.findByRole('button', { name: 'List of payments on server' }))
  return screen.findByRole('dialog', { name: 'List of payments on server' })
}

it('is opened where it may be read, with its tiers, its age and how much is not told', async () => {
  await listed()
  const dialog = await openList()
  const quick = await within(dialog).findByRole('region', { name: 'Quick Tasks' })
  expect(within(quick).getAllByRole('listitem')).toHaveLength(1)
  expect(within(dialog).getByRole('region', { name: 'Daily Tasks' }).textContent).toContain('changelog')
  expect(dialog.textContent).toContain('As told 4 min ago. An edit goes to server as a suggestion')
  expect(dialog.textContent).toContain('2 lines not told.')
  expect(screen.queryByRole('button', { name: 'List of web on server' })).toBeNull()
})

it('has its lines edited as a proposal, which is sent as it reads and shows what became of it', async () => {
  const hub = await listed()
  const dialog = within(await openList())
  fireEvent.click(await dialog.findByRole('button', { name: 'Propose an edit of Run `npm audit`' }))
  const propose = dialog.getByRole('button', { name: 'Propose to server' })
  expect(propose.hasAttribute('disabled'), 'nothing is different yet').toBe(true)
  fireEvent.change(dialog.getByRole('textbox', { name: 'Line for payments' }), {
    target: { value: ' Run `npm audit --omit=dev` ' },
  })
  await choose('Tier', 'Daily Tasks')
  fireEvent.change(dialog.getByRole('textbox', { name: /^Why/ }), { target: { value: 'it is noisy' } })
  fireEvent.click(propose)
  expect(await dialog.findByText(/^Proposal: asked/)).toBeTruthy()
  expect(hub.sent).toEqual([
    {
      to: 'm-server',
      verb: 'propose-edit',
      args: {
        thread: THREAD,
        tier: 'daily',
        text: 'Run `npm audit --omit=dev`',
        why: 'it is noisy',
        from: 'person',
        wasTier: 'quick',
        wasText: 'Run `npm audit`',
      },
    },
  ])
  await waitFor(() => expect(dialog.queryByRole('textbox', { name: 'Line for payments' })).toBeNull())
  act(() =>
    hub.tell(() => (hub.asked = hub.asked.map((one) => ({ ...one, end: 'refused', text: 'Not that.' })))),
  )
  expect(await dialog.findByText('Proposal: Not that.')).toBeTruthy()
  const text = 'It is suggestion 2 for "payments" there, and waits for a decision.'
  act(() => hub.tell(() => (hub.asked = hub.asked.map((one) => ({ ...one, end: 'done', text })))))
  expect(await dialog.findByText(`server, asked just now: ${text}`)).toBeTruthy()
})

it('follows what is told anew, but for a line that is being edited, which keeps what is typed', async () => {
  const hub = await listed()
  const dialog = within(await openList())
  const tellWith = (...texts: readonly string[]): void =>
    act(() =>
      hub.tell(() => {
        const lines = texts.map((text) => line(text))
        hub.lists = hub.lists.map((list) => ({ ...list, lines, toldAt: list.toldAt + MINUTE }))
      }),
    )
  await dialog.findByText(/npm audit/)
  tellWith('Is it up?', 'Run `npm test`', 'Run `npm test`')
  expect(await dialog.findByText('Is it up?')).toBeTruthy()
  expect(dialog.getAllByRole('listitem')).toHaveLength(3)
  fireEvent.click(dialog.getByRole('button', { name: 'Propose an edit of Is it up?' }))
  const input = dialog.getByRole('textbox', { name: 'Line for payments' })
  fireEvent.change(input, { target: { value: 'Is it well?' } })
  tellWith('Is it new?', 'Is it up?')
  await dialog.findByText(/As told 2 min ago/)
  expect(dialog.getByRole('textbox', { name: 'Line for payments' })).toHaveProperty('value', 'Is it well?')
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await dialog.findByText('Is it new?')).toBeTruthy()
})

it('keeps what was typed where the hub does not answer, and says so', async () => {
  const hub = await listed()
  const dialog = within(await openList())
  fireEvent.click(await dialog.findByRole('button', { name: /edit of Is the changelog/ }))
  const input = dialog.getByRole('textbox', { name: 'Line for payments' })
  fireEvent.change(input, { target: { value: 'Is the changelog kept?' } })
  hub.silent = 'hub.lan does not answer'
  fireEvent.click(dialog.getByRole('button', { name: 'Propose to server' }))
  expect(await screen.findByText(/^Proposal of payments on server was not asked/)).toBeTruthy()
  expect(input).toHaveProperty('value', 'Is the changelog kept?')
})

it('says that it may not be read any more where it was taken back while it was opened', async () => {
  const hub = await listed()
  const button = await screen.findByRole('button', { name: 'List of payments on server' })
  hub.lists = []
  fireEvent.click(button)
  expect(await screen.findByText('This list may not be read by other machines any more.')).toBeTruthy()
})
