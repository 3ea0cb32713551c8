import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunId, ThreadId } from '../../shared/base/ids.ts'
import {
  HISTORY_OUTCOMES,
  localDay,
  MATCH_BEGIN,
  MATCH_END,
  startOfLocalDay,
  type HistoryFilter,
  type HistoryRow,
} from '../../shared/history/history.ts'
import { DAY, HOUR, MINUTE } from '../../shared/base/time.ts'
import { endingWith, type EndingFields } from '../engine/testing/ending.ts'
import { keptAt } from '../engine/history/clean-up.ts'
import type { Store } from '../engine/ports/store.ts'
import { randomId } from '../machine/clock/ids.ts'
import type { Database } from './connection/driver.ts'
import { PAGE_QUERIES } from './history/keys.ts'
import { openDatabase } from './connection/open.ts'
import { createStore } from './store.ts'
import { settingsInMemory } from './testing/settings-in-memory.ts'

const START = Date.UTC(2026, 2, 10, 8)
function empty(): { db: Database; store: Store } {
  const opened = openDatabase(':memory:')
  if (!opened.ok) throw new Error(opened.error.message)
  return { db: opened.value.db, store: createStore(opened.value.db, randomId, settingsInMemory()) }
}
const add = (store: Store, n: number): ThreadId => {
  const id = `thr_${n}` as ThreadId
  store.threads.add({
    id,
    name: `t${n}`,
    repoPath: `/t${n}`,
    intervalMs: 480_000,
    trustedAt: 1,
    createdAt: 1,
  })
  return id
}
/** A beat that was due at `at` and ends at once, unless `runs`. */
function beat(
  store: Store,
  id: ThreadId,
  at: number,
  ending: Partial<EndingFields> = {},
  runs = false,
): RunId {
  store.queue.recordSlots(
    id,
    [{ dueAt: at, fate: 'beat', cause: null, count: 1 }],
    { threadId: id, reasons: ['interval'], withDue: true, tier: null, dueTier: 'quick', notBefore: at },
    { nextDueAt: null, problem: null },
    at,
  )
  const run = store.queue.claim(
    (items) => items.find((i) => i.threadId === id) ?? null,
    () => 'Local checks',
    () => true,
    at,
  )
  if (run === null) throw new Error('nothing was claimed')
  if (!runs)
    store.runs.finish(
      run.id,
      endingWith({
        outcome: 'quiet',
        summary: 'All is well.',
        tiers: ['quick'],
        durationMs: 900,
        ...ending,
      }),
      at + 900,
    )
  return run.id
}
const slot = (
  store: Store,
  id: ThreadId,
  dueAt: number,
  fate: 'missed' | 'skipped',
  cause: string,
  count = 1,
): void =>
  void store.queue.recordSlots(
    id,
    [{ dueAt, fate, cause, count }],
    null,
    { nextDueAt: null, problem: null },
    dueAt,
  )
const all = (store: Store, filter: HistoryFilter = {}): readonly HistoryRow[] =>
  store.history.page(filter, { below: Number.MAX_SAFE_INTEGER, skip: 0 }, 1000).rows
const brief = (rows: readonly HistoryRow[]): string[] =>
  rows.map(
    (r) =>
      `${(r.at - START) / MINUTE} ${r.threadName} ` +
      `${r.outcome}${r.cause === '' ? '' : `:${r.cause}`}${r.count > 1 ? ` x${r.count}` : ''}`,
  )

describe('the history as one list', () => {
  it('has a row for each run and each due time without a run of its own, newest first', () => {
    const { store } = empty()
    const [a, b] = [add(store, 1), add(store, 2)]
    beat(store, a, START)
    slot(store, a, START + 10 * MINUTE, 'missed', 'asleep', 12)
    slot(store, b, START + 11 * MINUTE, 'skipped', 'paused')
    beat(store, b, START + 20 * MINUTE, {
      outcome: 'broken',
      fault: { code: 'agent.timed_out', message: 'took 90 s' },
      summary: 'It took too long.',
    })
    beat(store, a, START + 30 * MINUTE, {}, true)
    expect(brief(all(store))).toEqual([
      '30 t1 running',
      '20 t2 broken:agent.timed_out',
      '11 t2 skipped:paused',
      '10 t1 missed:asleep x12',
      '0 t1 quiet',
    ])
  })

  it('says of a merged due time which beat it joined', () => {
    const { store } = empty()
    const a = add(store, 1)
    const due = (at: number): void =>
      void store.queue.recordSlots(
        a,
        [{ dueAt: at, fate: 'beat', cause: null, count: 1 }],
        { threadId: a, reasons: ['interval'], withDue: true, tier: null, dueTier: 'quick', notBefore: at },
        { nextDueAt: null, problem: null },
        at,
      )
    due(START)
    due(START + MINUTE)
    const run = store.queue.claim(
      (items) => items[0]!,
      () => 'Local checks',
      () => true,
      START + 2 * MINUTE,
    )!
    expect(all(store).map((r) => [r.outcome, r.runId])).toEqual([
      ['running', run.id],
      ['merged', run.id],
    ])
  })

  it('keeps to what the filter asks for, in every combination', () => {
    const { store } = empty()
    const ids = [1, 2, 3].map((n) => add(store, n))
    const outcomes = ['quiet', 'alert', 'broken', 'skipped', 'urgent'] as const
    for (let i = 0; i < 120; i++) {
      if (i % 7 === 0) slot(store, ids[i % 3]!, START + i * MINUTE, 'missed', 'asleep')
      else
        beat(store, ids[i % 3]!, START + i * MINUTE, {
          outcome: outcomes[i % 5]!,
          tiers: i % 4 === 0 ? ['quick', 'daily'] : ['quick'],
        })
    }
    const whole = all(store)
    const some = <T>(of: readonly T[]) =>
      fc.option(fc.uniqueArray(fc.constantFrom(...of), { minLength: 1, maxLength: 3 }), { nil: undefined })
    fc.assert(
      fc.property(
        fc.record({
          threads: some(ids),
          outcomes: some(HISTORY_OUTCOMES),
          tiers: some(['quick', 'daily'] as const),
          kinds: some(['heartbeat', 'slot'] as const),
          from: fc.option(
            fc.integer({ min: 0, max: 120 }).map((m) => START + m * MINUTE),
            { nil: undefined },
          ),
          to: fc.option(
            fc.integer({ min: 0, max: 120 }).map((m) => START + m * MINUTE),
            { nil: undefined },
          ),
        }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 40 }),
        (given, skip, limit) => {
          const filter = Object.fromEntries(
            Object.entries(given).filter(([, v]) => v !== undefined),
          ) as HistoryFilter
          const wanted = whole.filter(
            (r) =>
              (filter.threads?.includes(r.threadId) ?? true) &&
              (filter.outcomes?.includes(r.outcome) ?? true) &&
              (filter.kinds?.includes(r.kind) ?? true) &&
              (filter.tiers === undefined || (r.tier !== null && filter.tiers.includes(r.tier))) &&
              r.at >= (filter.from ?? 0) &&
              r.at < (filter.to ?? Infinity),
          )
          expect(store.history.index(filter).total).toBe(wanted.length)
          expect(store.history.rowsIn(filter, 0, Number.MAX_SAFE_INTEGER)).toBe(wanted.length)
          expect(
            store.history
              .page(filter, { below: Number.MAX_SAFE_INTEGER, skip }, limit)
              .rows.map((r) => r.cursor),
          ).toEqual(wanted.slice(skip, skip + limit).map((r) => r.cursor))
          // Forth from a row, and back to it.
          const [first] = wanted
          if (first === undefined) return
          const next = store.history.page(filter, { after: first.cursor }, limit)
          expect(next.rows.map((r) => r.cursor)).toEqual(wanted.slice(1, 1 + limit).map((r) => r.cursor))
          const oldest = wanted.at(-1)!
          expect(
            store.history.page(filter, { before: oldest.cursor }, limit).rows.map((r) => r.cursor),
          ).toEqual(
            wanted
              .slice(0, -1)
              .slice(-limit)
              .map((r) => r.cursor),
          )
        },
      ),
      { numRuns: 120 },
    )
  })

  it('reads every page by an index, in its order: no table is scanned and nothing is sorted', () => {
    const { db } = empty()
    for (const text of PAGE_QUERIES) {
      const values = Array.from(text.matchAll(/\?/g), () => 1)
      const plan = db
        .prepare(`EXPLAIN QUERY PLAN ${text}`)
        .all(...values)
        .map((r) => String(r['detail']))
        .join('; ')
      expect(plan, text).toMatch(
        /^SEARCH history USING COVERING INDEX \S+ \(.*(at[<>]\?|\(at,rowid\)[<>]\(\?,\?\)).*\)$/,
      )
    }
  })

  it('finds words of summaries, last words and causes, and shows where', () => {
    const { store } = empty()
    const a = add(store, 1)
    beat(store, a, START, { outcome: 'alert', summary: 'Main is red since a1b2c3d.' })
    beat(store, a, START + MINUTE, { reply: 'The café tests pass; nothing else to say.' })
    beat(store, a, START + 2 * MINUTE, {
      outcome: 'broken',
      fault: { code: 'agent.exit_nonzero', message: 'exit code 3 of make' },
      summary: 'The runner failed.',
    })
    slot(store, a, START + 3 * MINUTE, 'missed', 'app closed')
    const found = (text: string): string[] =>
      all(store, { text }).map((r) =>
        (r.snippet ?? '').replaceAll(MATCH_BEGIN, '[').replaceAll(MATCH_END, ']'),
      )
    expect(found('red')).toEqual(['Main is [red] since a1b2c3d.'])
    expect(found('cafe')).toEqual(['The [café] tests pass; nothing else to say.'])
    expect(found('"exit code"')).toEqual(['[exit code] 3 of make'])
    expect(found('closed')).toEqual(['app [closed]'])
    expect(found('mai si')).toEqual([]) // only the last word may go on
    expect(found('main sin')).toEqual(['[Main] is red [since] a1b2c3d.'])
    expect(all(store, { text: 'failed', outcomes: ['quiet'] })).toEqual([])
    expect(brief(all(store, { text: 'failed', outcomes: ['broken'] }))).toEqual([
      '2 t1 broken:agent.exit_nonzero',
    ])
  })

  it.each([
    '"',
    '""',
    'a"b',
    'AND',
    'NOT red',
    'summary: red',
    'red OR 1',
    '*',
    '-',
    '(',
    'NEAR(a b)',
    '\0',
    '^red',
    '{a b}: c',
    ';DROP TABLE runs',
    '💥',
    "'",
  ])('takes the search %j as words, never as an error', (text) => {
    const { store } = empty()
    beat(store, add(store, 1), START, { summary: 'Main is red.' })
    const page = store.history.page({ text }, { below: Number.MAX_SAFE_INTEGER, skip: 0 }, 10)
    expect(page.rows.length > 0 || page.note !== null || /[\p{L}\p{N}]/u.test(text)).toBe(true)
  })

  it('takes a very long search, and says what it left out', () => {
    const { store } = empty()
    beat(store, add(store, 1), START, { summary: 'Main is red.' })
    const search = (text: string): readonly [number, string | null] => {
      const page = store.history.page({ text }, { below: Number.MAX_SAFE_INTEGER, skip: 0 }, 10)
      return [page.rows.length, page.note]
    }
    expect(search('red '.repeat(2_500))).toEqual([1, 'Only the first 16 words are searched for.'])
    expect(search('x'.repeat(10_000))[0]).toBe(0)
  })

  it('tells where the rows lie by days, so that any of them is one page away', () => {
    const { store } = empty()
    const a = add(store, 1)
    for (let i = 0; i < 300; i++) slot(store, a, START + i * HOUR, i % 2 === 0 ? 'missed' : 'skipped', 'x')
    const { days, total, top } = store.history.index({})
    expect(total).toBe(300)
    const rows = all(store)
    let before = 0
    for (const [below, n] of days) {
      const page = store.history.page({}, { below, skip: 5, top: top! }, 1)
      if (n > 5) expect(page.rows[0]?.cursor).toBe(rows[before + 5]?.cursor)
      before += n
    }
    // What comes later does not move what was counted.
    slot(store, a, START + 300 * HOUR, 'missed', 'x')
    expect(
      store.history.page(
        {},
        { below: startOfLocalDay(localDay(START + 300 * HOUR) + 1), skip: 0, top: top! },
        1,
      ).rows[0]?.cursor,
    ).toBe(top)
  })

  it('found by review: shows no days of rows that are gone, also when more is kept again', () => {
    const { store } = empty()
    const a = add(store, 1)
    store.settings.change({ runsKeptMs: 10 * DAY })
    for (let i = 0; i < 40; i++) beat(store, a, START + i * 12 * HOUR)
    const now = START + 20 * DAY
    while (store.history.prune(keptAt(store, now)));
    store.settings.change({ runsKeptMs: 365 * DAY })
    while (store.history.prune(keptAt(store, now)));
    expect([
      all(store).length,
      store.history.index({}).total,
      store.history.index({}).from,
      store.history.counts({}).total,
      store.history.size(keptAt(store, now)).runs,
    ]).toEqual([20, 20, now - 10 * DAY, 20, 20])
    expect(store.history.figures({}, 'day').reduce((sum, f) => sum + f.rows, 0)).toBe(40)
  })

  it('deletes by the settings, and shows nothing older from then on', () => {
    const { store } = empty()
    const a = add(store, 1)
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
    expect([all(store).length, store.history.index({}).total]).toEqual([20, 20])
    expect(store.history.figures({}, 'day').reduce((sum, f) => sum + f.rows, 0)).toBe(40)
    for (let day = store.history.rebuildFigures(null); day !== null; day = store.history.rebuildFigures(day));
    expect(store.history.figures({}, 'day').reduce((sum, f) => sum + f.rows, 0)).toBe(40)
  })
})
