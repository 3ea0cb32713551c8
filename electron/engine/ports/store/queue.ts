import type { ItemId, ThreadId } from '../../../../shared/base/ids.ts'
import type { Instant } from '../../../../shared/base/time.ts'
import type { CommandAgain } from '../../../../shared/events/command-again.ts'
import type { QueueItem, WakeReason } from '../../../../shared/queue/queue.ts'
import type { SlotEntry } from '../../../../shared/schedule/slot-fates.ts'
import type { Beat, ClaimedRun, Enqueued } from '../records.ts'

export interface QueueRoom {
  /**
   * Slots with their fates, the beat they ask for, and the next due time: the tick's write for one thread.
   */
  recordSlots(
    threadId: ThreadId,
    slots: readonly SlotEntry[],
    beat: Beat | null,
    plan: { nextDueAt: Instant | null; problem: string | null },
    now: Instant,
  ): Enqueued | null
  requestBeat(beat: Beat, now: Instant): Enqueued
  /** A command that a person runs again, as an isolated run. */
  requestCommand(to: ThreadId, again: CommandAgain, now: Instant): ItemId
  /**
   * With an `id` that was accepted before nothing happens: an accepted message runs once (ARCHITECTURE I6).
   */
  sendMessage(to: ThreadId, text: string, from: string, now: Instant, id?: ItemId): ItemId
  /** The heartbeat that waits for this thread, from memory; null: none. */
  waitingBeat(
    threadId: ThreadId,
  ): { readonly itemId: ItemId; readonly reasons: readonly WakeReason[]; readonly notBefore: Instant } | null
  /** Those that still wait end as skipped, cancelled by a person; returns how many. */
  cancel(ids: readonly ItemId[], now: Instant): number
  /** Before all others of its kind; false: it waits no more. */
  moveToTop(id: ItemId, now: Instant): boolean
  /** All, or those of one kind. */
  waiting(kind?: QueueItem['kind']): readonly QueueItem[]
  isWaiting(itemId: ItemId): boolean
  /** When the first item that may not start at `now` may; null: none. */
  nextHeldAt(now: Instant): Instant | null
  /**
   * Deletes the item, inserts its run and gives it the thread's waiting events; null when `pick` chooses
   * nothing. `kind`: among those alone.
   */
  claim(
    pick: (items: readonly QueueItem[]) => QueueItem | null,
    runnerOf: (threadId: ThreadId) => string,
    takesEvents: (item: QueueItem) => boolean,
    now: Instant,
    kind?: QueueItem['kind'],
  ): ClaimedRun | null
}
