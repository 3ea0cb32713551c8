import { HISTORY_SCHEMA } from './history-schema.ts'

/**
 * Append only: the length of this list is the schema's version (PRAGMA user_version). A released entry is
 * never edited; each release keeps a database file as a fixture.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE threads (
    id TEXT PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE,
    name TEXT NOT NULL,
    repo_path TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL CHECK (role IN ('worker', 'master')),
    agent TEXT NOT NULL,
    interval_ms INTEGER NOT NULL,
    active_hours TEXT,
    daily_at TEXT,
    trusted_at INTEGER,
    pause TEXT,
    phase_ms INTEGER NOT NULL,
    next_due_at INTEGER,
    schedule_problem TEXT,
    failures INTEGER NOT NULL DEFAULT 0,
    glance TEXT,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX one_master ON threads (role) WHERE role = 'master';
  CREATE INDEX threads_due ON threads (next_due_at) WHERE next_due_at IS NOT NULL;

  CREATE TABLE tier_state (
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    tier TEXT NOT NULL,
    last_done_at INTEGER,
    mirrored INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (thread_id, tier)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE queue_items (
    id TEXT PRIMARY KEY,
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('message', 'heartbeat')),
    class TEXT NOT NULL,
    reasons TEXT NOT NULL,
    tier TEXT,
    with_due INTEGER NOT NULL DEFAULT 1,
    text TEXT,
    sender TEXT,
    enqueued_at INTEGER NOT NULL,
    not_before INTEGER NOT NULL,
    merged_slots INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  -- This index is the coalescer: at most one waiting heartbeat per thread.
  CREATE UNIQUE INDEX one_waiting_heartbeat ON queue_items (thread_id) WHERE kind = 'heartbeat';
  CREATE INDEX queue_by_thread ON queue_items (thread_id, enqueued_at);

  CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    item_id TEXT NOT NULL UNIQUE,
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('message', 'heartbeat')),
    reasons TEXT NOT NULL,
    asked_tier TEXT,
    with_due INTEGER NOT NULL DEFAULT 1,
    tiers TEXT NOT NULL DEFAULT '[]',
    message TEXT,
    sender TEXT,
    enqueued_at INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER,
    duration_ms INTEGER,
    outcome TEXT,
    skip_reason TEXT,
    fault_code TEXT,
    fault_message TEXT,
    summary TEXT,
    runner TEXT NOT NULL,
    prompt TEXT,
    exit_code INTEGER,
    marker TEXT NOT NULL
  ) STRICT;
  -- At most one running run per thread.
  CREATE UNIQUE INDEX one_running_run ON runs (thread_id) WHERE outcome IS NULL;
  CREATE INDEX runs_by_time ON runs (started_at DESC, id DESC);
  CREATE INDEX runs_by_thread ON runs (thread_id, started_at DESC, id DESC);

  CREATE TABLE run_details (
    run_id TEXT PRIMARY KEY REFERENCES runs ON DELETE CASCADE,
    tasks TEXT NOT NULL,
    output TEXT NOT NULL
  ) STRICT;

  CREATE TABLE slots (
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    due_at INTEGER NOT NULL,
    fate TEXT NOT NULL CHECK (fate IN ('queued', 'merged', 'missed', 'skipped')),
    cause TEXT,
    item_id TEXT,
    count INTEGER NOT NULL DEFAULT 1 CHECK (count >= 1),
    PRIMARY KEY (thread_id, due_at)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX slots_by_item ON slots (item_id) WHERE item_id IS NOT NULL;

  CREATE TABLE alerts (
    id TEXT PRIMARY KEY,
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    run_id TEXT,
    key TEXT,
    severity TEXT NOT NULL,
    text TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    shape TEXT NOT NULL,
    raised_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    delivered_at INTEGER,
    suppressed_by TEXT,
    acknowledged_at INTEGER,
    snoozed_until INTEGER,
    resolved_at INTEGER,
    -- 1: another text took its place; not seen to be gone, so it is no news when it comes back soon
    replaced INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX alerts_open ON alerts (thread_id) WHERE resolved_at IS NULL;
  CREATE INDEX alerts_told ON alerts (thread_id, fingerprint, delivered_at);
  CREATE INDEX alerts_to_deliver ON alerts (raised_at) WHERE delivered_at IS NULL AND suppressed_by IS NULL;

  CREATE TABLE approvals (
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    hash TEXT NOT NULL,
    text TEXT NOT NULL,
    approved_at INTEGER NOT NULL,
    PRIMARY KEY (thread_id, hash)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO meta VALUES ('next_thread_number', '2');
  `,
  `
  ALTER TABLE threads ADD COLUMN session_mode TEXT NOT NULL DEFAULT 'oneshot';
  ALTER TABLE threads ADD COLUMN gate_mode TEXT NOT NULL DEFAULT 'changes';
  ALTER TABLE threads ADD COLUMN report_told TEXT; -- the newest run whose report a later prompt has carried

  ALTER TABLE runs ADD COLUMN model TEXT;
  ALTER TABLE runs ADD COLUMN effort TEXT;
  ALTER TABLE runs ADD COLUMN profile TEXT;
  ALTER TABLE runs ADD COLUMN billing TEXT NOT NULL DEFAULT 'plan';
  ALTER TABLE runs ADD COLUMN reply TEXT NOT NULL DEFAULT '';
  ALTER TABLE runs ADD COLUMN report TEXT; -- what a heartbeat had to tell that was not told before; part of the conversation
  ALTER TABLE run_details ADD COLUMN turn TEXT;
  ALTER TABLE run_details ADD COLUMN report TEXT;
  ALTER TABLE run_details ADD COLUMN attachments TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE run_details ADD COLUMN touched TEXT;
  CREATE INDEX runs_talk ON runs (thread_id, enqueued_at DESC, id DESC) WHERE kind = 'message' OR report IS NOT NULL;
  CREATE INDEX runs_sent ON runs (sender, enqueued_at) WHERE sender IS NOT NULL;

  -- Without a reference to its thread: removing a thread frees no budget.
  CREATE TABLE spent (
    run_id TEXT NOT NULL, -- a run may start its agent twice
    thread_id TEXT NOT NULL,
    runner TEXT NOT NULL,
    billing TEXT NOT NULL CHECK (billing IN ('plan', 'api')),
    started_at INTEGER NOT NULL,
    tokens INTEGER NOT NULL DEFAULT 0,
    usd REAL NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX spent_by_time ON spent (started_at);
  CREATE INDEX spent_by_run ON spent (run_id);

  CREATE TABLE sessions (
    thread_id TEXT PRIMARY KEY REFERENCES threads ON DELETE CASCADE,
    runner TEXT NOT NULL,
    session_id TEXT NOT NULL,
    last_activity_at INTEGER NOT NULL,
    totals TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE gate_marks (
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    tier TEXT NOT NULL,
    mark TEXT NOT NULL,
    PRIMARY KEY (thread_id, tier)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE permissions (
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    rule TEXT NOT NULL,
    label TEXT NOT NULL,
    allowable INTEGER NOT NULL,
    decision TEXT NOT NULL CHECK (decision IN ('asked', 'once', 'always', 'never')),
    asked_at INTEGER NOT NULL,
    run_id TEXT,
    PRIMARY KEY (thread_id, rule)
  ) STRICT, WITHOUT ROWID;

  CREATE VIRTUAL TABLE knowledge USING fts5 (text, kind UNINDEXED, thread_id UNINDEXED, run_id UNINDEXED, at UNINDEXED, tokenize = 'porter unicode61');
  `,
  // Rebuilds two tables, which needs foreign keys switched off while it runs; `open` does that and checks
  // them afterwards.
  `
  ALTER TABLE threads ADD COLUMN sources TEXT NOT NULL DEFAULT '{}';
  ALTER TABLE threads ADD COLUMN delivery TEXT NOT NULL DEFAULT '{}';
  ALTER TABLE threads ADD COLUMN config TEXT; -- HEARTBEAT.json as last read
  ALTER TABLE threads ADD COLUMN active_at INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE threads ADD COLUMN events_dropped INTEGER NOT NULL DEFAULT 0; -- made room for newer ones, not yet told
  ALTER TABLE threads ADD COLUMN git_state TEXT; -- as last seen, for what has changed since
  ALTER TABLE threads ADD COLUMN playbook_seen TEXT; -- gist of HEARTBEAT.md as last seen
  UPDATE threads SET active_at = coalesce((SELECT max(started_at) FROM runs WHERE thread_id = threads.id), created_at);

  CREATE TABLE queue_items_new (
    id TEXT PRIMARY KEY,
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('message', 'heartbeat', 'job')),
    class TEXT NOT NULL,
    reasons TEXT NOT NULL,
    tier TEXT,
    with_due INTEGER NOT NULL DEFAULT 1,
    text TEXT,
    sender TEXT,
    job_id TEXT,
    session_id TEXT, -- asked for by a person, for this beat alone
    enqueued_at INTEGER NOT NULL,
    not_before INTEGER NOT NULL,
    merged_slots INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  INSERT INTO queue_items_new (id, thread_id, kind, class, reasons, tier, with_due, text, sender, enqueued_at, not_before, merged_slots)
    SELECT id, thread_id, kind, class, reasons, tier, with_due, text, sender, enqueued_at, not_before, merged_slots FROM queue_items;
  DROP TABLE queue_items;
  ALTER TABLE queue_items_new RENAME TO queue_items;
  CREATE UNIQUE INDEX one_waiting_heartbeat ON queue_items (thread_id) WHERE kind = 'heartbeat';
  CREATE UNIQUE INDEX one_waiting_job ON queue_items (job_id) WHERE kind = 'job';
  CREATE INDEX queue_by_thread ON queue_items (thread_id, enqueued_at);

  CREATE TABLE runs_new (
    id TEXT PRIMARY KEY,
    item_id TEXT NOT NULL UNIQUE,
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('message', 'heartbeat', 'job')),
    reasons TEXT NOT NULL,
    asked_tier TEXT,
    with_due INTEGER NOT NULL DEFAULT 1,
    tiers TEXT NOT NULL DEFAULT '[]',
    message TEXT,
    sender TEXT,
    job_id TEXT,
    session_id TEXT,
    enqueued_at INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER,
    duration_ms INTEGER,
    outcome TEXT,
    skip_reason TEXT,
    fault_code TEXT,
    fault_message TEXT,
    summary TEXT,
    runner TEXT NOT NULL,
    prompt TEXT,
    exit_code INTEGER,
    marker TEXT NOT NULL,
    model TEXT,
    effort TEXT,
    profile TEXT,
    billing TEXT NOT NULL DEFAULT 'plan',
    reply TEXT NOT NULL DEFAULT '',
    report TEXT,
    dropped_shown INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  INSERT INTO runs_new (rowid, id, item_id, thread_id, kind, reasons, asked_tier, with_due, tiers, message, sender, enqueued_at, started_at, finished_at, duration_ms, outcome, skip_reason,
      fault_code, fault_message, summary, runner, prompt, exit_code, marker, model, effort, profile, billing, reply, report)
    SELECT rowid, id, item_id, thread_id, kind, reasons, asked_tier, with_due, tiers, message, sender, enqueued_at, started_at, finished_at, duration_ms, outcome, skip_reason,
      fault_code, fault_message, summary, runner, prompt, exit_code, marker, model, effort, profile, billing, reply, report FROM runs;
  DROP TABLE runs;
  ALTER TABLE runs_new RENAME TO runs;
  CREATE UNIQUE INDEX one_running_run ON runs (thread_id) WHERE outcome IS NULL;
  CREATE INDEX runs_by_time ON runs (started_at DESC, id DESC);
  CREATE INDEX runs_by_thread ON runs (thread_id, started_at DESC, id DESC);
  CREATE INDEX runs_talk ON runs (thread_id, enqueued_at DESC, id DESC) WHERE kind = 'message' OR report IS NOT NULL;
  CREATE INDEX runs_sent ON runs (sender, enqueued_at) WHERE sender IS NOT NULL;
  CREATE INDEX runs_by_marker ON runs (marker);

  CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    source TEXT NOT NULL,
    ambient INTEGER NOT NULL,
    text TEXT NOT NULL,
    trusted INTEGER NOT NULL,
    at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    count INTEGER NOT NULL DEFAULT 1,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'shown', 'consumed', 'expired')),
    run_id TEXT
  ) STRICT;
  CREATE INDEX events_waiting ON events (thread_id, seq) WHERE state = 'waiting';
  CREATE INDEX events_ambient ON events (last_at) WHERE state = 'waiting' AND ambient = 1;
  CREATE INDEX events_by_thread ON events (thread_id, at DESC, seq DESC);
  CREATE INDEX events_by_run ON events (run_id) WHERE run_id IS NOT NULL;

  CREATE TABLE wakes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    item_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    UNIQUE (item_id, reason)
  ) STRICT;
  CREATE INDEX wakes_by_thread ON wakes (thread_id, at DESC, seq DESC);

  CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    spec TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    pause TEXT,
    next_due_at INTEGER,
    problem TEXT,
    failures INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX jobs_due ON jobs (next_due_at) WHERE next_due_at IS NOT NULL;
  CREATE TABLE job_runs (
    job_id TEXT NOT NULL REFERENCES jobs ON DELETE CASCADE,
    due_at INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    by_hand INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'ok', 'failed', 'skipped', 'missed')),
    count INTEGER NOT NULL DEFAULT 1 CHECK (count >= 1),
    item_id TEXT,
    run_id TEXT,
    started_at INTEGER,
    finished_at INTEGER,
    summary TEXT,
    PRIMARY KEY (job_id, due_at, attempt)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX job_runs_by_item ON job_runs (item_id) WHERE item_id IS NOT NULL;

  -- Pages of stable knowledge, written by reflect jobs.
  CREATE TABLE pages (
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (thread_id, title)
  ) STRICT, WITHOUT ROWID;

  -- Tasks that were seen before; a new one is tried once before it counts like the others.
  CREATE TABLE known_tasks (
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    key TEXT NOT NULL,
    tried_at INTEGER, -- null: waits for its first try
    done_at INTEGER, -- of timed tasks: the time of day they were last done for
    PRIMARY KEY (thread_id, key)
  ) STRICT, WITHOUT ROWID;

  ALTER TABLE alerts ADD COLUMN recovery_wanted INTEGER NOT NULL DEFAULT 0; -- sent to a webhook: its end is news there too
  CREATE INDEX alerts_recovery ON alerts (id) WHERE recovery_wanted = 1;

  CREATE TABLE webhook_targets (id TEXT PRIMARY KEY, target TEXT NOT NULL, last TEXT) STRICT, WITHOUT ROWID;
  CREATE TABLE deliveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    target_id TEXT NOT NULL REFERENCES webhook_targets ON DELETE CASCADE,
    event TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    next_at INTEGER NOT NULL
  ) STRICT;
  `,
  `
  ALTER TABLE alerts ADD COLUMN note TEXT;
  ALTER TABLE alerts ADD COLUMN handed_over_at INTEGER;
  ALTER TABLE alerts ADD COLUMN resolved_by TEXT CHECK (resolved_by IN ('beat', 'person', 'replaced'));
  ALTER TABLE alerts ADD COLUMN reminded INTEGER NOT NULL DEFAULT 0; -- how often an urgent one was told again
  UPDATE alerts SET resolved_by = CASE replaced WHEN 1 THEN 'replaced' ELSE 'beat' END WHERE resolved_at IS NOT NULL;
  CREATE INDEX alerts_resolved ON alerts (resolved_at DESC, id DESC) WHERE resolved_at IS NOT NULL;
  CREATE INDEX alerts_snoozed ON alerts (snoozed_until) WHERE snoozed_until IS NOT NULL;
  CREATE INDEX alerts_raised ON alerts (raised_at);
  CREATE INDEX alerts_held ON alerts (thread_id) WHERE suppressed_by = 'quiet';

  CREATE TABLE thread_mutes (
    thread_id TEXT PRIMARY KEY REFERENCES threads ON DELETE CASCADE,
    until INTEGER NOT NULL -- the largest instant: until taken back
  ) STRICT, WITHOUT ROWID;

  -- How the newest beats ended, as far as causes that strike many threads care; an hour of them.
  CREATE TABLE beat_troubles (
    run_id TEXT PRIMARY KEY,
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    at INTEGER NOT NULL,
    trouble TEXT -- null: none of these
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX beat_troubles_at ON beat_troubles (at);

  CREATE TABLE incidents (
    id TEXT PRIMARY KEY,
    class TEXT NOT NULL,
    raised_at INTEGER NOT NULL,
    resolved_at INTEGER,
    acknowledged_at INTEGER,
    told_at INTEGER,
    suppressed_by TEXT,
    came_back INTEGER NOT NULL DEFAULT 0,
    members TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX one_open_incident ON incidents (class) WHERE resolved_at IS NULL;
  `,
  HISTORY_SCHEMA,
  `
  -- versions
  CREATE TABLE playbook_versions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    at INTEGER NOT NULL,
    author TEXT NOT NULL CHECK (author IN ('start', 'you', 'run', 'other', 'suggestion', 'restored')),
    run_id TEXT,
    restored_from INTEGER,
    print TEXT NOT NULL, -- the text without the app's own stamps and ticks
    added INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    chars INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  -- With the size in it, so that adding up all sizes reads no texts.
  CREATE INDEX playbook_versions_by_thread ON playbook_versions (thread_id, seq, chars);
  `,
  `
  -- A person's own order among threads.
  ALTER TABLE threads ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE threads ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE threads ADD COLUMN remove_at INTEGER; -- taken away by a person, who may still change their mind; null: stays
  `,
  `
  ALTER TABLE tier_state ADD COLUMN snoozed_until INTEGER; -- by a person; null: not snoozed
  `,
  `
  -- What every push to the window asks for: the newest beats of a thread in the order they were written, and how the beats of a day ended.
  CREATE INDEX runs_beats ON runs (thread_id) WHERE kind = 'heartbeat';
  CREATE INDEX runs_counted ON runs (started_at, outcome, kind, (prompt IS NOT NULL)) WHERE kind = 'heartbeat' AND outcome IS NOT NULL;
  `,
  `
  ALTER TABLE queue_items ADD COLUMN moved_at INTEGER; -- to the top of its kind, by a person; null: nobody did

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
  `,
  `
  -- The newest beats of a thread by their time: an import writes old ones last.
  DROP INDEX runs_beats;
  CREATE INDEX runs_beats ON runs (thread_id, started_at, id) WHERE kind = 'heartbeat';
  `,
]
