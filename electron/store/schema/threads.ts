export const THREADS_SCHEMA = `
  CREATE TABLE threads (
    id TEXT PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE,
    name TEXT NOT NULL,
    repo_path TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL CHECK (role IN ('worker', 'master')),
    agent TEXT NOT NULL,
    session_mode TEXT NOT NULL DEFAULT 'oneshot',
    gate_mode TEXT NOT NULL DEFAULT 'needed',
    interval_ms INTEGER NOT NULL,
    active_hours TEXT,
    daily_at TEXT,
    trusted_at INTEGER,
    repository_id TEXT, -- file identity of what was trusted; null: that of the next look
    pause TEXT,
    phase_ms INTEGER NOT NULL,
    next_due_at INTEGER,
    schedule_problem TEXT,
    failures INTEGER NOT NULL DEFAULT 0,
    glance TEXT,
    created_at INTEGER NOT NULL,
    active_at INTEGER NOT NULL DEFAULT 0,
    sources TEXT NOT NULL DEFAULT '{}',
    delivery TEXT NOT NULL DEFAULT '{}',
    config TEXT, -- HEARTBEAT.json as last read
    report_told TEXT, -- the newest run whose report a later prompt has carried
    events_dropped INTEGER NOT NULL DEFAULT 0, -- made room for newer ones, not yet told
    git_state TEXT, -- as last seen, for what has changed since
    playbook_seen TEXT, -- gist of HEARTBEAT.md as last seen
    tags TEXT NOT NULL DEFAULT '[]',
    pinned INTEGER NOT NULL DEFAULT 0,
    remove_at INTEGER -- taken away by a person, who may still change their mind; null: stays
  ) STRICT;
  CREATE UNIQUE INDEX one_master ON threads (role) WHERE role = 'master';
  CREATE INDEX threads_due ON threads (next_due_at) WHERE next_due_at IS NOT NULL;

  CREATE TABLE tier_state (
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    tier TEXT NOT NULL,
    last_done_at INTEGER,
    mirrored INTEGER NOT NULL DEFAULT 0,
    snoozed_until INTEGER, -- by a person; null: not snoozed
    PRIMARY KEY (thread_id, tier)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE thread_mutes (
    thread_id TEXT PRIMARY KEY REFERENCES threads ON DELETE CASCADE,
    until INTEGER NOT NULL -- the largest instant: until taken back
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO meta VALUES ('next_thread_number', '2');
`

/** It tells also where .git leads now: what is seen next counts as what was trusted. */
export const REPOSITORIES_ANEW_SCHEMA = 'UPDATE threads SET repository_id = NULL'
