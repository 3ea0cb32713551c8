import type { WebhookTarget } from '../../../shared/alerts/webhook.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { WebhooksRoom } from '../../engine/ports/store/webhooks.ts'
import type { Connection } from '../connection/connection.ts'
import { mapped } from '../connection/table.ts'
import { ALERT, ALERTS, DELIVERIES, WEBHOOK_TARGETS } from './tables.ts'

const TARGET = mapped(WEBHOOK_TARGETS.pick('target', 'last'), ({ target, last }) => ({
  target: whole(target),
  last,
}))
/** One that came by an import without secrets has no address: kept, and off until a person gives it one. */
const whole = (target: WebhookTarget): WebhookTarget =>
  typeof target.url === 'string' ? target : { ...target, url: '', enabled: false }

const DELIVERY = DELIVERIES.pick('seq', 'targetId', 'event', 'attempts')
const OVER = 'recovery_wanted = 1 AND resolved_at IS NOT NULL'

export function webhooksRoom(connection: Connection): WebhooksRoom {
  const { list, value, exists, run, insert, update, verb } = connection
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
    note: (id, last) => verb(() => void update(WEBHOOK_TARGETS, { id }, { last })),
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
    deliveries: (now) => list(DELIVERY, 'WHERE next_at <= ? ORDER BY seq LIMIT 50', now),
    nextDeliveryAt: () => value('SELECT min(next_at) FROM deliveries') as Instant | null,
    rescheduleDelivery: (seq, at) =>
      verb(() => {
        if (at === null) run('DELETE FROM deliveries WHERE seq = ?', seq)
        else run('UPDATE deliveries SET attempts = attempts + 1, next_at = ? WHERE seq = ?', at, seq)
      }),
  }
}
