/** Lines of HEARTBEAT.md that look like an attack, by their exact text, and what is known of each. */
export const SUSPECTS_SCHEMA = `
  CREATE TABLE suspect_lines (
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    text TEXT NOT NULL,
    standing TEXT NOT NULL CHECK (standing IN ('open', 'own', 'seen')),
    at INTEGER NOT NULL,
    PRIMARY KEY (thread_id, text)
  ) STRICT, WITHOUT ROWID;
`

/** What people decided about suggestions from one repository to another. */
export const POLLINATION_SCHEMA = `
  CREATE TABLE suggestions (
    number INTEGER PRIMARY KEY, -- what people call it
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    pattern TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('accepted', 'adapted', 'declined')),
    tier TEXT NOT NULL CHECK (tier IN ('quick', 'hourly', 'daily')),
    text TEXT NOT NULL, -- the line as it was written, or as it was declined
    because TEXT NOT NULL, -- as the person read it
    reason TEXT NOT NULL, -- of a no, in the person's words; '': none was given
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX suggestions_by_thread ON suggestions (thread_id, pattern);
`

/**
 * Suggestions from the moment they are proposed, and the rules that a no has made. Those of threads that are gone stay,
 * as a record; what stood in version 2 was proposed when it was decided.
 */
export const SUGGESTION_LIFE_SCHEMA = `
  CREATE TABLE suggestions_before AS SELECT * FROM suggestions;
  DROP TABLE suggestions;
  CREATE TABLE suggestions (
    number INTEGER PRIMARY KEY, -- what people call it
    thread_id TEXT REFERENCES threads ON DELETE SET NULL, -- null: the thread is gone
    thread_number INTEGER NOT NULL,
    thread_name TEXT NOT NULL, -- as it was then
    pattern TEXT NOT NULL,
    state TEXT NOT NULL
      CHECK (state IN ('proposed', 'accepted', 'adapted', 'declined', 'expired', 'retired')),
    tier TEXT NOT NULL CHECK (tier IN ('quick', 'hourly', 'daily')),
    text TEXT NOT NULL, -- the line as it is proposed, was written, or was declined
    because TEXT NOT NULL, -- as the person read it
    sources TEXT NOT NULL, -- JSON: the lines of other threads that it rests on
    reason TEXT NOT NULL, -- in the words of who decided; '': none was given
    by TEXT NOT NULL CHECK (by IN ('person', 'agent', 'app')),
    proposed_at INTEGER NOT NULL,
    at INTEGER NOT NULL -- of the last change
  ) STRICT;
  INSERT INTO suggestions
    SELECT s.number, s.thread_id, t.number, t.name, s.pattern, s.state, s.tier, s.text, s.because, '[]', s.reason,
      'person', s.at, s.at
    FROM suggestions_before s JOIN threads t ON t.id = s.thread_id;
  DROP TABLE suggestions_before;
  CREATE UNIQUE INDEX suggestions_open ON suggestions (thread_id, pattern) WHERE state = 'proposed';
  CREATE INDEX suggestions_by_thread ON suggestions (thread_id, pattern);

  CREATE TABLE suggestion_rules (
    id INTEGER PRIMARY KEY,
    pattern TEXT NOT NULL,
    scope TEXT NOT NULL,
    thread_id TEXT REFERENCES threads ON DELETE CASCADE, -- of scope "thread", else null
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    CHECK ((scope = 'thread') = (thread_id IS NOT NULL))
  ) STRICT;
  CREATE UNIQUE INDEX suggestion_rules_once ON suggestion_rules (pattern, scope, ifnull(thread_id, ''));
`

/** Who decides about suggestions for a thread, and which of them its agent was told when. */
export const SUGGESTIONS_TO_AGENTS_SCHEMA = `
  ALTER TABLE threads ADD COLUMN suggestions TEXT NOT NULL DEFAULT 'person'
    CHECK (suggestions IN ('person', 'agent', 'ignore'));
  CREATE TABLE suggestions_told (
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    number INTEGER NOT NULL, -- of the suggestion
    at INTEGER NOT NULL,
    PRIMARY KEY (thread_id, number)
  ) STRICT, WITHOUT ROWID;
`

/**
 * Numbers of rules are used once, since sentences on record name them, and a rule knows the no that it was made of. Before,
 * that was told by their common moment.
 */
export const SUGGESTION_RULES_NUMBERED_SCHEMA = `
  CREATE TABLE suggestion_rules_before AS SELECT * FROM suggestion_rules;
  DROP TABLE suggestion_rules;
  CREATE TABLE suggestion_rules (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    pattern TEXT NOT NULL,
    scope TEXT NOT NULL,
    thread_id TEXT REFERENCES threads ON DELETE CASCADE, -- of scope "thread", else null
    reason TEXT NOT NULL,
    suggestion INTEGER, -- number of the no that it was made of; null: of none
    at INTEGER NOT NULL,
    CHECK ((scope = 'thread') = (thread_id IS NOT NULL))
  ) STRICT;
  INSERT INTO suggestion_rules
    SELECT r.id, r.pattern, r.scope, r.thread_id, r.reason,
      (SELECT s.number FROM suggestions s WHERE s.pattern = r.pattern AND s.at = r.at AND s.state = 'declined'), r.at
    FROM suggestion_rules_before r;
  DROP TABLE suggestion_rules_before;
  CREATE UNIQUE INDEX suggestion_rules_once ON suggestion_rules (pattern, scope, ifnull(thread_id, ''));
`

/** What was proposed, where it was accepted with another line or tier. */
export const SUGGESTIONS_AS_PROPOSED_SCHEMA = `
  ALTER TABLE suggestions ADD COLUMN proposed TEXT; -- JSON: tier and text; null: as they stand
`

/** Suggestions that another machine offered, and which. */
export const SUGGESTED_BY_MACHINE_SCHEMA = `
  CREATE TABLE suggestions_before AS SELECT * FROM suggestions;
  DROP TABLE suggestions;
  CREATE TABLE suggestions (
    number INTEGER PRIMARY KEY, -- what people call it
    thread_id TEXT REFERENCES threads ON DELETE SET NULL, -- null: the thread is gone
    thread_number INTEGER NOT NULL,
    thread_name TEXT NOT NULL, -- as it was then
    pattern TEXT NOT NULL,
    state TEXT NOT NULL
      CHECK (state IN ('proposed', 'accepted', 'adapted', 'declined', 'expired', 'retired')),
    tier TEXT NOT NULL CHECK (tier IN ('quick', 'hourly', 'daily')),
    text TEXT NOT NULL, -- the line as it is proposed, was written, or was declined
    because TEXT NOT NULL, -- as the person read it
    sources TEXT NOT NULL, -- JSON: the lines of other threads that it rests on
    reason TEXT NOT NULL, -- in the words of who decided; '': none was given
    by TEXT NOT NULL CHECK (by IN ('person', 'agent', 'app')),
    proposed_at INTEGER NOT NULL,
    at INTEGER NOT NULL, -- of the last change
    origin TEXT NOT NULL DEFAULT 'lists' CHECK (origin IN ('lists', 'person', 'machine')),
    proposed TEXT, -- JSON: tier and text; null: as they stand
    offered TEXT, -- JSON: the machine and who offered it there; null: it was proposed here
    CHECK ((origin = 'machine') = (offered IS NOT NULL))
  ) STRICT;
  INSERT INTO suggestions
    SELECT number, thread_id, thread_number, thread_name, pattern, state, tier, text, because, sources, reason, by,
      proposed_at, at, origin, proposed, NULL FROM suggestions_before;
  DROP TABLE suggestions_before;
  CREATE UNIQUE INDEX suggestions_open ON suggestions (thread_id, pattern) WHERE state = 'proposed';
  CREATE INDEX suggestions_by_thread ON suggestions (thread_id, pattern);
`

/** A suggestion that changes a line of the list; only another machine proposes one. */
export const SUGGESTED_EDITS_SCHEMA = `
  ALTER TABLE suggestions ADD COLUMN replaces TEXT -- JSON: tier and text of that line; null: it is a new one
    CHECK (replaces IS NULL OR origin = 'machine');
`

/** Whether other machines of the fleet may read a thread's list. */
export const SHARED_LISTS_SCHEMA = `
  ALTER TABLE threads ADD COLUMN shares_list INTEGER NOT NULL DEFAULT 0 CHECK (shares_list IN (0, 1));
`

/** Suggestions that a person made to many threads at once; the comparer of lists does not renew them. */
export const SUGGESTED_BY_PERSON_SCHEMA = `
  ALTER TABLE suggestions ADD COLUMN origin TEXT NOT NULL DEFAULT 'lists' CHECK (origin IN ('lists', 'person'));
`
