import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { RaisedAlert } from '../../shared/runs/raised-alert.ts'
import type { AlertId } from '../../shared/base/ids.ts'
import { HOUR } from '../../shared/base/time.ts'
import { NeedsYou } from '../today/needs-you.tsx'
import { Shortcuts } from '../app/shortcuts.tsx'
import { RowMenu } from '../fleet/rows/row-menu.tsx'
import { navigate } from '../client/navigation.ts'
import { InboxPage } from './inbox.tsx'
import { openHost, type WindowHost } from '../testing/host.ts'
import { inboxHost, press, rows } from '../testing/inbox.ts'
import { show } from '../testing/show.tsx'
import { ThreadPage } from '../thread/thread.tsx'
import { useUi } from '../client/ui-state.ts'
import { ALERT_ROW } from '../commands/list-commands.ts'

beforeEach(() => navigate('/inbox'))
const focus = (element: HTMLElement | undefined): void => act(() => element?.focus())
/** A thread for each of these alerts. */
async function raised(...alerts: readonly RaisedAlert[]): Promise<WindowHost> {
  const host = await openHost()
  for (const [i, alert] of alerts.entries())
    host.store.alerts.raise(host.add(`repo-${i}`), alert, host.clock.now())
  return host
}

describe('the focus in the inbox (found by review)', () => {
  it('stays on the state that was chosen: the page is not put up anew', async () => {
    show(<InboxPage />, await inboxHost())
    await rows(2)
    const resolved = screen.getByRole('button', { name: 'Resolved 0' })
    focus(resolved)
    fireEvent.click(resolved)
    await screen.findByText('Nothing was resolved yet.')
    expect([document.activeElement, resolved.isConnected]).toEqual([resolved, true])
  })

  it('goes to the state when the last row is gone', async () => {
    show(<InboxPage />, await inboxHost())
    focus((await rows(2))[0])
    press('a')
    await rows(1)
    await waitFor(() => expect(document.activeElement?.tagName).toBe('ARTICLE'))
    press('e')
    await screen.findByText('Nothing waiting.')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open 0' }))
  })

  it('goes to the next row when the one that has it clears by itself', async () => {
    const { host } = show(<InboxPage />, await inboxHost())
    const [first, second] = await rows(2)
    focus(first)
    // not by this window
    await host.client.alerts.resolve({ ids: [first!.dataset['alert'] as AlertId] })
    await rows(1)
    expect(document.activeElement).toBe(second)
  })

  it('goes back to the row when the selection is let go', async () => {
    show(<InboxPage />, await inboxHost())
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
  it.each([
    ['a notice', { severity: 'notice', key: 'ci' }, 'Notice'],
    ['a warning', { severity: 'warning', key: 'ci' }, 'Alert'],
    ['one that is urgent', { severity: 'urgent', key: 'ci' }, 'Urgent'],
    ['beats that fail', { severity: 'warning', key: 'broken' }, 'Broken'],
  ] as const)('have the same word for %s as Today and the page of its thread', async (_what, more, word) => {
    const alert = { text: 'main is red', ...more }
    show(<InboxPage />, await raised(alert, alert))
    for (const row of await rows(2)) expect(row.getAttribute('aria-label')).toMatch(new RegExp(`^${word}: `))
    expect(screen.getAllByText(word)).toHaveLength(2)
    cleanup()
    const { host } = show(<NeedsYou />, await raised(alert))
    expect(screen.getByRole('article').textContent).toMatch(new RegExp(`^${word}`))
    cleanup()
    show(<ThreadPage id={host.id('repo-0')} />, host)
    expect(within(screen.getByRole('region', { name: 'Open alerts' })).getByText(word)).toBeDefined()
  })
})

describe('the keys of the inbox (found by review)', () => {
  it('stand in the list of all shortcuts', async () => {
    show(<Shortcuts />, await openHost())
    act(() => useUi.getState().showShortcuts(true))
    const group = await screen.findByRole('region', { name: 'Inbox' })
    for (const { title } of Object.values(ALERT_ROW)) expect(within(group).getByText(title)).toBeDefined()
    act(() => useUi.getState().showShortcuts(false))
  })
})

describe('the menu of a thread (found by review)', () => {
  const nothing = (): void => undefined
  const menu = async (mutedForMs: number | null) => {
    const host = await openHost()
    const id = host.add('infra')
    if (mutedForMs !== null)
      await host.client.alerts.mute({ threadId: id, until: host.clock.now() + mutedForMs })
    show(<RowMenu open={{ id, at: new DOMRect() }} onClose={nothing} />, host)
    return { host, id }
  }
  it('mutes its banners for an hour, until tomorrow, or until it is taken back', async () => {
    const { host, id } = await menu(null)
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Mute…' }))
    expect(
      (
        await screen.findAllByRole('menuitem', {
          name: /^(For 1 hour|Until tomorrow morning|Until I turn it back)$/,
        })
      ).length,
    ).toBe(3)
    fireEvent.click(screen.getByRole('menuitem', { name: 'Until I turn it back' }))
    await waitFor(() =>
      expect(host.calls).toEqual([`alerts.mute {"threadId":"${id}","until":8640000000000000}`]),
    )
  })
  it('unmutes one that is muted', async () => {
    const { host, id } = await menu(HOUR)
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Unmute' }))
    await waitFor(() => expect(host.calls).toEqual([`alerts.mute {"threadId":"${id}","until":null}`]))
  })
})

it('found by review: a row that is not selected is acted on alone, and what is selected stays so', async () => {
  const { host } = show(<InboxPage />, await inboxHost())
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
