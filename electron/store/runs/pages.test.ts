import { expect, it } from 'vitest'
import { DAY } from '../../../shared/base/time.ts'
import { keptSince } from '../../../shared/history/kept.ts'
import { DEFAULT_SETTINGS } from '../../../shared/settings/settings.ts'
import { aThread, endingOf, openStore } from '../testing/one-store.ts'

it('pages through the history without losing or doubling a run that started in the same millisecond', () => {
  const store = openStore(':memory:')
  store.threads.add(aThread(1))
  for (let i = 0; i < 7; i++) {
    store.queue.sendMessage(aThread(1).id, `m${i}`, 'user', i)
    const run = store.queue.claim(
      (items) => items[0]!,
      () => 'agent',
      () => true,
      1000,
    )!
    store.runs.finish(run.id, endingOf(), 1001)
  }
  const seen: string[] = []
  for (let before: string | undefined; ; ) {
    const page = store.runs.page({ limit: 3, before })
    seen.push(...page.runs.map((r) => r.id))
    if (page.next === null) break
    before = page.next
  }
  expect([seen.length, new Set(seen).size]).toEqual([7, 7])
})

it('deletes old details first, then old runs, a few rows at a time', () => {
  const store = openStore(':memory:')
  store.threads.add(aThread(1))
  for (let i = 0; i < 700; i++) {
    store.queue.sendMessage(aThread(1).id, 'm', 'user', i)
    store.runs.finish(
      store.queue.claim(
        (items) => items[0]!,
        () => 'agent',
        () => true,
        i,
      )!.id,
      endingOf({ output: 'text' }),
      i,
    )
  }
  let slices = 1
  while (store.history.prune(keptSince(DEFAULT_SETTINGS, 31 * DAY))) slices++
  const kept = store.runs.page({ limit: 200 }).runs[0]!
  expect([slices, store.runs.detail(kept.id)?.output]).toEqual([3, ''])
  while (store.history.prune(keptSince(DEFAULT_SETTINGS, 366 * DAY))) slices++
  expect(store.runs.page({ limit: 200 }).runs).toEqual([])
})
