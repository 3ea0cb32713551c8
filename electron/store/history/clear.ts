import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Connection } from '../connection/connection.ts'
import { FILL_DAYS, FILL_HOURS } from '../schema/figures.ts'

/**
 * What clearing a history deletes, in this order: of the threads that fit `mine`, a condition on thread_id
 * whose value is ?1, or 'true'. Runs and what they said, due times, events and alerts that are over. What
 * runs or waits stays, with the due times and events it answers (ARCHITECTURE I6, I7).
 */
export const PAST = (mine: string): readonly string[] => {
  const ended = `SELECT id FROM runs WHERE ${mine} AND outcome IS NOT NULL`
  const underWay = `SELECT id FROM queue_items WHERE ${mine}
    UNION SELECT item_id FROM runs WHERE ${mine} AND outcome IS NULL`
  return [
    `DELETE FROM run_details WHERE run_id IN (${ended})`,
    `DELETE FROM notes WHERE run_id IN (${ended})`,
    `DELETE FROM slots WHERE ${mine} AND (item_id IS NULL OR item_id NOT IN (${underWay}))`,
    `DELETE FROM job_runs WHERE state NOT IN ('waiting', 'running')
      AND job_id IN (SELECT id FROM jobs WHERE ${mine})`,
    `DELETE FROM alerts WHERE ${mine} AND resolved_at IS NOT NULL`,
    `DELETE FROM events WHERE ${mine} AND state NOT IN ('waiting', 'shown')`,
    `DELETE FROM wakes WHERE ${mine}`,
    // What a person or a job wrote down to be known stays.
    `DELETE FROM knowledge WHERE ${mine} AND kind IN ('answer', 'report')`,
    `DELETE FROM runs WHERE ${mine} AND outcome IS NOT NULL`,
    // Also where the hub has it not: it is not told any more.
    `DELETE FROM hub_outbox WHERE ${mine} AND kind IN ('outcome', 'report')`,
  ]
}

/** Figures of the whole fleet as what is left says: also of what was too old to be kept nothing stays. */
export const FIGURES_ANEW: readonly string[] = [
  'DELETE FROM history_days',
  'DELETE FROM history_hours',
  ...FILL_DAYS('true'),
  ...FILL_HOURS('true'),
]

/** A thread goes, with what knows no cascade. */
export const THREAD_GONE: readonly string[] = [
  'DELETE FROM threads WHERE id = ?',
  'DELETE FROM knowledge WHERE thread_id = ?',
  "DELETE FROM meta WHERE key = 'report:' || ?", // its last daily report
]

/** Inside the caller's transaction: the history of one thread; returns how many runs it had. */
export function clearThread({ count, run }: Connection, id: ThreadId): number {
  const runs = count('SELECT count(*) FROM runs WHERE thread_id = ? AND outcome IS NOT NULL', id)
  for (const statement of PAST('thread_id = ?1')) run(statement, id)
  return runs
}
