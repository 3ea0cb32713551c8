import { describe, expect, it } from 'vitest'
import { FOREVER } from '../../../shared/alerts/alert.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { randomFrom } from '../../../shared/base/seeded/random.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import type { RunOutcome } from '../../../shared/runs/run.ts'
import { slotCause, slotOutcome, type BeatView, type SlotRecord } from '../../../shared/runs/slot-view.ts'
import { randomId } from '../../machine/clock/ids.ts'
import type { Database, Row } from '../connection/driver.ts'
import { openDatabase } from '../connection/open.ts'
import { createStore } from '../store.ts'
import { aThread } from '../testing/one-store.ts'
import { settingsInMemory } from '../testing/settings-in-memory.ts'

const LIMIT = 6
const THREADS = Array.from({ length: 400 }, (_, n) => aThread(n + 1))

/** Threads with due times and beats of all kinds, also of a clock that was set back. */
function history() {
  const opened = openDatabase(':memory:')
  if (!opened.ok) throw new Error(opened.error.message)
  const { db } = opened.value
  const store = createStore(db, randomId, settingsInMemory())
  const random = randomFrom(1)
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!
  for (const thread of THREADS) {
    store.threads.add(thread)
    let isRunning = false
    let isWaiting = false
    for (let n = Math.floor(random() * 14); n > 0; n--) {
      const item = `itm_${thread.id}_${n}`
      const at = 10 * MINUTE * Math.floor(random() * 12)
      const kinds = ['run', 'run', 'run', 'run', 'message', 'cancelled', 'nothing']
      const kind: string = one([
        ...kinds,
        ...(isRunning ? [] : ['running']),
        ...(isWaiting ? [] : ['waiting']),
      ])
      isRunning ||= kind === 'running'
      isWaiting ||= kind === 'waiting'
      if (kind === 'waiting') run(db, INSERT_ITEM, item, thread.id, 'heartbeat', 'hourly', '[]', at, at)
      else if (kind !== 'nothing')
        run(
          db,
          INSERT_RUN,
          `run_${thread.id}_${n}`,
          item,
          thread.id,
          kind === 'message' ? 'message' : 'heartbeat',
          at,
          at + one([0, 0, MINUTE, 35 * MINUTE]),
          kind === 'running' ? null : one(['quiet', 'alert', 'skipped']),
          kind === 'cancelled' ? 'cancelled' : one([null, 'empty']),
        )
      for (let slots = one([0, 1, 1, 1, 2]); slots > 0; slots--)
        run(
          db,
          INSERT_SLOT,
          thread.id,
          at + one([0, MINUTE, 10 * MINUTE]),
          slots === 1 ? 'queued' : 'merged',
          null,
          item,
        )
      if (random() < 0.4)
        run(
          db,
          INSERT_SLOT,
          thread.id,
          at + 5 * MINUTE,
          one(['missed', 'skipped']),
          one([null, 'paused']),
          null,
        )
    }
    run(
      db,
      'UPDATE threads SET next_due_at = ? WHERE id = ?',
      one([null, 70 * MINUTE, 200 * MINUTE]),
      thread.id,
    )
  }
  return { db, store }
}
const INSERT_ITEM = `INSERT INTO queue_items (id, thread_id, kind, class, reasons, enqueued_at, not_before)
  VALUES (?, ?, ?, ?, ?, ?, ?)`
const INSERT_RUN = `INSERT INTO runs (id, item_id, thread_id, kind, enqueued_at, started_at, outcome, skip_reason,
  reasons, runner, marker) VALUES (?, ?, ?, ?, ?, ?, ?, ?, '[]', 'local checks', '')`
const INSERT_SLOT = `INSERT INTO slots (thread_id, due_at, fate, cause, item_id) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING`
const run = (db: Database, text: string, ...values: readonly (string | number | null)[]): void =>
  void db.prepare(text).run(...values)

/** What the bars are by definition: each due time and each beat asked about by itself. */
function plainBars(db: Database, id: ThreadId): readonly BeatView[] {
  const first = (text: string, ...values: readonly (string | null)[]): Row | null =>
    db.prepare(text).get(...values) ?? null
  const due = db
    .prepare(
      `SELECT * FROM slots WHERE thread_id = ?1
        AND due_at < coalesce((SELECT next_due_at FROM threads WHERE id = ?1), ${FOREVER})
        ORDER BY due_at DESC LIMIT ${LIMIT}`,
    )
    .all(id)
    .map((slot) => {
      const item = slot['item_id'] as string | null
      const found = first('SELECT id, outcome, started_at FROM runs WHERE item_id = ?', item)
      const record = {
        fate: slot['fate'] as SlotRecord['fate'],
        cause: slot['cause'] as string | null,
        isWaiting: first('SELECT 1 AS is_there FROM queue_items WHERE id = ?', item) !== null,
        run: found === null ? null : { outcome: found['outcome'] as RunOutcome | null },
      }
      const bar = {
        at: Number(slot['due_at']),
        outcome: slotOutcome(record),
        cause: slotCause(record),
        runId: found?.['id'] ?? null,
        count: 1,
        isScheduled: true,
      } as BeatView
      return { began: Number(found?.['started_at'] ?? bar.at), bar }
    })
  const known = due.map(({ bar }) => bar.at)
  const others = db
    .prepare(
      `SELECT * FROM runs WHERE thread_id = ? AND kind = 'heartbeat' AND skip_reason IS NOT 'cancelled'
        ORDER BY started_at DESC, id DESC LIMIT ${LIMIT}`,
    )
    .all(id)
    .map((beat) => ({
      beat,
      dueAt: first('SELECT max(due_at) AS at FROM slots WHERE item_id = ?', String(beat['item_id']))!['at'],
    }))
    .filter(({ dueAt }) => dueAt === null || !known.includes(Number(dueAt)))
    .map(({ beat, dueAt }) => ({
      began: Number(beat['started_at']),
      bar: {
        at: Number(dueAt ?? beat['started_at']),
        outcome: beat['outcome'] ?? 'running',
        cause: null,
        runId: beat['id'],
        count: 1,
        isScheduled: dueAt !== null,
      } as BeatView,
    }))
  const order = (a: string | null, b: string | null): number => ((a ?? '') < (b ?? '') ? -1 : Number(a !== b))
  return [...due, ...others]
    .sort((a, b) => a.began - b.began || order(a.bar.runId, b.bar.runId) || a.bar.at - b.bar.at)
    .slice(-LIMIT)
    .map(({ bar }) => bar)
}

describe('the bars of a thread', () => {
  const { db, store } = history()

  it('are its newest due times and beats, however these belong together', () => {
    const seen = new Set<string>()
    for (const { id } of THREADS) {
      const bars = store.runs.beats(id, LIMIT)
      expect([id, bars]).toEqual([id, plainBars(db, id)])
      for (const bar of bars) seen.add(`${bar.outcome} ${bar.isScheduled ? 'due' : 'asked for'}`)
    }
    // The histories hold what can come of a due time, and beats that had none.
    expect([...seen].sort()).toEqual(
      expect.arrayContaining([
        'missed due',
        'quiet asked for',
        'quiet due',
        'running due',
        'skipped due',
        'waiting due',
      ]),
    )
  })

  it('and what is derived of it are the same, read with all others or by itself', () => {
    const byItself = THREADS.map(({ id }) => ({ ...store.threads.facts(id) }))
    store.threads.setMaster(null) // touches all
    store.threads.readFacts()
    expect(THREADS.map(({ id }) => ({ ...store.threads.facts(id) }))).toEqual(byItself)
    expect(byItself.some(({ oldestUnserved }) => oldestUnserved !== null)).toBe(true)
    expect(byItself.some(({ last }) => last !== null)).toBe(true)
  })
})
