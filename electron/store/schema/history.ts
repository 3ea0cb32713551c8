import { FIGURES_SCHEMA } from './figures.ts'
import { FACET, HISTORY_TRIGGERS } from './history-triggers.ts'

/**
 * `history` has one narrow row for each run and for each due time without a run of its own, so that one
 * order by (at, seq) holds both. What all such rows share is a facet. Triggers keep rows, words and figures:
 * no verb can forget it. Since `history-later.ts` those of runs are noted first, and written for many at once.
 *
 * A migration that rebuilds `runs`, `slots` or `spent` has to make the triggers and views of these tables
 * anew.
 */
/** The most important first. */
const REASONS = [
  'manual',
  'urgent',
  'command',
  'job',
  'webhook',
  'hook',
  'event',
  'inbox',
  'playbook',
  'git',
  'added',
  'recovery',
  'catch-up',
  'interval',
]
const TIERS = ['daily', 'hourly', 'quick']
/** The first of these that stands in a JSON list. */
const firstOf = (column: string, values: readonly string[], otherwise: string): string =>
  `CASE ${values.map((v) => `WHEN ${column} LIKE '%"${v}"%' THEN '${v}'`).join(' ')} ELSE ${otherwise} END`

const TABLES = `
  CREATE TABLE history_facets (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL, -- of the run, or 'slot'
    outcome TEXT NOT NULL, -- of the run, 'running', or the fate of a due time
    cause TEXT NOT NULL, -- why it was skipped or missed, or the fault; '' for none
    tier TEXT NOT NULL, -- the highest; '' for none
    reason TEXT NOT NULL, -- the most important; '' for none
    runner TEXT NOT NULL,
    UNIQUE (${FACET})
  ) STRICT;
  CREATE TABLE history (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL, -- started, or due
    thread INTEGER NOT NULL, -- its number, which is given once
    facet INTEGER NOT NULL,
    run_id TEXT UNIQUE, -- null: a due time
    count INTEGER NOT NULL DEFAULT 1, -- due times the row stands for
    started INTEGER NOT NULL DEFAULT 0, -- agents
    micros INTEGER NOT NULL DEFAULT 0, -- millionths of a dollar
    ms INTEGER -- of runs whose length tells something
  ) STRICT;
  CREATE INDEX history_by_time ON history (at);
  CREATE INDEX history_by_thread ON history (thread, at);
  CREATE INDEX history_by_facet ON history (facet, at);
  CREATE INDEX history_by_both ON history (thread, facet, at);
  INSERT INTO meta VALUES ('history_from', '0'); -- what is older is being deleted

  -- A person's own words on a run or on a moment. What they stand on may go before them.
  CREATE TABLE notes (
    id TEXT PRIMARY KEY,
    thread_id TEXT REFERENCES threads ON DELETE CASCADE, -- null: of the fleet
    run_id TEXT UNIQUE, -- null: of a moment
    at INTEGER NOT NULL, -- the run's start, or that moment
    text TEXT NOT NULL,
    written_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX notes_by_time ON notes (at);
`
const VIEWS = `
  CREATE VIEW history_runs AS
    SELECT r.id AS run_id, r.started_at AS at, t.number AS thread,
      r.kind,
      coalesce(r.outcome, 'running') AS outcome,
      coalesce(r.skip_reason, r.fault_code, '') AS cause,
      ${firstOf('r.tiers', TIERS, "''")} AS tier,
      ${firstOf('r.reasons', REASONS, "coalesce(json_extract(r.reasons, '$[0]'), '')")} AS reason,
      r.runner,
      r.prompt IS NOT NULL AS started,
      coalesce((SELECT CAST(round(sum(usd) * 1e6) AS INTEGER) FROM spent WHERE run_id = r.id), 0) AS micros,
      CASE WHEN r.duration_ms > 0 AND r.outcome NOT IN ('skipped', 'unchanged', 'interrupted')
        THEN r.duration_ms END AS ms
    FROM runs r JOIN threads t ON t.id = r.thread_id;
  CREATE VIEW history_slots AS
    SELECT s.thread_id, s.due_at AS at, t.number AS thread,
      'slot' AS kind, s.fate AS outcome, coalesce(s.cause, '') AS cause,
      '' AS tier, '' AS reason, '' AS runner, s.count
    FROM slots s JOIN threads t ON t.id = s.thread_id WHERE s.fate <> 'queued';
  CREATE VIEW history_texts AS
    SELECT h.seq, coalesce(r.summary, '') AS summary, coalesce(r.reply, '') AS said,
      CASE WHEN h.run_id IS NULL THEN f.cause ELSE coalesce(r.fault_message, '') END AS cause
    FROM history h JOIN history_facets f ON f.id = h.facet LEFT JOIN runs r ON r.id = h.run_id;
  CREATE VIRTUAL TABLE history_words USING fts5 (summary, said, cause,
    content = 'history_texts', content_rowid = 'seq', columnsize = 0,
    tokenize = 'unicode61 remove_diacritics 2');
`
export const HISTORY_SCHEMA = TABLES + FIGURES_SCHEMA + VIEWS + HISTORY_TRIGGERS
