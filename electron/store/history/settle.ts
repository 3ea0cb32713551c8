import { WriteRefused } from '../../../shared/base/faults.ts'
import type { Connection } from '../connection/connection.ts'
import { SETTLE } from '../schema/history-later.ts'

/** Runs that are noted at most before whoever ends one settles them. */
const NOTED_AT_MOST = 32

/** Inside the caller's transaction: runs that were noted get their rows, words and figures. */
export function settle({ run, exists }: Connection): void {
  if (exists('SELECT 1 FROM history_pending')) for (const statement of SETTLE) run(statement)
}

/** Inside the caller's transaction: the same where it has become worth it. */
export function settleMany(connection: Connection): void {
  if (notedRuns(connection) >= NOTED_AT_MOST) settle(connection)
}

/** Runs that were noted and are not settled: the history tells nothing of them. */
export const notedRuns = ({ count }: Connection): number => count('SELECT count(*) FROM history_pending')

/** Before the history is read. Where nothing can be written now, it is read as it was settled last. */
export function settled(connection: Connection): void {
  if (!connection.exists('SELECT 1 FROM history_pending')) return
  try {
    connection.verb(() => settle(connection))
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error
  }
}
