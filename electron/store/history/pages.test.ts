import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import {
  HISTORY_OUTCOMES,
  localDay,
  startOfLocalDay,
  type HistoryFilter,
} from '../../../shared/history/history.ts'
import { START, addThread, allRows, beat, brief, emptyHistory, slot } from '../testing/history-bench.ts'
import { PAGE_QUERIES } from './keys.ts'

it('has a row for each run and each due time without a run of its own, newest first', () => {
  const { store } = emptyHistory()
  const [a, b] = [addThread(store, 1), addThread(store, 2)]
  beat(store, a, START)
  slot(store, a, START + 10 * MINUTE, 'missed', 'asleep', 12)
  slot(store, b, START + 11 * MINUTE, 'skipped', 'paused')
  beat(store, b, START + 20 * MINUTE, {
    outcome: 'broken',
    fault: { code: 'agent.timed_out', message: 'took 90 s' },
    summary: 'It took too long.',
  })
  beat(store, a, START + 30 * MINUTE, {}, true)
  expect(brief(allRows(store))).toEqual([
    '30 t1 running',
    '20 t2 broken:agent.timed_out',
    '11 t2 skipped:paused',
    '10 t1 missed:asleep x12',
    '0 t1 quiet',
  ])
})

it('says of a merged due time which beat it joined', () => {
  const { store } = emptyHistory()
  const a = addThread(store, 1)
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
  expect(allRows(store).map((r) => [r.outcome, r.runId])).toEqual([
    ['running', run.id],
    ['merged', run.id],
  ])
})

it('keeps to what the filter asks for, in every combination', () => {
  const { store } = emptyHistory()
  const ids = [1, 2, 3].map((n) => addThread(store, n))
  const outcomes = ['quiet', 'alert', 'broken', 'skipped', 'urgent'] as const
  for (let i = 0; i < 120; i++) {
    if (i % 7 === 0) slot(store, ids[i % 3]!, START + i * MINUTE, 'missed', 'asleep')
    else
      beat(store, ids[i % 3]!, START + i * MINUTE, {
        outcome: outcomes[i % 5]!,
        tiers: i % 4 === 0 ? ['quick', 'daily'] : ['quick'],
      })
  }
  const whole = allRows(store)
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
  const { db } = emptyHistory()
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

it('tells where the rows lie by days, so that any of them is one page away', () => {
  const { store } = emptyHistory()
  const a = addThread(store, 1)
  for (let i = 0; i < 300; i++) slot(store, a, START + i * HOUR, i % 2 === 0 ? 'missed' : 'skipped', 'x')
  const { days, total, top } = store.history.index({})
  expect(total).toBe(300)
  const rows = allRows(store)
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
