import { UNTIL_CHANGE, type Alert, type AlertState, type InboxCounts } from '../../../shared/alerts/alert.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { AlertsRoom } from '../../engine/ports/store/alerts.ts'
import type { Connection } from '../connection/connection.ts'
import { number, numberOrNull, shape, text, type Codec } from '../connection/table.ts'
import { ALERT, ALERTS } from './tables.ts'

const UNANSWERED = 'resolved_at IS NULL AND acknowledged_at IS NULL'
const WHERE: Readonly<Record<AlertState, string>> = {
  open: `${UNANSWERED} AND coalesce(snoozed_until, 0) <= ?1`,
  snoozed: `${UNANSWERED} AND snoozed_until > ?1`,
  acknowledged: 'resolved_at IS NULL AND acknowledged_at IS NOT NULL',
  resolved: 'resolved_at IS NOT NULL AND ?1 >= 0',
}
const SEVERITY_ORDER = `CASE severity WHEN 'urgent' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END`
/** Two numbers and the id: where a page goes on. */
const ORDER = { standing: [SEVERITY_ORDER, '-raised_at'], resolved: ['0', '-resolved_at'] } as const

/** Alerts as a person goes through them. */
export function inbox(
  connection: Connection,
): Pick<
  AlertsRoom,
  | 'get'
  | 'list'
  | 'page'
  | 'inboxCounts'
  | 'resolvedCount'
  | 'between'
  | 'resolvedByHand'
  | 'standingNotices'
  | 'threadsWith'
  | 'newestAt'
  | 'unansweredText'
> {
  const { find, list, count, query, value } = connection
  return {
    get: (id) => find(ALERT, 'WHERE id = ?', id),
    list: (state, limit, now) =>
      list(ALERT, `WHERE ${WHERE[state]} ORDER BY ${SEVERITY_ORDER}, raised_at DESC LIMIT ?2`, now, limit),
    page: ({ state, after, limit }, now) => page(connection, state, after, limit, now),
    inboxCounts: (now) => inboxCounts(connection, now),
    resolvedCount: () => count('SELECT count(*) FROM alerts WHERE resolved_at IS NOT NULL'),
    between: (from, to, limit) => ({
      news: count(
        `SELECT count(*) FROM alerts WHERE raised_at >= ? AND raised_at < ? AND ${UNANSWERED}`,
        from,
        to,
      ),
      over: list(ALERT, `AS over WHERE ${OVER} ORDER BY resolved_at DESC, id DESC LIMIT ?3`, from, to, limit),
      overCount: count(`SELECT count(*) FROM alerts AS over WHERE ${OVER}`, from, to),
    }),
    resolvedByHand: (id) =>
      query(
        CAUSE,
        `SELECT key FROM alerts AS newest WHERE thread_id = ? AND resolved_by = 'person' AND key IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM alerts WHERE thread_id = newest.thread_id AND key = newest.key
            AND raised_at > newest.raised_at)`,
        id,
      ).map(({ key }) => key),
    threadsWith: (key) =>
      list(THREAD, 'WHERE resolved_at IS NULL AND key = ? GROUP BY thread_id', key).map((a) => a.threadId),
    unansweredText: (id, key) =>
      value(
        `SELECT text FROM alerts WHERE thread_id = ? AND key = ? AND ${UNANSWERED}
          ORDER BY raised_at DESC LIMIT 1`,
        id,
        key,
      ) as string | null,
    newestAt: (id, key) =>
      value(
        'SELECT max(last_seen_at) FROM alerts WHERE thread_id = ? AND key = ?',
        id,
        key,
      ) as Instant | null,
    standingNotices: (id) =>
      query(
        NOTICE,
        `SELECT key, text FROM alerts WHERE thread_id = ? AND resolved_at IS NULL AND severity = 'notice'
          AND key IS NOT NULL AND key NOT IN ('list', 'no_agent') AND key NOT LIKE 'event:%'`,
        id,
      ),
  }
}

/** Of one cause the last; what stands again is not over. */
const OVER = `resolved_at >= ?1 AND resolved_at < ?2 AND resolved_by = 'beat' AND severity <> 'notice'
  AND NOT EXISTS (SELECT 1 FROM alerts AS later WHERE later.thread_id = over.thread_id AND later.key = over.key
    AND (later.resolved_at IS NULL OR later.resolved_at > over.resolved_at
      OR (later.resolved_at = over.resolved_at AND later.id > over.id)))`
const THREAD = ALERTS.pick('threadId')
const NOTICE = shape({ key: text(), text: text() })
const CAUSE = shape({ key: text() })

const PLACED: Codec<{ readonly alert: Alert; readonly cursor: string }> = {
  read({ a, b, ...row }) {
    const alert = ALERT.read(row)
    return { alert, cursor: `${String(a)}/${String(b)}/${alert.id}` }
  },
}

function page(
  { query }: Connection,
  state: AlertState,
  after: string | undefined,
  limit: number,
  now: Instant,
): ReturnType<AlertsRoom['page']> {
  const [first, second] = state === 'resolved' ? ORDER.resolved : ORDER.standing
  const [a, b, id] = after === undefined ? ['-1', '0', ''] : after.split('/')
  const rows = query(
    PLACED,
    `SELECT ${ALERT.columns}, ${first} AS a, ${second} AS b FROM alerts
      WHERE ${WHERE[state]} AND (${first}, ${second}, id) > (?2, ?3, ?4) ORDER BY a, b, id LIMIT ?5`,
    now,
    Number(a),
    Number(b),
    id ?? '',
    limit + 1,
  )
  const last = rows[limit - 1]
  return {
    alerts: rows.slice(0, limit).map((row) => row.alert),
    next: rows.length > limit && last !== undefined ? last.cursor : null,
  }
}

const COUNTS: Codec<InboxCounts> = shape({
  open: number(),
  snoozed: number(),
  acknowledged: number(),
  nextWakeAt: numberOrNull(),
})
const COUNT = `
  SELECT count(*) FILTER (WHERE ${WHERE.open}) AS open, count(*) FILTER (WHERE ${WHERE.snoozed}) AS snoozed,
    count(*) FILTER (WHERE ${WHERE.acknowledged}) AS acknowledged,
    min(CASE WHEN acknowledged_at IS NULL AND snoozed_until > ?1 AND snoozed_until < ${UNTIL_CHANGE}
      THEN snoozed_until END) AS "nextWakeAt"
  FROM alerts WHERE resolved_at IS NULL`

const inboxCounts = ({ queryOne }: Connection, now: Instant): InboxCounts => queryOne(COUNTS, COUNT, now)!
