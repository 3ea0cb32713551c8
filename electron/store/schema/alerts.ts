/** Alerts, incidents, and the webhooks that are told of them. */
export const ALERTS_SCHEMA = `
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
    note TEXT,
    snoozed_until INTEGER,
    handed_over_at INTEGER,
    resolved_at INTEGER,
    resolved_by TEXT CHECK (resolved_by IN ('beat', 'person', 'replaced')),
    -- 1: another text took its place; not seen to be gone, so it is no news when it comes back soon
    replaced INTEGER NOT NULL DEFAULT 0,
    reminded INTEGER NOT NULL DEFAULT 0, -- how often an urgent one was told again
    recovery_wanted INTEGER NOT NULL DEFAULT 0, -- sent to a webhook: its end is news there too
    again TEXT -- a command that a person may run again; comes with no archive
  ) STRICT;
  CREATE INDEX alerts_open ON alerts (thread_id) WHERE resolved_at IS NULL;
  CREATE INDEX alerts_told ON alerts (thread_id, fingerprint, delivered_at);
  CREATE INDEX alerts_to_deliver ON alerts (raised_at) WHERE delivered_at IS NULL AND suppressed_by IS NULL;
  CREATE INDEX alerts_resolved ON alerts (resolved_at DESC, id DESC) WHERE resolved_at IS NOT NULL;
  CREATE INDEX alerts_snoozed ON alerts (snoozed_until) WHERE snoozed_until IS NOT NULL;
  CREATE INDEX alerts_raised ON alerts (raised_at);
  CREATE INDEX alerts_held ON alerts (thread_id) WHERE suppressed_by = 'quiet';
  CREATE INDEX alerts_recovery ON alerts (id) WHERE recovery_wanted = 1;

  -- How the newest beats ended, as far as causes that strike many threads care; an hour of them.
  CREATE TABLE beat_troubles (
    run_id TEXT NOT NULL,
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    at INTEGER NOT NULL,
    trouble TEXT, -- null: none of these
    PRIMARY KEY (at, run_id)
  ) STRICT, WITHOUT ROWID;

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

  CREATE TABLE webhook_targets (id TEXT PRIMARY KEY, target TEXT NOT NULL, last TEXT) STRICT, WITHOUT ROWID;
  CREATE TABLE deliveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    target_id TEXT NOT NULL REFERENCES webhook_targets ON DELETE CASCADE,
    event TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    next_at INTEGER NOT NULL
  ) STRICT;
`
