import { FOREVER } from '../../shared/alerts/alert.ts'
import type { Instant } from '../../shared/base/time.ts'
import { MAX_BACKOFF_MS } from '../../shared/schedule/schedule.ts'
import { MAX_SNOOZE_MS } from '../../shared/schedule/tier.ts'
import type { Connection } from './connection/connection.ts'
import { settle } from './history/settle.ts'

/**
 * Inside the caller's transaction: times of any table that lie in the future after the clock was set back
 * become `now` (ARCHITECTURE I5).
 */
export function clampFuture(connection: Connection, now: Instant): void {
  const { run, cache } = connection
  settle(connection) // the history has runs at the time at which they began
  for (const statement of BECOME_NOW) run(statement, now)
  // What a person put off is put off for the longest snooze at most, unless for good.
  run('UPDATE tier_state SET snoozed_until = ?1 + ?2 WHERE snoozed_until > ?1 + ?2', now, MAX_SNOOZE_MS)
  for (const [table, column] of [
    ['alerts', 'snoozed_until'],
    ['thread_mutes', 'until'],
  ])
    run(
      `UPDATE ${table} SET ${column} = ?1 + ?2 WHERE ${column} > ?1 + ?2 AND ${column} < ?3`,
      now,
      MAX_SNOOZE_MS,
      FOREVER,
    )
  // What was queued in the future was queued now, and keeps its delay; no delay is longer than the longest
  // backoff.
  run(
    `UPDATE queue_items SET not_before = min(not_before - max(0, enqueued_at - ?1), ?1 + ?2),
        enqueued_at = min(enqueued_at, ?1)
      WHERE enqueued_at > ?1 OR not_before > ?1`,
    now,
    MAX_BACKOFF_MS,
  )
  cache.spentVersion++
  cache.beats.clear()
}

const BECOME_NOW = [
  'UPDATE tier_state SET last_done_at = ?1 WHERE last_done_at > ?1',
  'UPDATE deliveries SET next_at = ?1 WHERE next_at > ?1',
  // The newest beats of a thread are those that started last.
  'UPDATE runs SET started_at = ?1 WHERE started_at > ?1',
  'UPDATE beat_troubles SET at = ?1 WHERE at > ?1',
  `UPDATE incidents SET raised_at = min(raised_at, ?1), resolved_at = min(resolved_at, ?1),
      members = (
        SELECT json_group_array(json_set(value, '$.lastFailedAt', min(json_extract(value, '$.lastFailedAt'), ?1)))
        FROM json_each(incidents.members))
    WHERE raised_at > ?1 OR resolved_at > ?1 OR EXISTS (
      SELECT 1 FROM json_each(incidents.members) WHERE json_extract(value, '$.lastFailedAt') > ?1)`,
  // Due times that the clock will show again: what was decided about them then must not keep them from
  // happening now.
  `DELETE FROM job_runs WHERE due_at > ?1 AND state NOT IN ('waiting', 'running')`,
  'UPDATE spent SET started_at = ?1 WHERE started_at > ?1',
  'UPDATE sessions SET last_activity_at = ?1 WHERE last_activity_at > ?1',
]
