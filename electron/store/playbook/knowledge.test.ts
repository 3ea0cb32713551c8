import { expect, it } from 'vitest'
import { aThread, agentRun, endingOf, openStore } from '../testing/one-store.ts'

it('finds reports and notes of all threads by their words, and a query is never a command of the search', () => {
  const store = openStore(':memory:')
  store.threads.add(aThread(1))
  store.threads.add(aThread(2))
  store.runs.finish(
    agentRun(store, 10).id,
    endingOf({ knowledge: 'The CDN cache must be warmed after each release' }),
    11,
  )
  store.knowledge.learnNotes(aThread(2).id, 'Releases are made on Tuesdays', 12)
  store.knowledge.learnNotes(aThread(2).id, 'Releases are made on Mondays', 13)
  store.threads.add({ ...aThread(3), trustedAt: null })
  store.knowledge.learnNotes(aThread(3).id, 'Release secrets of a thread that nobody trusts', 13)
  expect(store.knowledge.search('release', 10, 'trusted').map((f) => [f.kind, f.threadId])).toEqual(
    expect.arrayContaining([
      ['note', 'thr_2'],
      ['answer', 'thr_1'],
    ]),
  )
  expect(store.knowledge.search('tuesdays', 10, 'trusted')).toEqual([])
  expect(store.knowledge.search('"cache" OR * NEAR( text:x', 10, 'trusted')).toHaveLength(1)
  store.threads.remove(aThread(1).id)
  expect(store.knowledge.search('cache', 10, 'trusted')).toEqual([])
})
