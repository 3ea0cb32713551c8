import type { WebhookTarget } from '../../../shared/alerts/webhook.ts'
import type { IncidentId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { WebhooksRoom } from '../../engine/ports/store/webhooks.ts'
import type { Connection } from '../connection/connection.ts'
import { mapped, shape, word } from '../connection/table.ts'
import { ALERT, ALERTS, DELIVERIES, WEBHOOK_TARGETS } from './tables.ts'

const TARGET = mapped(WEBHOOK_TARGETS.pick('target', 'last'), ({ target, last }) => ({
  target: whole(target),
  last,
}))
/** One that came by an import without secrets has no address: kept, and off until a person gives it one. */
const whole = (target: WebhookTarget): WebhookTarget =>
  typeof target.url === 'string' ? target : { ...target, url: '', enabled: false }

const DELIVERY = DELIVERIES.pick('seq', 'targetId', 'event', 'attempts')
const WHICH = { all: '1', urgent: `json_extract(event, '$.kind') = 'urgent'` } as const
const OF_SETTLED_ALERTS = `
  DELETE FROM deliveries WHERE attempts = 0 AND json_extract(event, '$.kind') <> 'recovered'
    AND json_extract(event, '$.alertId') IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM alerts WHERE id = json_extract(event, '$.alertId') AND resolved_at IS NULL
      AND acknowledged_at IS NULL AND coalesce(snoozed_until, 0) <= ?)`
const INCIDENT_ID = shape({ id: word<IncidentId>() })
const SETTLED_INCIDENTS = `
  SELECT id FROM incidents WHERE (acknowledged_at IS NOT NULL OR resolved_at <= ?) AND id IN (
    SELECT json_extract(event, '$.incidentId') FROM deliveries
    WHERE attempts = 0 AND json_extract(event, '$.kind') = 'broken')`
const OVER = 'recovery_wanted = 1 AND resolved_at IS NOT NULL'

export function webhooksRoom(connection: Connection): WebhooksRoom {
  const { list, query, value, exists, run, insert, update, verb } = connection
  return {
    list: () => list(TARGET, 'ORDER BY id'),
    save: (target) =>
      verb((touch) => {
        touch('all')
        insert(
          WEBHOOK_TARGETS,
          { id: target.id, target },
          'ON CONFLICT DO UPDATE SET target = excluded.target',
        )
      }),
    remove: (id) =>
      verb((touch) => {
        touch('all')
        run('DELETE FROM webhook_targets WHERE id = ?', id)
      }),
    note: (id, last) =>
      verb((touch) => {
        const [before] = list(TARGET, 'WHERE id = ?', id)
        if ((before?.last?.givenUp === true) !== (last.givenUp === true)) touch('all')
        update(WEBHOOK_TARGETS, { id }, { last })
      }),
    queueDelivery: (targetId, event, now) =>
      verb(() => void insert(DELIVERIES, { targetId, event, createdAt: now, nextAt: now })),
    noteSent: (id) => verb(() => void update(ALERTS, { id }, { recoveryWanted: true })),
    takeRecoveries() {
      if (!exists(`SELECT 1 FROM alerts WHERE ${OVER} LIMIT 1`)) return []
      return verb(() => {
        // Where another text took its place the cause itself is not gone.
        const over = list(ALERT, `WHERE ${OVER} AND replaced = 0`)
        run(`UPDATE alerts SET recovery_wanted = 0 WHERE ${OVER}`)
        return over
      })
    },
    deliveries: (now, which) =>
      list(DELIVERY, `WHERE next_at <= ? AND ${WHICH[which]} ORDER BY seq LIMIT 50`, now),
    nextDeliveryAt: (which) =>
      value(`SELECT min(next_at) FROM deliveries WHERE ${WHICH[which]}`) as Instant | null,
    dropSettled(now, endedBefore) {
      if (!exists('SELECT 1 FROM deliveries WHERE attempts = 0 LIMIT 1')) return []
      return verb(() => {
        run(OF_SETTLED_ALERTS, now)
        const incidents = query(INCIDENT_ID, SETTLED_INCIDENTS, endedBefore).map(({ id }) => id)
        for (const id of incidents)
          run(`DELETE FROM deliveries WHERE attempts = 0 AND json_extract(event, '$.incidentId') = ?`, id)
        return incidents
      })
    },
    rescheduleDelivery: (seq, at) =>
      verb(() => {
        if (at === null) run('DELETE FROM deliveries WHERE seq = ?', seq)
        else run('UPDATE deliveries SET attempts = attempts + 1, next_at = ? WHERE seq = ?', at, seq)
      }),
  }
}
