import { expect, it } from 'vitest'
import type { ItemId } from '../../../shared/base/ids.ts'
import { randomFrom } from '../../../shared/base/seeded/random.ts'
import { randomId } from '../../machine/clock/ids.ts'
import { openDatabase } from '../connection/open.ts'
import { createStore } from '../store.ts'
import { settingsInMemory } from '../testing/settings-in-memory.ts'
import { aThread, endingOf } from '../testing/one-store.ts'

const SEED = 11
const STEPS = 300

/** A store whose queue is remembered, and what another that remembers nothing reads of the same rows. */
function twoReaders() {
  const opened = openDatabase(':memory:')
  if (!opened.ok) throw new Error(opened.error.message)
  const { db } = opened.value
  const anew = () => createStore(db, randomId, settingsInMemory()).queue.waiting()
  return { store: createStore(db, randomId, settingsInMemory()), anew }
}

it(`waits in memory as in its rows, whatever is done to it (seed ${SEED})`, () => {
  const { store, anew } = twoReaders()
  const random = randomFrom(SEED)
  const upTo = (n: number): number => Math.floor(random() * n)
  const one = () => aThread(1 + upTo(4)).id
  const anItem = (): ItemId | null => store.queue.waiting()[upTo(store.queue.waiting().length)]?.id ?? null
  for (const n of [1, 2, 3, 4]) store.threads.add(aThread(n))
  let longest = 0
  const work = (at: number, end: Parameters<typeof endingOf>[0]): void => {
    const id = anItem()
    const run = store.queue.claim(
      (items) => items.find((item) => item.id === id) ?? null,
      () => 'x',
      () => true,
      at,
    )
    expect(store.queue.waiting(), `claimed in step ${at}`).toEqual(anew())
    if (run !== null) store.runs.finish(run.id, endingOf(end), at)
  }
  const steps: readonly ((at: number) => unknown)[] = [
    (at) => store.queue.sendMessage(one(), `m${at}`, 'user', at),
    (at) =>
      store.queue.requestBeat(
        {
          threadId: one(),
          reasons: ['event'],
          tier: null,
          withDue: true,
          dueTier: 'quick',
          notBefore: at + upTo(9),
        },
        at,
      ),
    (at) =>
      store.queue.requestCommand(
        one(),
        { argv: ['true'], folder: '/', name: 'true', alertId: 'alr_1' as never },
        at,
      ),
    (at) => store.queue.moveToTop(anItem() ?? ('none' as ItemId), at),
    (at) => store.queue.cancel([anItem() ?? ('none' as ItemId)], at),
    (at) => work(at, {}),
    (at) => work(at, { backOffUntil: at + 50 }),
    (at) => work(at, { again: { reasons: ['recovery'], notBefore: at } }),
    (at) => store.clampFuture(at - 5),
    (at) => store.threads.change(one(), { name: `t${at}` }),
    (at) => {
      if (upTo(3) > 0) return
      const id = one()
      store.threads.remove(id)
      store.threads.add({ ...aThread(1), id, repoPath: `/${id}/${at}` })
    },
  ]
  for (let at = 1; at <= STEPS; at++) {
    steps[upTo(steps.length)]!(at)
    expect(store.queue.waiting(), `after step ${at}`).toEqual(anew())
    longest = Math.max(longest, store.queue.waiting().length)
  }
  expect(longest).toBeGreaterThan(5)
})

it('waits again after a claim that the disk took back', () => {
  const { store, anew } = twoReaders()
  store.threads.add(aThread(1))
  store.queue.sendMessage(aThread(1).id, 'Hello', 'user', 1)
  expect(store.queue.waiting()).toHaveLength(1)
  const failing = (): string => {
    throw new Error('no such runner')
  }
  expect(() =>
    store.queue.claim(
      (items) => items[0]!,
      failing,
      () => true,
      2,
    ),
  ).toThrow('no such runner')
  expect(() =>
    store.together(() => {
      store.queue.claim(
        (items) => items[0]!,
        () => 'x',
        () => true,
        2,
      )
      expect(store.queue.waiting()).toEqual([])
      throw new Error('taken back')
    }),
  ).toThrow('taken back')
  expect([store.queue.waiting(), store.queue.waiting().length]).toEqual([anew(), 1])
})
