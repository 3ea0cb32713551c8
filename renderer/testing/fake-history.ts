import { implement } from '@orpc/server'
import { contract } from '../../shared/contract/api.ts'
import { localDay, startOfLocalDay, type HistoryNote, type HistoryRow } from '../../shared/history/history.ts'
import type { RunId, ThreadId } from '../../shared/base/ids.ts'
import { DAY, MINUTE, type Instant } from '../../shared/base/time.ts'

/** The newest row of the pretended history; the i-th stands i minutes before it. */
const NEWEST_AT: Instant = new Date(2026, 9, 20, 18, 0).getTime()
const OUTCOMES = ['quiet', 'quiet', 'unchanged', 'alert', 'quiet', 'broken', 'missed'] as const

const fakeRow = (i: number, threadId: ThreadId, name: string): HistoryRow => {
  const outcome = OUTCOMES[i % OUTCOMES.length]!
  return {
    cursor: `${NEWEST_AT - i * MINUTE}/${1_000_000_000 - i}`,
    at: NEWEST_AT - i * MINUTE,
    threadId,
    threadName: name,
    kind: outcome === 'missed' ? 'slot' : 'heartbeat',
    outcome,
    cause: outcome === 'missed' ? 'asleep' : '',
    tier: outcome === 'missed' ? null : 'quick',
    reason: outcome === 'missed' ? null : 'interval',
    runner: outcome === 'missed' ? '' : 'Local checks',
    runId: outcome === 'missed' ? null : (`run_${i}` as RunId),
    durationMs: outcome === 'missed' ? null : 900,
    usd: 0,
    count: outcome === 'missed' ? 3 : 1,
    summary: outcome === 'missed' ? '' : `Row ${i}`,
    note: null,
    snippet: null,
  }
}

interface Parts {
  readonly rows: number
  readonly thread: () => { readonly id: ThreadId; readonly name: string }
  readonly record: (name: string, input: unknown) => void
}
/** Notes in memory. */
export function noteHandlers(record: Parts['record']) {
  const os = implement(contract).$context<object>()
  let notes: readonly HistoryNote[] = []
  return {
    list: os.notes.list.handler(({ input }) =>
      notes.filter((note) => input.runId === undefined || note.runId === input.runId),
    ),
    save: os.notes.save.handler(({ input }) => {
      record('notes.save', input)
      const before = notes.find((note) => note.id === input.id)
      const note: HistoryNote = {
        id: before?.id ?? (`not_${notes.length}` as HistoryNote['id']),
        at: input.at ?? before?.at ?? NEWEST_AT,
        runId: input.runId ?? before?.runId ?? null,
        threadId: input.threadId ?? null,
        threadName: null,
        text: input.text,
        writtenAt: NEWEST_AT,
      }
      notes = [note, ...notes.filter((other) => other !== before)]
      return note
    }),
    remove: os.notes.remove.handler(({ input }) => {
      record('notes.remove', input)
      notes = notes.filter((note) => note.id !== input.id)
      return null
    }),
  }
}

/**
 * A history of any length that exists only as numbers; filters other than text narrow nothing, a search
 * finds rows whose number has its digits.
 */
export function historyHandlers({ rows, thread, record }: Parts) {
  const os = implement(contract).$context<object>()
  const one = (i: number): HistoryRow => fakeRow(i, thread().id, thread().name)
  let counts = 0
  const daysOf = (): [Instant, number][] => {
    const days: [Instant, number][] = []
    for (let at = NEWEST_AT, left = rows; left > 0; ) {
      const start = startOfLocalDay(localDay(at))
      const n = Math.min(left, Math.floor((at - start) / MINUTE) + 1)
      days.push([startOfLocalDay(localDay(at) + 1), n])
      left -= n
      at -= n * MINUTE
    }
    return days
  }
  return {
    page: os.history.page.handler(({ input }) => {
      record('history.page', input)
      if (input.filter.text !== undefined) {
        const found = Array.from({ length: Math.min(rows, 1000) }, (_, i) => i)
          .filter((i) => String(i) === input.filter.text)
          .map((i) => ({ ...one(i), snippet: `Row \u0001${i}\u0002` }))
        return { rows: found, newer: null, older: null, lookedTo: null, note: null }
      }
      if (!('below' in input.place)) return { rows: [], newer: null, older: null, lookedTo: null, note: null }
      const from =
        Math.max(0, Math.ceil((NEWEST_AT - input.place.below + 1) / MINUTE)) + (input.place.skip ?? 0)
      return {
        rows: Array.from({ length: Math.max(0, Math.min(input.limit ?? 200, rows - from)) }, (_, i) =>
          one(from + i),
        ),
        newer: null,
        older: null,
        lookedTo: null,
        note: null,
      }
    }),
    index: os.history.index.handler(({ input }) => {
      record('history.index', input)
      counts++
      // as if rows had come since the last count
      return { days: daysOf(), total: rows, top: rows === 0 ? null : `${one(0).cursor}.${counts}`, from: 0 }
    }),
    counts: os.history.counts.handler(() => ({
      total: rows,
      outcomes: { quiet: Math.round(rows * 0.4), alert: Math.round(rows * 0.14) },
      tiers: { quick: rows },
      reasons: { interval: rows },
      kinds: { heartbeat: rows },
      runners: { 'Local checks': rows },
      threads: {},
    })),
    count: os.history.count.handler(() => ({ rows })),
    position: os.history.position.handler(({ input }) => ({
      row: Math.max(0, Math.min(rows - 1, Math.ceil((NEWEST_AT - input.at) / MINUTE))),
    })),
    find: os.history.find.handler(({ input }) => (rows === 0 || input.what === 'streak' ? null : one(3))),
    figures: os.history.figures.handler(() =>
      daysOf()
        .slice(0, 40)
        .reverse()
        .map(([below, n]) => ({
          at: below - DAY,
          rows: n,
          byOutcome: { quiet: n - 1, urgent: 1 },
          starts: 2,
          usd: 0.5,
          usdByRunner: { 'Claude Code': 0.5 },
          medianMs: 900,
          p95Ms: 3000,
        })),
    ),
    reliability: os.history.reliability.handler(() => ({
      days: 30,
      answered: 992,
      missed: { asleep: 6, 'app closed': 2 },
      share: 0.992,
    })),
    retention: os.history.retention.handler(() => ({
      runs: rows,
      slots: 12,
      details: 40,
      days: 300,
      bytes: 220e6,
      freeBytes: 4e6,
      oldestAt: NEWEST_AT - 300 * DAY,
      detailsKeptMs: 30 * DAY,
      runsKeptMs: 365 * DAY,
      nextAt: Date.now() + 20 * MINUTE,
      due: 0,
    })),
    clean: os.history.clean.handler(async function* () {
      record('history.clean', null)
      yield { kind: 'progress' as const, deleted: 300, of: 600 }
      yield { kind: 'done' as const, deleted: 600 }
    }),
    rebuild: os.history.rebuild.handler(() => (record('history.rebuild', null), null)),
    choose: os.history.choose.handler(({ input }) => ({ path: `/tmp/history.${input.format}` })),
    export: os.history.export.handler(async function* ({ input }) {
      record('history.export', input)
      yield { kind: 'progress' as const, rows: 200, of: rows }
      yield { kind: 'done' as const, rows, bytes: rows * 80, path: input.path }
    }),
  }
}
