import type { ItemId, ThreadId } from './ids.ts'
import type { Tier } from './tier.ts'
import type { Instant } from './time.ts'

export type ItemKind = 'message' | 'heartbeat'
export type WakeReason = 'interval' | 'catch-up' | 'added' | 'manual' | 'event' | 'urgent' | 'recovery' | 'inbox'

/** Classes of waiting work, first served first. A waiting beat takes the best class of its reasons. */
export const QUEUE_CLASSES = ['message', 'manual', 'wake', 'daily', 'hourly', 'quick'] as const
export type QueueClass = (typeof QUEUE_CLASSES)[number]

const CLASS_OF_REASON: Record<WakeReason, 'manual' | 'wake' | 'scheduled'> = {
  manual: 'manual', added: 'wake', event: 'wake', urgent: 'wake', inbox: 'wake', recovery: 'scheduled', interval: 'scheduled', 'catch-up': 'scheduled',
}
/** `tier` is the highest tier due when the beat was queued. */
export function classOf(reasons: readonly WakeReason[], tier: Tier): QueueClass {
  const classes = reasons.map((r) => CLASS_OF_REASON[r])
  return classes.includes('manual') ? 'manual' : classes.includes('wake') ? 'wake' : tier
}

/** Work that waits; claiming turns it into a run. */
export interface QueueItem {
  readonly id: ItemId
  readonly threadId: ThreadId
  readonly kind: ItemKind
  readonly class: QueueClass
  readonly reasons: readonly WakeReason[] // distinct, in the order they came; empty for messages
  /** Asked for by a person; null: whatever is due when it runs. */
  readonly tier: Tier | null
  readonly withDue: boolean // what is due as well as `tier`
  readonly text: string | null // the message; null for heartbeats
  readonly from: string | null // 'user' or a thread's number, for messages
  readonly enqueuedAt: Instant
  readonly notBefore: Instant
  /** Slots merged into this beat beyond the first. */
  readonly mergedSlots: number
}

export interface Limits {
  readonly runs: number // all runs at a time
  readonly heartbeats: number // heartbeats among them; always below `runs` unless that is 1
}
/** What the settings allow; a heartbeat never takes the last of several slots. */
export const limitsOf = ({ maxRuns, maxHeartbeats }: { readonly maxRuns: number; readonly maxHeartbeats: number }): Limits => ({
  runs: maxRuns,
  heartbeats: maxRuns === 1 ? 1 : Math.min(maxHeartbeats, maxRuns - 1),
})
/** What is running now, as far as limits care. */
export interface Running {
  readonly threadId: ThreadId
  readonly kind: ItemKind
}
/** A reason to wait, never an outcome. */
export type Hold =
  | 'thread_busy' | 'slots_used' | 'heartbeat_slots_used' | 'messages_first' | 'not_before' | 'outside_active_hours' | 'no_agent' | 'untrusted' | 'paused' | 'runner_resting' | 'over_budget'

/** What an item waits for besides limits; null: nothing. Given by the caller, who knows the thread. */
export type HoldOf = (item: QueueItem) => Hold | null

/**
 * One class up once a scheduled or woken beat has waited more than two intervals, never above a message.
 * Lower is served first.
 */
export function rankOf(item: QueueItem, intervalMs: number, now: Instant): number {
  const rank = QUEUE_CLASSES.indexOf(item.class)
  const ages = item.class !== 'message' && item.class !== 'manual'
  return ages && now - item.enqueuedAt > 2 * intervalMs ? Math.max(1, rank - 1) : rank
}

export interface QueueView {
  readonly items: readonly QueueItem[]
  readonly running: readonly Running[]
  readonly limits: Limits
  readonly now: Instant
  readonly intervalOf: (id: ThreadId) => number
  readonly holdOf: HoldOf
}

/** Why this item may not start now; null: it may. */
export function holdOfItem(item: QueueItem, view: QueueView): Hold | null {
  const own = view.holdOf(item)
  if (own !== null) return own
  if (item.notBefore > view.now) return 'not_before'
  if (view.running.some((r) => r.threadId === item.threadId)) return 'thread_busy'
  if (view.running.length >= view.limits.runs) return 'slots_used'
  if (item.kind === 'heartbeat') {
    if (view.running.filter((r) => r.kind === 'heartbeat').length >= view.limits.heartbeats) return 'heartbeat_slots_used'
    // With a single slot a heartbeat must not stand in the way of a person's message; another thread's is no more than a wake.
    const messageWaits = view.limits.runs === 1 && view.items.some((i) => i.class === 'message' && view.holdOf(i) === null)
    if (messageWaits) return 'messages_first'
  }
  return null
}

/** Order of service: class (with ageing), then the oldest, then the id, so that the order is total. */
export const serviceOrder = (view: Pick<QueueView, 'intervalOf' | 'now'>) => (a: QueueItem, b: QueueItem): number =>
  rankOf(a, view.intervalOf(a.threadId), view.now) - rankOf(b, view.intervalOf(b.threadId), view.now) ||
  a.enqueuedAt - b.enqueuedAt || (a.id < b.id ? -1 : 1)

/**
 * The next item to claim, or null. A held item is passed over and the scan goes on: it never blocks what stands behind it
 * (ARCHITECTURE I2, I3).
 */
export function pickNext(view: QueueView): QueueItem | null {
  let best: QueueItem | null = null
  const order = serviceOrder(view)
  for (const item of view.items) {
    if ((best === null || order(item, best) < 0) && holdOfItem(item, view) === null) best = item
  }
  return best
}
