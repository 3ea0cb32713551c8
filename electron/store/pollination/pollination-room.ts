import type { PollinationRoom } from '../../engine/ports/store/playbook.ts'
import type { Connection } from '../connection/connection.ts'
import { number, shape, text } from '../connection/table.ts'
import { SUGGESTIONS } from './tables.ts'

/** An alert whose cause a later beat saw gone, or that a person answered, was no false alarm. */
const WORTH = shape({ key: text(), raised: number(), confirmed: number() })

export function pollinationRoom(connection: Connection): PollinationRoom {
  const { list, query, value, insert, verb } = connection
  return {
    decide: (decision) =>
      verb(() => {
        insert(SUGGESTIONS, decision)
        return Number(value('SELECT max(number) FROM suggestions'))
      }),
    decided: (threadId, limit) =>
      threadId === null
        ? list(SUGGESTIONS, 'ORDER BY number DESC LIMIT ?', limit)
        : list(SUGGESTIONS, 'WHERE thread_id = ? ORDER BY number DESC LIMIT ?', threadId, limit),
    worth: (threadId, since) =>
      new Map(
        query(
          WORTH,
          `SELECT key, count(*) AS raised,
            sum(acknowledged_at IS NOT NULL OR handed_over_at IS NOT NULL OR resolved_by IS NOT NULL) AS confirmed
          FROM alerts WHERE thread_id = ? AND raised_at >= ? AND key IS NOT NULL AND severity <> 'notice'
            AND (resolved_by IS NULL OR resolved_by <> 'replaced')
          GROUP BY key`,
          threadId,
          since,
        ).map(({ key, raised, confirmed }) => [key, { raised, confirmed }]),
      ),
  }
}
