import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE } from '../../shared/base/time.ts'
import { EVENTS_KEPT, type EventSource } from '../../shared/events/system-event.ts'
import type { NewEvent } from '../../electron/engine/events/facts.ts'
import { useThread } from '../client/live.ts'
import { navigate, threadPath } from '../client/navigation.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { hangs } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { addResting } from '../testing/threads.ts'
import { Timeline } from './timeline.tsx'

function Page({ id }: { id: ThreadId }) {
  const thread = useThread(id)
  return thread === undefined ? null : <Timeline thread={thread} />
}
const open = async (intervalMs = DAY): Promise<WindowHost> => {
  const host = await openHost()
  addResting(host, 'api', intervalMs)
  return host
}
const showActivity = (host: WindowHost, more = '') => {
  navigate(`${threadPath(host.id('api'), 'activity')}${more}`)
  return show(<Page id={host.id('api')} />, host)
}
const add = (host: WindowHost, source: EventSource, text: string, more: Partial<NewEvent> = {}) =>
  host.engine.events.add(host.id('api'), { source, text, trusted: true, wake: 'next', ...more })
const entry = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole('listitem', { name })
const place = (host: WindowHost, more: string): string => `#/thread/${host.id('api')}?tab=${more}`

describe('what came in', () => {
  it('stands newest first, as it was written, with what became of it', async () => {
    const host = await open(0)
    await host.sleep(6 * HOUR)
    await host.pass(DAY + HOUR) // what the machine told has expired
    add(host, 'playbook', 'HEARTBEAT.md was edited: 1 task added')
    await host.beat('api')
    await host.pass(MINUTE)
    for (let n = 0; n < 3; n++) {
      add(host, 'command', '`npm run migrate` ended with exit code 1\nERROR: no column', { trusted: false })
      await host.pass(MINUTE)
    }
    showActivity(host)
    const command = await entry(/^Command: /)
    expect(within(command).getByText(/npm run migrate/).textContent).toBe(
      '`npm run migrate` ended with exit code 1\nERROR: no column',
    )
    for (const part of ['×3', 'untrusted', 'Waits for the next prompt'])
      expect(command.textContent).toContain(part)
    expect((await entry(/^HEARTBEAT.md: /)).textContent).toContain(
      'Stood in a prompt, and the run of it ended well',
    )
    expect((await entry(/^System: /)).textContent).toContain('Expired')
    const times = screen
      .getAllByRole('listitem')
      .map((row) => Date.parse(row.querySelector('time')?.dateTime ?? ''))
    expect(times).toEqual([...times].sort((a, b) => b - a))
    expect(screen.getByRole('region', { name: 'Today' })).toBeTruthy()
  })
  it('is in the prompt of a run that goes on', async () => {
    const host = await open()
    add(host, 'hook', 'post-commit: 9f8e7d6 on main')
    host.does('api', hangs)
    await host.beat('api')
    showActivity(host)
    expect((await entry(/^Git hook: /)).textContent).toContain(
      'Stands in the prompt of a run that is going on',
    )
  })
  it('says how many were dropped', async () => {
    const host = await open()
    for (let n = 0; n < EVENTS_KEPT + 2; n++) add(host, 'git', `Commit ${n}`)
    showActivity(host)
    await screen.findByText('2 older events were dropped: only the newest 20 wait. The next prompt says so.')
  })
  it('shows wakes with their outcome, and leads to the run', async () => {
    const host = await open()
    host.does('api', () => ({ text: 'main is red' }))
    add(host, 'webhook', 'CI failed', { wake: 'now' })
    await host.pass(MINUTE)
    showActivity(host)
    const wake = await entry('Wake: a webhook')
    expect(wake.textContent).toContain('Alert')
    fireEvent.click(within(wake).getByRole('link', { name: /^Open the run/ }))
    expect(location.hash).toBe(`#/run/${host.runs()[0]!.id}`)
  })
  it('leads to the queue while a wake waits, and says when it was cancelled', async () => {
    const host = await open()
    host.does('api', hangs)
    await host.beat('api')
    add(host, 'webhook', 'CI failed', { wake: 'now' })
    await host.pass(MINUTE)
    showActivity(host)
    expect((await entry('Wake: a webhook')).textContent).toContain('its thread is busy')
    fireEvent.click(within(await entry('Wake: a webhook')).getByRole('link', { name: 'Open queue' }))
    expect(location.hash).toBe('#/queue')
    await host.client.queue.cancel({ itemIds: host.store.queue.waiting().map((item) => item.id) })
    await waitFor(async () =>
      expect((await entry('Wake: a webhook')).textContent).toContain('Cancelled; nothing was run'),
    )
  })
  it('takes one back that waits', async () => {
    const host = await open()
    add(host, 'git', 'main moved')
    showActivity(host)
    fireEvent.click(within(await entry(/^Git: /)).getByRole('button', { name: 'Take back' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull())
    expect((await entry(/^Git: /)).textContent).toContain('Taken back; no prompt held it')
    expect(host.store.events.waiting(host.id('api')).events).toEqual([])
  })
  it('keeps the filter in the address', async () => {
    const host = await open()
    add(host, 'git', 'main moved')
    add(host, 'webhook', 'CI failed', { wake: 'now' })
    await host.pass(MINUTE)
    showActivity(host)
    await entry(/^Webhook: /)
    fireEvent.click(screen.getByRole('button', { name: 'Wakes' }))
    expect(location.hash).toBe(place(host, 'activity&kind=wake'))
    expect(
      screen.getAllByRole('listitem').every((row) => row.getAttribute('aria-label')?.startsWith('Wake: ')),
    ).toBe(true)
    expect(screen.queryByRole('combobox', { name: 'Source' })).toBeNull()
    cleanup()
    showActivity(host, '&source=webhook')
    await entry(/^Webhook: /)
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    cleanup()
    showActivity(host, '&source=inbox')
    fireEvent.click(await screen.findByRole('button', { name: 'Show everything' }))
    expect(location.hash).toBe(place(host, 'activity'))
  })
  it('explains itself where there is nothing', async () => {
    const host = await open()
    showActivity(host)
    expect(await screen.findByText('Nothing came in yet.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Choose what counts' }))
    expect(location.hash).toBe(place(host, 'settings'))
  })
  it('says what is wrong when it cannot be read', async () => {
    const host = await open()
    host.broken.add('events.timeline')
    showActivity(host)
    expect(await screen.findByText('The activity could not be read.')).toBeTruthy()
    expect(screen.getByText('The history cannot be opened: the disk is full.')).toBeTruthy()
  })
})

describe('a long activity', () => {
  /** "Fact 0" is the newest of 120; one of the oldest is of another source. */
  async function longHost(): Promise<WindowHost> {
    const host = await open(0)
    for (let n = 119; n >= 0; n--) {
      add(host, n === 110 ? 'session' : 'git', `Fact ${n}`)
      if (n % EVENTS_KEPT === 0) await host.beat('api')
      await host.pass(20 * MINUTE)
    }
    return host
  }
  // By text: asking for roles is slow among so many rows.
  it('comes in pages, by day', async () => {
    const { container } = showActivity(await longHost())
    await screen.findByText('Fact 0')
    expect(container.querySelectorAll('ol > li')).toHaveLength(50)
    expect(screen.getByText('Yesterday')).toBeTruthy()
    fireEvent.click(screen.getByText('Older'))
    await screen.findByText('Fact 90')
    fireEvent.click(screen.getByText('Older'))
    await screen.findByText('Fact 119')
    expect(screen.queryByText('Older')).toBeNull()
    expect(screen.getByText('That is all that is kept.')).toBeTruthy()
  })
  it('says when a filter finds nothing on the pages looked at', async () => {
    showActivity(await longHost(), '&source=session')
    await screen.findByText('None among the newest 50 entries.')
    fireEvent.click(screen.getByText('Older'))
    await screen.findByText('None among the newest 100 entries.')
    fireEvent.click(screen.getByText('Older'))
    await screen.findByText('Fact 110')
  })
})
