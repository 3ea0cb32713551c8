import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { REMINDERS } from '../../../shared/alerts/reminders.ts'
import type { AlertsRoom } from '../../engine/ports/store/alerts.ts'
import type { Connection } from '../connection/connection.ts'
import { flag, shape, word, type Codec } from '../connection/table.ts'
import { THREAD_MUTES } from '../threads/tables.ts'
import { changeEach } from './answers.ts'
import { ALERT, ALERTS } from './tables.ts'

/** Whether a person was told of an alert, and what kept it back. */
export function telling(
  connection: Connection,
): Pick<
  AlertsRoom,
  'undelivered' | 'settle' | 'unanswered' | 'noteReminded' | 'heldByFlapping' | 'takeHeld' | 'unfold'
> {
  const { list, query, run, update, verb } = connection
  return {
    undelivered: () => list(ALERT, 'WHERE delivered_at IS NULL AND suppressed_by IS NULL ORDER BY raised_at'),
    settle: (alertId, how) =>
      changeEach(connection, [alertId], (id) =>
        update(
          ALERTS,
          { id },
          'deliveredAt' in how ? { deliveredAt: how.deliveredAt, suppressedBy: null } : how,
        ),
      ),
    unanswered: (now) => query(UNANSWERED, URGENT, now, REMINDERS),
    noteReminded: (times) =>
      verb(() => {
        for (const [id, reminded] of times) update(ALERTS, { id }, { reminded })
      }),
    heldByFlapping: () =>
      list(
        ALERT,
        `WHERE suppressed_by = 'flapping' AND resolved_at IS NULL AND acknowledged_at IS NULL
          AND delivered_at IS NULL ORDER BY raised_at`,
      ),
    takeHeld: (now) => takeHeld(connection, now),
    unfold: (threadIds) =>
      verb((touch) => {
        for (const id of threadIds) {
          const unfolded = run(
            `UPDATE alerts SET suppressed_by = NULL WHERE thread_id = ? AND suppressed_by = 'incident'
              AND resolved_at IS NULL AND acknowledged_at IS NULL AND delivered_at IS NULL`,
            id,
          )
          if (unfolded > 0) touch(id)
        }
      }),
  }
}

/** What a mute or a silent desktop kept back was told to nobody: it counts from when it was raised. */
const URGENT = `
  SELECT ${ALERT.columns}, coalesce(delivered_at, raised_at) AS since, reminded FROM alerts
  WHERE severity = 'urgent' AND resolved_at IS NULL AND acknowledged_at IS NULL
    AND coalesce(snoozed_until, 0) <= ?1 AND reminded < ?2
    AND (delivered_at IS NOT NULL OR suppressed_by IN ('muted', 'thread_muted', 'undeliverable'))`
const UNANSWERED: Codec<ReturnType<AlertsRoom['unanswered']>[number]> = {
  read: ({ since, reminded, ...alert }) => ({
    alert: ALERT.read(alert),
    since: Number(since),
    reminded: Number(reminded),
  }),
}

const HELD = shape({ threadId: word<ThreadId>(), open: flag() })

function takeHeld({ exists, query, count, run, verb }: Connection, now: Instant): number {
  const isAny = exists(
    `SELECT 1 FROM alerts WHERE suppressed_by = 'quiet'
      UNION ALL SELECT 1 FROM incidents WHERE suppressed_by = 'quiet' LIMIT 1`,
  )
  if (!isAny) return 0
  return verb((touch) => {
    const held = query(
      HELD,
      `SELECT thread_id AS "threadId", resolved_at IS NULL AND acknowledged_at IS NULL
          AND coalesce(snoozed_until, 0) <= ? AS open
        FROM alerts WHERE suppressed_by = 'quiet'`,
      now,
    )
    const incidents = count(
      `SELECT count(*) FROM incidents WHERE suppressed_by = 'quiet' AND resolved_at IS NULL`,
    )
    // The sentence is how an urgent one was told: its reminders count from here.
    run(
      `UPDATE alerts SET suppressed_by = 'summed_up', delivered_at =
          CASE WHEN severity = 'urgent' AND resolved_at IS NULL THEN ? ELSE delivered_at END
        WHERE suppressed_by = 'quiet'`,
      now,
    )
    run(`UPDATE incidents SET suppressed_by = 'summed_up' WHERE suppressed_by = 'quiet'`)
    for (const { threadId } of held) touch(threadId)
    return held.filter((alert) => alert.open).length + incidents
  })
}

/** What a person said about a whole thread, and what it was told last. */
export function mutes({
  insert,
  run,
  value,
  verb,
}: Connection): Pick<AlertsRoom, 'mute' | 'mutedUntil' | 'lastToldAt'> {
  return {
    mute: (threadId, until) =>
      verb((touch) => {
        if (until === null) run('DELETE FROM thread_mutes WHERE thread_id = ?', threadId)
        else insert(THREAD_MUTES, { threadId, until }, 'ON CONFLICT DO UPDATE SET until = excluded.until')
        touch(threadId)
      }),
    mutedUntil: (threadId, now) =>
      value(
        'SELECT until FROM thread_mutes WHERE thread_id = ? AND until > ?',
        threadId,
        now,
      ) as Instant | null,
    lastToldAt: (threadId) =>
      value('SELECT max(delivered_at) FROM alerts WHERE thread_id = ?', threadId) as Instant | null,
  }
}
