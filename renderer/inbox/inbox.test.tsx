import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { IncidentId } from '../../shared/base/ids.ts'
import type { IncidentView } from '../../shared/views/snapshot.ts'
import { emptySnapshot, sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { navigate } from '../client/navigation.ts'
import { InboxPage } from './inbox.tsx'
import { press, rows } from '../testing/inbox.ts'
import { show } from '../testing/show.tsx'
import { IncidentCard } from './incident-card.tsx'

beforeEach(() => navigate('/inbox'))
afterEach(cleanup)
const now = Date.now()
const calls = (host: { calls: string[] }, name: string): string[] =>
  host.calls.filter((c) => c.startsWith(name))

describe('the inbox', () => {
  it('is worked by keys alone: J and K move, A acknowledges and moves on, U takes back', async () => {
    const { host } = show(<InboxPage />, sampleSnapshot(now))
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

  it('snoozes with S, resolves with E, mutes the thread with M, and counts what is snoozed', async () => {
    const { host } = show(<InboxPage />, sampleSnapshot(now))
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
    const { host } = show(<InboxPage />, sampleSnapshot(now))
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
    show(<InboxPage />, emptySnapshot(now))
    await screen.findByText('Nothing waiting.')
    cleanup()
    show(<InboxPage />, sampleSnapshot(now), { fails: ['alerts.page'] })
    await screen.findByText('The inbox could not be read.', {}, { timeout: 10_000 })
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })

  it('hands a finding over, and shows the command where no terminal opens', async () => {
    const { host } = show(<InboxPage />, sampleSnapshot(now))
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
    const snapshot = sampleSnapshot(now)
    const members = snapshot.threads
      .slice(0, 3)
      .map((t) => ({ threadId: t.id, failing: true, lastFailedAt: now }))
    const incident: IncidentView = {
      id: 'inc_1' as IncidentId,
      class: 'offline',
      raisedAt: now - 600_000,
      resolvedAt: null,
      acknowledgedAt: null,
      cameBack: 2,
      members,
      title: 'The network is not there for 3 threads',
      text: 'Remotes cannot be reached.',
      repair: { do: 'retry', label: 'Try again now' },
    }
    const { host } = show(<IncidentCard incident={incident} />, {
      ...snapshot,
      fleet: { ...snapshot.fleet, incidents: [incident] },
    })
    const card = screen.getByRole('region', { name: 'Incident: The network is not there for 3 threads' })
    expect(card.textContent).toContain('10 min · came back 2×')
    fireEvent.click(within(card).getByRole('button', { name: 'Show threads' }))
    expect(within(card).getAllByRole('listitem')).toHaveLength(3)
    fireEvent.click(within(card).getByRole('button', { name: 'Try again now' }))
    fireEvent.click(within(card).getByRole('button', { name: 'Acknowledge' }))
    await waitFor(() => expect(host.calls.filter((c) => c.startsWith('incidents.'))).toHaveLength(2))
  })
})
