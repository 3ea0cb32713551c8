import type { ItemId, ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { joinBeat } from '../../../shared/queue/join-beat.ts'
import { classOf, isScheduledOnly, type WakeReason } from '../../../shared/queue/queue.ts'
import type { SlotEntry } from '../../../shared/schedule/slot-fates.ts'
import type { Beat, Enqueued } from '../../engine/ports/records.ts'
import type { Connection, WaitingBeat } from '../connection/connection.ts'
import { settle } from '../history/settle.ts'
import { THREADS } from '../threads/tables.ts'
import { ITEM, QUEUE_ITEMS, SLOTS, WAKES } from './tables.ts'

/**
 * Inside the caller's transaction. At most one waiting heartbeat per thread: a further beat joins it
 * (ARCHITECTURE I4).
 */
export function enqueue(connection: Connection, beat: Beat, now: Instant): Enqueued {
  const { find, insert, update, ids, cache } = connection
  const waiting = find(ITEM, `WHERE thread_id = ? AND kind = 'heartbeat'`, beat.threadId)
  const itemId = waiting?.id ?? ids<ItemId>('itm')
  const { threadId, sessionId, dueTier, ...asked } = beat
  const next =
    waiting === null ? { ...asked, class: classOf(asked.reasons, dueTier) } : joinBeat(waiting, beat)
  // Without a session of its own a beat leaves the one that was asked for before.
  if (waiting !== null) update(QUEUE_ITEMS, { id: itemId }, { ...next, sessionId })
  else insert(QUEUE_ITEMS, { id: itemId, threadId, kind: 'heartbeat', enqueuedAt: now, ...next, sessionId })
  noteWakes(connection, beat, itemId, waiting?.reasons ?? [], now)
  cache.beats.set(threadId, { itemId, reasons: next.reasons, notBefore: next.notBefore })
  return { itemId, merged: waiting !== null }
}

/** What asked for the beat, but for the clock. */
function noteWakes(
  { insert }: Connection,
  { threadId, reasons }: Beat,
  itemId: ItemId,
  have: readonly WakeReason[],
  now: Instant,
): void {
  for (const reason of reasons)
    if (!have.includes(reason) && !isScheduledOnly([reason]))
      insert(WAKES, { threadId, itemId, reason, at: now }, 'ON CONFLICT DO NOTHING')
}

/** The heartbeat that waits for a thread, from memory where it is known. */
export function waitingBeat({ find, cache }: Connection, threadId: ThreadId): WaitingBeat | null {
  const cached = cache.beats.get(threadId)
  if (cached !== undefined) return cached
  const item = find(ITEM, `WHERE thread_id = ? AND kind = 'heartbeat'`, threadId)
  const beat = item === null ? null : { itemId: item.id, reasons: item.reasons, notBefore: item.notBefore }
  cache.beats.set(threadId, beat)
  return beat
}

/** The tick's write for one thread: slots with their fates, the beat they ask for, and the next due time. */
export function recordSlots(
  connection: Connection,
  threadId: ThreadId,
  slots: readonly SlotEntry[],
  beat: Beat | null,
  plan: { readonly nextDueAt: Instant | null; readonly problem: string | null },
  now: Instant,
): Enqueued | null {
  const { insert, update, run } = connection
  const enqueued = beat === null ? null : enqueue(connection, beat, now)
  // A due time without a run stands in the history at once, behind what came before it.
  if (slots.some(({ fate }) => fate !== 'beat') || enqueued?.merged === true) settle(connection)
  for (const { fate, ...slot } of slots) {
    const answer = fate === 'beat' ? beatOf(enqueued!) : { fate }
    // A slot happens once: a tick that is repeated after a crash finds the row there.
    insert(SLOTS, { threadId, ...slot, ...answer }, 'ON CONFLICT DO NOTHING')
  }
  const merged = enqueued?.merged === true ? slots.filter((s) => s.fate === 'beat').length : 0
  if (merged > 0)
    run('UPDATE queue_items SET merged_slots = merged_slots + ? WHERE id = ?', merged, enqueued!.itemId)
  update(THREADS, { id: threadId }, { nextDueAt: plan.nextDueAt, scheduleProblem: plan.problem })
  return enqueued
}
const beatOf = ({ itemId, merged }: Enqueued) => ({ itemId, fate: merged ? 'merged' : 'queued' }) as const
