import type { ItemId, JobId, ThreadId } from '../../../shared/base/ids.ts'
import type { CommandAgain } from '../../../shared/events/command-again.ts'
import type { ItemKind, QueueClass, QueueItem, WakeReason } from '../../../shared/queue/queue.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import {
  flag,
  json,
  jsonOrNull,
  number,
  numberOrNull,
  table,
  textOrNull,
  word,
  wordOrNull,
  type Selection,
} from '../connection/table.ts'

export const QUEUE_ITEMS = table('queue_items', {
  id: word<ItemId>(),
  threadId: word<ThreadId>(),
  kind: word<ItemKind>(),
  class: word<QueueClass>(),
  reasons: json<readonly WakeReason[]>(),
  tier: wordOrNull<Tier>(),
  withDue: flag(),
  text: textOrNull(),
  from: textOrNull('sender'),
  jobId: wordOrNull<JobId>(),
  sessionId: textOrNull(),
  enqueuedAt: number(),
  notBefore: number(),
  movedAt: numberOrNull(),
  mergedSlots: number(),
  again: jsonOrNull<CommandAgain>(),
})
/** As the domain knows it; the session is a matter of the run it becomes. */
export const ITEM: Selection<QueueItem> = QUEUE_ITEMS.pick(
  'id',
  'threadId',
  'kind',
  'class',
  'reasons',
  'tier',
  'withDue',
  'text',
  'from',
  'jobId',
  'enqueuedAt',
  'notBefore',
  'movedAt',
  'mergedSlots',
  'again',
)

export const WAKES = table('wakes', {
  seq: number(),
  threadId: word<ThreadId>(),
  itemId: word<ItemId>(),
  reason: word<WakeReason>(),
  at: number(),
})

export const SLOTS = table('slots', {
  threadId: word<ThreadId>(),
  dueAt: number(),
  fate: word<'queued' | 'merged' | 'missed' | 'skipped'>(),
  cause: textOrNull(),
  itemId: wordOrNull<ItemId>(),
  count: number(),
})
