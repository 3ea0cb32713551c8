import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { HOUR } from '../../../shared/base/time.ts'
import type { WindowHost } from '../../testing/host.ts'
import { machineOf, remoteThread, testHub, type TestHub } from '../../testing/hub.ts'
import { NOON } from '../../testing/noon.ts'
import { showOthersThreads } from '../../testing/others-threads.tsx'

/** The page of the threads with those of other machines. */
async function threadsPage(hub: TestHub, machine: string): Promise<WindowHost> {
  const host = await showOthersThreads(hub, machine)
  await screen.findByRole('grid', { name: 'Threads of other machines' })
  return host
}

function twoMachines(): TestHub {
  const hub = testHub([
    machineOf('server', { class: 'server' }),
    machineOf('laptop', { class: 'laptop', state: 'asleep', since: NOON - 2 * HOUR }),
  ])
  hub.threads = [
    remoteThread('server', 'payments', {
      number: 7,
      state: 'alert',
      because: 'main is red',
      lastOutcome: 'alert',
    }),
    remoteThread('laptop', 'notes', { state: 'urgent', because: 'disk is full' }),
  ]
  return hub
}
const row = (name: RegExp): HTMLElement => screen.getByRole('row', { name })

describe('threads of other machines', () => {
  it('stand below those of this machine, under a head that says how their machine is', async () => {
    await threadsPage(twoMachines(), 'all')
    expect(screen.getByRole('grid', { name: 'Fleet' })).toBeTruthy()
    const grid = screen.getByRole('grid', { name: 'Threads of other machines' })
    expect(within(grid).getByText('asleep since 10:00')).toBeTruthy()
    const payments = row(/^payments on server: Alert\. main is red/)
    for (const part of ['#7', 'Alert', 'main is red', 'Alert · 11:55', 'told 3 min ago'])
      expect(payments.textContent).toContain(part)
  })

  it('of a machine that is not there are told as what they were', async () => {
    await threadsPage(twoMachines(), 'all')
    const notes = row(/^notes on laptop: was urgent/)
    expect(notes.textContent).toContain('was urgent')
    expect(notes.querySelector('.grayscale svg')).not.toBeNull()
    expect(row(/^payments/).querySelector('.grayscale')).toBeNull()
  })

  it('are told as what they were as long as the hub is away, which is said once', async () => {
    const hub = twoMachines()
    await threadsPage(hub, 'all')
    act(() =>
      hub.tell(() => {
        hub.others = { ...hub.others!, link: 'waiting', fault: 'hub.lan does not answer.' }
      }),
    )
    await waitFor(() => expect(row(/^payments on server: was alert/)).toBeTruthy())
    expect(
      screen.getAllByText(
        'The hub has not answered since 12:00; what is shown of other machines is that old. Why: hub.lan does not answer.',
      ),
    ).toHaveLength(1)
  })

  it('of one machine stand alone, with the name and state of it', async () => {
    await threadsPage(twoMachines(), 'm-laptop')
    expect(screen.queryByRole('grid', { name: 'Fleet' })).toBeNull()
    expect(screen.queryByRole('row', { name: /^payments/ })).toBeNull()
    expect(screen.getByRole('heading', { level: 1, name: 'Threads' })).toBeTruthy()
    expect(screen.getAllByText('asleep since 10:00').length).toBeGreaterThan(0)
  })

  it('are asked for a beat by mail, and show what comes of it only when it is told', async () => {
    const hub = twoMachines()
    await threadsPage(hub, 'm-server')
    fireEvent.click(screen.getByRole('button', { name: 'Beat payments on server now' }))
    await screen.findByText(/^Beat: asked \d+ s ago/)
    expect(hub.sent).toEqual([
      { to: 'm-server', verb: 'wake', args: { thread: 'thr_server_payments', tier: null } },
    ])
    expect(row(/^payments on server: Alert\. main is red/)).toBeTruthy()
    act(() => hub.tell(() => (hub.asked = hub.asked.map((one) => ({ ...one, end: 'done' })))))
    await screen.findByText(/^Beat: done/)
  })

  it('are paused, and resumed once they are told to be paused', async () => {
    const hub = twoMachines()
    await threadsPage(hub, 'm-server')
    fireEvent.click(screen.getByRole('button', { name: 'Pause payments on server' }))
    await screen.findByText(/^Pause: asked/)
    expect(screen.getByRole('button', { name: 'Pause payments on server' })).toBeTruthy()
    act(() => hub.tell(() => (hub.threads = hub.threads.map((one) => ({ ...one, isPaused: true })))))
    fireEvent.click(await screen.findByRole('button', { name: 'Resume payments on server' }))
    await waitFor(() => expect(hub.sent.map(({ verb }) => verb)).toEqual(['pause', 'resume']))
  })

  it.each([
    ['refused', 'There is no such thread.', 'Beat: There is no such thread. · '],
    ['expired', '', 'Beat: expired, nobody took it within a day · '],
    ['already', '', 'Beat: already so · '],
    ['already', 'A beat of "payments" is running.', 'Beat: A beat of "payments" is running. · '],
  ] as const)('say what became of a request that was %s: "%s"', async (end, text, words) => {
    const hub = twoMachines()
    await threadsPage(hub, 'm-server')
    fireEvent.click(screen.getByRole('button', { name: 'Beat payments on server now' }))
    await screen.findByText(/^Beat: asked/)
    act(() => hub.tell(() => (hub.asked = hub.asked.map((one) => ({ ...one, end, text })))))
    await waitFor(() => expect(row(/^payments/).textContent).toContain(words))
  })

  it('stay as they are where the hub does not take what is asked', async () => {
    const hub = twoMachines()
    await threadsPage(hub, 'm-server')
    hub.silent = 'hub.lan does not answer'
    fireEvent.click(screen.getByRole('button', { name: 'Beat payments on server now' }))
    await screen.findByText('Beat of payments on server was not asked: hub.lan does not answer.')
    expect(row(/^payments/).textContent).not.toContain('asked')
  })

  it('are filtered by the words of the page', async () => {
    await threadsPage(twoMachines(), 'all')
    fireEvent.change(screen.getByRole('textbox', { name: 'Filter threads' }), { target: { value: 'disk' } })
    await waitFor(() => expect(screen.queryByRole('row', { name: /^payments/ })).toBeNull())
    expect(row(/^notes/)).toBeTruthy()
    fireEvent.change(screen.getByRole('textbox', { name: 'Filter threads' }), { target: { value: 'nobody' } })
    await screen.findByText('No thread of another machine matches “nobody”.')
  })

  it('are in the page only as far as they are in view, of 2,000; arrows walk them', async () => {
    const hub = testHub([machineOf('server', { threads: 2000 })])
    hub.threads = Array.from({ length: 2000 }, (_, i) => remoteThread('server', `repo-${i}`, { number: i }))
    await threadsPage(hub, 'm-server')
    const grid = screen.getByRole('grid', { name: 'Threads of other machines' })
    expect(within(grid).getAllByRole('row').length).toBeLessThan(60)
    expect(grid.getAttribute('aria-rowcount')).toBe('2001')
    const first = row(/^repo-0 /)
    first.focus()
    fireEvent.keyDown(first, { key: 'ArrowDown' })
    await waitFor(() => expect(document.activeElement).toBe(row(/^repo-1 /)))
  })
})
