import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { WaitingView } from '../../shared/views/thread-view.ts'
import type { ItemId, ThreadId } from '../../shared/base/ids.ts'
import { HOUR, MINUTE } from '../../shared/base/time.ts'
import { navigate } from '../client/navigation.ts'
import { orderedReasons, whyWaiting } from './why-waiting.ts'
import { clockTime } from '../kit/time.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { hangs, isLimited } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { addAgent, cli } from '../testing/threads.ts'
import { QueuePage } from './queue.tsx'

beforeEach(() => navigate('/queue'))
/** One of each kind waits, and three scheduled beats: a beat of auth-lib has the one slot for all of them. */
async function queueHost(): Promise<WindowHost> {
  const host = await openHost()
  const { client } = host
  for (const name of ['release-bot', 'data-etl']) addAgent(host, name, cli('copilot'))
  host.store.threads.change(host.id('data-etl'), { gate: 'always' }) // so that its agent is all of its beat
  host.does('release-bot', isLimited(host.clock.now() + 12 * HOUR))
  await host.beat('release-bot')
  await client.threads.pause({ id: host.id('release-bot'), until: null, reason: '' })
  host.add('payments-api', { intervalMs: 0 })
  for (const name of ['web-shop', 'search-svc', 'infra']) addAgent(host, name)
  addAgent(host, 'auth-lib')
  await client.threads.change({ id: host.id('auth-lib'), intervalMs: 12 * HOUR })
  host.does('auth-lib', hangs)
  await host.beat('auth-lib')
  const { id } = await client.jobs.save({
    threadId: host.id('auth-lib'),
    spec: {
      name: 'Reflect weekly',
      schedule: { kind: 'at', at: host.clock.now() + 12 * HOUR },
      action: { kind: 'reflect' },
    },
    confirmed: true,
  })
  await client.jobs.run({ id })
  await client.messages.send({
    to: host.id('auth-lib'),
    text: 'Which two deploys are waiting, and can they go out without the migration?',
  })
  for (const reason of ['git', 'hook', 'command'] as const) host.engine.wake(host.id('search-svc'), reason)
  await host.pass(9 * MINUTE)
  return host
}
const itemOf = (host: WindowHost, name: string): string => host.thread(name).waiting[0]!.itemId
const lane = (name: string): HTMLElement => screen.getByRole('list', { name: new RegExp(`^${name}`) })

describe('the queue', () => {
  it('shows what waits for an agent, with the way to one, beside what waits for its turn', async () => {
    const host = await openHost()
    host.add('payments-api', { intervalMs: 0 })
    await host.client.messages.send({ to: host.id('payments-api'), text: 'Which deploys wait?' })
    const playbook = '## Quick Tasks\n- [ ] Run `git status`\n## Work Queue\n- [pending] a: Write the guide\n'
    host.add('guides', { playbook })
    await host.beat('guides')
    show(<QueuePage />, host)
    const waiting = await screen.findByRole('region', { name: /^Waiting for an agent/ })
    expect(within(waiting).getByText('guides').closest('li')?.textContent).toContain(
      '1 task of its list that local checks cannot do',
    )
    const kept = within(waiting).getByText('payments-api').closest('li')!
    expect(kept.textContent).toContain('“Which deploys wait?”Kept: nobody reads it before')
    expect(within(kept).getByRole('button', { name: 'Choose an agent for payments-api' })).toBeTruthy()
    // It waits for no turn: neither in a lane, nor among what the rail counts.
    expect(screen.getByText('Nothing is waiting.')).toBeTruthy()
    expect(host.snapshot().fleet).toMatchObject({ waiting: 0, forAgent: 1 })
    const item = itemOf(host, 'payments-api')
    fireEvent.click(within(kept).getByRole('button', { name: /^Take back/ }))
    await waitFor(() => expect(host.calls).toEqual([`beat.cancel {"itemId":"${item}"}`]))
    await waitFor(() => expect(within(waiting).queryByText('payments-api')).toBeNull())
    fireEvent.click(within(waiting).getByRole('button', { name: 'Choose an agent for guides' }))
    expect(location.hash).toBe(`#/thread/${host.id('guides')}?tab=settings`)
  })
  it('puts what waits into its lane, with its place and why it waits', async () => {
    show(<QueuePage />, await queueHost())
    expect(lane('Messages').textContent).toContain('Which two deploys are waiting')
    expect(lane('Messages').textContent).toContain('Its thread is busy')
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
  it('says how many run, of how many at a time', async () => {
    show(<QueuePage />, await queueHost())
    expect(screen.getByText('Agents and jobs: 1 of 2 places in use.')).toBeTruthy()
  })
  it('says of local checks that they run in places of their own, and that others wait for those', async () => {
    const host = await openHost()
    for (const name of ['web', 'shop']) host.add(name)
    host.does('web', hangs)
    await host.beat('web')
    await host.client.beat.start({ id: host.id('shop') })
    show(<QueuePage />, host)
    expect(
      await screen.findByText('1 beat of local checks is running. Agents and jobs: 0 of 2 places in use.'),
    ).toBeTruthy()
    expect(lane('Asked for').textContent).toContain('Another beat of local checks is going on.')
    expect(
      screen.getByText(/^Up to 2 agents run at the same time, at most 1 of them for beats and jobs\./),
    ).toBeTruthy()
  })
  it('cancels one that waits', async () => {
    const { host } = show(<QueuePage />, await queueHost())
    const item = itemOf(host, 'auth-lib')
    fireEvent.click(within(lane('Jobs')).getByRole('button', { name: 'Cancel what waits for auth-lib' }))
    await waitFor(() => expect(host.calls).toEqual([`beat.cancel {"itemId":"${item}"}`]))
    await waitFor(() => expect(screen.queryByRole('list', { name: /^Jobs/ })).toBeNull())
  })
  it('moves one to the top of its kind; the first beat and the first message are there already', async () => {
    const { host } = show(<QueuePage />, await queueHost())
    const before = screen.getAllByRole('button', { name: /to the top$/ })
    expect(within(lane('Messages')).queryByRole('button', { name: /to the top$/ })).toBeNull()
    const button = within(lane('Scheduled')).getByRole('button', {
      name: 'Move what waits for data-etl to the top',
    })
    const row = button.closest('li')
    fireEvent.click(button)
    await waitFor(() => expect(host.calls).toEqual([`queue.toTop {"itemId":"${itemOf(host, 'data-etl')}"}`]))
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
    const { host } = show(<QueuePage />, await queueHost())
    const items = ['web-shop', 'infra', 'data-etl'].map((name) => itemOf(host, name))
    // one has its own
    expect(screen.queryByRole('button', { name: 'Cancel all messages that wait' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel all scheduled beats' }))
    const question = await screen.findByRole('alertdialog', { name: 'Cancel all 3 scheduled beats?' })
    expect(host.calls).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel them' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: /^Scheduled/ })).toBeNull())
    expect(host.calls).toEqual([`queue.cancel ${JSON.stringify({ itemIds: items })}`])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Waiting'))
  })
  it('stops one that runs', async () => {
    const { host } = show(<QueuePage />, await queueHost())
    const { runId } = host.thread('auth-lib').running!
    fireEvent.click(screen.getByRole('button', { name: 'Stop auth-lib' }))
    await waitFor(() => expect(host.calls).toEqual([`beat.stop {"runId":"${runId}"}`]))
  })
  it('stops everything after one question, and says how many', async () => {
    const { host } = show(<QueuePage />, await queueHost())
    const { runId } = host.thread('auth-lib').running!
    host.does('auth-lib', () => ({})) // its job comes next
    fireEvent.click(screen.getByRole('button', { name: 'Stop all' }))
    const question = await screen.findByRole('alertdialog', { name: 'Stop the run that is going on?' })
    expect(question.textContent).toContain('auth-lib. Everything they started is ended with them')
    expect(host.calls).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: 'Stop everything' }))
    await waitFor(() => expect(host.calls).toEqual([`beat.stop {"runId":"${runId}"}`]))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop all' })).toBeNull())
  })
  it('says what comes next when nothing waits', async () => {
    show(<QueuePage />, await openHost())
    expect(screen.getByText('Nothing is waiting.')).toBeTruthy()
    expect(screen.getByText('No beat and no job has a time ahead.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'See the next 24 hours' }))
    expect(location.hash).toBe('#/ahead')
  })
})

describe('why something waits', () => {
  const now = new Date(2026, 2, 10, 12).getTime()
  const fleet: Parameters<typeof whyWaiting>[2] = {
    limits: { runs: 2, heartbeats: 1 },
    power: {
      onBattery: true,
      metered: null,
      policy: 'hold',
      because: 'On battery, and the setting says to hold.',
    },
    resting: [],
    pause: null,
    quietUntil: null,
  }
  const item = (more: Partial<WaitingView>): WaitingView => ({
    itemId: 'itm_1' as ItemId,
    threadId: 'thr_1' as ThreadId,
    kind: 'heartbeat',
    class: 'quick',
    reasons: ['interval'],
    text: null,
    since: now,
    mergedSlots: 0,
    hold: null,
    notBefore: now,
    place: 1,
    from: null,
    jobName: null,
    ...more,
  })
  it('names the time where it is ahead', () => {
    expect(whyWaiting(item({ hold: 'not_before', notBefore: now + 6 * MINUTE }), undefined, fleet, now)).toBe(
      `It waits before the next try, until ${clockTime(now + 6 * MINUTE)} (in 6 min).`,
    )
    expect(whyWaiting(item({ hold: 'slots_used', notBefore: now + 6 * MINUTE }), undefined, fleet, now)).toBe(
      `2 runs are going on, the most at a time and not before ${clockTime(now + 6 * MINUTE)} (in 6 min).`,
    )
  })
  it('says that nothing holds it, and what power holds', () => {
    expect(whyWaiting(item({}), undefined, fleet, now)).toBe('Nothing holds it back: it starts in a moment.')
    expect(whyWaiting(item({ hold: 'power' }), undefined, fleet, now)).toBe(
      'On battery, and the setting says to hold.',
    )
  })
  it('says until when its thread is paused', async () => {
    const host = await openHost()
    const id = host.add('legacy-billing')
    await host.client.threads.pause({ id, until: now + 40 * HOUR, reason: 'frozen until the move' })
    expect(whyWaiting(item({ hold: 'paused' }), host.thread('legacy-billing'), fleet, now)).toMatch(
      /^Its thread is paused until /,
    )
  })
  it('puts the reason that names a beat first', () => {
    expect(orderedReasons(['interval', 'git', 'manual'])).toEqual(['manual', 'git', 'interval'])
    expect(orderedReasons([])).toEqual([])
  })
})
