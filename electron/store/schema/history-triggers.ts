import { COUNT_COST, COUNT_NEW, FORGET_THREAD, UNCOUNT_OLD } from './figures.ts'

export const FACET = 'kind, outcome, cause, tier, reason, runner'
export const JOIN_FACET = `JOIN history_facets f ON ${FACET.split(', ')
  .map((column) => `f.${column} = v.${column}`)
  .join(' AND ')}`

const addFacet = (view: string, which: string): string =>
  `INSERT INTO history_facets (${FACET}) SELECT ${FACET} FROM ${view} WHERE ${which} ON CONFLICT DO NOTHING;`
/** Words of the run or due time whose row in `history` is this. */
const addWords = (seq: string): string => `
    INSERT INTO history_words (rowid, summary, said, cause)
      SELECT seq, summary, said, cause FROM history_texts WHERE seq = (${seq});`

const RUNS = `
  CREATE TRIGGER history_run_began AFTER INSERT ON runs BEGIN
    ${addFacet('history_runs', 'run_id = new.id')}
    INSERT INTO history (at, thread, facet, run_id, started, micros, ms)
      SELECT at, thread, f.id, run_id, started, micros, ms FROM history_runs v ${JOIN_FACET}
      WHERE run_id = new.id;
    ${addWords('SELECT seq FROM history WHERE run_id = new.id AND new.outcome IS NOT NULL')}
  END;
  CREATE TRIGGER history_run_ended AFTER UPDATE OF outcome ON runs
    WHEN old.outcome IS NULL AND new.outcome IS NOT NULL BEGIN
    ${addFacet('history_runs', 'run_id = new.id')}
    UPDATE history SET (facet, started, micros, ms) =
        (SELECT f.id, started, micros, ms FROM history_runs v ${JOIN_FACET} WHERE run_id = new.id)
      WHERE run_id = new.id;
    ${addWords('SELECT seq FROM history WHERE run_id = new.id')}
  END;
  CREATE TRIGGER history_run_gone AFTER DELETE ON runs BEGIN
    INSERT INTO history_words (history_words, rowid, summary, said, cause)
      SELECT 'delete', seq, coalesce(old.summary, ''), old.reply, coalesce(old.fault_message, '')
      FROM history WHERE run_id = old.id AND old.outcome IS NOT NULL;
    DELETE FROM history WHERE run_id = old.id;
  END;
  CREATE TRIGGER history_cost AFTER UPDATE OF usd ON spent WHEN new.usd <> old.usd BEGIN
    UPDATE history SET micros = (SELECT micros FROM history_runs WHERE run_id = new.run_id)
      WHERE run_id = new.run_id;
  END;
`
const slotOf = (row: 'new' | 'old'): string =>
  `thread = (SELECT number FROM threads WHERE id = ${row}.thread_id) AND at = ${row}.due_at ` +
  'AND run_id IS NULL'
const SLOTS = `
  CREATE TRIGGER history_slot AFTER INSERT ON slots WHEN new.fate <> 'queued' BEGIN
    ${addFacet('history_slots', 'thread_id = new.thread_id AND at = new.due_at')}
    INSERT INTO history (at, thread, facet, count)
      SELECT at, thread, f.id, count FROM history_slots v ${JOIN_FACET}
      WHERE thread_id = new.thread_id AND at = new.due_at;
    INSERT INTO history_words (rowid, summary, said, cause)
      SELECT seq, '', '', coalesce(new.cause, '') FROM history WHERE ${slotOf('new')};
  END;
  CREATE TRIGGER history_slot_gone BEFORE DELETE ON slots WHEN old.fate <> 'queued' BEGIN
    INSERT INTO history_words (history_words, rowid, summary, said, cause)
      SELECT 'delete', seq, '', '', coalesce(old.cause, '') FROM history WHERE ${slotOf('old')};
    DELETE FROM history WHERE ${slotOf('old')};
  END;
`
const isRunning = (facet: string): string =>
  `(SELECT outcome FROM history_facets WHERE id = ${facet}) = 'running'`
const FIGURES = `
  -- A run is counted when it has ended.
  CREATE TRIGGER history_added AFTER INSERT ON history WHEN NOT ${isRunning('new.facet')} BEGIN ${COUNT_NEW}
  END;
  CREATE TRIGGER history_ended AFTER UPDATE OF facet ON history WHEN ${isRunning('old.facet')} BEGIN ${COUNT_NEW}
  END;
  CREATE TRIGGER history_paid AFTER UPDATE OF micros ON history
    WHEN new.facet = old.facet AND new.micros <> old.micros BEGIN ${COUNT_COST}
  END;
  -- What is too old to keep stays in the figures; what a person clears goes from them. Of a thread that is
  -- removed all figures go at once, below.
  CREATE TRIGGER history_cleared AFTER DELETE ON history
    WHEN old.at >= (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'history_from')
      AND NOT ${isRunning('old.facet')} AND EXISTS (SELECT 1 FROM threads WHERE number = old.thread) BEGIN
    ${UNCOUNT_OLD}
  END;
  -- Its runs are gone by now, one by one; its due times could not tell whose they were.
  CREATE TRIGGER history_left AFTER DELETE ON threads BEGIN
    INSERT INTO history_words (history_words, rowid, summary, said, cause)
      SELECT 'delete', h.seq, '', '', f.cause FROM history h JOIN history_facets f ON f.id = h.facet
      WHERE h.thread = old.number AND h.run_id IS NULL;
    DELETE FROM history WHERE thread = old.number;${FORGET_THREAD}
  END;
`
export const HISTORY_TRIGGERS = RUNS + SLOTS + FIGURES
