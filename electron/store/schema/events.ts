export const EVENTS_SCHEMA = `
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    source TEXT NOT NULL,
    ambient INTEGER NOT NULL,
    text TEXT NOT NULL,
    trusted INTEGER NOT NULL,
    urgent INTEGER NOT NULL DEFAULT 0,
    at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    count INTEGER NOT NULL DEFAULT 1,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'shown', 'consumed', 'expired', 'told', 'listed')),
    run_id TEXT,
    command TEXT
  ) STRICT;
  CREATE INDEX events_waiting ON events (thread_id, seq) WHERE state = 'waiting';
  CREATE INDEX events_ambient ON events (last_at) WHERE state = 'waiting' AND ambient = 1;
  CREATE INDEX events_by_thread ON events (thread_id, at DESC, seq DESC);
  CREATE INDEX events_by_run ON events (run_id) WHERE run_id IS NOT NULL;
`
