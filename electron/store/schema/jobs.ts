export const JOBS_SCHEMA = `
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
`
