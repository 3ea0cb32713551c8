import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { ThreadTally } from '../../engine/ports/records.ts'
import type { Connection } from '../connection/connection.ts'
import { number, numberOrNull, shape, word } from '../connection/table.ts'

const TALLY = shape({
  threadId: word<ThreadId>(),
  eventsWaiting: number(),
  newestEventAt: numberOrNull(),
  permissionsWanted: number(),
  mutedUntil: numberOrNull(),
})
const TALLIES = `
  SELECT t.id AS "threadId",
    (SELECT count(*) FROM events WHERE thread_id = t.id AND state = 'waiting' AND ambient = 0) AS "eventsWaiting",
    (SELECT last_at FROM events WHERE thread_id = t.id ORDER BY at DESC, seq DESC LIMIT 1) AS "newestEventAt",
    (SELECT count(*) FROM permissions WHERE thread_id = t.id AND decision = 'asked') AS "permissionsWanted",
    (SELECT until FROM thread_mutes WHERE thread_id = t.id AND until > ?1) AS "mutedUntil"
  FROM threads t`

export function talliesOf(
  { query }: Connection,
  of: ThreadId | 'all',
  now: Instant,
): ReadonlyMap<ThreadId, ThreadTally> {
  const rows = of === 'all' ? query(TALLY, TALLIES, now) : query(TALLY, `${TALLIES} WHERE t.id = ?2`, now, of)
  return new Map(rows.map(({ threadId, ...tally }) => [threadId, tally]))
}
