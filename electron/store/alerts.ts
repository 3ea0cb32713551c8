import { alertShape, DUPLICATE_ALERT_MS, normaliseAlert, SAME_SHAPE_MS, tellNews } from '../../shared/alert-news.ts'
import type { Alert, RaisedAlert } from '../../shared/alert.ts'
import type { RunId, ThreadId } from '../../shared/ids.ts'
import type { Severity } from '../../shared/run.ts'
import type { Instant } from '../../shared/time.ts'
import type { Store } from '../engine/store-port.ts'
import type { Connection } from './connection.ts'
import { toAlert } from './rows.ts'

type AlertVerbs = Pick<Store, 'alert' | 'raiseAlert' | 'resolveAlerts' | 'undeliveredAlerts' | 'settleAlert' | 'snooze' | 'acknowledge' | 'alerts'>

const SEVERITY_ORDER = `CASE severity WHEN 'urgent' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END`

/**
 * Inside the caller's transaction: updates the open alert of the same news, or makes a new one. News that is still open is never
 * told twice (ARCHITECTURE I8); a cause seen to be gone in between makes it news again.
 */
export function raise({ sql, ids }: Connection, threadId: ThreadId, raised: RaisedAlert, runId: RunId | null, now: Instant): void {
  const cause = `${raised.key ?? ''}\n`
  const fingerprint = cause + normaliseAlert(raised.text)
  const shape = cause + alertShape(raised.text)
  const open = sql('SELECT * FROM alerts WHERE thread_id = ? AND resolved_at IS NULL').all(threadId).map((row) => ({ alert: toAlert(row), shape: String(row['shape']) }))
  const same = open.find((o) => o.alert.fingerprint === fingerprint) ?? open.find((o) => o.shape === shape && now - o.alert.raisedAt < SAME_SHAPE_MS)
  if (same !== undefined && RANK[raised.severity] <= RANK[same.alert.severity]) {
    sql('UPDATE alerts SET seen = seen + 1, last_seen_at = ?, run_id = ?, text = ? WHERE id = ?').run(now, runId, raised.text, same.alert.id)
    return
  }
  // A new text of the same cause, or the same news grown worse, takes the old one's place. What was replaced, and not seen to be
  // gone, is no news when it comes back within a day: two texts that alternate are told once each.
  const told = sql('SELECT fingerprint, max(delivered_at) AS at FROM alerts WHERE thread_id = ? AND key IS ? AND severity = ? AND replaced = 1 AND delivered_at IS NOT NULL GROUP BY fingerprint')
    .all(threadId, raised.key, raised.severity)
  const memory = Object.fromEntries(told.map((row) => [String(row['fingerprint']).slice(cause.length), Number(row['at'])]))
  const { tell } = tellNews(memory, raised.text, now, DUPLICATE_ALERT_MS)
  for (const { alert } of open)
    if (alert.id === same?.alert.id || alert.key === raised.key) sql('UPDATE alerts SET resolved_at = ?, replaced = 1 WHERE id = ?').run(now, alert.id)
  sql(
    `INSERT INTO alerts (id, thread_id, run_id, key, severity, text, fingerprint, shape, raised_at, last_seen_at, seen, suppressed_by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?)`,
  ).run(ids('alt'), threadId, runId, raised.key, raised.severity, raised.text, fingerprint, shape, now, now, tell ? null : 'duplicate')
}

const RANK: Record<Severity, number> = { notice: 0, warning: 1, urgent: 2 }

/** Inside the caller's transaction: open alerts of these causes are gone. 'text' stands for free text without a key. */
export function resolve({ sql }: Connection, threadId: ThreadId, cleared: readonly string[], now: Instant): void {
  for (const key of cleared) {
    const cause = key === 'text' ? null : key
    sql('UPDATE alerts SET resolved_at = coalesce(resolved_at, ?), replaced = 0 WHERE thread_id = ? AND key IS ? AND (resolved_at IS NULL OR replaced = 1)').run(now, threadId, cause)
  }
}

export function alertVerbs(connection: Connection): AlertVerbs {
  const { sql, verb } = connection
  return {
    undeliveredAlerts: () => sql('SELECT * FROM alerts WHERE delivered_at IS NULL AND suppressed_by IS NULL ORDER BY raised_at').all().map(toAlert),
    alert(id) {
      const row = sql('SELECT * FROM alerts WHERE id = ?').get(id)
      return row === undefined ? null : toAlert(row)
    },
    raiseAlert: (threadId, raised, now) =>
      verb((touch) => {
        raise(connection, threadId, raised, null, now)
        touch(threadId)
      }),
    resolveAlerts: (threadId, causes, now) =>
      verb((touch) => {
        if (sql('SELECT 1 FROM alerts WHERE thread_id = ? AND (resolved_at IS NULL OR replaced = 1) LIMIT 1').get(threadId) === undefined) return
        resolve(connection, threadId, causes, now)
        touch(threadId)
      }),
    settleAlert: (id, how) =>
      verb((touch) => {
        if ('deliveredAt' in how) sql('UPDATE alerts SET delivered_at = ?, suppressed_by = NULL WHERE id = ?').run(how.deliveredAt, id)
        else sql('UPDATE alerts SET suppressed_by = ? WHERE id = ?').run(how.suppressedBy, id)
        touchAll([id], touch)
      }),
    acknowledge: (ids, now) =>
      verb((touch) => {
        for (const id of ids) sql('UPDATE alerts SET acknowledged_at = ? WHERE id = ? AND acknowledged_at IS NULL').run(now, id)
        touchAll(ids, touch)
      }),
    snooze: (ids, until) =>
      verb((touch) => {
        for (const id of ids) sql('UPDATE alerts SET snoozed_until = ? WHERE id = ?').run(until, id)
        touchAll(ids, touch)
      }),
    alerts(state, limit, now) {
      const known = 'resolved_at IS NULL AND acknowledged_at IS NULL'
      const where = { open: `${known} AND coalesce(snoozed_until, 0) <= ?1`, snoozed: `${known} AND snoozed_until > ?1`, acknowledged: 'resolved_at IS NULL AND acknowledged_at IS NOT NULL', resolved: 'resolved_at IS NOT NULL' }[state]
      return sql(`SELECT * FROM alerts WHERE ${where} ORDER BY ${SEVERITY_ORDER}, raised_at DESC LIMIT ?2`).all(now, limit).map(toAlert)
    },
  }
  function touchAll(ids: readonly Alert['id'][], touch: (id: ThreadId) => void): void {
    for (const id of ids) {
      const row = sql('SELECT thread_id FROM alerts WHERE id = ?').get(id)
      if (row !== undefined) touch(row['thread_id'] as ThreadId)
    }
  }
}
