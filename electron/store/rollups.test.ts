import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ThreadId } from '../../shared/base/ids.ts'
import { afterDeath } from '../../shared/runs/after-death.ts'
import { quantileOf } from '../../shared/history/history.ts'
import { DAY, HOUR, MINUTE } from '../../shared/base/time.ts'
import { endingWith } from '../engine/testing/ending.ts'
import { keptAt } from '../engine/history/clean-up.ts'
import type { Store } from '../engine/ports/store.ts'
import { randomId } from '../machine/clock/ids.ts'
import type { Database } from './connection/driver.ts'
import { openDatabase } from './connection/open.ts'
import { createStore } from './store.ts'
import { settingsInMemory } from './testing/settings-in-memory.ts'
import { manyRowAt, manyRowSummary, writeManyRuns } from './testing/many-rows.ts'

const START = Date.UTC(2026, 2, 10, 8)
const open = (): { db: Database; store: Store } => {
  const opened = openDatabase(':memory:')
  if (!opened.ok) throw new Error(opened.error.message)
  return { db: opened.value.db, store: createStore(opened.value.db, randomId, settingsInMemory()) }
}
const figuresOf = (db: Database): unknown =>
  ['history_days', 'history_hours'].map((t) =>
    db
      .prepare(`SELECT * FROM ${t} ORDER BY 1, 2, 3`)
      .all()
      .map((r) => Object.values(r).join(' ')),
  )
const rebuild = (store: Store): void => {
  for (let day = store.history.rebuildFigures(null); day !== null; day = store.history.rebuildFigures(day));
}
const wordsAreWhole = (db: Database): void =>
  db.exec("INSERT INTO history_words (history_words, rank) VALUES ('integrity-check', 1)")

it('keeps figures and words by each write exactly as they would be counted anew', () => {
  const steps = fc.array(
    fc.record({
      thread: fc.integer({ min: 1, max: 3 }),
      after: fc.integer({ min: 1, max: 9 * HOUR }),
      what: fc.constantFrom(
        'beat',
        'beat',
        'beat',
        'message',
        'missed',
        'skipped',
        'merged',
        'cancel',
        'running',
        'rescue',
        'paid',
        'clear',
        'remove',
      ),
      outcome: fc.constantFrom('quiet', 'alert', 'urgent', 'broken', 'skipped', 'unchanged'),
      ms: fc.integer({ min: 0, max: 4_000_000 }),
      count: fc.integer({ min: 1, max: 20 }),
    }),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(steps, (list) => {
      const { db, store } = open()
      const have = new Set<ThreadId>()
      let now = START
      for (const s of list) {
        now += s.after
        const id = `thr_${s.thread}` as ThreadId
        if (!have.has(id))
          store.threads.add({
            id,
            name: id,
            repoPath: `/${id}`,
            intervalMs: 480_000,
            trustedAt: 1,
            createdAt: 1,
          })
        have.add(id)
        const due = (at: number): unknown =>
          store.queue.recordSlots(
            id,
            [{ dueAt: at, fate: 'beat', cause: null, count: 1 }],
            {
              threadId: id,
              reasons: ['interval'],
              withDue: true,
              tier: null,
              dueTier: 'quick',
              notBefore: at,
            },
            { nextDueAt: null, problem: null },
            at,
          )
        const claim = () =>
          store.queue.claim(
            (items) =>
              store.runs.running().some((r) => r.threadId === id)
                ? null
                : (items.find((i) => i.threadId === id) ?? null),
            () => 'Claude Code',
            () => true,
            now,
          )
        if (s.what === 'missed' || s.what === 'skipped')
          store.queue.recordSlots(
            id,
            [{ dueAt: now, fate: s.what, cause: 'asleep', count: s.count }],
            null,
            { nextDueAt: null, problem: null },
            now,
          )
        else if (s.what === 'rescue') store.runs.rescueOrphans(new Set(), afterDeath, now)
        else if (s.what === 'clear') store.history.clear(id)
        else if (s.what === 'remove') {
          store.threads.remove(id)
          have.delete(id)
        } else {
          if (s.what === 'message') store.queue.sendMessage(id, 'hello', 'user', now)
          else due(now)
          if (s.what === 'merged') due(now + 1)
          if (s.what === 'cancel')
            store.queue.cancel(
              store.queue.waiting().map((item) => item.id),
              now,
            )
          const run = s.what === 'cancel' ? null : claim()
          if (run === null || s.what === 'running') continue
          if (s.what === 'paid')
            store.runs.plan(run.id, ['quick'], 'the prompt', {
              runner: 'claude',
              billing: 'api',
              model: null,
              effort: null,
              profile: null,
            } as never)
          const turn = s.what === 'paid' ? ({ costUsd: 0.0123, usage: null } as never) : null
          store.runs.finish(
            run.id,
            endingWith({
              outcome: s.outcome as 'quiet',
              summary: `It was ${s.outcome}.`,
              reply: s.what === 'paid' ? 'Done, at a price.' : '',
              tiers: ['quick'],
              durationMs: s.ms,
              agent: turn,
            }),
            now + 1000,
          )
        }
      }
      wordsAreWhole(db)
      const kept = figuresOf(db)
      rebuild(store)
      expect(figuresOf(db)).toEqual(kept)
    }),
    { numRuns: 40 },
  )
})

it('counts what a beat cost by the time it has ended, and how long half of them took', () => {
  const { store } = open()
  const id = 'thr_1' as ThreadId
  store.threads.add({ id, name: 'one', repoPath: '/one', intervalMs: 480_000, trustedAt: 1, createdAt: 1 })
  for (let i = 0; i < 20; i++) {
    const at = START + i * MINUTE
    store.queue.sendMessage(id, 'hello', 'user', at)
    const run = store.queue.claim(
      (items) => items[0]!,
      () => 'Claude Code',
      () => true,
      at,
    )!
    store.runs.plan(run.id, [], 'the prompt', {
      runner: 'claude',
      billing: 'api',
      model: null,
      effort: null,
      profile: null,
    } as never)
    store.runs.finish(
      run.id,
      endingWith({
        outcome: 'quiet',
        summary: 'Done.',
        prompt: 'the prompt',
        durationMs: i === 19 ? 50_000 : 1500,
        agent: { costUsd: 0.25, usage: null } as never,
      }),
      at + 1000,
    )
  }
  const [figure] = store.history.figures({}, 'day')
  expect(figure).toMatchObject({
    rows: 20,
    starts: 20,
    usd: 5,
    usdByRunner: { 'Claude Code': 5 },
    byOutcome: { quiet: 20 },
  })
  expect(figure!.medianMs).toBeGreaterThan(1000)
  expect(figure!.medianMs).toBeLessThan(2000)
  expect(store.history.figures({}, 'hour')).toHaveLength(1)
  expect([quantileOf([], 0.5), quantileOf([10], 0.5), quantileOf([0, 0, 4], 1)]).toEqual([null, 50, 500])
})

it('tells how reliably due times were answered, and why some were missed', () => {
  const { store } = open()
  const id = 'thr_1' as ThreadId
  store.threads.add({ id, name: 'one', repoPath: '/one', intervalMs: 480_000, trustedAt: 1, createdAt: 1 })
  const slot = (at: number, fate: 'missed' | 'skipped', cause: string, count = 1): unknown =>
    store.queue.recordSlots(
      id,
      [{ dueAt: at, fate, cause, count }],
      null,
      { nextDueAt: null, problem: null },
      at,
    )
  slot(START, 'missed', 'asleep', 3)
  slot(START + 1, 'missed', 'app closed')
  slot(START + 2, 'skipped', 'paused')
  slot(START - 40 * DAY, 'missed', 'asleep', 100)
  for (let i = 0; i < 96; i++) {
    store.queue.recordSlots(
      id,
      [{ dueAt: START + 10 + i, fate: 'beat', cause: null, count: 1 }],
      { threadId: id, reasons: ['interval'], withDue: true, tier: null, dueTier: 'quick', notBefore: 0 },
      { nextDueAt: null, problem: null },
      START,
    )
    const run = store.queue.claim(
      (items) => items[0]!,
      () => 'Local checks',
      () => true,
      START + 10 + i,
    )!
    store.runs.finish(run.id, endingWith({ outcome: 'quiet', summary: '', durationMs: 1 }), START + 10 + i)
  }
  expect(store.history.reliability(undefined, 30, START)).toEqual({
    days: 30,
    answered: 96,
    missed: { asleep: 3, 'app closed': 1 },
    share: 0.96,
  })
})

it('pages, finds and counts alike anywhere in 20,000 runs', () => {
  const { db, store } = open()
  const ids = [1, 2, 3, 4].map((n) => `thr_${n}` as ThreadId)
  for (const id of ids)
    store.threads.add({ id, name: id, repoPath: `/${id}`, intervalMs: 480_000, trustedAt: 1, createdAt: 1 })
  const many = { runs: 20_000, threads: ids, newestAt: START, spanMs: 200 * DAY }
  writeManyRuns(db, many)
  wordsAreWhole(db)
  const index = store.history.index({})
  expect([index.total, store.history.rowsIn({}, 0, Number.MAX_SAFE_INTEGER)]).toEqual([20_000, 20_000])
  for (const i of [0, 1, 9_999, 10_000, 19_999]) {
    let before = 0
    const row = many.runs - 1 - i
    const day = index.days.find(([, n]) => (row < before + n ? true : ((before += n), false)))!
    const [found] = store.history.page({}, { below: day[0], skip: row - before, top: index.top! }, 1).rows
    expect([found?.summary, found?.at]).toEqual([manyRowSummary(i), manyRowAt(many, i)])
  }
  const red = store.history.page(
    { text: 'red', outcomes: ['alert'] },
    { below: Number.MAX_SAFE_INTEGER, skip: 0 },
    200,
  )
  expect([red.rows.length, red.rows[0]?.summary]).toEqual([20, manyRowSummary(19_007)])
  const counts = store.history.counts({ outcomes: ['alert'] })
  expect([
    counts.total,
    counts.outcomes.alert,
    Object.values(counts.threads).reduce((a, b) => a + b, 0),
  ]).toEqual([20, 20, 20])
  const kept = figuresOf(db)
  rebuild(store)
  expect(figuresOf(db)).toEqual(kept)
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
