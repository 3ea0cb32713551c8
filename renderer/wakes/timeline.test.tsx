import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TimelineEntry, TimelinePage } from '../../shared/contract/beats.ts'
import type { EventId } from '../../shared/base/ids.ts'
import { sampleSnapshot, sampleThreadId } from '../../shared/views/testing/sample-snapshot.ts'
import { HOUR } from '../../shared/base/time.ts'
import { useThread } from '../client/live.ts'
import { navigate, threadPath } from '../client/navigation.ts'
import { show } from '../testing/show.tsx'
import { Timeline } from './timeline.tsx'

const long = vi.hoisted(() => ({ on: false }))
vi.mock('../testing/sample-wakes.ts', async (original) => {
  const real = await original<typeof import('../testing/sample-wakes.ts')>()
  const many = (...args: Parameters<typeof real.sampleTimeline>): TimelinePage => {
    const page = real.sampleTimeline(...args)
    const [first] = page.entries.flatMap((e) => (e.kind === 'event' ? [e.event] : []))
    if (!long.on || first === undefined) return page
    const now = args[1]
    return {
      ...page,
      entries: Array.from(
        { length: 120 },
        (_, i): TimelineEntry => ({
          kind: 'event',
          at: now - i * HOUR,
          event: {
            ...first,
            id: `evt_many_${i}` as EventId,
            text: `Fact ${i}`,
            source: i === 110 ? 'session' : 'git',
            at: now - i * HOUR,
            lastAt: now - i * HOUR,
            state: 'consumed',
          },
        }),
      ),
    }
  }
  return { ...real, sampleTimeline: many }
})

const FULL = 2
const EMPTY = 13
function Page({ number }: { number: number }) {
  const thread = useThread(sampleThreadId(number))
  return thread === undefined ? null : <Timeline thread={thread} />
}
const open = (number = FULL, more = '') => {
  navigate(`${threadPath(sampleThreadId(number), 'activity')}${more}`)
  return show(<Page number={number} />, sampleSnapshot(Date.now()))
}
const entry = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole('listitem', { name })

// Nothing waits for real time; asking for roles is slow on a busy machine.
beforeEach(() => {
  long.on = false
  navigate('/')
})
afterEach(cleanup)

describe('what came in', () => {
  it('stands newest first, as it was written, with what became of it', async () => {
    open()
    const command = await entry(/^Command: /)
    expect(within(command).getByText(/npm run migrate/).textContent).toBe(
      '`npm run migrate` ended with exit code 1 after 48 s\nERROR: column "tax_rate" does not exist',
    )
    for (const part of ['×3', 'untrusted', 'Waits for the next prompt'])
      expect(command.textContent).toContain(part)
    expect((await entry(/^HEARTBEAT.md: /)).textContent).toContain('Told; the run that held it ended well')
    expect((await entry(/^Git hook: /)).textContent).toContain(
      'Stands in the prompt of a run that is going on',
    )
    expect((await entry(/^System: /)).textContent).toContain('Expired')
    const times = screen
      .getAllByRole('listitem')
      .map((row) => Date.parse(row.querySelector('time')?.dateTime ?? ''))
    expect(times).toEqual([...times].sort((a, b) => b - a))
    expect(
      screen.getByText('2 older events were dropped: only the newest 20 wait. The next prompt says so.'),
    ).toBeTruthy()
    expect(screen.getByRole('region', { name: /Today|Yesterday/ })).toBeTruthy()
  })
  it('shows wakes with their outcome, and leads to the run', async () => {
    open()
    const wake = await entry('Wake: a job')
    expect(wake.textContent).toContain('Alert')
    fireEvent.click(within(wake).getByRole('link', { name: /^Open the run/ }))
    expect(location.hash).toBe('#/run/run_2_5')
  })
  it('says that a wake which is gone was cancelled, and leads to the queue while it waits', async () => {
    const { host } = open()
    expect((await entry('Wake: a webhook')).textContent).toContain('Cancelled; nothing was run')
    const [first] = host.current().threads
    host.change(sampleThreadId(FULL), {
      waiting: [{ ...first!.waiting[0]!, itemId: 'itm_2_w1' as never, hold: 'messages_first' }],
    })
    await waitFor(async () =>
      expect((await entry('Wake: a webhook')).textContent).toContain('a message goes first'),
    )
    fireEvent.click(within(await entry('Wake: a webhook')).getByRole('link', { name: 'Open queue' }))
    expect(location.hash).toBe('#/queue')
  })
  it('takes one back that waits', async () => {
    const { host } = open()
    fireEvent.click(within(await entry(/^Git: /)).getByRole('button', { name: 'Take back' }))
    await waitFor(() => expect(host.calls).toContain('events.dismiss {"id":"evt_2_1"}'))
    await waitFor(() => expect(screen.queryByRole('listitem', { name: /^Git: / })).toBeNull())
  })
  it('keeps the filter in the address', async () => {
    open()
    await entry(/^Webhook: /)
    fireEvent.click(screen.getByRole('button', { name: 'Wakes' }))
    expect(location.hash).toBe('#/thread/thr_2?tab=activity&kind=wake')
    expect(
      screen.getAllByRole('listitem').every((row) => row.getAttribute('aria-label')?.startsWith('Wake: ')),
    ).toBe(true)
    expect(screen.queryByRole('combobox', { name: 'Source' })).toBeNull()
    cleanup()
    open(FULL, '&source=webhook')
    await entry(/^Webhook: /)
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    cleanup()
    open(FULL, '&source=inbox')
    fireEvent.click(await screen.findByRole('button', { name: 'Show everything' }))
    expect(location.hash).toBe('#/thread/thr_2?tab=activity')
  })
  // By text: asking for roles is slow among so many rows.
  it('comes in pages, by day', async () => {
    long.on = true
    const { container } = open()
    await screen.findByText('Fact 0')
    expect(container.querySelectorAll('ol > li')).toHaveLength(50)
    expect(screen.getByText('Yesterday')).toBeTruthy()
    fireEvent.click(screen.getByText('Older'))
    await screen.findByText('Fact 99')
    fireEvent.click(screen.getByText('Older'))
    await screen.findByText('Fact 119')
    expect(screen.queryByText('Older')).toBeNull()
    expect(screen.getByText('That is all that is kept.')).toBeTruthy()
  })
  it('says when a filter finds nothing on the pages looked at', async () => {
    long.on = true
    open(FULL, '&source=session')
    await screen.findByText('None among the newest 50 entries.')
    fireEvent.click(screen.getByText('Older'))
    await screen.findByText('None among the newest 100 entries.')
    fireEvent.click(screen.getByText('Older'))
    await screen.findByText('Fact 110')
  })
  it('explains itself where there is nothing', async () => {
    open(EMPTY)
    expect(await screen.findByText('Nothing came in yet.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Choose what counts' }))
    expect(location.hash).toBe('#/thread/thr_13?tab=settings')
  })
  it('says what is wrong when it cannot be read', async () => {
    const { threads } = sampleSnapshot(Date.now())
    show(<Timeline thread={threads[0]!} />, { ...sampleSnapshot(Date.now()), threads: threads.slice(1) })
    expect(await screen.findByText('The activity could not be read.')).toBeTruthy()
    expect(screen.getByText('no thread thr_2')).toBeTruthy()
  })
})

describe('telling the agent', () => {
  const write = (text: string): void =>
    void fireEvent.change(screen.getByRole('textbox', { name: 'Tell the agent something happened' }), {
      target: { value: text },
    })
  const add = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Add event' }))
  it('adds a fact of yours, and wakes it', async () => {
    const { host } = open(10)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add event' }).disabled).toBe(true)
    write('The staging database was restored.\nFrom yesterday.')
    add()
    await waitFor(() =>
      expect(host.calls).toEqual([
        'events.add {"to":"thr_10","text":"The staging database was restored.\\nFrom ' +
          'yesterday.","source":"cli","wake":"now","urgent":false,"trusted":true}',
      ]),
    )
    await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(''))
  })
  it('marks words of somebody else, and waits where you say so', async () => {
    const { host } = open(10)
    write('log: all green')
    fireEvent.click(screen.getByRole('checkbox', { name: 'It holds words of somebody else' }))
    fireEvent.click(screen.getByRole('combobox', { name: 'When the agent reads it' }))
    const option = await screen.findByRole('option', { name: 'With the next beat' })
    fireEvent.pointerDown(option)
    fireEvent.click(option)
    add()
    await waitFor(() => expect(host.calls[0]).toMatch(/"wake":"next".*"trusted":false/))
  })
  it('says that the source is switched off, and keeps the text', async () => {
    const { host } = open(10)
    host.change(sampleThreadId(10), { sources: { cli: 'off' } })
    write('Release 4.2 is out')
    add()
    expect((await screen.findByRole('alert')).textContent).toContain(
      '“Command line” is switched off for this thread.',
    )
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Release 4.2 is out')
  })
  it('refuses what is too long, with the bound', async () => {
    const { host } = open(10)
    write('x'.repeat(4001))
    add()
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The text of an event may have 4000 characters, got 4001.',
    )
    expect(host.calls).toEqual([])
  })
})
