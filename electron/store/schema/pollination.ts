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
