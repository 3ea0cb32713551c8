/** Where a person lets suggestions be tried, and what the newest trial of each has shown. */
export const BACKTEST_SCHEMA = `
  CREATE TABLE trial_consents (
    thread_id TEXT PRIMARY KEY REFERENCES threads ON DELETE CASCADE,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE backtests (
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    pattern TEXT NOT NULL,
    print TEXT NOT NULL, -- of the command, its script and HEAD: another makes it old
    at INTEGER NOT NULL,
    backtest TEXT, -- JSON; null: it could not be done at all
    problem TEXT NOT NULL, -- why; '' where there is a backtest
    PRIMARY KEY (thread_id, pattern)
  ) STRICT, WITHOUT ROWID;
`
