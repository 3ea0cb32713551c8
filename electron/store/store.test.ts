import { join } from 'node:path'
import { expect, it } from 'vitest'
import { randomId } from '../machine/clock/ids.ts'
import { openDatabase } from './connection/open.ts'
import { createStore } from './store.ts'
import { aThread, newFolder, openStore } from './testing/one-store.ts'
import { settingsInMemory } from './testing/settings-in-memory.ts'

it('reads only the thread again that something touched, and has them all as they stand', () => {
  const store = openStore(join(newFolder(), 'a.db'))
  for (const n of [1, 2, 3]) store.threads.add(aThread(n))
  const [one, two, three] = store.threads.list()
  store.threads.change(two!.id, { name: 'other' })
  const after = store.threads.list()
  expect(after.map((t) => t.name)).toEqual(['t1', 'other', 't3'])
  expect([after[0], after[2]]).toEqual([one, three])
  expect(after[0]).toBe(one)
  store.threads.remove(one!.id)
  store.threads.add(aThread(4))
  expect(store.threads.list().map((t) => t.name)).toEqual(['other', 't3', 't4'])
  expect(() =>
    store.together(() => {
      store.threads.change(three!.id, { name: 'never' })
      expect(store.threads.list().map((t) => t.name)).toEqual(['other', 'never', 't4'])
      throw new Error('rolled back')
    }),
  ).toThrow('rolled back')
  expect(store.threads.list().map((t) => t.name)).toEqual(['other', 't3', 't4'])
  store.close()
})

it('reads anew what was read in a transaction that is rolled back', () => {
  const store = openStore(':memory:')
  store.threads.add(aThread(1))
  const seen = (): readonly unknown[] => [store.queue.waiting().length, store.threads.nextDueAt()]
  expect(seen()).toEqual([0, null])
  expect(() =>
    store.together(() => {
      store.queue.sendMessage(aThread(1).id, 'never sent', 'user', 5)
      store.threads.change(aThread(1).id, { nextDueAt: 9 })
      expect(seen()).toEqual([1, 9])
      throw new Error('rolled back')
    }),
  ).toThrow('rolled back')
  expect(seen()).toEqual([0, null])
})

it(
  'finds the newest beats of a thread, and how the beats of a day ended, without sorting or ' +
    'reading its history',
  () => {
    const opened = openDatabase(join(newFolder(), 'a.db'))
    if (!opened.ok) throw new Error(opened.error.message)
    const asked: string[] = []
    const { db } = opened.value
    const store = createStore(
      {
        ...db,
        prepare: (text) => (asked.push(text), db.prepare(text)),
        exec: (text) => db.exec(text),
        close: () => db.close(),
      },
      randomId,
      settingsInMemory(),
    )
    asked.length = 0
    const { last, typicalMs } = store.threads.facts(aThread(1).id)
    expect([last, typicalMs]).toEqual([null, null])
    store.runs.countsSince(5)
    const plans = asked
      .filter((text) => /FROM runs WHERE/.test(text))
      .map((text) =>
        db
          .prepare(`EXPLAIN QUERY PLAN ${text}`)
          .all(...Array.from(text.matchAll(/\?/g), () => 1))
          .map((r) => String(r['detail']))
          .join('; '),
      )
    // Only beats that began at the same instant are put in order.
    const newest = expect.stringMatching(
      /^SEARCH runs USING INDEX runs_by_thread \(thread_id=\?\); USE TEMP B-TREE FOR LAST TERM OF ORDER BY$/,
    ) as string
    expect(plans).toEqual([
      newest,
      newest,
      expect.stringMatching(/^SCAN runs USING INDEX one_running_run/),
      expect.stringMatching(/^SEARCH runs USING COVERING INDEX runs_counted/),
      expect.stringMatching(/^(?!.*SCAN runs).*SEARCH runs USING INTEGER PRIMARY KEY \(rowid>\?\)/),
    ])
    db.close()
  },
)

it('keeps everything over a restart', () => {
  const path = join(newFolder(), 'a.db')
  const first = openStore(path)
  first.threads.add(aThread(1))
  first.queue.requestBeat(
    {
      threadId: aThread(1).id,
      reasons: ['manual'],
      tier: 'daily',
      withDue: false,
      dueTier: 'quick',
      notBefore: 5,
    },
    5,
  )
  first.close()
  const second = openStore(path)
  expect(second.threads.list()).toMatchObject([{ number: 2, name: 't1', repoPath: '/t1' }])
  expect(second.queue.waiting()).toMatchObject([{ class: 'manual', tier: 'daily', reasons: ['manual'] }])
  second.close()
})

it('gives each number once, also after a thread was removed', () => {
  const store = openStore(':memory:')
  store.threads.add(aThread(1))
  store.threads.remove(aThread(1).id)
  store.threads.add(aThread(2))
  expect(store.threads.list().map((t) => t.number)).toEqual([3])
})

it('holds one thread per repository', () => {
  const store = openStore(':memory:')
  store.threads.add(aThread(1))
  expect(store.threads.add({ ...aThread(2), repoPath: '/t1' })).toBe('exists')
})

it('announces what a commit touched, after it committed', () => {
  const store = openStore(':memory:')
  const touched: string[] = []
  store.onCommit((ids) => touched.push(...[...ids].map((id) => `${id}:${store.threads.list().length}`)))
  store.threads.add(aThread(1))
  expect(touched).toEqual(['thr_1:1'])
})
