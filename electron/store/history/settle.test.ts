import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { RunId } from '../../../shared/base/ids.ts'
import { DAY } from '../../../shared/base/time.ts'
import { endingWith } from '../../engine/testing/ending.ts'
import { loadDriver, type Database } from '../connection/driver.ts'
import { createStore } from '../store.ts'
import { randomId } from '../../machine/clock/ids.ts'
import { LATER_SCHEMA, SETTLE } from '../schema/history-later.ts'
import { MIGRATIONS } from '../schema/schema.ts'
import { migrate } from '../schema/version.ts'
import { figuresOf, rebuild, wordsAreWhole } from '../testing/figures.ts'
import { addThread, beat, emptyHistory, slot, START } from '../testing/history-bench.ts'
import { newFolder, openStore } from '../testing/one-store.ts'
import { settingsInMemory } from '../testing/settings-in-memory.ts'

const NEWEST = { below: Number.MAX_SAFE_INTEGER, skip: 0 }

const noted = (db: Database): number =>
  Number(db.prepare('SELECT count(*) AS n FROM history_pending').get()!['n'])

it('a run is only noted when it begins and ends, and never more than 32 are', () => {
  const { db, store } = emptyHistory()
  const id = addThread(store, 1)
  const rows = (): number => Number(db.prepare('SELECT count(*) AS n FROM history').get()!['n'])
  const counts = Array.from({ length: 70 }, (_, i) => {
    beat(store, id, START + i)
    return [noted(db), rows()]
  })
  expect(counts[30]).toEqual([31, 0])
  expect(counts[31]).toEqual([0, 32])
  expect(counts[69]).toEqual([6, 64])
})

it('whoever reads has all runs, in the order in which they were recorded, also those that run', () => {
  const { db, store } = emptyHistory()
  const id = addThread(store, 1)
  beat(store, id, START, { outcome: 'alert', summary: 'Main is red.' })
  slot(store, id, START + 1, 'missed', 'asleep')
  const running = beat(store, id, START + 2, {}, true)
  const seen = (): unknown =>
    store.history.page({}, NEWEST, 9).rows.map(({ outcome, summary }) => [outcome, summary])
  expect(seen()).toEqual([
    ['running', ''],
    ['missed', ''],
    ['alert', 'Main is red.'],
  ])
  const order = db.prepare('SELECT run_id IS NULL AS is_slot FROM history ORDER BY seq').all()
  expect(order.map((row) => Number(row['is_slot']))).toEqual([0, 1, 0])
  expect(noted(db)).toBe(0)
  store.runs.finish(running, endingWith({ outcome: 'quiet', summary: 'All is well.' }), START + 3)
  expect([noted(db), store.history.counts({}).outcomes]).toEqual([1, { alert: 1, missed: 1, quiet: 1 }])
  expect(store.history.page({ text: 'well' }, NEWEST, 9).rows.map((row) => row.runId)).toEqual([running])
  expect(store.history.index({}).total).toBe(3)
  wordsAreWhole(db)
})

it('a run that goes before it was settled takes nothing along that was never written', () => {
  const { db, store } = emptyHistory()
  const id = addThread(store, 1)
  const running = beat(store, id, START, {}, true)
  expect(store.history.index({}).total).toBe(1)
  store.runs.finish(running, endingWith({ outcome: 'quiet', summary: 'All is well.' }), START + 1)
  beat(store, id, START + 2)
  expect(store.history.clear(id)).toBe(2)
  expect([noted(db), store.history.index({}).total]).toEqual([0, 0])
  wordsAreWhole(db)
  expect(figuresOf(db)).toEqual([[], []])
})

it('what is too old to keep is in the figures before it goes', () => {
  const { db, store } = emptyHistory()
  const id = addThread(store, 1)
  beat(store, id, START)
  const from = START + DAY
  store.history.prune({ runs: from, details: from, spent: from, questions: from, hours: START - DAY })
  expect(db.prepare('SELECT n FROM history_days WHERE thread = 0').all()).toMatchObject([{ n: 1 }])
  expect(db.prepare('SELECT 1 FROM runs').all()).toEqual([])
})

it('a crash before a run was settled loses nothing of it', () => {
  const file = join(newFolder(), 'a.db')
  const first = openStore(file)
  const ended = beat(first, addThread(first, 1), START, { summary: 'All is well.' })
  first.close()
  const again = openStore(file)
  expect(again.history.page({ text: 'well' }, NEWEST, 9).rows).toMatchObject([{ runId: ended }])
  again.close()
})

it('where nothing can be written any more, the history is read as it was settled last', () => {
  const { store } = emptyHistory()
  const id = addThread(store, 1)
  beat(store, id, START)
  expect(store.history.index({}).total).toBe(1)
  beat(store, id, START + 1)
  store.refuseWrites('the disk is full')
  expect(store.history.index({}).total).toBe(1)
})

it('runs that a version before this wrote end as they would have there', () => {
  const db = loadDriver().open(':memory:')
  migrate(db, MIGRATIONS.slice(0, MIGRATIONS.indexOf(LATER_SCHEMA)))
  db.exec(`
    INSERT INTO threads (id, number, name, repo_path, role, agent, interval_ms, phase_ms, created_at)
      VALUES ('thr_1', 2, 'one', '/one', 'worker', '{"kind":"local"}', 480000, 0, 1);
    INSERT INTO runs (id, item_id, thread_id, kind, reasons, enqueued_at, started_at, runner, marker)
      VALUES ('run_1', 'itm_1', 'thr_1', 'heartbeat', '["manual"]', 1, ${START}, 'x', 'm1');
    UPDATE runs SET outcome = 'quiet', summary = 'All is well.' WHERE id = 'run_1';
    INSERT INTO runs (id, item_id, thread_id, kind, reasons, enqueued_at, started_at, runner, marker)
      VALUES ('run_2', 'itm_2', 'thr_1', 'heartbeat', '["manual"]', 1, ${START + 1}, 'x', 'm2')`)
  migrate(db, MIGRATIONS)
  const store = createStore(db, randomId, settingsInMemory())
  store.runs.finish('run_2' as RunId, endingWith({ outcome: 'alert', summary: 'Not so well.' }), START + 2)
  expect(store.history.page({ text: 'well' }, NEWEST, 9).rows.map((row) => row.runId)).toEqual([
    'run_2',
    'run_1',
  ])
  wordsAreWhole(db)
  const kept = figuresOf(db)
  rebuild(store)
  expect(figuresOf(db)).toEqual(kept)
})

it('reads nothing of the history that it does not write', () => {
  const { db } = emptyHistory()
  const plans = SETTLE.flatMap((statement) =>
    db
      .prepare(`EXPLAIN QUERY PLAN ${statement}`)
      .all()
      .map((row) => String(row['detail'])),
  )
  expect(new Set(plans.filter((step) => step.startsWith('SCAN')))).toEqual(new Set(['SCAN p']))
  expect(plans.filter((step) => step.startsWith('SEARCH')).length).toBeGreaterThan(8)
})
