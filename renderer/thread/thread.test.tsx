import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FAULT_WORDS } from '../../shared/base/faults.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import type { Snapshot } from '../../shared/views/snapshot.ts'
import { sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { HOUR, MINUTE } from '../../shared/base/time.ts'
import { navigate } from '../client/navigation.ts'
import { show } from '../testing/show.tsx'
import { ThreadPage } from './thread.tsx'

afterEach(cleanup)
beforeEach(() => navigate('/thread/thr_10'))
const id = 'thr_10' as ThreadId // mobile-app
const open = (change: (s: Snapshot) => Snapshot = (s) => s) =>
  show(<ThreadPage id={id} />, change(sampleSnapshot(Date.now())))
const withOwn =
  (own: object) =>
  (s: Snapshot): Snapshot => ({ ...s, threads: s.threads.map((t) => (t.id === id ? { ...t, ...own } : t)) })

it('shows five of what waits, until all is asked for', () => {
  const item = sampleSnapshot(Date.now()).threads.flatMap((t) => t.waiting)[0]!
  open(withOwn({ waiting: Array.from({ length: 20 }, (_, n) => ({ ...item, itemId: `itm_${n}` })) }))
  const waiting = screen.getByRole('region', { name: 'Waiting' })
  expect(within(waiting).getAllByRole('button', { name: 'Cancel' })).toHaveLength(5)
  fireEvent.click(within(waiting).getByRole('button', { name: 'Show all 20' }))
  expect(within(waiting).getAllByRole('button', { name: 'Cancel' })).toHaveLength(20)
})

describe('the head of a thread', () => {
  it('opens the repository by menu and by key', async () => {
    const { host } = open()
    fireEvent.click(await screen.findByRole('button', { name: 'Open in…' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Open in Zed' }))
    await waitFor(() =>
      expect(host.calls).toEqual(['shell.openIn {"id":"thr_10","what":"editor","with":"zed"}']),
    )
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    fireEvent.keyDown(document.body, { key: 't' })
    await waitFor(() => expect(host.calls.at(-1)).toBe('shell.openIn {"id":"thr_10","what":"terminal"}'))
  })
  it('found by review: the tabs stay as they are under an open menu', async () => {
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Open in…' }))
    fireEvent.keyDown(await screen.findByRole('menuitem', { name: 'Open in Zed' }), {
      key: '3',
      code: 'Digit3',
      altKey: true,
    })
    expect(location.hash).toBe('#/thread/thr_10')
  })
  it('leads from a tag to the threads that have it', () => {
    open(withOwn({ tags: ['money'] }))
    fireEvent.click(screen.getByRole('button', { name: 'money' }))
    expect(location.hash).toBe('#/threads?tag=money')
  })
  it('is paused with a reason until a time, and not until one that is over', async () => {
    const { host } = open()
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'With a reason…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Pause mobile-app' })
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason' }), {
      target: { value: 'frozen until the release' },
    })
    const until = within(dialog).getByLabelText(/^Until/)
    fireEvent.change(until, { target: { value: '2020-01-01T10:00' } })
    fireEvent.submit(until)
    expect(within(dialog).getByRole('alert').textContent).toContain('over already')
    fireEvent.change(until, { target: { value: '2099-01-01T10:00' } })
    fireEvent.submit(until)
    await waitFor(() =>
      expect(host.calls).toEqual([
        `threads.pause {"id":"thr_10","until":${new Date('2099-01-01T10:00').getTime()},"reason":"frozen until the release"}`,
      ]),
    )
  })
  it('offers what helps when the folder is missing', async () => {
    const { host } = open(
      withOwn({
        state: 'broken',
        because: `${FAULT_WORDS['repo.missing'].title}: ~/src/mobile-app is not there`,
      }),
    )
    expect(screen.getByText(/Nothing is made in its place/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Locate…' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Remove…' }))
    fireEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove thread' }),
    )
    await waitFor(() => expect(host.calls).toEqual(['threads.remove {"id":"thr_10","undoMs":10000}']))
  })
})

it('tells what beats of each tier take, and when a beat told of a flag', async () => {
  open((s) => ({
    ...withOwn({
      doc: {
        flags: ['main is red'],
        tasks: { quick: 2, hourly: 3, daily: 4 },
        problems: 0,
        exists: true,
        tracked: false,
        pendingWork: 0,
      },
    })(s),
    fleet: {
      ...s.fleet,
      alerts: [
        { ...s.fleet.alerts[0]!, threadId: id, key: 'flag:main is red', raisedAt: Date.now() - 3 * HOUR },
      ],
    },
  }))
  expect((await screen.findByText('~6.2 s · $0.0020')).closest('section')?.textContent).toContain('Quick')
  expect(screen.getByText('~38 s · $0.0110').closest('section')?.textContent).toContain('Hourly')
  expect(screen.getByText(/raised 3 h ago/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Resolve' })).toBeTruthy()
})

describe('the danger zone', () => {
  const settings = async () => {
    const shown = open()
    act(() => navigate('/thread/thr_10?tab=settings'))
    await screen.findByRole('region', { name: 'Danger zone' })
    return { ...shown, zone: screen.getByRole('region', { name: 'Danger zone' }) }
  }
  it('clears the history after a question', async () => {
    const { host, zone } = await settings()
    fireEvent.click(within(zone).getByRole('button', { name: 'Clear…' }))
    const question = await screen.findByRole('alertdialog', { name: 'Clear the history of mobile-app?' })
    expect(host.calls).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: 'Clear history' }))
    await waitFor(() => expect(host.calls).toEqual(['threads.clearHistory {"id":"thr_10","confirmed":true}']))
  })
  it('deletes HEARTBEAT.md only when its name was typed', async () => {
    const { host, zone } = await settings()
    fireEvent.click(within(zone).getByRole('button', { name: 'Delete…' }))
    const input = await screen.findByRole('textbox', { name: 'Type HEARTBEAT.md to confirm' })
    const yes = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete the file' })
    fireEvent.change(input, { target: { value: 'heartbeat.md' } })
    fireEvent.submit(input)
    expect([yes.disabled, host.calls]).toEqual([true, []])
    fireEvent.change(input, { target: { value: 'HEARTBEAT.md' } })
    await waitFor(() => expect(yes.disabled).toBe(false))
    fireEvent.submit(input)
    await waitFor(() =>
      expect(host.calls).toEqual([
        expect.stringMatching(/^doc\.remove \{"id":"thr_10","version":"v\d+","typed":"HEARTBEAT\.md"\}$/),
      ]),
    )
  })
})

it('copies chosen settings to others, showing what changes for each', async () => {
  const { host } = open(withOwn({ intervalMs: HOUR }))
  act(() => navigate('/thread/thr_10?tab=settings'))
  fireEvent.click(await screen.findByRole('button', { name: 'Choose threads…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Copy the settings of mobile-app' })
  const line = within(dialog).getByRole('checkbox', { name: 'release-bot' }).closest('li')!
  expect(line.textContent).toContain('every 8 min, at any time → every 1 h, at any time')
  expect(line.textContent).toContain('Codex → Local checks')
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'release-bot' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Copy to 1 thread' }))
  await waitFor(() =>
    expect(host.calls).toEqual([
      'threads.change {"id":"thr_17","intervalMs":3600000,"activeHours":null,"dailyAt":null}',
      'threads.setAgent {"id":"thr_17","agent":{"kind":"local"},"confirmed":true}',
    ]),
  )
})

it('changes how often it beats in plain words, on the card of the quick tier', async () => {
  const { host } = open(withOwn({ intervalMs: 8 * MINUTE, activeHours: null }))
  fireEvent.click(screen.getByRole('button', { name: 'Every 8 min. Change' }))
  const field = await screen.findByRole('textbox', { name: 'How often it beats' })
  fireEvent.change(field, { target: { value: 'now and then' } })
  fireEvent.submit(field)
  expect(screen.getByText(/^“now and then” is not clear/)).toBeTruthy()
  expect(host.calls).toEqual([])
  fireEvent.change(field, { target: { value: 'every half hour, 8 to 20' } })
  expect(screen.getByText('Scheduled beats: every 30 min, from 08:00 to 20:00.')).toBeTruthy()
  fireEvent.submit(field)
  await waitFor(() =>
    expect(host.calls).toEqual([
      'threads.change {"id":"thr_10","intervalMs":1800000,"activeHours":{"start":"08:00","end":"20:00","timeZone":""}}',
    ]),
  )
})

it('puts a tier off from its card and wakes it there', async () => {
  const { host } = open()
  fireEvent.click(screen.getByRole('button', { name: 'Snooze daily of mobile-app' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Until tomorrow 09:00' }))
  await waitFor(() => expect(host.calls.at(-1)).toMatch(/snoozeTier .*"tier":"daily"/))
  fireEvent.click(await screen.findByRole('button', { name: 'Wake now' }))
  await waitFor(() => expect(host.calls.at(-1)).toContain('"tier":"daily","until":null'))
})
