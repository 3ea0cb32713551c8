import type { HubRoom } from '../../engine/ports/hub/hub-room.ts'
import type { Connection } from '../connection/connection.ts'
import { HUB_CURSORS, HUB_MAIL } from './tables.ts'

const RESULT = HUB_MAIL.pick('id', 'end', 'text')
const CURSOR = 'mail'

/** What came from other machines, each once. */
export function mail({
  find,
  list,
  count,
  insert,
  update,
  verb,
}: Connection): Pick<HubRoom, 'mailCursor' | 'mailResult' | 'noteMail' | 'unsettled' | 'noteSettled'> {
  return {
    mailCursor: () => count('SELECT seq FROM hub_cursors WHERE name = ?', CURSOR),
    mailResult: (id) => find(RESULT, 'WHERE id = ?', id),
    noteMail: ({ id, seq, verb: of, by, expiresAt }, end, text, now) =>
      verb(() => {
        insert(HUB_MAIL, {
          id,
          seq,
          verb: of,
          sender: by.name,
          expiresAt,
          doneAt: now,
          end,
          text,
          isSettled: false,
        })
        insert(HUB_CURSORS, { name: CURSOR, seq }, 'ON CONFLICT DO UPDATE SET seq = max(seq, excluded.seq)')
      }),
    unsettled: () => list(RESULT, 'WHERE is_settled = 0 ORDER BY seq'),
    noteSettled: (id, isSettled) => verb(() => void update(HUB_MAIL, { id }, { isSettled })),
  }
}
