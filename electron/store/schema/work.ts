/** What waits, what runs and ran, and the due times that asked for it. */
export const WORK_SCHEMA = `
  CREATE TABLE queue_items (
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
    merged_slots INTEGER NOT NULL DEFAULT 0,
    moved_at INTEGER, -- to the top of its kind, by a person; null: nobody did
    again TEXT -- a command that a person runs again; comes with no archive
  ) STRICT, WITHOUT ROWID; -- read whole; each further index is a page to write for each beat, twice
  -- This index is the coalescer: at most one waiting heartbeat per thread.
  CREATE UNIQUE INDEX one_waiting_heartbeat ON queue_items (thread_id) WHERE kind = 'heartbeat';
  CREATE UNIQUE INDEX one_waiting_job ON queue_items (job_id) WHERE kind = 'job';

  CREATE TABLE wakes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    item_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    UNIQUE (item_id, reason)
  ) STRICT;
  CREATE INDEX wakes_by_thread ON wakes (thread_id, at DESC, seq DESC);

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

  CREATE TABLE runs (
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
    report TEXT, -- what a heartbeat had to tell that was not told before; part of the conversation
    dropped_shown INTEGER NOT NULL DEFAULT 0,
    again TEXT -- the command that a person ran again; comes with no archive
  ) STRICT;
  -- At most one running run per thread.
  CREATE UNIQUE INDEX one_running_run ON runs (thread_id) WHERE outcome IS NULL;
  -- Ascending: what is written next stands at the end, which splits no page.
  CREATE INDEX runs_by_time ON runs (started_at, id);
  -- What every push to the window asks for are the newest beats of a thread: messages between them are passed
  -- over without reading them. The newest by their time: an import writes old ones last.
  CREATE INDEX runs_by_thread ON runs (thread_id, started_at, id, kind);
  CREATE INDEX runs_by_marker ON runs (marker);
  CREATE INDEX runs_talk ON runs (thread_id, enqueued_at DESC, id DESC)
    WHERE kind = 'message' OR report IS NOT NULL;
  CREATE INDEX runs_sent ON runs (sender, enqueued_at) WHERE sender IS NOT NULL;
  -- How the beats of a day ended, for every push.
  CREATE INDEX runs_counted ON runs (started_at, outcome, kind, (prompt IS NOT NULL), (runner = 'Local checks'))
    WHERE kind = 'heartbeat' AND outcome IS NOT NULL;

  CREATE TABLE run_details (
    run_id TEXT PRIMARY KEY REFERENCES runs ON DELETE CASCADE,
    tasks TEXT NOT NULL,
    output TEXT NOT NULL,
    turn TEXT,
    report TEXT,
    attachments TEXT NOT NULL DEFAULT '[]',
    touched TEXT
  ) STRICT;
`
