/** Work towards a number: what came of each measured run, and what its agent is asked for it. */
export const ATTEMPTS_SCHEMA = `
  CREATE TABLE attempts (
    number INTEGER PRIMARY KEY, -- the order in which they settled
    key TEXT NOT NULL UNIQUE, -- of what it came from: each counts once
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    team TEXT NOT NULL,
    run INTEGER NOT NULL, -- of its agent, from 1
    score REAL, -- null: failed
    class TEXT NOT NULL CHECK (class IN ('real', 'tune', 'grader_error', 'meter_touched', 'killed')),
    standing TEXT NOT NULL
      CHECK (standing IN ('best', 'small gain', 'within noise', 'no gain', 'failed', 'not counted')),
    title TEXT NOT NULL,
    feedback TEXT NOT NULL,
    commit_id TEXT, -- null: none is known
    session TEXT, -- of its agent; null: none that can be resumed
    told INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)), -- its agent was told of it
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX attempts_by_thread ON attempts (thread_id, number);
  CREATE INDEX attempts_by_team ON attempts (team, number);

  CREATE TABLE attempts_pending (
    key TEXT PRIMARY KEY,
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- What decides about interventions, written with each attempt and each delivery.
  CREATE TABLE attempt_counters (
    team TEXT PRIMARY KEY,
    counters TEXT NOT NULL -- JSON
  ) STRICT, WITHOUT ROWID;

  -- The last good list of actions of an agent, a team, or a team's project.
  CREATE TABLE action_lists (
    owner TEXT PRIMARY KEY,
    actions TEXT NOT NULL, -- JSON
    notices TEXT NOT NULL, -- JSON: what of its file was refused or put back
    print TEXT NOT NULL -- of the text of its file, as it was read or written
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE action_changes (
    number INTEGER PRIMARY KEY,
    owner TEXT NOT NULL,
    by TEXT NOT NULL CHECK (by IN ('person', 'agent', 'file')),
    what TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE interventions (
    number INTEGER PRIMARY KEY,
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    team TEXT NOT NULL,
    names TEXT NOT NULL, -- JSON
    attempt INTEGER NOT NULL, -- the newest it told of; 0: none
    session TEXT, -- that was resumed; null: a new one began
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX interventions_by_thread ON interventions (thread_id, number);
`

/** What happens while a measured agent works. */
export const MEASURED_TURNS_SCHEMA = `
  ALTER TABLE interventions ADD COLUMN forced INTEGER NOT NULL DEFAULT 0 CHECK (forced IN (0, 1));
  ALTER TABLE attempts ADD COLUMN struck INTEGER NOT NULL DEFAULT 0 CHECK (struck IN (0, 1)); -- a person does not believe it
  ALTER TABLE metrics ADD COLUMN since TEXT NOT NULL DEFAULT '{"run":0,"attempt":0}'; -- JSON
  ALTER TABLE metrics ADD COLUMN reached TEXT NOT NULL DEFAULT '[]'; -- JSON: names of limits
  -- Files of a folder of results that are no attempts: there before, or not to be read.
  CREATE TABLE results_passed_over (
    key TEXT PRIMARY KEY,
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
`

/** By what threads are measured, and which message gave an intervention. */
export const METRICS_SCHEMA = `
  CREATE TABLE metrics (
    thread_id TEXT PRIMARY KEY REFERENCES threads ON DELETE CASCADE,
    spec TEXT NOT NULL, -- JSON
    noise TEXT, -- JSON; null: not measured yet
    digests TEXT NOT NULL -- JSON: sha256 of the metric's own files
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE interventions ADD COLUMN item_id TEXT; -- of the queue; null: it was given another way
  ALTER TABLE interventions ADD COLUMN depth INTEGER NOT NULL DEFAULT 1; -- interventions in a row, this one included
  CREATE INDEX interventions_by_item ON interventions (item_id);
`

/** So that what did not reach an agent is owed to it again. */
export const RETURNED_SCHEMA = `
  ALTER TABLE interventions ADD COLUMN actions TEXT NOT NULL DEFAULT '[]'; -- JSON: as they were owed
  ALTER TABLE interventions ADD COLUMN returned INTEGER NOT NULL DEFAULT 0 CHECK (returned IN (0, 1));
`

/** What daily beats are asked besides their list. */
export const DAILY_SCHEMA = `
  CREATE TABLE daily_interventions (
    thread_id TEXT PRIMARY KEY REFERENCES threads ON DELETE CASCADE,
    state TEXT NOT NULL -- JSON: what decides when it is asked
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE threads ADD COLUMN reflects INTEGER NOT NULL DEFAULT 1 CHECK (reflects IN (0, 1));
  ALTER TABLE runs ADD COLUMN asked TEXT NOT NULL DEFAULT '[]'; -- JSON: besides the list
`
