import { expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, HOUR } from '../../../shared/base/time.ts'
import { keptAt } from '../../engine/history/clean-up.ts'
import { randomId } from '../../machine/clock/ids.ts'
import { openDatabase } from '../connection/open.ts'
import { createStore } from '../store.ts'
import { START, addThread, allRows, beat, emptyHistory } from '../testing/history-bench.ts'
import { writeManyRuns } from '../testing/many-rows.ts'
import { settingsInMemory } from '../testing/settings-in-memory.ts'

it('found by review: shows no days of rows that are gone, also when more is kept again', () => {
  const { store } = emptyHistory()
  const a = addThread(store, 1)
  store.settings.change({ runsKeptMs: 10 * DAY })
  for (let i = 0; i < 40; i++) beat(store, a, START + i * 12 * HOUR)
  const now = START + 20 * DAY
  while (store.history.prune(keptAt(store, now)));
  store.settings.change({ runsKeptMs: 365 * DAY })
  while (store.history.prune(keptAt(store, now)));
  expect([
    allRows(store).length,
    store.history.index({}).total,
    store.history.index({}).from,
    store.history.counts({}).total,
    store.history.size(keptAt(store, now)).runs,
  ]).toEqual([20, 20, now - 10 * DAY, 20, 20])
  expect(store.history.figures({}, 'day').reduce((sum, f) => sum + f.rows, 0)).toBe(40)
})

it('deletes by the settings, and shows nothing older from then on', () => {
  const { store } = emptyHistory()
  const a = addThread(store, 1)
  store.settings.change({ runsKeptMs: 10 * DAY, detailsKeptMs: 2 * DAY })
  for (let i = 0; i < 40; i++) beat(store, a, START + i * 12 * HOUR)
  const now = START + 20 * DAY
  expect(store.history.size(keptAt(store, now))).toMatchObject({
    runs: 40,
    slots: 0,
    details: 40,
    oldestAt: START,
    due: 36 + 20,
  })
  while (store.history.prune(keptAt(store, now)));
  expect(store.history.size(keptAt(store, now))).toMatchObject({ runs: 20, details: 4, due: 0 })
  expect([allRows(store).length, store.history.index({}).total]).toEqual([20, 20])
  expect(store.history.figures({}, 'day').reduce((sum, f) => sum + f.rows, 0)).toBe(40)
  for (let day = store.history.rebuildFigures(null); day !== null; day = store.history.rebuildFigures(day));
  expect(store.history.figures({}, 'day').reduce((sum, f) => sum + f.rows, 0)).toBe(40)
})

it('found by review: deletes by the settings that are in force, wherever they are kept', () => {
  const opened = openDatabase(':memory:')
  if (!opened.ok) throw new Error(opened.error.message)
  const store = createStore(
    opened.value.db,
    randomId,
    settingsInMemory({ runsKeptMs: 3650 * DAY, detailsKeptMs: 365 * DAY }),
  )
  store.threads.add({
    id: 'thr_1' as ThreadId,
    name: 'a',
    repoPath: '/a',
    intervalMs: 480_000,
    trustedAt: 1,
    createdAt: 1,
  })
  writeManyRuns(opened.value.db, {
    runs: 10,
    threads: ['thr_1' as ThreadId],
    newestAt: START - 400 * DAY,
    spanMs: DAY,
  })
  while (store.history.prune(keptAt(store, START)));
  expect(store.runs.page({ limit: 50 }).runs).toHaveLength(10)
})
