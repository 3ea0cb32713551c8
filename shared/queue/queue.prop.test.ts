import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ItemId, ThreadId } from '../base/ids.ts'
import {
  holdOfItem,
  pickNext,
  QUEUE_CLASSES,
  rankOf,
  serviceOrder,
  type QueueItem,
  type QueueView,
} from './queue.ts'
import { MINUTE } from '../base/time.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
fc.configureGlobal({ seed, numRuns: 1000 })
console.log(`queue seed: ${seed}`)

const threadId = fc.integer({ min: 0, max: 4 }).map((n) => `thr_${n}` as ThreadId)
const item = fc
  .record({
    id: fc.uuid(),
    threadId,
    cls: fc.constantFrom(...QUEUE_CLASSES),
    enqueuedAt: fc.integer({ min: 0, max: 60 * MINUTE }),
    late: fc.boolean(),
    advice: fc.boolean(),
    movedAt: fc.option(fc.integer({ min: 0, max: 60 * MINUTE }), { freq: 4 }),
  })
  .map(
    (r): QueueItem => ({
      id: `itm_${r.id}` as ItemId,
      threadId: r.threadId,
      kind: r.cls === 'message' || (r.cls === 'wake' && r.advice) ? 'message' : 'heartbeat',
      class: r.cls,
      reasons: [],
      tier: null,
      withDue: true,
      text: null,
      from: null,
      jobId: null,
      again: null,
      enqueuedAt: r.enqueuedAt,
      notBefore: r.late ? 61 * MINUTE : 0,
      movedAt: r.movedAt,
      mergedSlots: 0,
    }),
  )
const view = fc
  .record({
    items: fc.array(item, { maxLength: 12 }),
    running: fc.array(
      fc.record({ threadId, kind: fc.constantFrom('message' as const, 'heartbeat' as const) }),
      { maxLength: 3 },
    ),
    runs: fc.integer({ min: 1, max: 4 }),
    heartbeats: fc.integer({ min: 1, max: 3 }),
    held: fc.array(threadId, { maxLength: 2 }),
  })
  .map(
    ({ items, running, runs, heartbeats, held }): QueueView => ({
      items,
      running,
      limits: { runs, heartbeats },
      now: 60 * MINUTE,
      intervalOf: () => 8 * MINUTE,
      holdOf: (i) => (held.includes(i.threadId) ? 'paused' : null),
    }),
  )

describe('choosing the next item', () => {
  it('agrees with a naive look: of all that may start, the best class, then what was moved up, then the oldest', () => {
    fc.assert(
      fc.property(view, (v) => {
        const free = v.items.filter((i) => holdOfItem(i, v) === null)
        const best =
          [...free].sort(
            (a, b) =>
              rankOf(a, 8 * MINUTE, v.now) - rankOf(b, 8 * MINUTE, v.now) ||
              (b.movedAt ?? -1) - (a.movedAt ?? -1) ||
              a.enqueuedAt - b.enqueuedAt ||
              (a.id < b.id ? -1 : 1),
          )[0] ?? null
        expect(pickNext(v)?.id ?? null).toBe(best?.id ?? null)
      }),
    )
  })

  it('never lets a held item block what stands behind it', () => {
    fc.assert(
      fc.property(view, (v) => {
        if (v.items.some((i) => holdOfItem(i, v) === null)) expect(pickNext(v)).not.toBeNull()
      }),
    )
  })

  it('never starts a heartbeat before a person’s message that could start', () => {
    fc.assert(
      fc.property(view, (v) => {
        const picked = pickNext(v)
        if (picked?.kind === 'heartbeat')
          expect(v.items.some((i) => i.class === 'message' && holdOfItem(i, v) === null)).toBe(false)
      }),
    )
  })

  it('lets another thread’s advice not overtake a beat that a person asked for, also with a single slot', () => {
    const base = {
      reasons: [],
      tier: null,
      withDue: true,
      text: null,
      from: null,
      jobId: null,
      again: null,
      notBefore: 0,
      movedAt: null,
      mergedSlots: 0,
    }
    const beat: QueueItem = {
      ...base,
      id: 'itm_b' as ItemId,
      threadId: 'thr_1' as ThreadId,
      kind: 'heartbeat',
      class: 'manual',
      enqueuedAt: 2,
    }
    const advice: QueueItem = {
      ...base,
      id: 'itm_a' as ItemId,
      threadId: 'thr_2' as ThreadId,
      kind: 'message',
      class: 'wake',
      enqueuedAt: 1,
    }
    const v: QueueView = {
      items: [advice, beat],
      running: [],
      limits: { runs: 1, heartbeats: 1 },
      now: 3,
      intervalOf: () => 8 * MINUTE,
      holdOf: () => null,
    }
    expect([holdOfItem(beat, v), pickNext(v)?.id]).toEqual([null, beat.id])
    expect(pickNext({ ...v, items: [{ ...advice, class: 'message' }, beat] })?.id).toBe(advice.id)
  })

  it('moves a scheduled beat up one class after two intervals, never above a message', () => {
    const aged = (cls: QueueItem['class']): number =>
      rankOf(
        { class: cls, enqueuedAt: 0, movedAt: null as number | null } as QueueItem,
        8 * MINUTE,
        17 * MINUTE,
      )
    expect(QUEUE_CLASSES.map(aged)).toEqual([0, 1, 1, 2, 3, 4])
  })

  it('serves what a person moved up before all of its kind, and a person’s message before that', () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 12 }), fc.nat(), (items, n) => {
        const chosen = items[n % items.length]!
        const moved = { ...chosen, movedAt: 61 * MINUTE }
        const order = [...items.filter((i) => i !== chosen), moved].sort(
          serviceOrder({ now: 60 * MINUTE, intervalOf: () => 8 * MINUTE }),
        )
        const before = order.slice(0, order.indexOf(moved))
        expect(before.every((i) => i.class === 'message' && moved.class !== 'message')).toBe(true)
      }),
    )
  })
})
