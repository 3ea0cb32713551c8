import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { HOUR } from '../../../shared/base/time.ts'
import { useUi } from '../../client/ui-state.ts'
import { InboxPage } from '../../inbox/inbox.tsx'
import { openHost } from '../../testing/host.ts'
import { machineOf, remoteAlert, remoteThread, testHub, type TestHub } from '../../testing/hub.ts'
import { NOON } from '../../testing/noon.ts'
import { show } from '../../testing/show.tsx'
import { addAlert } from '../../testing/threads.ts'
import { WithOthers } from '../with-others.tsx'

const PAYMENTS = remoteThread('server', 'payments')

function alerting(): TestHub {
  const hub = testHub([
    machineOf('server', { openAlerts: 2 }),
    machineOf('laptop', { class: 'laptop', state: 'asleep', since: NOON - HOUR, openAlerts: 1 }),
  ])
  hub.threads = [PAYMENTS]
  hub.alerts = [
    remoteAlert('server', 'main is red', { thread: PAYMENTS.id }),
    remoteAlert('server', 'disk is full', { severity: 'urgent' }),
    remoteAlert('server', 'old news', { acknowledgedAt: NOON - HOUR }),
    remoteAlert('laptop', 'battery is low'),
  ]
  return hub
}

async function inbox(hub: TestHub, machine: string): Promise<void> {
  const host = await openHost({ hub })
  await addAlert(host, 'own', 'own trouble')
  useUi.getState().showMachine(machine)
  show(
    <WithOthers page="inbox">
      <InboxPage />
    </WithOthers>,
    host,
  )
  await screen.findByRole('region', { name: /^Alerts of / })
}
const row = (name: RegExp): HTMLElement => screen.getByRole('article', { name })

describe('alerts of other machines', () => {
  it('stand below those of this one, the most severe first, with machine, thread and age', async () => {
    await inbox(alerting(), 'm-server')
    act(() => useUi.getState().showMachine('all'))
    const server = await screen.findByRole('region', { name: 'Alerts of server' })
    const articles = within(server).getAllByRole('article')
    expect(articles.map((one) => one.getAttribute('aria-label'))).toEqual([
      'Urgent: the machine itself on server. disk is full',
      'Alert: payments on server. main is red',
    ])
    expect(articles[1]!.textContent).toContain('raised 20 min ago')
    const own = await screen.findByRole('article', { name: /own trouble/i })
    const whose = await screen.findByRole('heading', { name: 'This machine: desk' })
    expect(whose.compareDocumentPosition(own)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(own.compareDocumentPosition(server)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(
      within(screen.getByRole('region', { name: 'Alerts of laptop' })).getByText('asleep since 11:00'),
    ).toBeTruthy()
  })

  it('of one machine stand alone; those out of the way behind a fold', async () => {
    await inbox(alerting(), 'm-server')
    expect(screen.queryByRole('article', { name: /own trouble/i })).toBeNull()
    expect(screen.queryByText(/^This machine/)).toBeNull()
    expect(screen.queryByRole('article', { name: /old news/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '1 acknowledged or snoozed' }))
    expect(row(/old news/).textContent).toContain('acknowledged')
  })

  it('are acknowledged by mail, and stay as they are until that machine tells otherwise', async () => {
    const hub = alerting()
    await inbox(hub, 'm-server')
    fireEvent.click(within(row(/main is red/)).getByRole('button', { name: 'Acknowledge' }))
    await screen.findByText(/^Acknowledge: asked/)
    const { id } = hub.alerts[0]!
    expect(hub.sent).toEqual([{ to: 'm-server', verb: 'acknowledge', args: { alerts: [id], note: null } }])
    expect(within(row(/main is red/)).getByRole('button', { name: 'Acknowledge' })).toBeTruthy()
    act(() =>
      hub.tell(() => {
        hub.alerts = hub.alerts.map((one) => (one.id === id ? { ...one, acknowledgedAt: NOON } : one))
      }),
    )
    await waitFor(() => expect(screen.queryByRole('article', { name: /main is red/ })).toBeNull())
    expect(screen.getByRole('button', { name: '2 acknowledged or snoozed' })).toBeTruthy()
  })

  it('are snoozed by mail', async () => {
    const hub = alerting()
    await inbox(hub, 'm-server')
    fireEvent.click(within(row(/disk is full/)).getByRole('button', { name: /^More for/ }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Snooze until it changes' }))
    await waitFor(() => expect(hub.sent).toHaveLength(1))
    expect(hub.sent[0]).toMatchObject({ verb: 'snooze', args: { until: 'change' } })
  })

  it('of 200 are shown a page at a time', async () => {
    const hub = testHub([machineOf('server', { openAlerts: 200 })])
    hub.alerts = Array.from({ length: 200 }, (_, i) => remoteAlert('server', `alert ${i}`))
    await inbox(hub, 'm-server')
    expect(screen.getAllByRole('article')).toHaveLength(50)
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(screen.getAllByRole('article')).toHaveLength(100)
  })
})
