import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, HOUR } from '../../../shared/base/time.ts'
import { START, emptyHistory } from '../testing/history-bench.ts'
import { manyRowAt, manyRowSummary, writeManyRuns } from '../testing/many-rows.ts'
import { afterDeath } from '../../../shared/runs/after-death.ts'
import { endingWith } from '../../engine/testing/ending.ts'
import { figuresOf, rebuild, wordsAreWhole } from '../testing/figures.ts'

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
        'read',
      ),
      outcome: fc.constantFrom('quiet', 'alert', 'urgent', 'broken', 'skipped', 'unchanged'),
      ms: fc.integer({ min: 0, max: 4_000_000 }),
      count: fc.integer({ min: 1, max: 20 }),
    }),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(steps, (list) => {
      const { db, store } = emptyHistory()
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
        else if (s.what === 'read') store.history.counts({})
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
      store.history.index({}) // whoever reads settles
      wordsAreWhole(db)
      const kept = figuresOf(db)
      rebuild(store)
      expect(figuresOf(db)).toEqual(kept)
    }),
    { numRuns: 40 },
  )
})

it('pages, finds and counts alike anywhere in 20,000 runs', () => {
  const { db, store } = emptyHistory()
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
