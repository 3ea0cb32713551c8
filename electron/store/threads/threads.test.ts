import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, MINUTE } from '../../../shared/base/time.ts'
import { endingWith, type EndingFields } from '../../engine/testing/ending.ts'
import { randomId } from '../../machine/clock/ids.ts'
import { openDatabase } from '../connection/open.ts'
import { createStore } from '../store.ts'
import { settingsInMemory } from '../testing/settings-in-memory.ts'

const id = 'thr_1' as ThreadId
const other = 'thr_2' as ThreadId

function bench() {
  const opened = openDatabase(':memory:')
  if (!opened.ok) throw new Error(opened.error.message)
  const store = createStore(opened.value.db, randomId, settingsInMemory())
  for (const thread of [id, other])
    store.threads.add({
      id: thread,
      name: thread,
      repoPath: `/${thread}`,
      intervalMs: 8 * MINUTE,
      trustedAt: 1,
      createdAt: 1,
    })
  /** A beat with its due time, from start to end; without an ending it still runs. */
  const beat = (thread: ThreadId, at: number, ending: Partial<EndingFields> | null) => {
    store.queue.recordSlots(
      thread,
      [{ dueAt: at, fate: 'beat', cause: null, count: 1 }],
      { threadId: thread, reasons: ['interval'], withDue: true, tier: null, dueTier: 'quick', notBefore: at },
      { nextDueAt: at + DAY, problem: null },
      at,
    )
    const run = store.queue.claim(
      (items) => items.find((i) => i.threadId === thread) ?? null,
      () => 'local checks',
      () => true,
      at,
    )
    if (run === null) throw new Error('nothing was claimed')
    if (ending !== null)
      store.runs.finish(
        run.id,
        endingWith({
          outcome: 'quiet',
          summary: 'ok',
          tiers: ['quick'],
          ...ending,
        }),
        at + 1,
      )
    return run.id
  }
  return { store, beat }
}

describe('a person’s own order of threads', () => {
  it('keeps tags and pins, and begins without', () => {
    const { store } = bench()
    expect(store.threads.get(id)).toMatchObject({ tags: [], pinned: false, removeAt: null })
    store.threads.change(id, { tags: ['money', 'api'], pinned: true })
    expect(store.threads.get(id)).toMatchObject({ tags: ['money', 'api'], pinned: true })
    store.threads.change(id, { tags: [], pinned: false })
    expect(store.threads.get(id)).toMatchObject({ tags: [], pinned: false })
  })
  it('trusts nothing of a thread that is being taken away, and all of it again when it is kept', () => {
    const { store } = bench()
    store.threads.change(id, { removeAt: 9 })
    expect(store.threads.get(id)).toMatchObject({ trustedAt: null, removeAt: 9 })
    store.threads.change(id, { removeAt: null })
    expect(store.threads.get(id)).toMatchObject({ trustedAt: 1, removeAt: null })
  })
})

describe('a cleared history', () => {
  it('loses ended runs and their due times, and nothing of others', () => {
    const { store, beat } = bench()
    beat(id, 1000, { durationMs: 5 })
    beat(id, 2000, { durationMs: 5 })
    const kept = beat(other, 3000, { durationMs: 5 })
    expect(store.history.clear(id)).toBe(2)
    expect(store.runs.slots(id, 10)).toEqual([])
    expect(store.runs.page({ limit: 10 }).runs.map((r) => r.id)).toEqual([kept])
    expect(store.threads.facts(id)).toMatchObject({ last: null, strip: { at: [], outcome: [] } })
  })
  it('keeps what runs and what waits, with the due times they answer', () => {
    const { store, beat } = bench()
    beat(id, 1000, { durationMs: 5 })
    const running = beat(id, 2000, null)
    store.queue.recordSlots(
      id,
      [{ dueAt: 3000, fate: 'beat', cause: null, count: 1 }],
      { threadId: id, reasons: ['interval'], withDue: true, tier: null, dueTier: 'quick', notBefore: 3000 },
      { nextDueAt: 4000, problem: null },
      3000,
    )
    expect(store.history.clear(id)).toBe(1)
    expect(store.runs.slots(id, 10).map((s) => [s.dueAt, s.outcome])).toEqual([
      [2000, 'running'],
      [3000, 'waiting'],
    ])
    expect(store.runs.running().map((r) => r.id)).toEqual([running])
    expect(store.queue.waiting()).toHaveLength(1)
  })
  it('leaves the times of the tiers, so that nothing is run once more for it', () => {
    const { store, beat } = bench()
    beat(id, 1000, { durationMs: 5, stamps: ['quick', 'hourly', 'daily'] })
    store.history.clear(id)
    expect(store.threads.get(id)?.tiers.daily.lastDoneAt).toBe(1000)
  })
})

it('averages beats by their highest tier, without those that did nothing', () => {
  const { store, beat } = bench()
  beat(id, DAY, { durationMs: 100 })
  beat(id, DAY + 1, { durationMs: 300 })
  beat(id, DAY + 2, { durationMs: 1000, tiers: ['quick', 'hourly'] })
  beat(id, DAY + 3, { durationMs: 7, outcome: 'unchanged' })
  beat(id, DAY + 4, { durationMs: 0, outcome: 'skipped', skipReason: 'empty' })
  beat(id, 5, { durationMs: 9000 }) // too long ago
  expect([...store.runs.tierCosts(id, DAY)].sort((a, b) => a.averageMs - b.averageMs)).toEqual([
    { tier: 'quick', runs: 2, averageMs: 200, usd: null },
    { tier: 'hourly', runs: 1, averageMs: 1000, usd: null },
  ])
})
