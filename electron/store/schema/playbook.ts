/** Texts of HEARTBEAT.md, its tasks, and what was learned while working them. */
export const PLAYBOOK_SCHEMA = `
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

  -- Tasks that were seen before; a new one is tried once before it counts like the others.
  CREATE TABLE known_tasks (
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    key TEXT NOT NULL,
    tried_at INTEGER, -- null: waits for its first try
    done_at INTEGER, -- of timed tasks: the time of day they were last done for
    PRIMARY KEY (thread_id, key)
  ) STRICT, WITHOUT ROWID;

  -- Items of the Work Queue that a run has marked as in progress and nobody has settled yet.
  CREATE TABLE work_claims (
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    item TEXT NOT NULL,
    run_id TEXT NOT NULL,
    PRIMARY KEY (thread_id, item)
  ) STRICT, WITHOUT ROWID;

  -- Pages of stable knowledge, written by reflect jobs.
  CREATE TABLE pages (
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (thread_id, title)
  ) STRICT, WITHOUT ROWID;

  CREATE VIRTUAL TABLE knowledge USING fts5
    (text, kind UNINDEXED, thread_id UNINDEXED, run_id UNINDEXED, at UNINDEXED, tokenize = 'porter unicode61');
`

/** What kind a page is, and whose words stand there; every page is found by its words again, however old it is. */
export const PAGE_KINDS_SCHEMA = `
  ALTER TABLE pages ADD COLUMN kind TEXT NOT NULL DEFAULT 'note' CHECK (kind IN ('note', 'skill'));
  ALTER TABLE pages ADD COLUMN by TEXT NOT NULL DEFAULT 'unknown' CHECK (by IN ('agent', 'person', 'unknown'));
  DELETE FROM knowledge WHERE kind = 'page';
  INSERT INTO knowledge (text, kind, thread_id, run_id, at)
    SELECT title || char(10) || text, 'page', thread_id, title, at FROM pages;
`
