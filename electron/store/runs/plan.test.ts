import { expect, it } from 'vitest'
import { afterDeath } from '../../../shared/runs/after-death.ts'
import { twoThreads, ONE, TWO } from '../testing/two-threads.ts'

/** Beats of both threads that have begun. */
function begunBeats() {
  const { store } = twoThreads()
  const [first, second] = [ONE, TWO].map((threadId) => {
    store.queue.requestBeat(
      { threadId, reasons: ['interval'], tier: null, withDue: true, dueTier: 'quick', notBefore: 0 },
      1000,
    )
    return store.queue.claim(
      (items) => items[0]!,
      () => 'Local checks',
      () => false,
      1000,
    )!.id
  })
  return { store, first: first!, second: second! }
}

it('what local checks are about to do is seen while they run, without a transaction of its own', () => {
  const { store, first, second } = begunBeats()
  let commits = 0
  store.onCommit(() => commits++)
  store.runs.plan(first, ['quick', 'hourly'], null, null)
  expect(commits).toBe(0)
  expect(store.runs.running().map(({ id, tiers }) => [id, tiers])).toEqual([
    [first, ['quick', 'hourly']],
    [second, []],
  ])
  expect(store.runs.detail(first)?.tiers).toEqual(['quick', 'hourly'])
  expect(store.runs.page({ limit: 9 }).runs.find(({ id }) => id === first)?.tiers).toEqual([
    'quick',
    'hourly',
  ])
})

it('of checks that take their time it is written, and a prompt at once, which stays', () => {
  const { store, first, second } = begunBeats()
  const touched: unknown[] = []
  store.onCommit((which) => touched.push(which))
  store.runs.plan(first, ['daily'], null, null)
  store.runs.keepPlan(first)
  store.runs.keepPlan(first)
  expect(touched).toEqual([new Set([ONE])])
  store.runs.plan(second, ['quick'], 'Look.', null)
  store.runs.keepPlan(second)
  expect(touched).toEqual([new Set([ONE]), new Set([TWO])])
  expect(store.runs.detail(second)?.prompt).toBe('Look.')
})

it('a run that nobody works on any more keeps what was planned, and has no duration', () => {
  const { store, first } = begunBeats()
  store.runs.plan(first, ['quick'], null, null)
  store.runs.rescueOrphans(new Set(), afterDeath, 2000)
  expect(store.runs.detail(first)).toMatchObject({
    outcome: 'interrupted',
    tiers: ['quick'],
    durationMs: null,
  })
})
