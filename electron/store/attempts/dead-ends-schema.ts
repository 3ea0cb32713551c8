/**
 * Claims that an approach does not work, and who says so. They are a team's: an archive of a thread brings none along,
 * and what a thread has said goes with it.
 */
export const DEAD_ENDS_SCHEMA = `
  CREATE TABLE dead_ends (
    number INTEGER PRIMARY KEY AUTOINCREMENT, -- agents cite it, so that none comes back as another claim
    team TEXT NOT NULL,
    print TEXT NOT NULL, -- of the claim: the same one in other letters is there once
    claim TEXT NOT NULL,
    UNIQUE (team, print)
  ) STRICT;
  CREATE TABLE dead_end_voices (
    number INTEGER PRIMARY KEY, -- the order in which they were given
    dead_end INTEGER NOT NULL REFERENCES dead_ends ON DELETE CASCADE,
    voter TEXT REFERENCES threads ON DELETE CASCADE, -- null: a person
    kind TEXT NOT NULL CHECK (kind IN ('support', 'dispute')),
    evidence TEXT NOT NULL, -- JSON: numbers of attempts
    at INTEGER NOT NULL,
    run INTEGER NOT NULL -- runs that the team had made by then
  ) STRICT;
  CREATE INDEX dead_end_voices_by_dead_end ON dead_end_voices (dead_end, number);
  CREATE INDEX dead_end_voices_by_voter ON dead_end_voices (voter) WHERE voter IS NOT NULL;
  CREATE TRIGGER dead_end_without_voices AFTER DELETE ON dead_end_voices
    WHEN NOT EXISTS (SELECT 1 FROM dead_end_voices WHERE dead_end = OLD.dead_end)
    BEGIN DELETE FROM dead_ends WHERE number = OLD.dead_end; END;
`
