import { HOUR, type Instant } from '../../../shared/base/time.ts'
import { localDay, startOfLocalDay } from '../../../shared/history/history.ts'
import type { KeptSince } from '../../../shared/history/kept.ts'
import type { HistorySize } from '../../engine/ports/store/history.ts'
import type { Connection } from '../connection/connection.ts'
import { readMeta } from '../settings/meta.ts'
import { oldestRowAt } from './scope.ts'

/** Rows deleted in one go, so that nobody waits for it. */
const PRUNE_ROWS = 300
/** Older runs have no output any more. */
const UNCLEARED = `
  r.started_at >= (SELECT coalesce(max(CAST(value AS INTEGER)), 0) FROM meta WHERE key = 'details_from')`
const OLD_DETAILS = `
  runs r INDEXED BY runs_by_time JOIN run_details d ON d.run_id = r.id
  WHERE ${UNCLEARED} AND r.started_at < ?`

/** Each with the instant, or the hour, before which rows are too old, and how many may go. */
const DELETIONS = {
  details: `DELETE FROM run_details WHERE run_id IN (
    SELECT d.run_id FROM ${OLD_DETAILS} ORDER BY r.started_at LIMIT ?)`,
  runs: `DELETE FROM runs WHERE id IN (
    SELECT id FROM runs WHERE started_at < ? AND outcome IS NOT NULL ORDER BY started_at LIMIT ?)`,
  events: `DELETE FROM events WHERE seq IN (
    SELECT seq FROM events WHERE state NOT IN ('waiting', 'shown') AND at < ? LIMIT ?)`,
  wakes: 'DELETE FROM wakes WHERE seq IN (SELECT seq FROM wakes WHERE at < ? LIMIT ?)',
  jobRuns: `DELETE FROM job_runs WHERE (job_id, due_at, attempt) IN (
    SELECT job_id, due_at, attempt FROM job_runs WHERE due_at < ? LIMIT ?)`,
  slots: `DELETE FROM slots WHERE (thread_id, due_at) IN (
    SELECT s.thread_id, s.due_at FROM threads t JOIN slots s ON s.thread_id = t.id AND s.due_at < ? LIMIT ?)`,
  spent: 'DELETE FROM spent WHERE rowid IN (SELECT rowid FROM spent WHERE started_at < ? LIMIT ?)',
  permissions: `DELETE FROM permissions WHERE (thread_id, rule) IN (
    SELECT thread_id, rule FROM permissions WHERE decision = 'asked' AND asked_at < ? LIMIT ?)`,
  // Not of pages and notes: they are not history, and are found as long as they are there.
  knowledge: `DELETE FROM knowledge WHERE rowid IN (
    SELECT rowid FROM knowledge WHERE at < ? AND kind IN ('report', 'answer') LIMIT ?)`,
  alerts: 'DELETE FROM alerts WHERE id IN (SELECT id FROM alerts WHERE resolved_at < ? LIMIT ?)',
  hours: `DELETE FROM history_hours WHERE (thread, hour, facet) IN (
    SELECT h.thread, h.hour, h.facet FROM (SELECT number FROM threads UNION ALL SELECT 0) t
    JOIN history_hours h ON h.thread = t.number AND h.hour < ? LIMIT ?)`,
}

/** Inside the caller's transaction: a few of the rows that are too old; true: there are more. */
export function prune(connection: Connection, kept: KeptSince): boolean {
  const { run, cache } = connection
  // Before anything is deleted: what is too old to keep stays in the figures.
  note(connection, 'history_from', kept.runs)
  const deleted = (what: keyof typeof DELETIONS, before: number): number =>
    run(DELETIONS[what], before, PRUNE_ROWS)
  const details = deleted('details', kept.details)
  const runs = deleted('runs', kept.runs)
  const events = deleted('events', kept.details)
  const wakes = deleted('wakes', kept.details)
  const jobRuns = deleted('jobRuns', kept.runs)
  const slots = deleted('slots', kept.runs)
  const others = [
    deleted('spent', kept.spent),
    deleted('permissions', kept.questions),
    deleted('knowledge', kept.runs),
    deleted('alerts', kept.runs),
    deleted('hours', Math.floor(kept.hours / HOUR)),
  ]
  const all = [details, runs, events, wakes, jobRuns, slots, ...others]
  if (all.some((n) => n > 0)) cache.facts.clear() // of whatever thread
  // Figures of days whose rows are gone can never be counted anew, also when more is kept from now on.
  if (runs + slots > 0)
    note(connection, 'history_counted', Math.max(kept.runs, noted(connection, 'history_counted')))
  // Or each clean-up would look at every run that has lost its output long ago.
  if (details < PRUNE_ROWS)
    note(connection, 'details_from', Math.max(kept.details, noted(connection, 'details_from')))
  return all.includes(PRUNE_ROWS)
}

type Mark = 'history_from' | 'history_counted' | 'details_from'
const noted = (connection: Connection, mark: Mark): Instant => Number(readMeta(connection, mark) ?? 0)
const note = ({ run }: Connection, mark: Mark, at: Instant): void =>
  void run(
    `INSERT INTO meta VALUES (?, ?)
      ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
    mark,
    String(Math.max(0, Math.round(at))),
  )

export const oldestDetailsAt = ({ value }: Connection): Instant | null =>
  value(
    `SELECT r.started_at FROM runs r INDEXED BY runs_by_time JOIN run_details d ON d.run_id = r.id
      WHERE ${UNCLEARED} ORDER BY r.started_at LIMIT 1`,
  ) as Instant | null

/** What the history holds, and how much of it is too old. */
export function sizeOf(connection: Connection, kept: KeptSince): HistorySize {
  const { count, value } = connection
  const oldestAt = value('SELECT at FROM history ORDER BY at LIMIT 1')
  return {
    runs: rowsOfKind(connection, 'run'),
    slots: rowsOfKind(connection, 'slot'),
    details: count('SELECT count(*) FROM run_details'),
    days: count('SELECT count(DISTINCT day) FROM history_days WHERE thread = 0'),
    bytes: count('PRAGMA page_count') * count('PRAGMA page_size'),
    freeBytes: count('PRAGMA freelist_count') * count('PRAGMA page_size'),
    oldestAt: oldestAt === null ? null : Number(oldestAt),
    due:
      count(`SELECT count(*) FROM ${OLD_DETAILS}`, kept.details) +
      count('SELECT count(*) FROM history WHERE at < ?', kept.runs),
  }
}

/**
 * From figures: counting a million rows would hold everybody up. Days that are partly gone are counted by
 * their rows.
 */
function rowsOfKind(connection: Connection, kind: 'run' | 'slot'): number {
  const { count } = connection
  const oldest = oldestRowAt(connection)
  const first = localDay(oldest)
  const isKind = kind === 'slot' ? `kind = 'slot'` : `kind <> 'slot'`
  return (
    count(
      `SELECT sum(n) FROM history_days WHERE thread = 0 AND day > ?
        AND facet IN (SELECT id FROM history_facets WHERE ${isKind})`,
      first,
    ) +
    count(
      `SELECT count(*) FROM history h JOIN history_facets f ON f.id = h.facet
        WHERE f.${isKind} AND h.at >= ? AND h.at < ?`,
      oldest,
      startOfLocalDay(first + 1),
    )
  )
}
