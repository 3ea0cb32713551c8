import type { AlertsRoom } from '../../engine/ports/store/alerts.ts'
import type { Connection } from '../connection/connection.ts'
import { answers } from './answers.ts'
import { inbox } from './inbox.ts'
import { raise, resolve } from './raise.ts'
import { mutes, telling } from './telling.ts'

export const alertsRoom = (connection: Connection): AlertsRoom => ({
  ...causes(connection),
  ...inbox(connection),
  ...answers(connection),
  ...telling(connection),
  ...mutes(connection),
})

/** By the app itself; what a run raises and resolves is part of its ending. */
function causes(connection: Connection): Pick<AlertsRoom, 'raise' | 'resolve'> {
  const { exists, verb } = connection
  return {
    raise: (threadId, raised, now) =>
      verb((touch) => {
        touch(threadId)
        return raise(connection, threadId, raised, null, now)
      }),
    resolve: (threadId, keys, now) =>
      verb((touch) => {
        const isAny = exists(
          'SELECT 1 FROM alerts WHERE thread_id = ? AND (resolved_at IS NULL OR replaced = 1) LIMIT 1',
          threadId,
        )
        if (!isAny) return
        resolve(connection, threadId, keys, now)
        touch(threadId)
      }),
  }
}
