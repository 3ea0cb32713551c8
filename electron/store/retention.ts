import { localDay, startOfLocalDay, type Retention } from '../../shared/history/history.ts'
import { readSettings } from '../../shared/settings/settings.ts'
import { DAY, HOUR, type Instant } from '../../shared/base/time.ts'
import type { Verbs } from './verbs.ts'
import type { Connection } from './connection/connection.ts'
import { oldestRowAt } from './history-page.ts'

type RetentionVerbs = Pick<Verbs, 'prune' | 'retention' | 'runsWithDetails'>

/** A question that nobody answered and that did not come back is no question any more. */
const QUESTIONS_KEPT_MS = 14 * DAY
const HOURS_KEPT_MS = 90 * DAY
/** Rows deleted in one go, so that nobody waits for it. */
const PRUNE_ROWS = 300
/** Older runs have no output any more. */
const UNCLEARED =
  "r.started_at >= (SELECT coalesce(max(CAST(value AS INTEGER)), 0) FROM meta WHERE key = 'details_from')"
/** Places in the list of deletions. */
const [RUNS, SLOTS] = [1, 5]

/** Outputs and runs go when the settings say; figures by hour after 90 days, figures by day never. */
export function retentionVerbs(
  { sql, verb, facts }: Connection,
  stored: () => Readonly<Record<string, unknown>>,
): RetentionVerbs {
  const limits = (
    now: Instant,
  ): { details: Instant; runs: Instant; detailsKeptMs: number; runsKeptMs: number } => {
    const { detailsKeptMs, runsKeptMs } = readSettings(stored()).settings
    // Details without their run would be nobody's.
    return {
      details: now - Math.min(detailsKeptMs, runsKeptMs),
      runs: now - runsKeptMs,
      detailsKeptMs,
      runsKeptMs,
    }
  }
  const note = (key: string, at: Instant): void =>
    void sql(
      'INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value',
    ).run(key, String(Math.max(0, Math.round(at))))
  const from = (key: string): Instant =>
    Number(sql('SELECT value FROM meta WHERE key = ?').get(key)?.['value'] ?? 0)
  const count = (text: string, ...values: readonly (number | string)[]): number =>
    Number(sql(`SELECT count(*) AS n FROM ${text}`).get(...values)?.['n'] ?? 0)

  return {
    prune: (now) =>
      verb(() => {
        const { details, runs } = limits(now)
        // Before anything is deleted: what is too old to keep stays in the figures.
        note('history_from', runs)
        const deletions: readonly (readonly [string, number])[] = [
          [
            'DELETE FROM run_details WHERE run_id IN (SELECT d.run_id FROM runs r INDEXED BY ' +
              `runs_by_time JOIN run_details d ON d.run_id = r.id WHERE ${UNCLEARED} AND r.started_at < ` +
              '? ORDER BY r.started_at LIMIT ?)',
            details,
          ],
          [
            'DELETE FROM runs WHERE id IN (SELECT id FROM runs WHERE started_at < ? AND outcome IS ' +
              'NOT NULL ORDER BY started_at LIMIT ?)',
            runs,
          ],
          [
            `DELETE FROM events WHERE seq IN (SELECT seq FROM events WHERE state IN ('consumed', ` +
              `'expired') AND at < ? LIMIT ?)`,
            details,
          ],
          ['DELETE FROM wakes WHERE seq IN (SELECT seq FROM wakes WHERE at < ? LIMIT ?)', details],
          [
            'DELETE FROM job_runs WHERE (job_id, due_at, attempt) IN (SELECT job_id, due_at, attempt ' +
              'FROM job_runs WHERE due_at < ? LIMIT ?)',
            runs,
          ],
          [
            'DELETE FROM slots WHERE (thread_id, due_at) IN (SELECT s.thread_id, s.due_at FROM ' +
              'threads t JOIN slots s ON s.thread_id = t.id AND s.due_at < ? LIMIT ?)',
            runs,
          ],
          ['DELETE FROM spent WHERE rowid IN (SELECT rowid FROM spent WHERE started_at < ? LIMIT ?)', runs],
          [
            'DELETE FROM permissions WHERE (thread_id, rule) IN (SELECT thread_id, rule FROM ' +
              `permissions WHERE decision = 'asked' AND asked_at < ? LIMIT ?)`,
            now - QUESTIONS_KEPT_MS,
          ],
          ['DELETE FROM knowledge WHERE rowid IN (SELECT rowid FROM knowledge WHERE at < ? LIMIT ?)', runs],
          ['DELETE FROM alerts WHERE id IN (SELECT id FROM alerts WHERE resolved_at < ? LIMIT ?)', runs],
          [
            'DELETE FROM history_hours WHERE (thread, hour, facet) IN (SELECT h.thread, h.hour, ' +
              'h.facet FROM (SELECT number FROM threads UNION ALL SELECT 0) t JOIN history_hours h ON ' +
              'h.thread = t.number AND h.hour < ? LIMIT ?)',
            Math.floor((now - HOURS_KEPT_MS) / HOUR),
          ],
        ]
        const deleted = deletions.map(([text, before]) => Number(sql(text).run(before, PRUNE_ROWS).changes))
        if (deleted.some((n) => n > 0)) facts.clear() // of whatever thread
        // Figures of days whose rows are gone can never be counted anew, also when more is kept from now
        // on.
        if (deleted[RUNS]! + deleted[SLOTS]! > 0)
          note('history_counted', Math.max(runs, from('history_counted')))
        // Or each clean-up would look at every run that has lost its output long ago.
        if (deleted[0] !== PRUNE_ROWS) note('details_from', Math.max(details, from('details_from')))
        return deleted.includes(PRUNE_ROWS)
      }),
    runsWithDetails: (ids) =>
      new Set(
        ids.filter(
          (id) =>
            count(
              'runs WHERE id = ? AND (outcome IS NULL OR EXISTS (SELECT 1 FROM run_details WHERE run_id = runs.id))',
              id,
            ) > 0,
        ),
      ),
    retention(now, nextAt): Retention {
      const { details, runs, detailsKeptMs, runsKeptMs } = limits(now)
      const pragma = (name: string): number => Number(sql(`PRAGMA ${name}`).get()?.[name] ?? 0)
      // From figures: counting a million rows would hold everybody up. Days that are partly gone are
      // counted by their rows.
      const oldest = oldestRowAt({ sql })
      const first = localDay(oldest)
      const rows = (kind: string): number =>
        Number(
          sql(
            'SELECT sum(n) AS n FROM history_days WHERE thread = 0 AND day > ? AND facet IN (SELECT ' +
              `id FROM history_facets WHERE (kind = 'slot') = (? = 'slot'))`,
          ).get(first, kind)?.['n'] ?? 0,
        ) +
        count(
          "history h JOIN history_facets f ON f.id = h.facet WHERE (f.kind = 'slot') = (? = 'slot') " +
            'AND h.at >= ? AND h.at < ?',
          kind,
          oldest,
          startOfLocalDay(first + 1),
        )
      const oldestAt = sql('SELECT at FROM history ORDER BY at LIMIT 1').get()?.['at']
      return {
        runs: rows('run'),
        slots: rows('slot'),
        details: count('run_details'),
        days: count('(SELECT DISTINCT day FROM history_days WHERE thread = 0)'),
        bytes: pragma('page_count') * pragma('page_size'),
        freeBytes: pragma('freelist_count') * pragma('page_size'),
        oldestAt: oldestAt === undefined ? null : Number(oldestAt),
        detailsKeptMs,
        runsKeptMs,
        nextAt,
        due:
          count(
            `runs r INDEXED BY runs_by_time JOIN run_details d ON d.run_id = r.id WHERE ${UNCLEARED} ` +
              'AND r.started_at < ?',
            details,
          ) + count('history WHERE at < ?', runs),
      }
    },
  }
}
