/** By a primary result code of SQLite, or, from a driver that gives none, by its words. */
const isOneOf =
  (codes: readonly number[], words: RegExp) =>
  (error: unknown): error is Error => {
    if (!(error instanceof Error)) return false
    const { errcode } = error as { readonly errcode?: unknown }
    return (typeof errcode === 'number' && codes.includes(errcode & 0xff)) || words.test(error.message)
  }

/** SQLITE_IOERR, SQLITE_FULL: the disk failed, or is full. */
export const isDiskError = isOneOf([10, 13], /database or disk is full|disk I\/O error/)

/** SQLITE_BUSY: somebody else has the lock. */
export const isBusy = isOneOf([5], /database is locked/)

/** SQLITE_CORRUPT, SQLITE_NOTADB: pages that are none, or a file that is no database. */
export const isDamage = isOneOf([11, 26], /database disk image is malformed|file is not a database/)
