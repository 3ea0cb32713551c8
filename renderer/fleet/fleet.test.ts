import { describe, expect, it } from 'vitest'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { largeSnapshot } from '../../shared/views/testing/large-snapshot.ts'
import { sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { sampleThreadId } from '../../shared/views/testing/sample-thread.ts'
import { HOUR, MINUTE } from '../../shared/base/time.ts'
import { tableTime } from '../kit/time.ts'
import { countFleet, matches, passes } from './query/filter.ts'
import { needs } from '../today/attention.ts'
import { notChecked } from '../today/unchecked.ts'
import { attentionOrder, heldOrder } from './query/order.ts'
import { stripSummary } from '../parts/strip/strip-summary.ts'
import { tierProgress } from '../parts/tier-progress.ts'

const NOW = Date.parse('2026-11-22T09:42:00Z')
const { fleet, threads } = sampleSnapshot(NOW)
const named = (name: string): ThreadView => threads.find((t) => t.name === name)!
const names = (ids: readonly string[]): string[] => ids.map((id) => threads.find((t) => t.id === id)!.name)

describe('the order of the fleet', () => {
  it('puts what needs a person first and what is off last', () => {
    const order = names(attentionOrder(threads, fleet.alerts))
    expect(order.slice(0, 2)).toEqual(['payments-api', 'web-shop'])
    expect(order.slice(-2)).toEqual(['legacy-billing', 'scratch'])
  })
  it('puts the older trouble first inside a rank', () => {
    const large = largeSnapshot(NOW)
    const urgent = attentionOrder(large.threads, large.fleet.alerts).slice(0, 5)
    const raised = urgent.map((id) => large.fleet.alerts.find((a) => a.threadId === id)!.raisedAt)
    expect(raised).toEqual([...raised].sort((a, b) => a - b))
  })
  it('keeps quiet rows by name, whatever ran last', () => {
    const later = threads.map((t) =>
      t.name === 'mobile-app' ? { ...t, last: { ...t.last!, finishedAt: NOW } } : t,
    )
    expect(attentionOrder(later, fleet.alerts)).toEqual(attentionOrder(threads, fleet.alerts))
  })
  it('does not move rows while it is held; gone ones leave, new ones join at the end', () => {
    const [a, b, c, d] = [2, 3, 4, 5].map(sampleThreadId) as [never, never, never, never]
    expect(heldOrder([a, b, c], [c, d, a])).toEqual([a, c, d])
  })
})

describe('filters and search', () => {
  it('count as the verdict counts', () => {
    const counts = countFleet(threads).states
    expect(counts.all).toBe(threads.length)
    expect(counts['needs-you']).toBe(fleet.verdict.needYou)
    expect(counts).toMatchObject({ running: 1, paused: 1, manual: 1 })
  })
  it('find by name, path, branch, number and flag, all words at once', () => {
    expect(threads.filter((t) => matches(t, 'RANK search')).map((t) => t.name)).toEqual(['search-svc'])
    expect(matches(named('payments-api'), 'red since')).toBe(true)
    expect(matches(named('infra'), '~/ops')).toBe(true)
    expect(matches(named('infra'), `#${named('infra').number}`)).toBe(true)
    expect(matches(named('infra'), 'nothing like it')).toBe(false)
  })
  it('go through 500 threads within a frame', () => {
    const { threads: many } = largeSnapshot(NOW)
    // The best of some: other work on the machine is not what is measured.
    const took = Array.from({ length: 10 }, () => {
      const started = performance.now()
      many.filter((t) => passes(t, 'all') && matches(t, 'kestrel core'))
      return performance.now() - started
    })
    expect(Math.min(...took)).toBeLessThan(16)
  })
})

describe('needs-you cards', () => {
  const cards = needs(threads, fleet.alerts)
  it('are one a thread, as many as the verdict says, urgent first', () => {
    expect(cards).toHaveLength(fleet.verdict.needYou)
    expect(cards[0]).toMatchObject({
      kind: 'alert',
      chip: 'Urgent',
      title: 'main is red since a1b2c3d: migration test fails on Postgres 16',
      seen: 3,
    })
  })
  it('say what is to be decided', () => {
    const kinds = Object.fromEntries(cards.map((c) => [c.thread.name, c.kind]))
    expect(kinds).toMatchObject({
      'vendor-fork': 'trust',
      'ml-pipeline': 'approve',
      'web-shop': 'broken',
      'search-svc': 'alert',
    })
  })
  it('name how often a runner broke, and split what from why', () => {
    expect(cards.find((c) => c.thread.name === 'web-shop')).toMatchObject({
      chip: 'Broken 3×',
      title: 'The run took too long',
      detail: 'no answer within 90 s',
    })
  })
  it('leave out what somebody acknowledged', () => {
    const known = fleet.alerts.map((a) => ({ ...a, acknowledgedAt: NOW }))
    expect(
      needs(
        threads.filter((t) => t.name === 'payments-api'),
        known,
      )[0]?.alerts,
    ).toEqual([])
  })
})

it('names threads that were not checked on time, with how late and why', () => {
  expect(
    notChecked(threads, NOW).map(
      ({ word, threads: named }) =>
        `${word}: ${named.map(({ thread, why }) => [thread.name, why].filter(Boolean).join(' ')).join(', ')}`,
    ),
  ).toEqual([
    'Not checked on time: docs-site 6 h late',
    'Agent stopped by the budget: price-feed',
    'Never checked yet: new-service',
    `Paused: legacy-billing (frozen until the move, until ${tableTime(NOW + 40 * HOUR, NOW)})`,
    'Manual only: scratch',
  ])
})

it('found by review: says that a beat rests because it is quiet, and calls nothing of it late', () => {
  const api = named('mobile-app')
  const held = {
    ...api,
    state: 'waiting' as const,
    rests: 'quiet-hours' as const,
    nextDueAt: NOW + HOUR,
    lateMs: 0,
    openAlerts: 0,
    waiting: [
      {
        itemId: 'itm_1' as never,
        threadId: api.id,
        kind: 'heartbeat' as const,
        class: 'hourly' as const,
        reasons: ['interval' as const],
        text: null,
        since: NOW,
        mergedSlots: 3,
        hold: 'quiet_hours' as const,
        notBefore: NOW,
        place: 1,
        from: null,
        jobName: null,
      },
    ],
  }
  expect(notChecked([held], NOW).map(({ word, threads: [first] }) => [word, first?.why])).toEqual([
    ['Quiet hours', `(until ${tableTime(NOW + HOUR, NOW)})`],
  ])
})

describe('the summary of a strip', () => {
  it('counts by word, most frequent first', () =>
    expect(stripSummary({ outcome: ['quiet', 'quiet', 'alert', 'quiet', 'alert', 'missed'] })).toBe(
      '6 beats: 3 quiet, 2 alerts, 1 missed',
    ))
  it('speaks of one beat and of none', () => {
    expect(stripSummary({ outcome: ['urgent'] })).toBe('1 beat: 1 urgent')
    expect(stripSummary({ outcome: ['blocked', 'blocked'] })).toBe('2 beats: 2 need permission')
    expect(stripSummary({ outcome: [] })).toBe('no beats yet')
  })
})

describe('the ring of a tier', () => {
  const thread = named('mobile-app')
  const hourly = (lastAgoMs: number): ThreadView => ({
    ...thread,
    tiers: {
      ...thread.tiers,
      hourly: { lastDoneAt: NOW - lastAgoMs, dueAt: NOW - lastAgoMs + HOUR, tasks: 3, snoozedUntil: null },
    },
  })
  it('fills towards due', () =>
    expect(tierProgress(hourly(30 * MINUTE), 'hourly', NOW)).toEqual({
      fraction: 0.5,
      phase: 'filling',
      text: 'Hourly: due in 30 min · 3 tasks',
    }))
  it('is due, not late, until the next beat had its chance', () =>
    expect(tierProgress(hourly(HOUR + 5 * MINUTE), 'hourly', NOW).phase).toBe('due'))
  it('is late after it', () =>
    expect(tierProgress(hourly(HOUR + 40 * MINUTE), 'hourly', NOW)).toMatchObject({
      phase: 'late',
      text: 'Hourly: late by 40 min · 3 tasks',
    }))
  it('says never', () => expect(tierProgress(named('new-service'), 'daily', NOW).phase).toBe('never'))
  it('rests with the thread', () =>
    expect(tierProgress(named('legacy-billing'), 'quick', NOW).phase).toBe('idle'))
})
