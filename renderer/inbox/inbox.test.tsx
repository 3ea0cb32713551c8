import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../../shared/base/time.ts'
import { navigate } from '../client/navigation.ts'
import { InboxPage } from './inbox.tsx'
import { openHost } from '../testing/host.ts'
import { inboxHost, press, rows } from '../testing/inbox.ts'
import { RUNNERS } from '../testing/runners.ts'
import { fails } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { IncidentCard } from './incident-card.tsx'

beforeEach(() => navigate('/inbox'))
const calls = (host: { calls: string[] }, name: string): string[] =>
  host.calls.filter((c) => c.startsWith(name))

describe('the inbox', () => {
  it('is worked by keys alone: J and K move, A acknowledges and moves on, U takes back', async () => {
    const { host } = show(<InboxPage />, await inboxHost())
    const [first, second] = await rows(2)
    first!.focus()
    press('j')
    expect(document.activeElement).toBe(second)
    press('k')
    expect(document.activeElement).toBe(first)
    press('a')
    const [left] = await rows(1)
    await waitFor(() => expect(document.activeElement).toBe(left))
    expect(calls(host, 'alerts.acknowledge')).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: 'Acknowledged 1' }))
    const [known] = await rows(1)
    known!.focus()
    press('u')
    await screen.findByText('Nothing is acknowledged.')
    expect(screen.getByRole('button', { name: 'Open 2' })).toBeDefined()
  })

  it('found by a user: J leads into the list from anywhere on the page, and A then acts on its row', async () => {
    const { host } = show(<InboxPage />, await inboxHost())
    const [first, second] = await rows(2)
    press('a')
    expect(document.activeElement).toBe(document.body)
    press('j')
    expect(document.activeElement).toBe(first)
    act(() => screen.getByRole('button', { name: 'Open 2' }).focus())
    press('k')
    expect(document.activeElement).toBe(first)
    act(() => within(first!).getByRole('checkbox').focus())
    press('j')
    expect(document.activeElement).toBe(second)
    act(() => second!.blur())
    press('ArrowUp')
    expect(document.activeElement, 'the arrows scroll the page').toBe(document.body)
    press('j')
    expect(document.activeElement, 'where one was').toBe(second)
    press('a')
    const [left] = await rows(1)
    await waitFor(() => expect(document.activeElement).toBe(left))
    expect(calls(host, 'alerts.acknowledge')).toHaveLength(1)
  })

  it('snoozes with S, resolves with E, mutes the thread with M, and counts what is snoozed', async () => {
    const { host } = show(<InboxPage />, await inboxHost())
    const [first] = await rows(2)
    first!.focus()
    press('m')
    await waitFor(() => expect(calls(host, 'alerts.mute')).toHaveLength(1))
    await screen.findByText('Muted')
    press('s')
    const [second] = await rows(1)
    await screen.findByText(/^1 snoozed/)
    await waitFor(() => expect(document.activeElement).toBe(second))
    press('e')
    await screen.findByText('Nothing waiting.')
    expect(screen.getByRole('button', { name: 'Show snoozed' })).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Resolved 1' }))
    expect((await rows(1))[0]!.textContent).toMatch(/resolved by you/)
  })

  it('acknowledges what is selected together, with a note', async () => {
    const { host } = show(<InboxPage />, await inboxHost())
    const [first] = await rows(2)
    first!.focus()
    press('x')
    press('j')
    press('x')
    const bar = await screen.findByRole('toolbar', { name: '2 alerts selected' })
    fireEvent.change(within(bar).getByRole('textbox', { name: 'Note, if you like' }), {
      target: { value: 'Kim is on it' },
    })
    fireEvent.click(within(bar).getByRole('button', { name: 'Acknowledge' }))
    await screen.findByText('Nothing waiting.')
    expect(calls(host, 'alerts.acknowledge')).toMatchObject([
      expect.stringMatching(/"alt_[^"]+","alt_[^"]+".*Kim is on it/) as string,
    ])
  })

  it('says in one line that nothing waits, and keeps the question when it cannot be read', async () => {
    show(<InboxPage />, await openHost())
    await screen.findByText('Nothing waiting.')
    cleanup()
    const host = await inboxHost()
    host.broken.add('alerts.page')
    show(<InboxPage />, host)
    await screen.findByText('The inbox could not be read.', {}, { timeout: 10_000 })
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })

  it('hands a finding over, and shows the command where no terminal opens', async () => {
    const host = await inboxHost()
    host.machine.runners = RUNNERS
    host.machine.noTerminal = 'there is no desktop to open one on'
    show(<InboxPage />, host)
    await rows(2)
    fireEvent.click(screen.getAllByRole('button', { name: /^More for/ })[0]!)
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Open an agent here' }))
    const dialog = await screen.findByRole('dialog', { name: 'Open it yourself' })
    expect(dialog.textContent).toContain('claude --add-dir')
    expect(calls(host, 'alerts.handOver')).toMatchObject([expect.stringContaining('"to":"agent"') as string])
  })
})

describe('an incident', () => {
  it('is one card that names its threads, is acknowledged for all, and has one repair', async () => {
    const host = await openHost()
    const names = ['payments-api', 'web-shop', 'search-svc']
    for (const name of names) host.add(name, { intervalMs: 0 })
    const beats = async (isOffline: boolean): Promise<void> => {
      for (const name of names) {
        host.does(
          name,
          isOffline ? fails('agent.exit_nonzero', 'could not resolve host github.com') : () => ({}),
        )
        await host.beat(name)
      }
      await host.pass(MINUTE)
    }
    for (const isOffline of [true, false, true, false, true]) await beats(isOffline)
    await host.pass(5 * MINUTE)
    const [incident] = host.snapshot().fleet.incidents
    show(<IncidentCard incident={incident!} />, host)
    const card = screen.getByRole('region', { name: 'Incident: The network is not there for 3 threads' })
    expect(card.textContent).toContain('10 min · came back 2×')
    fireEvent.click(within(card).getByRole('button', { name: 'Show threads' }))
    expect(within(card).getAllByRole('listitem')).toHaveLength(3)
    fireEvent.click(within(card).getByRole('button', { name: 'Try again now' }))
    fireEvent.click(within(card).getByRole('button', { name: 'Acknowledge' }))
    await waitFor(() => expect(host.calls.filter((c) => c.startsWith('incidents.'))).toHaveLength(2))
  })
})
