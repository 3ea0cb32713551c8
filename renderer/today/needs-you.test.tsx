import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useFocusKept } from '../app/focus-kept.ts'
import { openHost } from '../testing/host.ts'
import { command, fails, hangs, isRefused } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { addAgent, addAlert, quietHost } from '../testing/threads.ts'
import { Today } from './today.tsx'

/** As the frame of the window has it. */
function Kept(): null {
  useFocusKept()
  return null
}

describe('a needs-you card', () => {
  const card = (name: RegExp): HTMLElement => screen.getByRole('article', { name })
  it('stands with three others at most, until all are asked for', async () => {
    const host = await openHost()
    for (let n = 0; n < 9; n++) await addAlert(host, `repo-${n}`, `main of repo-${n} is red`, 'urgent')
    show(<Today />, host)
    const needs = screen.getByRole('region', { name: 'Needs you' })
    const shown = (): number => within(needs).getAllByRole('article').length
    expect(shown()).toBe(4)
    fireEvent.click(within(needs).getByRole('button', { name: 'Show all 9' }))
    expect(shown()).toBe(9)
    expect(within(needs).queryByRole('button', { name: /^Show all/ })).toBeNull()
  })
  it('is one line; the first one says what it says besides, and becomes another when that is acknowledged', async () => {
    const host = await openHost()
    await addAlert(host, 'payments-api', 'main is red', 'urgent')
    await addAlert(host, 'search-svc', 'feat/rank conflicts with main')
    show(<Today />, host)
    const snoozed = (name: RegExp) => within(card(name)).queryByRole('button', { name: 'Snooze…' })
    expect([snoozed(/payments-api/) !== null, snoozed(/search-svc/) !== null]).toEqual([true, false])
    act(() => card(/search-svc/).focus())
    expect([snoozed(/payments-api/), snoozed(/search-svc/) !== null]).toEqual([null, true])
    act(() => card(/payments-api/).focus())
    fireEvent.keyDown(card(/payments-api/), { key: 'a' })
    await waitFor(() => expect(snoozed(/search-svc/)).not.toBeNull())
  })
  it('found by a user: says a second flag as the first, without a sign before it', async () => {
    const host = await openHost()
    host.add('payments-api', {
      playbook:
        '## Urgent Flags\n- Payments are failing\n- Prod is down\n## Quick Tasks\n- [ ] Run `git status`\n',
    })
    await host.beat('payments-api')
    show(<Today />, host)
    const lines = [...card(/payments-api/).querySelectorAll('h3, p')].map((line) => line.textContent)
    expect(lines.toSorted()).toEqual(['Payments are failing', 'Prod is down'])
  })
  it('acknowledges by button and by A', async () => {
    const host = await openHost()
    const urgent = await addAlert(host, 'payments-api', 'main is red', 'urgent')
    const warning = await addAlert(host, 'search-svc', 'feat/rank conflicts with main')
    show(<Today />, host)
    fireEvent.click(within(card(/payments-api/)).getByRole('button', { name: /Acknowledge/ }))
    await waitFor(() => expect(host.calls).toEqual([`alerts.acknowledge {"ids":["${urgent.id}"]}`]))
    fireEvent.keyDown(card(/search-svc/), { key: 'a' })
    await waitFor(() => expect(host.calls).toContain(`alerts.acknowledge {"ids":["${warning.id}"]}`))
    await waitFor(() => expect(host.snapshot().fleet.openAlerts).toBe(0))
  })
  it('opens the run that raised it', async () => {
    const host = await openHost()
    const { runId } = await addAlert(host, 'payments-api', 'main is red', 'urgent')
    show(<Today />, host)
    fireEvent.click(within(card(/payments-api/)).getByRole('button', { name: 'Open' }))
    expect(location.hash).toBe(`#/run/${runId}`)
  })
  it('beats again by B', async () => {
    const host = await quietHost('web-shop')
    host.does('web-shop', fails('agent.timed_out', 'no answer within 90 s'))
    await host.beat('web-shop')
    show(<Today />, host)
    fireEvent.keyDown(card(/web-shop/), { key: 'b' })
    await waitFor(() => expect(host.calls).toEqual([`beat.start {"id":"${host.id('web-shop')}"}`]))
    await waitFor(() => expect(host.thread('web-shop').failures).toBe(2))
  })
  it('trusts only after saying what that means', async () => {
    const host = await openHost()
    const id = host.add('vendor-fork', { trusted: false })
    show(<Today />, host)
    fireEvent.click(within(card(/vendor-fork/)).getByRole('button', { name: 'Trust…' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('Commands in HEARTBEAT.md still need your approval one by one.')
    expect(host.calls).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: 'Trust this repository' }))
    await waitFor(() => expect(host.calls).toEqual([`threads.trust {"id":"${id}","on":true}`]))
    await waitFor(() => expect(host.thread('vendor-fork').trusted).toBe(true))
  })
  it('found by a user: that asks for an approval stays while the thread beats', async () => {
    const host = await openHost()
    host.commands = () => [command('npm test')]
    host.add('api', { playbook: '## Quick Tasks\n- [ ] Run `npm test`\n' })
    await host.documents.refresh(host.id('api'))
    await host.beat('api')
    show(<Today />, host)
    const before = card(/api/).textContent
    host.does('api', hangs)
    await host.beat('api')
    await waitFor(() => expect(host.thread('api').state).toBe('running'))
    await within(card(/api/)).findByRole('button', { name: 'Watch the beat' })
    expect(card(/api/).textContent).toBe(before?.replace('Beat again B', 'Watch the beat'))
  })
  it('leads to the calls that wait for a permission', async () => {
    const host = await openHost()
    addAgent(host, 'checkout-web')
    host.does('checkout-web', isRefused({ rule: 'Bash(npm test)', label: 'run `npm test`', allowable: true }))
    await host.beat('checkout-web')
    show(<Today />, host)
    fireEvent.click(within(card(/checkout-web/)).getByRole('button', { name: 'Decide…' }))
    expect(location.hash).toBe(`#/thread/${host.id('checkout-web')}`)
  })
  it('that is acknowledged away gives the focus to the next one, and the last one to what stands below', async () => {
    const host = await quietHost('mobile-app')
    await addAlert(host, 'payments-api', 'main is red', 'urgent')
    await addAlert(host, 'search-svc', 'feat/rank conflicts with main')
    show(
      <>
        <Kept />
        <Today />
      </>,
      host,
    )
    const [first, second] = screen.getAllByRole('article')
    within(first!)
      .getByRole('button', { name: /Acknowledge/ })
      .focus()
    fireEvent.click(document.activeElement!)
    await waitFor(() => expect(first!.isConnected).toBe(false))
    await waitFor(() => expect(document.activeElement).toBe(second))
    fireEvent.keyDown(second!, { key: 'a' })
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
    expect(
      screen.getByRole('heading', { level: 1 }).compareDocumentPosition(document.activeElement!) &
        Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy()
  })
})
