import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Alert } from '../../shared/alerts/alert.ts'
import type { AlertId } from '../../shared/base/ids.ts'
import { emptySnapshot, sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { openBridge } from '../client/bridge.ts'
import { NeedsYou } from '../today/needs-you.tsx'
import { Shortcuts } from '../app/shortcuts.tsx'
import type * as TicksModule from '../kit/text/ticks.tsx'
import { RowMenu } from '../fleet/rows/row-menu.tsx'
import { navigate } from '../client/navigation.ts'
import { InboxPage } from './inbox.tsx'
import { press, rows } from '../testing/inbox.ts'
import { show } from '../testing/show.tsx'
import { useUi } from '../client/ui-state.ts'
import { ALERT_ROW } from '../commands/list-commands.ts'

/** How often each text was drawn: a row draws its title by it. */
const drawn = vi.hoisted(() => new Map<string, number>())
vi.mock('../kit/text/ticks.tsx', async (original) => {
  const actual = await original<typeof TicksModule>()
  return {
    ...actual,
    Ticks: ({ text }: { text: string }) => (drawn.set(text, (drawn.get(text) ?? 0) + 1), text),
  }
})

beforeEach(() => navigate('/inbox'))
afterEach(cleanup)
const now = Date.now()
const focus = (element: HTMLElement | undefined): void => act(() => element?.focus())
const sample = (more: (alert: Alert, i: number) => Partial<Alert> = () => ({})) => {
  const { fleet, threads } = sampleSnapshot(now)
  return { fleet: { ...fleet, alerts: fleet.alerts.map((a, i) => ({ ...a, ...more(a, i) })) }, threads }
}

describe('the focus in the inbox (found by review)', () => {
  it('stays on the state that was chosen: the page is not put up anew', async () => {
    show(<InboxPage />, sample())
    await rows(2)
    const resolved = screen.getByRole('button', { name: 'Resolved 0' })
    focus(resolved)
    fireEvent.click(resolved)
    await screen.findByText('Nothing was resolved yet.')
    expect([document.activeElement, resolved.isConnected]).toEqual([resolved, true])
  })

  it('goes to the state when the last row is gone', async () => {
    show(<InboxPage />, sample())
    focus((await rows(2))[0])
    press('a')
    await rows(1)
    await waitFor(() => expect(document.activeElement?.tagName).toBe('ARTICLE'))
    press('e')
    await screen.findByText('Nothing waiting.')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open 0' }))
  })

  it('goes to the next row when the one that has it clears by itself', async () => {
    const { host } = show(<InboxPage />, sample())
    const [first, second] = await rows(2)
    focus(first)
    // not by this window
    await openBridge(host.openPort).client.alerts.resolve({ ids: [first!.dataset['alert'] as AlertId] })
    await rows(1)
    expect(document.activeElement).toBe(second)
  })

  it('goes back to the row when the selection is let go', async () => {
    show(<InboxPage />, sample())
    const [first] = await rows(2)
    focus(first)
    press('x')
    const clear = await screen.findByRole('button', { name: 'Clear selection' })
    focus(clear)
    fireEvent.click(clear)
    expect(document.activeElement).toBe(first)
  })
})

describe('the rows of the inbox (found by review)', () => {
  it('are drawn again only where something changed', async () => {
    const { host } = show(
      <InboxPage />,
      sample((_, i) => ({ text: `alert ${i}` })),
    )
    const [first] = await rows(2)
    const other = host.current().threads.find((t) => t.openAlerts === 0)!
    drawn.clear()
    act(() => host.change(other.id, { because: 'Checked again.' }))
    act(() => host.change(host.current().fleet.alerts[1]!.threadId, { mutedUntil: now + 3_600_000 }))
    await within((await rows(2))[1]!).findByText('Muted')
    expect([drawn.has('alert 0'), drawn.has('alert 1'), first!.isConnected]).toEqual([false, true, true])
  })

  it.each([
    ['a notice', { severity: 'notice', key: 'ci' }, 'Alert'],
    ['a warning', { severity: 'warning', key: 'ci' }, 'Alert'],
    ['one that is urgent', { severity: 'urgent', key: 'ci' }, 'Urgent'],
    ['beats that fail', { severity: 'warning', key: 'broken' }, 'Broken'],
  ] as const)('have the same word for %s as Today', async (_what, more, word) => {
    const snapshot = sample(() => more)
    show(<InboxPage />, snapshot)
    for (const row of await rows(2)) expect(row.getAttribute('aria-label')).toMatch(new RegExp(`^${word}: `))
    expect(screen.getAllByText(word)).toHaveLength(2)
    cleanup()
    const [alert] = snapshot.fleet.alerts
    show(<NeedsYou />, { ...snapshot, threads: snapshot.threads.filter((t) => t.id === alert!.threadId) })
    expect(screen.getByRole('article').textContent).toMatch(new RegExp(`^${word}`))
  })
})

describe('the keys of the inbox (found by review)', () => {
  it('stand in the list of all shortcuts', async () => {
    show(<Shortcuts />, emptySnapshot(now))
    act(() => useUi.getState().showShortcuts(true))
    const group = await screen.findByRole('region', { name: 'Inbox' })
    for (const { title } of Object.values(ALERT_ROW)) expect(within(group).getByText(title)).toBeDefined()
    act(() => useUi.getState().showShortcuts(false))
  })
})

describe('the menu of a thread (found by review)', () => {
  const nothing = (): void => undefined
  const menu = (mutedUntil: number | null) => {
    const snapshot = sample()
    const [thread] = snapshot.threads
    return {
      thread: thread!,
      ...show(<RowMenu open={{ id: thread!.id, at: new DOMRect() }} onClose={nothing} />, {
        ...snapshot,
        threads: snapshot.threads.map((t) => ({ ...t, mutedUntil })),
      }),
    }
  }
  it('mutes its banners for an hour, until tomorrow, or until it is taken back', async () => {
    const { host, thread } = menu(null)
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Mute…' }))
    expect(
      (
        await screen.findAllByRole('menuitem', {
          name: /^(For 1 hour|Until tomorrow 09:00|Until I turn it back)$/,
        })
      ).length,
    ).toBe(3)
    fireEvent.click(screen.getByRole('menuitem', { name: 'Until I turn it back' }))
    await waitFor(() =>
      expect(host.calls).toEqual([`alerts.mute {"threadId":"${thread.id}","until":8640000000000000}`]),
    )
  })
  it('unmutes one that is muted', async () => {
    const { host, thread } = menu(now + 3_600_000)
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Unmute' }))
    await waitFor(() => expect(host.calls).toEqual([`alerts.mute {"threadId":"${thread.id}","until":null}`]))
  })
})

it('found by review: a row that is not selected is acted on alone, and what is selected stays so', async () => {
  const { host } = show(<InboxPage />, sampleSnapshot(Date.now()))
  const [first, second] = await rows(2)
  first!.focus()
  press('x')
  second!.focus()
  press('e')
  await waitFor(() =>
    expect(host.calls.filter((c) => c.startsWith('alerts.resolve'))).toEqual([
      `alerts.resolve {"ids":["${second!.getAttribute('data-alert')!}"]}`,
    ]),
  )
  await screen.findByRole('toolbar', { name: '1 alert selected' })
})
