import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WaitingView } from '../../shared/views/snapshot.ts'
import { emptySnapshot, fleetOf, sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { MINUTE } from '../../shared/base/time.ts'
import { navigate } from '../client/navigation.ts'
import { orderedReasons, whyWaiting } from './why-waiting.ts'
import { clockTime } from '../kit/time.ts'
import { show } from '../testing/show.tsx'
import { QueuePage } from './queue.tsx'

beforeEach(() => navigate('/queue'))
afterEach(cleanup)
const now = Date.now()
const lane = (name: string): HTMLElement => screen.getByRole('list', { name: new RegExp(`^${name}`) })

describe('the queue', () => {
  it('puts what waits into its lane, with its place and why it waits', () => {
    show(<QueuePage />, sampleSnapshot(now))
    expect(lane('Messages').textContent).toContain('Which two deploys are waiting')
    expect(lane('Messages').textContent).toContain('Waits for an agent.')
    expect(lane('Jobs').textContent).toContain('Reflect weekly')
    expect(lane('Jobs').textContent).toContain('Its thread is busy: a beat has been running for')
    expect(lane('Wakes').textContent).toContain('A command ended')
    expect(lane('Wakes').textContent).toContain('also a git hook, the repository changed, the schedule')
    expect(lane('Wakes').textContent).toContain('1 more due time merged in')
    expect(lane('Scheduled').textContent).toContain('GitHub Copilot is resting until')
    expect(screen.queryByRole('list', { name: /^Asked for/ })).toBeNull()
    const places = screen
      .getAllByText(/^\d+$/, { selector: '[title^="Place"]' })
      .map((e) => Number(e.textContent?.replace('Place ', '')))
    expect(places.toSorted()).toEqual([1, 2, 3, 4, 5, 6])
  })
  it('says how many slots are used of how many', () => {
    show(<QueuePage />, sampleSnapshot(now))
    expect(screen.getByText(/1 of 2 slots used, 1 of 1 for beats and jobs/)).toBeTruthy()
  })
  it('cancels one that waits', async () => {
    const { host } = show(<QueuePage />, sampleSnapshot(now))
    fireEvent.click(within(lane('Jobs')).getByRole('button', { name: 'Cancel what waits for auth-lib' }))
    await waitFor(() => expect(host.calls).toEqual(['beat.cancel {"itemId":"itm_8"}']))
    await waitFor(() => expect(screen.queryByRole('list', { name: /^Jobs/ })).toBeNull())
  })
  it('moves one to the top of its kind; the first beat and the first message are there already', async () => {
    const { host } = show(<QueuePage />, sampleSnapshot(now))
    const before = screen.getAllByRole('button', { name: /to the top$/ })
    expect(within(lane('Messages')).queryByRole('button', { name: /to the top$/ })).toBeNull()
    const button = within(lane('Scheduled')).getByRole('button', {
      name: 'Move what waits for data-etl to the top',
    })
    const row = button.closest('li')
    fireEvent.click(button)
    await waitFor(() => expect(host.calls).toEqual(['queue.toTop {"itemId":"itm_19"}']))
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Move what waits for data-etl to the top' })).toBeNull(),
    )
    expect(
      within(lane('Jobs')).getByRole('button', { name: 'Move what waits for auth-lib to the top' }),
    ).toBeTruthy() // it was the first of them
    expect(screen.getAllByRole('button', { name: /to the top$/ })).toHaveLength(before.length)
    expect(document.activeElement).toBe(row)
  })
  it('cancels all of a kind after one question, and none that was not asked about', async () => {
    const { host } = show(<QueuePage />, sampleSnapshot(now))
    // one has its own
    expect(screen.queryByRole('button', { name: 'Cancel all messages that wait' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel all scheduled beats' }))
    const question = await screen.findByRole('alertdialog', { name: 'Cancel all 3 scheduled beats?' })
    expect(host.calls).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel them' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: /^Scheduled/ })).toBeNull())
    expect(host.calls).toEqual(['queue.cancel {"itemIds":["itm_9","itm_19","itm_3"]}'])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Waiting'))
  })
  it('stops one that runs', async () => {
    const { host } = show(<QueuePage />, sampleSnapshot(now))
    fireEvent.click(screen.getByRole('button', { name: 'Stop auth-lib' }))
    await waitFor(() => expect(host.calls).toEqual(['beat.stop {"runId":"run_running"}']))
  })
  it('stops everything after one question, and says how many', async () => {
    const { host } = show(<QueuePage />, sampleSnapshot(now))
    fireEvent.click(screen.getByRole('button', { name: 'Stop all' }))
    const question = await screen.findByRole('alertdialog', { name: 'Stop the run that is going on?' })
    expect(question.textContent).toContain('auth-lib. Everything they started is ended with them')
    expect(host.calls).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: 'Stop everything' }))
    await waitFor(() => expect(host.calls).toEqual(['beat.stop {"runId":"run_running"}']))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop all' })).toBeNull())
  })
  it('says what comes next when nothing waits', () => {
    show(<QueuePage />, emptySnapshot(now))
    expect(screen.getByText('Nothing is waiting.')).toBeTruthy()
    expect(screen.getByText('No beat and no job has a time ahead.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'See the next 24 hours' }))
    expect(location.hash).toBe('#/ahead')
  })
})

describe('why something waits', () => {
  const { threads } = sampleSnapshot(now)
  const fleet = fleetOf(threads, [], now, {
    power: {
      onBattery: true,
      metered: null,
      policy: 'hold',
      because: 'On battery, and the setting says to hold.',
    },
  })
  const item = (more: Partial<WaitingView>): WaitingView => ({
    ...threads.flatMap((t) => t.waiting)[0]!,
    kind: 'heartbeat',
    hold: null,
    notBefore: now,
    ...more,
  })
  it('names the time where it is ahead', () => {
    expect(whyWaiting(item({ hold: 'not_before', notBefore: now + 6 * MINUTE }), undefined, fleet, now)).toBe(
      `It waits before the next try, until ${clockTime(now + 6 * MINUTE)} (in 6 min).`,
    )
    expect(whyWaiting(item({ hold: 'slots_used', notBefore: now + 6 * MINUTE }), undefined, fleet, now)).toBe(
      `All 2 run slots are used and not before ${clockTime(now + 6 * MINUTE)} (in 6 min).`,
    )
  })
  it('says that nothing holds it, and what power holds', () => {
    expect(whyWaiting(item({}), undefined, fleet, now)).toBe(
      'Nothing holds it: it starts with the next tick.',
    )
    expect(whyWaiting(item({ hold: 'power' }), undefined, fleet, now)).toBe(
      'On battery, and the setting says to hold.',
    )
    expect(
      whyWaiting(
        item({ hold: 'paused' }),
        threads.find((t) => t.pause !== null),
        fleet,
        now,
      ),
    ).toMatch(/^Its thread is paused until /)
  })
  it('puts the reason that names a beat first', () => {
    expect(orderedReasons(['interval', 'git', 'manual'])).toEqual(['manual', 'git', 'interval'])
    expect(orderedReasons([])).toEqual([])
  })
})
