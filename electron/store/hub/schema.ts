/** The lines of lists are told too. Its numbers go on, also where no row is left. */
export const HUB_LISTS_SCHEMA = `
  CREATE TABLE hub_outbox_before AS SELECT * FROM hub_outbox;
  CREATE TABLE hub_outbox_last AS SELECT name, seq FROM sqlite_sequence WHERE name = 'hub_outbox';
  DROP TABLE hub_outbox;
  CREATE TABLE hub_outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice in this file, whatever is deleted
    epoch TEXT NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('outcome', 'alert', 'thread', 'report', 'suggestion', 'list')),
    thread_id TEXT, -- without a reference: that a thread is gone is told as well. null: of the machine itself
    body TEXT NOT NULL -- JSON
  ) STRICT;
  INSERT INTO hub_outbox SELECT * FROM hub_outbox_before;
  DELETE FROM sqlite_sequence WHERE name = 'hub_outbox';
  INSERT INTO sqlite_sequence (name, seq) SELECT name, seq FROM hub_outbox_last;
  DROP TABLE hub_outbox_last;
  DROP TABLE hub_outbox_before;
  CREATE INDEX hub_outbox_states ON hub_outbox (thread_id) WHERE kind = 'thread';
  CREATE INDEX hub_outbox_lists ON hub_outbox (thread_id) WHERE kind = 'list';
`

/**
 * What other machines of a person's fleet are told, and what they asked for. All of it stays empty without a hub: the
 * triggers that write the outbox are TEMP, and are made by who joins (electron/store/hub/triggers.ts).
 */
export const HUB_SCHEMA = `
  CREATE TABLE hub_outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice in this file, whatever is deleted
    epoch TEXT NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('outcome', 'alert', 'thread', 'report', 'suggestion')),
    thread_id TEXT, -- without a reference: that a thread is gone is told as well. null: of the machine itself
    body TEXT NOT NULL -- JSON
  ) STRICT;
  CREATE INDEX hub_outbox_states ON hub_outbox (thread_id) WHERE kind = 'thread';

  -- Threads whose state is to be told: its row is made when it is sent.
  CREATE TABLE hub_marks (thread_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

  -- Of each start: its rows are those from first_seq to last_seq.
  CREATE TABLE hub_epochs (
    epoch TEXT PRIMARY KEY,
    first_seq INTEGER NOT NULL,
    last_seq INTEGER, -- null: it goes on
    acked INTEGER NOT NULL DEFAULT 0 -- the hub has its rows up to here
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE hub_mail (
    id TEXT PRIMARY KEY,
    seq INTEGER NOT NULL, -- of the hub
    epoch TEXT NOT NULL, -- of the start that took it
    verb TEXT NOT NULL,
    sender TEXT NOT NULL, -- the machine's name
    expires_at INTEGER NOT NULL,
    taken_at INTEGER NOT NULL,
    ended TEXT CHECK (ended IN ('done', 'refused', 'expired', 'already')), -- null: it had no effect yet
    text TEXT NOT NULL DEFAULT '',
    is_settled INTEGER NOT NULL DEFAULT 0 -- 1: the hub has the result
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX hub_mail_unsettled ON hub_mail (seq) WHERE is_settled = 0;

  CREATE TABLE hub_cursors (name TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`

/** Mail is known by what the hub has not seen settled. */
export const NO_CURSOR_SCHEMA = 'DROP TABLE hub_cursors'
