/**
 * The entry "history" of the migrations; like every released entry it is never edited.
 *
 * `history` has one narrow row for each run and for each due time without a run of its own, so that one
 * order by (at, seq) holds both. What all such rows share is a facet. Figures are sums over facets, by day
 * and by hour, for each thread and, under thread 0, for the fleet. Triggers keep all of it in the
 * transaction of whoever writes a run or a due time: no verb can forget it.
 *
 * A later entry that rebuilds `runs`, `slots` or `spent` has to make the triggers and views of these tables
 * anew.
 */
const BOUNDS_MS = [
  100, 250, 500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 120_000, 240_000, 480_000, 960_000,
  1_920_000,
]
const LAST = BOUNDS_MS.length
const buckets = (each: (i: number) => string, between = ', '): string =>
  Array.from({ length: LAST + 1 }, (_, i) => each(i)).join(between)
const isIn = (ms: string, i: number): string =>
  `coalesce(${[i > 0 ? `${ms} >= ${BOUNDS_MS[i - 1]}` : '', i < LAST ? `${ms} < ${BOUNDS_MS[i]}` : ''].filter(Boolean).join(' AND ')}, 0)`
/** Days since 1970-01-01 by the date on the wall of this machine. */
const day = (at: string): string =>
  `CAST(julianday(${at} / 1000.0, 'unixepoch', 'localtime') - 2440587.5 AS INTEGER)`
const hour = (at: string): string => `${at} / 3600000`

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
const FACET = 'kind, outcome, cause, tier, reason, runner'
const facetOf = (view: string, key: string): string => `
    INSERT INTO history_facets (${FACET}) SELECT ${FACET} FROM ${view} WHERE ${key} ON CONFLICT DO NOTHING;`
const joinFacet =
  'JOIN history_facets f ON f.kind = v.kind AND f.outcome = v.outcome AND f.cause = v.cause AND f.tier ' +
  '= v.tier AND f.reason = v.reason AND f.runner = v.runner'

const cells = (table: string, key: string): string => `
  CREATE TABLE ${table} (
    thread INTEGER NOT NULL, -- 0: the fleet
    ${key} INTEGER NOT NULL,
    facet INTEGER NOT NULL,
    n INTEGER NOT NULL, slots INTEGER NOT NULL, starts INTEGER NOT NULL, micros INTEGER NOT NULL, ms INTEGER NOT NULL,
    ${buckets((i) => `d${i} INTEGER NOT NULL`)},
    PRIMARY KEY (thread, ${key}, facet)
  ) STRICT, WITHOUT ROWID;`
const SUMS = ['n', 'slots', 'starts', 'micros', 'ms', ...BOUNDS_MS.map((_, i) => `d${i}`), `d${LAST}`]
const add = (table: string, key: string, at: (at: string) => string, thread: string): string => `
    INSERT INTO ${table} VALUES (${thread}, ${at('new.at')}, new.facet, 1, new.count, new.started, new.micros, coalesce(new.ms, 0), ${buckets((i) => isIn('new.ms', i))})
      ON CONFLICT DO UPDATE SET ${SUMS.map((c) => `${c} = ${c} + excluded.${c}`).join(', ')};`
const addAll =
  add('history_days', 'day', day, '0') +
  add('history_days', 'day', day, 'new.thread') +
  add('history_hours', 'hour', hour, '0') +
  add('history_hours', 'hour', hour, 'new.thread')
const take = (table: string, key: string, at: (at: string) => string): string => `
    UPDATE ${table} SET n = n - 1, slots = slots - old.count, starts = starts - old.started, micros = micros - old.micros, ms = ms - coalesce(old.ms, 0), ${buckets((i) => `d${i} = d${i} - ${isIn('old.ms', i)}`)}
      WHERE thread IN (0, old.thread) AND ${key} = ${at('old.at')} AND facet = old.facet;
    DELETE FROM ${table} WHERE thread IN (0, old.thread) AND ${key} = ${at('old.at')} AND facet = old.facet AND n <= 0;`
const forget = (table: string, key: string): string => `
    UPDATE ${table} AS f SET ${SUMS.map((c) => `${c} = f.${c} - t.${c}`).join(', ')} FROM ${table} t WHERE f.thread = 0 AND t.thread = old.number AND f.${key} = t.${key} AND f.facet = t.facet;
    DELETE FROM ${table} WHERE thread = old.number OR (thread = 0 AND n <= 0);`

/** Figures from the rows of `history` that fit `from`; what was there must be gone. */
const fill = (table: string, at: (at: string) => string, from: string): readonly string[] =>
  ['0', 'thread'].map(
    (thread) => `
  INSERT INTO ${table} SELECT ${thread}, ${at('h.at')}, h.facet, count(*), sum(count), sum(started), sum(micros), coalesce(sum(ms), 0), ${buckets((i) => `sum(${isIn('ms', i)})`)}
    FROM history h JOIN history_facets f ON f.id = h.facet WHERE f.outcome <> 'running' AND ${from} GROUP BY 1, 2, 3`,
  )
export const FILL_DAYS = (from: string): readonly string[] => fill('history_days', day, from)
export const FILL_HOURS = (from: string): readonly string[] => fill('history_hours', hour, from)

export const TAKE_ROWS = `
  INSERT INTO history_facets (${FACET}) SELECT DISTINCT ${FACET} FROM (SELECT ${FACET} FROM history_runs UNION SELECT ${FACET} FROM history_slots) WHERE true ON CONFLICT DO NOTHING;
  INSERT INTO history (at, thread, facet, run_id, count, started, micros, ms)
    SELECT at, thread, f.id, run_id, count, started, micros, ms
      FROM (SELECT at, thread, ${FACET}, run_id, 1 AS count, started, micros, ms FROM history_runs UNION ALL SELECT at, thread, ${FACET}, NULL, count, 0, 0, NULL FROM history_slots) v ${joinFacet}
      ORDER BY at, run_id;
  INSERT INTO history_words (history_words) VALUES ('rebuild');`

export const HISTORY_TRIGGERS = `
  CREATE TRIGGER history_run_began AFTER INSERT ON runs BEGIN ${facetOf('history_runs', 'run_id = new.id')}
    INSERT INTO history (at, thread, facet, run_id, started, micros, ms) SELECT at, thread, f.id, run_id, started, micros, ms FROM history_runs v ${joinFacet} WHERE run_id = new.id;
    INSERT INTO history_words (rowid, summary, said, cause) SELECT seq, summary, said, cause FROM history_texts WHERE seq = (SELECT seq FROM history WHERE run_id = new.id AND new.outcome IS NOT NULL);
  END;
  CREATE TRIGGER history_run_ended AFTER UPDATE OF outcome ON runs WHEN old.outcome IS NULL AND new.outcome IS NOT NULL BEGIN ${facetOf('history_runs', 'run_id = new.id')}
    UPDATE history SET (facet, started, micros, ms) = (SELECT f.id, started, micros, ms FROM history_runs v ${joinFacet} WHERE run_id = new.id) WHERE run_id = new.id;
    INSERT INTO history_words (rowid, summary, said, cause) SELECT seq, summary, said, cause FROM history_texts WHERE seq = (SELECT seq FROM history WHERE run_id = new.id);
  END;
  CREATE TRIGGER history_run_gone AFTER DELETE ON runs BEGIN
    INSERT INTO history_words (history_words, rowid, summary, said, cause) SELECT 'delete', seq, coalesce(old.summary, ''), old.reply, coalesce(old.fault_message, '') FROM history WHERE run_id = old.id AND old.outcome IS NOT NULL;
    DELETE FROM history WHERE run_id = old.id;
  END;
  CREATE TRIGGER history_slot AFTER INSERT ON slots WHEN new.fate <> 'queued' BEGIN ${facetOf('history_slots', 'thread_id = new.thread_id AND at = new.due_at')}
    INSERT INTO history (at, thread, facet, count) SELECT at, thread, f.id, count FROM history_slots v ${joinFacet} WHERE thread_id = new.thread_id AND at = new.due_at;
    INSERT INTO history_words (rowid, summary, said, cause) SELECT seq, '', '', coalesce(new.cause, '') FROM history WHERE thread = (SELECT number FROM threads WHERE id = new.thread_id) AND at = new.due_at AND run_id IS NULL;
  END;
  CREATE TRIGGER history_slot_gone BEFORE DELETE ON slots WHEN old.fate <> 'queued' BEGIN
    INSERT INTO history_words (history_words, rowid, summary, said, cause) SELECT 'delete', seq, '', '', coalesce(old.cause, '') FROM history WHERE thread = (SELECT number FROM threads WHERE id = old.thread_id) AND at = old.due_at AND run_id IS NULL;
    DELETE FROM history WHERE thread = (SELECT number FROM threads WHERE id = old.thread_id) AND at = old.due_at AND run_id IS NULL;
  END;
  CREATE TRIGGER history_cost AFTER UPDATE OF usd ON spent WHEN new.usd <> old.usd BEGIN
    UPDATE history SET micros = (SELECT micros FROM history_runs WHERE run_id = new.run_id) WHERE run_id = new.run_id;
  END;

  -- A run is counted when it has ended.
  CREATE TRIGGER history_added AFTER INSERT ON history WHEN (SELECT outcome FROM history_facets WHERE id = new.facet) <> 'running' BEGIN ${addAll}
  END;
  CREATE TRIGGER history_ended AFTER UPDATE OF facet ON history WHEN (SELECT outcome FROM history_facets WHERE id = old.facet) = 'running' BEGIN ${addAll}
  END;
  CREATE TRIGGER history_paid AFTER UPDATE OF micros ON history WHEN new.facet = old.facet AND new.micros <> old.micros BEGIN
    UPDATE history_days SET micros = micros + new.micros - old.micros WHERE thread IN (0, new.thread) AND day = ${day('new.at')} AND facet = new.facet;
    UPDATE history_hours SET micros = micros + new.micros - old.micros WHERE thread IN (0, new.thread) AND hour = ${hour('new.at')} AND facet = new.facet;
  END;
  -- What is too old to keep stays in the figures; what a person clears goes from them. Of a thread that is removed all figures go at once, below.
  CREATE TRIGGER history_cleared AFTER DELETE ON history
    WHEN old.at >= (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'history_from') AND (SELECT outcome FROM history_facets WHERE id = old.facet) <> 'running' AND EXISTS (SELECT 1 FROM threads WHERE number = old.thread) BEGIN
    ${take('history_days', 'day', day)}${take('history_hours', 'hour', hour)}
  END;
  -- Its runs are gone by now, one by one; its due times could not tell whose they were.
  CREATE TRIGGER history_left AFTER DELETE ON threads BEGIN
    INSERT INTO history_words (history_words, rowid, summary, said, cause) SELECT 'delete', h.seq, '', '', f.cause FROM history h JOIN history_facets f ON f.id = h.facet WHERE h.thread = old.number AND h.run_id IS NULL;
    DELETE FROM history WHERE thread = old.number;${forget('history_days', 'day')}${forget('history_hours', 'hour')}
  END;`

export const HISTORY_TRIGGER_NAMES = [...HISTORY_TRIGGERS.matchAll(/CREATE TRIGGER (\w+)/g)].map((m) => m[1]!)

export const HISTORY_SCHEMA = `
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
  ${cells('history_days', 'day')}
  ${cells('history_hours', 'hour')}

  CREATE VIEW history_runs AS SELECT r.id AS run_id, r.started_at AS at, t.number AS thread, r.kind, coalesce(r.outcome, 'running') AS outcome, coalesce(r.skip_reason, r.fault_code, '') AS cause,
    CASE WHEN r.tiers LIKE '%"daily"%' THEN 'daily' WHEN r.tiers LIKE '%"hourly"%' THEN 'hourly' WHEN r.tiers LIKE '%"quick"%' THEN 'quick' ELSE '' END AS tier,
    CASE ${REASONS.map((r) => `WHEN r.reasons LIKE '%"${r}"%' THEN '${r}'`).join(' ')} ELSE coalesce(json_extract(r.reasons, '$[0]'), '') END AS reason,
    r.runner, r.prompt IS NOT NULL AS started, coalesce((SELECT CAST(round(sum(usd) * 1e6) AS INTEGER) FROM spent WHERE run_id = r.id), 0) AS micros,
    CASE WHEN r.duration_ms > 0 AND r.outcome NOT IN ('skipped', 'unchanged', 'interrupted') THEN r.duration_ms END AS ms
    FROM runs r JOIN threads t ON t.id = r.thread_id;
  CREATE VIEW history_slots AS SELECT s.thread_id, s.due_at AS at, t.number AS thread, 'slot' AS kind, s.fate AS outcome, coalesce(s.cause, '') AS cause, '' AS tier, '' AS reason, '' AS runner, s.count
    FROM slots s JOIN threads t ON t.id = s.thread_id WHERE s.fate <> 'queued';
  CREATE VIEW history_texts AS SELECT h.seq, coalesce(r.summary, '') AS summary, coalesce(r.reply, '') AS said, CASE WHEN h.run_id IS NULL THEN f.cause ELSE coalesce(r.fault_message, '') END AS cause
    FROM history h JOIN history_facets f ON f.id = h.facet LEFT JOIN runs r ON r.id = h.run_id;
  CREATE VIRTUAL TABLE history_words USING fts5 (summary, said, cause, content = 'history_texts', content_rowid = 'seq', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2');
  ${TAKE_ROWS}
  ${[...FILL_DAYS('true'), ...FILL_HOURS('true')].join(';')};
  ${HISTORY_TRIGGERS}
`
