import type { ThreadId } from '../../../shared/base/ids.ts'
import { TAKEN_BACK } from '../../../shared/hub/list.ts'
import type { HubRoom } from '../../engine/ports/hub/hub-room.ts'
import type { Connection } from '../connection/connection.ts'
import { HUB_OUTBOX } from './tables.ts'

const ROW = HUB_OUTBOX.pick('thread', 'body')

/** Lists that others may read: of each thread the newest row stands alone. */
export const lists = (
  { list, find, run, insert, verb }: Connection,
  joined: () => string,
): Pick<HubRoom, 'lastList' | 'listed' | 'writeList'> => ({
  lastList: (id) => find(ROW, `WHERE kind = 'list' AND thread_id = ?`, id)?.body ?? null,
  listed: () =>
    list(ROW, `WHERE kind = 'list' ORDER BY seq`).flatMap(({ thread, body }) =>
      thread === null || body[TAKEN_BACK] === true ? [] : [thread],
    ),
  writeList: (id: ThreadId, body, now) =>
    verb(() => {
      run(`DELETE FROM hub_outbox WHERE kind = 'list' AND thread_id = ?`, id)
      insert(HUB_OUTBOX, { epoch: joined(), at: now, kind: 'list', thread: id, body })
    }),
})
