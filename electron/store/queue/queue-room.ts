import type { ItemId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { messageClass } from '../../../shared/queue/join-beat.ts'
import { CANCELLED } from '../../../shared/queue/queue.ts'
import type { QueueRoom } from '../../engine/ports/store/queue.ts'
import type { Connection } from '../connection/connection.ts'
import { cancelItem, makeRun } from './claim.ts'
import { enqueue, recordSlots, waitingBeat } from './enqueue.ts'
import { ITEM, QUEUE_ITEMS } from './tables.ts'

export const queueRoom = (connection: Connection): QueueRoom => ({
  ...asking(connection),
  ...serving(connection),
})

type Asking = Pick<
  QueueRoom,
  'recordSlots' | 'requestBeat' | 'requestCommand' | 'sendMessage' | 'waitingBeat'
>
function asking(connection: Connection): Asking {
  const { ids, exists, insert, verb } = connection
  return {
    recordSlots: (threadId, slots, beat, plan, now) =>
      verb((touch) => {
        touch(threadId)
        return recordSlots(connection, threadId, slots, beat, plan, now)
      }),
    requestBeat: (beat, now) =>
      verb((touch) => {
        touch(beat.threadId)
        return enqueue(connection, beat, now)
      }),
    requestCommand: (threadId, again, now) =>
      verb((touch) => {
        const id = ids<ItemId>('itm')
        insert(QUEUE_ITEMS, {
          id,
          threadId,
          kind: 'job',
          class: 'manual',
          reasons: ['manual'],
          again,
          enqueuedAt: now,
          notBefore: now,
        })
        touch(threadId)
        return id
      }),
    sendMessage: (threadId, text, from, now, id = ids<ItemId>('itm')) =>
      verb((touch) => {
        const isAccepted = exists(
          'SELECT 1 FROM runs WHERE item_id = ? UNION SELECT 1 FROM queue_items WHERE id = ?',
          id,
          id,
        )
        if (isAccepted) return id
        insert(QUEUE_ITEMS, {
          id,
          threadId,
          kind: 'message',
          class: messageClass(from),
          reasons: [],
          text,
          from,
          enqueuedAt: now,
          notBefore: now,
        })
        touch(threadId)
        return id
      }),
    waitingBeat: (threadId) => waitingBeat(connection, threadId),
  }
}

/** Of the queue itself, or of a thread that takes its items along. */
const WRITES_QUEUE = /\bqueue_items\b|\bDELETE FROM threads\b/

function serving(connection: Connection): Omit<QueueRoom, keyof Asking> {
  const { list, find, exists, value, run, verb, remembered } = connection
  const all = remembered(() => list(ITEM, 'ORDER BY enqueued_at, id'), WRITES_QUEUE)
  const waiting: QueueRoom['waiting'] = (kind) =>
    kind === undefined ? all() : all().filter((item) => item.kind === kind)
  return {
    waiting,
    isWaiting: (itemId) => exists('SELECT 1 FROM queue_items WHERE id = ?', itemId),
    nextHeldAt: (now) =>
      value('SELECT min(not_before) FROM queue_items WHERE not_before > ?', now) as Instant | null,
    cancel: (itemIds, now) =>
      verb((touch) => {
        const items = [...new Set(itemIds)].flatMap((id) => find(ITEM, 'WHERE id = ?', id) ?? [])
        for (const item of items) {
          cancelItem(connection, item, CANCELLED, now)
          touch(item.threadId)
        }
        return items.length
      }),
    moveToTop: (id, now) =>
      verb((touch) => {
        const item = find(ITEM, 'WHERE id = ?', id)
        if (item === null) return false
        // Above whatever was moved before, also after the clock was set back.
        run(
          `UPDATE queue_items SET moved_at = (SELECT max(?, coalesce(max(moved_at), 0) + 1) FROM queue_items)
            WHERE id = ?`,
          now,
          id,
        )
        touch(item.threadId)
        return true
      }),
    claim(pick, runnerOf, takesEvents, now, kind) {
      // Chosen before the transaction of its own begins: there is one writer, and nothing else runs in between.
      const item = pick(waiting(kind))
      if (item === null) return null
      return verb((touch) => {
        touch(item.threadId)
        // Read anew for each claim, a long queue would cost the square of its length.
        const others = all().filter(({ id }) => id !== item.id)
        const run = makeRun(connection, item, runnerOf(item.threadId), takesEvents(item), now)
        all.becomes(others)
        return run
      })
    },
  }
}
