import { FACET, JOIN_FACET } from './history-triggers.ts'

/**
 * What becomes of a run is noted when it begins and when it ends, in the transaction of whoever writes it: one page,
 * the same for many runs. Its row, its words and its figures stand in some fifteen pages, most of them the same for
 * runs that follow each other: SETTLE writes those for many at once.
 */
const NOTE_RUN = `
    INSERT INTO history_pending (run_id) VALUES (new.id) ON CONFLICT DO NOTHING;`

/** In the place of the triggers of these names in `history-triggers.ts`. */
export const LATER_TRIGGERS = `
  DROP TRIGGER history_run_began;
  DROP TRIGGER history_run_ended;
  DROP TRIGGER history_run_gone;
  CREATE TRIGGER history_run_began AFTER INSERT ON runs BEGIN ${NOTE_RUN}
  END;
  CREATE TRIGGER history_run_ended AFTER UPDATE OF outcome ON runs
    WHEN old.outcome IS NULL AND new.outcome IS NOT NULL BEGIN ${NOTE_RUN}
  END;
  CREATE TRIGGER history_run_gone AFTER DELETE ON runs BEGIN
    -- Words of one whose end was not settled yet were never written.
    INSERT INTO history_words (history_words, rowid, summary, said, cause)
      SELECT 'delete', seq, coalesce(old.summary, ''), old.reply, coalesce(old.fault_message, '')
      FROM history WHERE run_id = old.id AND old.outcome IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM history_pending WHERE run_id = old.id);
    DELETE FROM history WHERE run_id = old.id;
    DELETE FROM history_pending WHERE run_id = old.id;
  END;
`
export const LATER_SCHEMA = `
  CREATE TABLE history_pending (
    seq INTEGER PRIMARY KEY, -- the order of record
    run_id TEXT NOT NULL UNIQUE
  ) STRICT;
  ${LATER_TRIGGERS}
  -- The next due time is the least of all threads, which are in memory anyway.
  DROP INDEX threads_due;
  -- Without the id, which is as long as all the rest: of one instant a thread has no two beats but by a clock that
  -- was set back, and few they are then.
  DROP INDEX runs_by_thread;
  CREATE INDEX runs_by_thread ON runs (thread_id, started_at, kind);
  -- In the order of record, where a new row fills the last page; by time and run each third one moved three pages.
  -- It holds two hours at most, which are read whole.
  CREATE TEMP TABLE troubles_before AS SELECT * FROM beat_troubles;
  DROP TABLE beat_troubles;
  CREATE TABLE beat_troubles (
    seq INTEGER PRIMARY KEY,
    run_id TEXT NOT NULL,
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    at INTEGER NOT NULL,
    trouble TEXT -- null: none of these
  ) STRICT;
  INSERT INTO beat_troubles (run_id, thread_id, at, trouble)
    SELECT run_id, thread_id, at, trouble FROM temp.troubles_before ORDER BY at, run_id;
  DROP TABLE temp.troubles_before;
`

/** No page more to write for a beat without any. */
export const TROUBLED_SCHEMA = 'CREATE INDEX beats_troubled ON beat_troubles (at) WHERE trouble IS NOT NULL'

const PENDING = 'SELECT run_id FROM history_pending'
/** CROSS JOIN: SQLite would go through all runs. */
const ENDED = `SELECT p.run_id FROM history_pending p CROSS JOIN runs r ON r.id = p.run_id WHERE r.outcome IS NOT NULL`

/**
 * In this order, in one transaction: rows, words and figures of all runs that were noted. The triggers of `history`
 * count what has ended.
 */
export const SETTLE: readonly string[] = [
  `INSERT INTO history_facets (${FACET}) SELECT ${FACET} FROM history_runs WHERE run_id IN (${PENDING})
    ON CONFLICT DO NOTHING`,
  `UPDATE history SET (facet, started, micros, ms) =
      (SELECT f.id, started, micros, ms FROM history_runs v ${JOIN_FACET} WHERE v.run_id = history.run_id)
    WHERE run_id IN (${ENDED})`,
  `INSERT INTO history (at, thread, facet, run_id, started, micros, ms)
    SELECT v.at, v.thread, f.id, v.run_id, v.started, v.micros, v.ms
    FROM history_pending p CROSS JOIN history_runs v ON v.run_id = p.run_id ${JOIN_FACET}
    WHERE NOT EXISTS (SELECT 1 FROM history WHERE run_id = p.run_id) ORDER BY p.seq`,
  `INSERT INTO history_words (rowid, summary, said, cause)
    SELECT seq, summary, said, cause FROM history_texts
    WHERE seq IN (SELECT seq FROM history WHERE run_id IN (${ENDED}))`,
  'DELETE FROM history_pending',
]
