import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Foreseen, ThreadAhead } from '../../shared/contract/beats.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE } from '../../shared/base/time.ts'
import { cellText, heldBeatsOf, heldOf, inkOf, markOf, rowsOf, totalsOf } from './hours.ts'
import { navigate } from '../client/navigation.ts'
import { clockTime } from '../kit/time.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { show } from '../testing/show.tsx'
import { addAgent } from '../testing/threads.ts'
import { Ahead, AheadPage } from './ahead.tsx'

beforeEach(() => navigate('/ahead'))
const now = Date.now()
/** Threads with a job, one of them held back by a person, and more beats ahead than are listed. */
async function busyHost(): Promise<WindowHost> {
  const host = await openHost()
  for (const name of ['payments-api', 'web-shop', 'scratch']) host.add(name)
  addAgent(host, 'auth-lib')
  await host.client.threads.pause({ id: host.id('scratch'), until: null, reason: 'frozen until the move' })
  await host.client.jobs.save({
    threadId: host.id('auth-lib'),
    spec: {
      name: 'Reflect nightly',
      schedule: { kind: 'at', at: host.clock.now() + 12 * HOUR },
      action: { kind: 'reflect' },
    },
    confirmed: true,
  })
  return host
}

describe('the next 24 hours', () => {
  it('gives totals, what is held and why, and what is not listed', async () => {
    show(<AheadPage />, await busyHost())
    expect((await screen.findByText(/At most/)).textContent).toMatch(/At most \d+ agent starts/)
    expect(screen.getByRole('region', { name: /Held back/ }).textContent).toContain(
      'Paused: frozen until the move',
    )
    const cells = within(screen.getByRole('grid')).getAllByRole('gridcell')
    expect(
      cells.filter((c) => c.getAttribute('aria-label')?.includes(': nothing')),
      'every hour of every thread is known',
    ).toHaveLength(0)
    expect(within(screen.getByRole('region', { name: 'In order' })).getAllByRole('listitem')).toHaveLength(20)
  })
  it('lists what differs from a quick look, and everything when asked', async () => {
    const host = await busyHost()
    const { entries, more, apart, apartMore } = await host.client.foresee({ hours: 24 })
    show(<AheadPage />, host)
    const order = await screen.findByRole('region', { name: 'In order' })
    const leftOut = entries.length + more - apart.length - apartMore
    expect(order.textContent).toContain(
      `${leftOut} more beats are left out: quick ones of local checks, and what is held.`,
    )
    for (const line of within(order).getAllByRole('listitem'))
      expect(line.textContent).toMatch(/Hourly|Daily|Job|auth-lib/)
    fireEvent.click(within(order).getByRole('button', { name: 'Everything' }))
    expect(order.textContent).toMatch(/later ones? after .* counted above, not listed/)
    expect(order.textContent).not.toContain('left out')
  })
  it('is walked by arrow keys, hour by hour and thread by thread', async () => {
    show(<AheadPage />, await busyHost())
    const grid = await screen.findByRole('grid')
    const cells = within(grid).getAllByRole('gridcell')
    expect(cells.filter((c) => c.tabIndex === 0)).toHaveLength(1)
    cells[0]!.focus()
    fireEvent.keyDown(cells[0]!, { key: 'ArrowRight' })
    expect(document.activeElement).toBe(cells[1])
    fireEvent.keyDown(cells[1]!, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(cells[25])
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/: \d+ beats/)
    fireEvent.keyDown(cells[25]!, { key: 'Enter' })
    expect(location.hash).toMatch(/^#\/thread\/thr_\d+$/)
  })
  it('leads from a job to its page', async () => {
    const host = await busyHost()
    const [job] = await host.client.jobs.list({})
    show(<AheadPage />, host)
    fireEvent.click(await screen.findByRole('button', { name: 'Jobs and timed tasks' }))
    fireEvent.click(screen.getByRole('button', { name: /^Reflect nightly/ }))
    expect(location.hash).toBe(`#/jobs?id=${job!.id}`)
  })
  it('shows one thread alone on its own page', async () => {
    const host = await busyHost()
    show(<Ahead threadId={host.id('web-shop')} />, host)
    const grid = await screen.findByRole('grid')
    expect(within(grid).getAllByRole('row')).toHaveLength(1)
    expect(within(grid).queryByRole('rowheader')).toBeNull()
  })
  it('says when nothing happens by itself, and when it cannot be told', async () => {
    const host = await openHost()
    host.broken.add('foresee')
    show(<AheadPage />, host)
    expect(await screen.findByText('The next hours could not be worked out.')).toBeTruthy()
    cleanup()
    host.broken.clear()
    show(<AheadPage />, host)
    expect(await screen.findByText('Nothing happens by itself in the next 24 hours.')).toBeTruthy()
  })
})

describe('the hours', () => {
  const beat = (at: number, held: string | null = null, more: Partial<Foreseen> = {}): Foreseen => ({
    at,
    kind: 'beat',
    threadId: 'thr_2' as ThreadId,
    threadName: 'a',
    tier: 'quick',
    jobId: null,
    text: 'quick tasks',
    held,
    ...more,
  })
  const entries = [
    beat(now),
    beat(now + 8 * MINUTE),
    beat(now + HOUR, 'paused'),
    beat(now + DAY, 'paused'),
    beat(now + 90 * MINUTE, null, { kind: 'job', text: 'Audit', tier: null }),
    beat(now + HOUR, 'resting', { threadId: 'thr_3' as ThreadId, threadName: 'b' }),
  ]
  const none = { beats: 0, jobs: 0, timed: 0, held: 0 }
  const day = (own: Readonly<Record<number, object>>) =>
    Array.from({ length: 24 }, (_, hour) => ({ ...none, ...own[hour] }))
  const series = (first: number, n = 1, stepMs = 0) => ({ first, stepMs, n })
  const threads: readonly ThreadAhead[] = [
    {
      threadId: 'thr_2' as ThreadId,
      threadName: 'a',
      hours: day({ 0: { beats: 2 }, 1: { beats: 1, jobs: 1, held: 1 }, 23: { beats: 1, held: 1 } }),
      held: [{ reason: 'paused', n: 2 }],
      beats: [series(now, 2, 8 * MINUTE), series(now + HOUR), series(now + DAY)],
      dailyAt: [now + DAY],
      closed: [],
    },
    {
      threadId: 'thr_3' as ThreadId,
      threadName: 'b',
      hours: day({ 1: { beats: 1, held: 1 }, 2: { beats: 60, timed: 1, held: 3 } }),
      held: [
        { reason: 'resting', n: 3 },
        { reason: 'no power', n: 1 },
      ],
      beats: [series(now + HOUR), series(now + 2 * HOUR, 60, MINUTE)],
      dailyAt: [],
      closed: [],
    },
  ]
  const rows = rowsOf({
    from: now,
    to: now + DAY,
    entries,
    more: 61,
    apart: entries.filter((e) => e.kind !== 'beat'),
    apartMore: 1,
    threads,
    quiet: [],
    minutes: [],
    agentStarts: 0,
  })
  const text = (row: number, hour: number): string => cellText(rows[row]!.cells[hour]!, now, hour)
  it('take each beat once, the last instant included', () => {
    expect(rows.map((r) => r.name)).toEqual(['a', 'b'])
    for (const { cells } of rows)
      expect(cells.map((c) => c.beatsAt.length)).toEqual(cells.map((c) => c.beats))
    expect(totalsOf(threads.flatMap((t) => t.hours))).toEqual({ beats: 65, jobs: 1, timed: 1, held: 6 })
  })
  it('get more ink with more beats', () => {
    expect([0, 1, 2, 4, 7, 8, 12, 60].map(inkOf)).toEqual([0, 1, 2, 3, 4, 4, 5, 5])
  })
  it('take the ink of what starts; what is held is outlined, a job and the beats beside it apart', () => {
    const cells = rows.map((row) => row.cells)
    expect(cells.map((row) => row.map(heldBeatsOf).filter((n) => n > 0))).toEqual([
      [1, 1],
      [1, 3],
    ])
    expect([markOf(cells[0]![1]!, 'job'), markOf(cells[0]![1]!, 'timed')]).toEqual(['due', null])
    const paused = { ...cells[0]![1]!, rare: [beat(now, 'paused', { kind: 'job' })] }
    expect([markOf(paused, 'job'), heldBeatsOf(paused)]).toEqual(['held', 0])
  })
  it('say in words what stands in a cell, to the minute', () => {
    expect(text(0, 0)).toBe(
      `${clockTime(now)} to ${clockTime(now + HOUR)}: 2 beats (${clockTime(now)}, ${clockTime(now + 8 * MINUTE)}).`,
    )
    expect(text(0, 1)).toContain(`job Audit at ${clockTime(now + 90 * MINUTE)}. 1 held: paused.`)
    expect(text(0, 5)).toContain(': nothing.')
    expect(text(0, 23)).toContain(`1 beat (${clockTime(now + DAY)}), one of them daily. Held: paused.`)
  })
  it('are counted where single times are too many, and name no reason that may be another one', () => {
    expect(text(1, 2)).toContain(`60 beats (${clockTime(now + 2 * HOUR)}, `)
    expect(text(1, 2)).toMatch(/, …\); 1 timed task\. 3 held\.$/)
  })
  it('gather what is held by its reason', () => {
    expect(heldOf(threads).map((h) => [h.reason, h.n, h.threads.map((t) => t.name)])).toEqual([
      ['resting', 3, ['b']],
      ['paused', 2, ['a']],
      ['no power', 1, ['b']],
    ])
  })
})
