import type { ItemId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { holdOfItem, type Hold } from '../../../shared/queue/queue.ts'
import { queueNow, type ClaimParts } from './claim.ts'

/** It waits for its turn, which comes by itself within a beat's length. */
const IN_TURN: readonly Hold[] = [
  'not_before',
  'thread_busy',
  'slots_used',
  'heartbeat_slots_used',
  'messages_first',
]

/** Writes one line of the log when a waiting beat is held off, and one for each other reason after that. */
export function heldBeatsLog(parts: ClaimParts): (now: Instant) => void {
  const { ports, store } = parts
  let known: ReadonlyMap<ItemId, Hold> = new Map()
  return (now) => {
    const beats = store.queue.waiting('heartbeat')
    if (beats.length === 0 && known.size === 0) return
    const view = queueNow(parts, store.queue.waiting(), now)
    const holds = new Map<ItemId, Hold>()
    for (const item of beats) {
      const hold = holdOfItem(item, view)
      if (hold === null || IN_TURN.includes(hold)) continue
      holds.set(item.id, hold)
      if (known.get(item.id) !== hold)
        ports.log('info', 'beat.held', { threadId: item.threadId, reasons: item.reasons, hold })
    }
    known = holds
  }
}
