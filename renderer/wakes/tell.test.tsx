import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Toaster } from 'sonner'
import { expect, it } from 'vitest'
import { DAY } from '../../shared/base/time.ts'
import { choose } from '../testing/choose.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { show } from '../testing/show.tsx'
import { addResting } from '../testing/threads.ts'
import { Tell } from './tell.tsx'

async function open(
  prepare: (host: WindowHost) => void = (host) => void addResting(host, 'api', DAY),
): Promise<WindowHost> {
  const host = await openHost()
  prepare(host)
  show(
    <>
      <Tell thread={host.thread('api')} />
      <Toaster />
    </>,
    host,
  )
  return host
}
const box = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: /something happened$/ })
const write = (text: string): void => void fireEvent.change(box(), { target: { value: text } })
const add = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Add event' }))
const waiting = (host: WindowHost) => host.store.events.waiting(host.id('api')).events

it('adds a fact of yours, and wakes the thread with it', async () => {
  const host = await open()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add event' }).disabled).toBe(true)
  write('The staging database was restored.\nFrom yesterday.')
  add()
  await waitFor(() => expect(box().value).toBe(''))
  await waitFor(() => expect(host.starts).toHaveLength(1))
  expect(host.starts[0]!.prompt).toContain('The staging database was restored.')
  expect(host.starts[0]!.prompt).toContain('From yesterday.')
  expect(host.starts[0]!.prompt).not.toContain('System (untrusted)')
})
it('marks words of somebody else, and waits where you say so', async () => {
  const host = await open()
  write('log: all green')
  fireEvent.click(screen.getByRole('checkbox', { name: 'It holds words of somebody else' }))
  await choose('When the agent reads it', 'With the next beat')
  add()
  await waitFor(() => expect(waiting(host)).toMatchObject([{ text: 'log: all green', trusted: false }]))
  expect(host.store.queue.waiting()).toEqual([])
})
it('says that the source is switched off, and keeps the text', async () => {
  const host = await open()
  await host.client.threads.change({ id: host.id('api'), sources: { cli: 'off' } })
  write('Release 4.2 is out')
  add()
  expect((await screen.findByRole('alert')).textContent).toContain(
    '“Command line” is switched off for this thread.',
  )
  expect(box().value).toBe('Release 4.2 is out')
  expect(waiting(host)).toEqual([])
})
it.each<[string, (host: WindowHost) => void, string]>([
  ['it is woken', (host) => void addResting(host, 'api', DAY), 'Noted, and api is woken for it.'],
  [
    'its beat waits',
    (host) => void addResting(host, 'api'),
    'Noted. The beat for it waits: its thread beats only when you ask.',
  ],
  [
    'it goes to the person',
    (host) => void host.add('api', { intervalMs: DAY }),
    'Noted. api has no agent, so it stands in your inbox.',
  ],
])('tells what comes of it: %s', async (_, prepare, words) => {
  await open(prepare)
  write('The staging database was restored.')
  add()
  expect(await screen.findByText(words)).toBeTruthy()
})
it('refuses what is too long, with the bound', async () => {
  const host = await open()
  write('x'.repeat(4001))
  add()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The text of an event may have 4000 characters, got 4001.',
  )
  expect(host.calls).toEqual([])
})
