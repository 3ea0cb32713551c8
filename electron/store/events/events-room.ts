import type { EventId, ThreadId } from '../../../shared/base/ids.ts'
import { isRepeated } from '../../../shared/events/system-event.ts'
import type { EventsRoom } from '../../engine/ports/store/events.ts'
import type { Connection } from '../connection/connection.ts'
import { THREADS } from '../threads/tables.ts'
import { droppedOf, makeRoom, makeRoomAmongListed } from './keeping.ts'
import { EVENT, EVENTS } from './tables.ts'
import { timeline } from './timeline.ts'

export const eventsRoom = (connection: Connection): EventsRoom => ({
  ...waiting(connection),
  ...noticing(connection),
  timeline: (threadId, before, limit) => timeline(connection, threadId, before, limit),
})

type Noticing = Pick<EventsRoom, 'gitState' | 'playbookSeen' | 'noteSeen'>

const THREAD = EVENTS.pick('threadId')
const NEWEST = 'WHERE thread_id = ? ORDER BY at DESC, seq DESC LIMIT 1'
const NEWEST_WAITING = `WHERE thread_id = ? AND state = 'waiting' ORDER BY seq DESC LIMIT 1`
/** Room is made after so many: to look for the oldest costs as much as to add a few. */
const LOOK_AFTER = 100
const AGED = `WHERE state = 'waiting' AND ambient = 1 AND last_at < ?`

function waiting(connection: Connection): Omit<EventsRoom, 'timeline' | keyof Noticing> {
  const { ids, list, find, count, run, insert, verb } = connection
  const listed = new Map<ThreadId, number>() // added since room was made among them
  return {
    add: (threadId, draft, state, now) =>
      verb((touch) => {
        touch(threadId, 'fact')
        const newest = find(EVENT, state === 'waiting' ? NEWEST_WAITING : NEWEST, threadId)
        if (newest?.state === state && isRepeated(newest, draft)) {
          run('UPDATE events SET count = count + 1, last_at = max(last_at, ?) WHERE id = ?', now, newest.id)
          return { id: newest.id, state: 'folded' }
        }
        const id = ids<EventId>('evt')
        const { source, ambient, text, trusted, urgent = false, command = null } = draft
        insert(EVENTS, {
          id,
          threadId,
          source,
          ambient,
          text,
          trusted,
          urgent,
          at: now,
          lastAt: now,
          state,
          command,
        })
        if (state === 'waiting') makeRoom(connection, threadId)
        else {
          const added = (listed.get(threadId) ?? 0) + 1
          if (added >= LOOK_AFTER) makeRoomAmongListed(connection, threadId)
          listed.set(threadId, added % LOOK_AFTER)
        }
        return { id, state: 'queued' }
      }),
    waiting: (threadId) => ({
      events: list(EVENT, `WHERE thread_id = ? AND state = 'waiting' ORDER BY seq`, threadId),
      dropped: droppedOf(connection, threadId),
    }),
    waitingCount: (threadId) =>
      count(
        `SELECT count(*) FROM events WHERE thread_id = ? AND state = 'waiting' AND ambient = 0`,
        threadId,
      ),
    threadsWaitedFor: () =>
      list(THREAD, `WHERE state = 'waiting' GROUP BY thread_id`).map(({ threadId }) => threadId),
    passOn: (threadId, states) =>
      verb((touch) => {
        touch(threadId)
        for (const [id, state] of states) run('UPDATE events SET state = ? WHERE id = ?', state, id)
        run('UPDATE threads SET events_dropped = 0 WHERE id = ?', threadId)
      }),
    dismiss: (id) =>
      verb((touch) => {
        const event = find(THREAD, `WHERE id = ? AND state = 'waiting'`, id)
        if (event === null) return false
        run(`UPDATE events SET state = 'expired' WHERE id = ?`, id)
        touch(event.threadId)
        return true
      }),
    expire(before) {
      const aged = list(THREAD, AGED, before)
      if (aged.length === 0) return
      verb((touch) => {
        for (const { threadId } of aged) touch(threadId)
        run(`UPDATE events SET state = 'expired' ${AGED}`, before)
      })
    },
  }
}

const SEEN = THREADS.pick('gitState', 'playbookSeen')

/** How repository and HEARTBEAT.md stood when they were looked at last. */
function noticing({ find, update, verb }: Connection): Noticing {
  return {
    gitState: (threadId) => find(SEEN, 'WHERE id = ?', threadId)?.gitState ?? null,
    playbookSeen: (threadId) => find(SEEN, 'WHERE id = ?', threadId)?.playbookSeen ?? null,
    noteSeen: (threadId, { git, playbook }) =>
      verb(() => void update(THREADS, { id: threadId }, { gitState: git, playbookSeen: playbook })),
  }
}
