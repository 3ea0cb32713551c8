import { expect, it } from 'vitest'
import { serviceOrder } from '../../../shared/queue/queue.ts'
import { aThread, openStore } from '../testing/one-store.ts'

it('unites the reasons of wakes into the one waiting heartbeat and keeps the highest asked tier', () => {
  const store = openStore(':memory:')
  store.threads.add(aThread(1))
  const beat = { threadId: aThread(1).id, dueTier: 'quick' as const, notBefore: 9, withDue: true }
  store.queue.requestBeat({ ...beat, reasons: ['interval'], tier: null }, 1)
  store.queue.requestBeat({ ...beat, reasons: ['event'], tier: null, notBefore: 4 }, 2)
  store.queue.requestBeat({ ...beat, reasons: ['manual'], tier: 'hourly' }, 3)
  expect(store.queue.waiting()).toMatchObject([
    {
      reasons: ['interval', 'event', 'manual'],
      class: 'manual',
      tier: 'hourly',
      notBefore: 4,
      enqueuedAt: 1,
    },
  ])
})

it('takes an item back while another one of its thread runs', () => {
  const store = openStore(':memory:')
  const { id } = aThread(1)
  store.threads.add(aThread(1))
  store.queue.requestBeat(
    { threadId: id, reasons: ['manual'], tier: null, withDue: true, dueTier: 'quick', notBefore: 1 },
    1,
  )
  expect(
    store.queue.claim(
      (items) => items[0]!,
      () => 'local',
      () => false,
      2,
    ),
  ).not.toBeNull()
  const message = store.queue.sendMessage(id, 'Never mind', 'user', 3)
  expect(store.queue.cancel([message], 4)).toBe(1)
  expect(store.runs.ofItem(message)).toMatchObject({
    outcome: 'skipped',
    skipReason: 'cancelled',
    summary: 'Cancelled by you before it started.',
    finishedAt: 4,
  })
  expect([store.runs.running().length, store.queue.waiting()]).toEqual([1, []])
})

it('moves an item above those of its kind, also above one that was moved before by a clock that ran ahead', () => {
  const store = openStore(':memory:')
  for (const n of [1, 2, 3]) {
    store.threads.add(aThread(n))
    store.queue.requestBeat(
      {
        threadId: aThread(n).id,
        reasons: [n === 1 ? 'manual' : 'interval'],
        tier: null,
        withDue: true,
        dueTier: 'quick',
        notBefore: n,
      },
      n,
    )
  }
  const message = store.queue.sendMessage(aThread(1).id, 'Hello', 'user', 4)
  const order = () =>
    [...store.queue.waiting()]
      .sort(serviceOrder({ now: 9, intervalOf: () => 60_000 }))
      .map((i) => (i.id === message ? 'message' : i.threadId))
  const itemOf = (n: number) => store.queue.waiting('heartbeat').find((i) => i.threadId === aThread(n).id)!.id
  expect(store.queue.moveToTop(itemOf(2), 1000)).toBe(true)
  store.queue.moveToTop(itemOf(3), 5)
  expect(order()).toEqual(['message', aThread(3).id, aThread(2).id, aThread(1).id])
  store.queue.requestBeat(
    { threadId: aThread(2).id, reasons: ['git'], tier: null, withDue: true, dueTier: 'quick', notBefore: 6 },
    6,
  )
  expect(order()[2], 'a wake that joins it leaves it there').toBe(aThread(2).id)
  const gone = itemOf(3)
  expect(store.queue.cancel([gone, message, gone], 7)).toBe(2)
  expect([store.queue.moveToTop(gone, 8), order()]).toEqual([false, [aThread(2).id, aThread(1).id]])
})

it('accepts a message under an id once', () => {
  const store = openStore(':memory:')
  store.threads.add(aThread(1))
  for (let i = 0; i < 2; i++)
    store.queue.sendMessage(aThread(1).id, 'hello', 'inbox', 1, 'itm_inbox-1' as never)
  expect(store.queue.waiting()).toHaveLength(1)
})
