import type { Alert } from '../../../shared/alerts/alert.ts'
import type { AlertId } from '../../../shared/base/ids.ts'
import type { AlertsRoom } from '../../engine/ports/store/alerts.ts'
import type { Connection, Touch } from '../connection/connection.ts'
import { ALERT, ALERTS } from './tables.ts'

const THREAD = ALERTS.pick('threadId')

/** The same change to each of them, which concerns its thread. */
export function changeEach(
  { find, verb }: Connection,
  ids: readonly AlertId[],
  change: (id: AlertId) => void,
): void {
  verb((touch) => {
    for (const id of ids) {
      change(id)
      const alert = find(THREAD, 'WHERE id = ?', id)
      if (alert !== null) touch(alert.threadId)
    }
  })
}

/** What a person, or the end of what a person said, does to alerts. */
export function answers(
  connection: Connection,
): Pick<AlertsRoom, 'acknowledge' | 'snooze' | 'resolveByHand' | 'reopen' | 'noteHandedOver' | 'endSnoozes'> {
  const { list, run, verb } = connection
  return {
    acknowledge: (ids, now, note = null) =>
      changeEach(connection, ids, (id) =>
        run(
          `UPDATE alerts SET acknowledged_at = coalesce(acknowledged_at, ?), note = coalesce(?, note)
            WHERE id = ? AND resolved_at IS NULL`,
          now,
          note,
          id,
        ),
      ),
    snooze: (ids, until) =>
      changeEach(connection, ids, (id) =>
        run(
          `UPDATE alerts SET snoozed_until = ?, acknowledged_at = NULL, note = NULL
            WHERE id = ? AND resolved_at IS NULL`,
          until,
          id,
        ),
      ),
    resolveByHand: (ids, now) =>
      changeEach(connection, ids, (id) =>
        run(
          `UPDATE alerts SET resolved_at = ?, resolved_by = 'person' WHERE id = ? AND resolved_at IS NULL`,
          now,
          id,
        ),
      ),
    reopen: (ids) => verb((touch) => ids.filter((id) => reopen(connection, id, touch))),
    noteHandedOver: (alertId, now) =>
      changeEach(connection, [alertId], (id) =>
        run(
          `UPDATE alerts SET handed_over_at = ?1, acknowledged_at = coalesce(acknowledged_at, ?1)
            WHERE id = ?2 AND resolved_at IS NULL`,
          now,
          id,
        ),
      ),
    endSnoozes(now) {
      const over = list(ID, 'WHERE snoozed_until <= ? AND resolved_at IS NULL', now).map((a) => a.id)
      if (over.length === 0) return false
      changeEach(connection, over, (id) => {
        // Acknowledged in the meantime: known, and nothing to come back to.
        run(
          `UPDATE alerts SET delivered_at = NULL, suppressed_by = NULL, reminded = 0
            WHERE id = ? AND acknowledged_at IS NULL`,
          id,
        )
        run('UPDATE alerts SET snoozed_until = NULL WHERE id = ?', id)
      })
      return true
    },
  }
}
const ID = ALERTS.pick('id')

/** Inside the caller's transaction. false: it stays as it is. */
function reopen(connection: Connection, id: AlertId, touch: Touch): boolean {
  const { find, run } = connection
  const alert = find(ALERT, 'WHERE id = ?', id)
  if (alert === null || !mayReopen(connection, alert)) return false
  // Whoever takes it back has it before their eyes: it is not told again.
  run(
    `UPDATE alerts SET resolved_at = NULL, resolved_by = NULL, acknowledged_at = NULL, note = NULL,
        handed_over_at = NULL, snoozed_until = NULL,
        suppressed_by = CASE WHEN delivered_at IS NULL THEN coalesce(suppressed_by, 'settled') END
      WHERE id = ?`,
    id,
  )
  touch(alert.threadId)
  return true
}

/** What a person resolved, unless newer news of the same cause stands: that one is the inbox's. */
function mayReopen({ exists }: Connection, alert: Alert): boolean {
  if (alert.resolvedAt === null) return true
  if (alert.resolvedBy !== 'person') return false
  return !exists(
    'SELECT 1 FROM alerts WHERE thread_id = ? AND key IS ? AND resolved_at IS NULL LIMIT 1',
    alert.threadId,
    alert.key,
  )
}
