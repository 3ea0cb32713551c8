import {
  alertShape,
  DUPLICATE_ALERT_MS,
  normaliseAlert,
  SAME_SHAPE_MS,
  tellNews,
} from '../../shared/alerts/news.ts'
import { UNTIL_CHANGE, type Alert } from '../../shared/alerts/alert.ts'
import { type RaisedAlert } from '../../shared/runs/raised-alert.ts'
import type { AlertId, RunId, ThreadId } from '../../shared/base/ids.ts'
import type { Severity } from '../../shared/base/severity.ts'
import type { Instant } from '../../shared/base/time.ts'
import type { Verbs } from './verbs.ts'
import type { Connection } from './connection/connection.ts'
import type { Row } from './connection/driver.ts'
import { toAlert } from './rows.ts'

type AlertVerbs = Pick<
  Verbs,
  | 'alert'
  | 'raiseAlert'
  | 'resolveAlerts'
  | 'undeliveredAlerts'
  | 'settleAlert'
  | 'snooze'
  | 'acknowledge'
  | 'resolveByHand'
  | 'reopen'
  | 'noteHandedOver'
  | 'alerts'
  | 'alertPage'
  | 'inboxCounts'
  | 'resolvedCount'
  | 'endSnoozes'
>

const SEVERITY_ORDER = `CASE severity WHEN 'urgent' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END`

/**
 * Inside the caller's transaction: updates the open alert of the same news, or makes a new one. News that
 * is still open is never told twice (ARCHITECTURE I8); a cause seen to be gone in between makes it news
 * again.
 */
export function raise(
  { sql, ids }: Connection,
  threadId: ThreadId,
  raised: RaisedAlert,
  runId: RunId | null,
  now: Instant,
): void {
  const cause = `${raised.key ?? ''}\n`
  const fingerprint = cause + normaliseAlert(raised.text)
  const shape = cause + alertShape(raised.text)
  const open = sql('SELECT * FROM alerts WHERE thread_id = ? AND resolved_at IS NULL')
    .all(threadId)
    .map((row) => ({ alert: toAlert(row), shape: String(row['shape']) }))
  const isSameShape = (o: (typeof open)[number]): boolean =>
    o.shape === shape && (now - o.alert.raisedAt < SAME_SHAPE_MS || o.alert.snoozedUntil === UNTIL_CHANGE)
  const same = open.find((o) => o.alert.fingerprint === fingerprint) ?? open.find(isSameShape)
  if (same !== undefined && RANK[raised.severity] <= RANK[same.alert.severity]) {
    sql('UPDATE alerts SET seen = seen + 1, last_seen_at = ?, run_id = ?, text = ? WHERE id = ?').run(
      now,
      runId,
      raised.text,
      same.alert.id,
    )
    return
  }
  // A new text of the same cause, or the same news grown worse, takes the old one's place. What was
  // replaced, and not seen to be gone, is no news when it comes back within a day: two texts that alternate
  // are told once each.
  const told = sql(
    'SELECT fingerprint, max(delivered_at) AS at FROM alerts WHERE thread_id = ? AND key IS ? AND ' +
      'severity = ? AND replaced = 1 AND delivered_at IS NOT NULL GROUP BY fingerprint',
  ).all(threadId, raised.key, raised.severity)
  const memory = Object.fromEntries(
    told.map((row) => [String(row['fingerprint']).slice(cause.length), Number(row['at'])]),
  )
  const { tell } = tellNews(memory, raised.text, now, DUPLICATE_ALERT_MS)
  const predecessors = open
    .map((o) => o.alert)
    .filter((alert) => alert.id === same?.alert.id || alert.key === raised.key)
  for (const alert of predecessors)
    sql(`UPDATE alerts SET resolved_at = ?, resolved_by = 'replaced', replaced = 1 WHERE id = ?`).run(
      now,
      alert.id,
    )
  // A named cause stays out of the way as long as a person said, unless it grows worse; free text may be
  // another matter.
  const sleeping =
    raised.key === null
      ? undefined
      : predecessors.find(
          (a) =>
            a.snoozedUntil !== null &&
            a.snoozedUntil !== UNTIL_CHANGE &&
            a.snoozedUntil > now &&
            a.acknowledgedAt === null &&
            RANK[raised.severity] <= RANK[a.severity],
        )
  sql(
    `INSERT INTO alerts (id, thread_id, run_id, key, severity, text, fingerprint, shape, raised_at, last_seen_at, seen, suppressed_by, snoozed_until)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`,
  ).run(
    ids('alt'),
    threadId,
    runId,
    raised.key,
    raised.severity,
    raised.text,
    fingerprint,
    shape,
    now,
    now,
    tell ? null : 'duplicate',
    sleeping?.snoozedUntil ?? null,
  )
}

const RANK: Record<Severity, number> = { notice: 0, warning: 1, urgent: 2 }

/**
 * Inside the caller's transaction: open alerts of these causes are gone. 'text' stands for free text
 * without a key.
 */
export function resolve(
  { sql }: Connection,
  threadId: ThreadId,
  cleared: readonly string[],
  now: Instant,
): void {
  for (const key of cleared) {
    const cause = key === 'text' ? null : key
    sql(
      'UPDATE alerts SET resolved_at = coalesce(resolved_at, ?), resolved_by = coalesce(resolved_by, ' +
        `'beat'), replaced = 0 WHERE thread_id = ? AND key IS ? AND (resolved_at IS NULL OR ` +
        'replaced = 1)',
    ).run(now, threadId, cause)
  }
}

const KNOWN = 'resolved_at IS NULL AND acknowledged_at IS NULL'
const WHERE = {
  open: `${KNOWN} AND coalesce(snoozed_until, 0) <= ?1`,
  snoozed: `${KNOWN} AND snoozed_until > ?1`,
  acknowledged: 'resolved_at IS NULL AND acknowledged_at IS NOT NULL',
  resolved: 'resolved_at IS NOT NULL AND ?1 >= 0',
} as const
/** Two numbers and the id: where a page goes on. */
const ORDER = { standing: [SEVERITY_ORDER, '-raised_at'], resolved: ['0', '-resolved_at'] } as const

export function alertVerbs(connection: Connection): AlertVerbs {
  const { sql, verb } = connection
  /** The same change to each, which concerns its thread. */
  const each = (ids: readonly AlertId[], change: (id: AlertId) => void): void =>
    verb((touch) => {
      for (const id of ids) change(id)
      touchAll(ids, touch)
    })
  return {
    undeliveredAlerts: () =>
      sql('SELECT * FROM alerts WHERE delivered_at IS NULL AND suppressed_by IS NULL ORDER BY raised_at')
        .all()
        .map(toAlert),
    alert: (id) => alertOf(id),
    raiseAlert: (threadId, raised, now) =>
      verb((touch) => {
        raise(connection, threadId, raised, null, now)
        touch(threadId)
      }),
    resolveAlerts: (threadId, causes, now) =>
      verb((touch) => {
        if (
          sql(
            'SELECT 1 FROM alerts WHERE thread_id = ? AND (resolved_at IS NULL OR replaced = 1) LIMIT 1',
          ).get(threadId) === undefined
        )
          return
        resolve(connection, threadId, causes, now)
        touch(threadId)
      }),
    settleAlert: (id, how) =>
      each([id], () => {
        if ('deliveredAt' in how)
          sql('UPDATE alerts SET delivered_at = ?, suppressed_by = NULL WHERE id = ?').run(
            how.deliveredAt,
            id,
          )
        else sql('UPDATE alerts SET suppressed_by = ? WHERE id = ?').run(how.suppressedBy, id)
      }),
    acknowledge: (ids, now, note = null) =>
      each(ids, (id) =>
        sql(
          'UPDATE alerts SET acknowledged_at = coalesce(acknowledged_at, ?), note = coalesce(?, note) ' +
            'WHERE id = ? AND resolved_at IS NULL',
        ).run(now, note, id),
      ),
    snooze: (ids, until) =>
      each(ids, (id) =>
        sql(
          'UPDATE alerts SET snoozed_until = ?, acknowledged_at = NULL, note = NULL WHERE id = ? AND ' +
            'resolved_at IS NULL',
        ).run(until, id),
      ),
    resolveByHand: (ids, now) =>
      each(ids, (id) =>
        sql(
          `UPDATE alerts SET resolved_at = ?, resolved_by = 'person' WHERE id = ? AND resolved_at IS NULL`,
        ).run(now, id),
      ),
    reopen: (ids) =>
      verb((touch) => {
        const reopened = ids.filter((id) => {
          const alert = alertOf(id)
          if (alert === null || (alert.resolvedAt !== null && alert.resolvedBy !== 'person')) return false
          // Newer news of the same cause stands: that one is the inbox's.
          if (
            alert.resolvedAt !== null &&
            sql('SELECT 1 FROM alerts WHERE thread_id = ? AND key IS ? AND resolved_at IS NULL LIMIT 1').get(
              alert.threadId,
              alert.key,
            ) !== undefined
          )
            return false
          // Whoever takes it back has it before their eyes: it is not told again.
          sql(
            'UPDATE alerts SET resolved_at = NULL, resolved_by = NULL, acknowledged_at = NULL, note = ' +
              'NULL, handed_over_at = NULL, snoozed_until = NULL, suppressed_by = CASE WHEN delivered_at ' +
              `IS NULL THEN coalesce(suppressed_by, 'settled') END WHERE id = ?`,
          ).run(id)
          return true
        })
        touchAll(reopened, touch)
        return reopened
      }),
    noteHandedOver: (id, now) =>
      each([id], () =>
        sql(
          'UPDATE alerts SET handed_over_at = ?, acknowledged_at = coalesce(acknowledged_at, ?) WHERE ' +
            'id = ? AND resolved_at IS NULL',
        ).run(now, now, id),
      ),
    alerts: (state, limit, now) =>
      sql(`SELECT * FROM alerts WHERE ${WHERE[state]} ORDER BY ${SEVERITY_ORDER}, raised_at DESC LIMIT ?2`)
        .all(now, limit)
        .map(toAlert),
    alertPage({ state, after, limit }, now) {
      const [first, second] = state === 'resolved' ? ORDER.resolved : ORDER.standing
      const [a, b, id] =
        after === undefined
          ? [-1, 0, '']
          : [Number(after.split('/')[0]), Number(after.split('/')[1]), after.split('/')[2] ?? '']
      const rows = sql(
        `SELECT *, ${first} AS a, ${second} AS b FROM alerts WHERE ${WHERE[state]} AND (${first}, ` +
          `${second}, id) > (?2, ?3, ?4) ORDER BY a, b, id LIMIT ?5`,
      ).all(now, a, b, id, limit + 1)
      const last = rows[limit - 1]
      return {
        alerts: rows.slice(0, limit).map(toAlert),
        next:
          rows.length > limit && last !== undefined
            ? `${Number(last['a'])}/${Number(last['b'])}/${String(last['id'])}`
            : null,
      }
    },
    inboxCounts(now) {
      const standing =
        sql(`SELECT count(*) FILTER (WHERE ${WHERE.open}) AS open, count(*) FILTER (WHERE ${WHERE.snoozed}) AS snoozed, count(*) FILTER (WHERE ${WHERE.acknowledged}) AS acknowledged,
        min(CASE WHEN acknowledged_at IS NULL AND snoozed_until > ?1 AND snoozed_until < ${UNTIL_CHANGE} THEN snoozed_until END) AS next FROM alerts WHERE resolved_at IS NULL`).get(
          now,
        ) as Row
      return {
        open: Number(standing['open']),
        snoozed: Number(standing['snoozed']),
        acknowledged: Number(standing['acknowledged']),
        nextWakeAt: standing['next'] === null ? null : Number(standing['next']),
      }
    },
    resolvedCount: () =>
      Number(sql('SELECT count(*) AS n FROM alerts WHERE resolved_at IS NOT NULL').get()?.['n']),
    endSnoozes(now) {
      const over = sql('SELECT id FROM alerts WHERE snoozed_until <= ? AND resolved_at IS NULL')
        .all(now)
        .map((r) => r['id'] as AlertId)
      if (over.length === 0) return false
      // Acknowledged in the meantime: known, and nothing to come back to.
      each(over, (id) => {
        sql(
          'UPDATE alerts SET delivered_at = NULL, suppressed_by = NULL, reminded = 0 WHERE id = ? AND ' +
            'acknowledged_at IS NULL',
        ).run(id)
        sql('UPDATE alerts SET snoozed_until = NULL WHERE id = ?').run(id)
      })
      return true
    },
  }
  function alertOf(id: AlertId): Alert | null {
    const row = sql('SELECT * FROM alerts WHERE id = ?').get(id)
    return row === undefined ? null : toAlert(row)
  }
  function touchAll(ids: readonly AlertId[], touch: (id: ThreadId) => void): void {
    for (const id of ids) {
      const row = sql('SELECT thread_id FROM alerts WHERE id = ?').get(id)
      if (row !== undefined) touch(row['thread_id'] as ThreadId)
    }
  }
}
