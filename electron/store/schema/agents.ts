/** What agents have used, may use and remember. */
export const AGENTS_SCHEMA = `
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

  CREATE TABLE approvals (
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    hash TEXT NOT NULL,
    text TEXT NOT NULL,
    files TEXT NOT NULL, -- JSON: what of the repository's files was shown
    approved_at INTEGER NOT NULL,
    PRIMARY KEY (thread_id, hash)
  ) STRICT, WITHOUT ROWID;
`
