import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import type { HistoryFilter, HistoryRow } from '../../../shared/history/history.ts'
import type { Store } from '../../engine/ports/store.ts'
import { endingWith, type EndingFields } from '../../engine/testing/ending.ts'
import { randomId } from '../../machine/clock/ids.ts'
import type { Database } from '../connection/driver.ts'
import { openDatabase } from '../connection/open.ts'
import { createStore } from '../store.ts'
import { joinedWhereHubIsSilent } from './one-store.ts'
import { settingsInMemory } from './settings-in-memory.ts'

export const START = Date.UTC(2026, 2, 10, 8)
export function emptyHistory(): { db: Database; store: Store } {
  const opened = openDatabase(':memory:')
  if (!opened.ok) throw new Error(opened.error.message)
  const { db } = opened.value
  return { db, store: joinedWhereHubIsSilent(createStore(db, randomId, settingsInMemory())) }
}
export const addThread = (store: Store, n: number): ThreadId => {
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
export function beat(
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
export const slot = (
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
export const allRows = (store: Store, filter: HistoryFilter = {}): readonly HistoryRow[] =>
  store.history.page(filter, { below: Number.MAX_SAFE_INTEGER, skip: 0 }, 1000).rows
export const brief = (rows: readonly HistoryRow[]): string[] =>
  rows.map(
    (r) =>
      `${(r.at - START) / MINUTE} ${r.threadName} ` +
      `${r.outcome}${r.cause === '' ? '' : `:${r.cause}`}${r.count > 1 ? ` x${r.count}` : ''}`,
  )
