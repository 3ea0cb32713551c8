import type { Database } from '../connection/driver.ts'
import { FILL_DAYS, FILL_HOURS } from '../schema/figures.ts'
import { FACET, HISTORY_TRIGGERS, JOIN_FACET } from '../schema/history-triggers.ts'
import { LATER_TRIGGERS } from '../schema/history-later.ts'
import { atomically } from '../connection/transaction.ts'

interface ManyRows {
  readonly runs: number
  readonly threads: readonly string[] // ids; they take turns
  readonly newestAt: number
  readonly spanMs: number // all runs lie in it, at equal distances, oldest first
}
/** The i-th run, oldest first, from 0: what the fixture writes, for those who look for it. */
export const manyRowAt = ({ runs, newestAt, spanMs }: ManyRows, i: number): number =>
  newestAt - Math.floor((runs - 1 - i) * (spanMs / runs))
export const manyRowSummary = (i: number): string =>
  i % 1000 === 7 ? `Main is red since build ${i}.` : `${i % 5} of 5 checks passed in run ${i}.`

const TRIGGER_NAMES = [...HISTORY_TRIGGERS.matchAll(/CREATE TRIGGER (\w+)/g)].map((m) => m[1]!)
/** Rows and words of the history from the runs and due times that are there. */
const TAKE_ROWS = `
  INSERT INTO history_facets (${FACET})
    SELECT DISTINCT ${FACET}
    FROM (SELECT ${FACET} FROM history_runs UNION SELECT ${FACET} FROM history_slots)
    WHERE true ON CONFLICT DO NOTHING;
  INSERT INTO history (at, thread, facet, run_id, count, started, micros, ms)
    SELECT at, thread, f.id, run_id, count, started, micros, ms
      FROM (
        SELECT at, thread, ${FACET}, run_id, 1 AS count, started, micros, ms FROM history_runs
        UNION ALL SELECT at, thread, ${FACET}, NULL, count, 0, 0, NULL FROM history_slots
      ) v ${JOIN_FACET}
      ORDER BY at, run_id;
  INSERT INTO history_words (history_words) VALUES ('rebuild');`

/**
 * Many runs in the real schema, written by SQLite itself in seconds. What triggers would keep is filled at
 * once from the runs, which a property test holds against the triggers.
 */
export function writeManyRuns(db: Database, many: ManyRows): void {
  const { runs, threads, newestAt, spanMs } = many
  atomically(db, () => {
    for (const name of TRIGGER_NAMES) db.exec(`DROP TRIGGER ${name}`)
    db.prepare(`
      INSERT INTO runs (id, item_id, thread_id, kind, reasons, tiers, enqueued_at, started_at, finished_at, duration_ms, outcome, skip_reason, fault_code, fault_message, summary, runner, marker)
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1), r AS (SELECT i, ?2 - CAST((?1 - 1 - i) * (?3 * 1.0 / ?1) AS INTEGER) AS at, json_extract(?4, '$[' || (i % json_array_length(?4)) || ']') AS thread FROM n)
      SELECT printf('run_%09d', i), printf('itm_%09d', i), thread, 'heartbeat', CASE WHEN i % 50 = 3 THEN '["manual"]' ELSE '["interval"]' END, CASE WHEN i % 180 = 0 THEN '["quick","hourly","daily"]' WHEN i % 8 = 0 THEN '["quick","hourly"]' ELSE '["quick"]' END,
        at, at, at + 900, 200 + (i * 7919) % 30000,
        CASE WHEN i % 1000 = 7 THEN 'alert' WHEN i % 5000 = 11 THEN 'urgent' WHEN i % 700 = 5 THEN 'broken' WHEN i % 9 = 1 THEN 'unchanged' WHEN i % 90 = 2 THEN 'skipped' ELSE 'quiet' END,
        CASE WHEN i % 1000 = 7 OR i % 5000 = 11 OR i % 700 = 5 OR i % 9 = 1 THEN NULL WHEN i % 90 = 2 THEN 'empty' END, CASE WHEN i % 1000 <> 7 AND i % 5000 <> 11 AND i % 700 = 5 THEN 'agent.timed_out' END, CASE WHEN i % 1000 <> 7 AND i % 5000 <> 11 AND i % 700 = 5 THEN 'took 90 s' END,
        CASE WHEN i % 1000 = 7 THEN 'Main is red since build ' || i || '.' ELSE (i % 5) || ' of 5 checks passed in run ' || i || '.' END, 'Local checks', printf('mark_%09d', i)
      FROM r ORDER BY i`).run(runs, newestAt, spanMs, JSON.stringify(threads))
    db.exec(
      'DELETE FROM history_pending; DELETE FROM history; DELETE FROM history_days; DELETE FROM history_hours;',
    )
    db.exec(TAKE_ROWS)
    for (const statement of [...FILL_DAYS('true'), ...FILL_HOURS('true')]) db.exec(statement)
    db.exec(HISTORY_TRIGGERS + LATER_TRIGGERS)
  })
}
