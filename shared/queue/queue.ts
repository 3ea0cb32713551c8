import type { ItemId, JobId, ThreadId } from '../base/ids.ts'
import type { CommandAgain } from '../events/command-again.ts'
import type { Tier } from '../schedule/tier.ts'
import { MINUTE, type Instant } from '../base/time.ts'

/** `job`: an isolated run, of a scheduled job or of a command that a person runs again. */
export type ItemKind = 'message' | 'heartbeat' | 'job'

/** Why a beat was asked for, most important first: the first of a run's reasons in this order names it. */
export const WAKE_REASONS = [
  'manual',
  'urgent',
  'command',
  'job',
  'webhook',
  'hook',
  'event',
  'inbox',
  'playbook',
  'git',
  'added',
  'recovery',
  'catch-up',
  'interval',
] as const
export type WakeReason = (typeof WAKE_REASONS)[number]
/** null: no reason, as for messages. */
export const mainReason = (reasons: readonly WakeReason[]): WakeReason | null =>
  WAKE_REASONS.find((r) => reasons.includes(r)) ?? null
/** Nobody asked and nothing happened: only the time came. */
export const isScheduledOnly = (reasons: readonly WakeReason[]): boolean =>
  reasons.every((r) => SCHEDULED.includes(r))
/** Its due time is among what asks for it. */
export const isDue = (reasons: readonly WakeReason[]): boolean => reasons.some((r) => SCHEDULED.includes(r))

/** Classes of waiting work, first served first. A waiting beat takes the best class of its reasons. */
export const QUEUE_CLASSES = ['message', 'manual', 'wake', 'daily', 'hourly', 'quick'] as const
export type QueueClass = (typeof QUEUE_CLASSES)[number]

const SCHEDULED: readonly WakeReason[] = ['interval', 'catch-up', 'recovery']
/** `tier` is the highest tier due when the beat was queued. */
export function classOf(reasons: readonly WakeReason[], tier: Tier): QueueClass {
  if (reasons.includes('manual')) return 'manual'
  return isScheduledOnly(reasons) ? tier : 'wake'
}

/** What waits, as a person tells it apart. */
export const LANES = ['message', 'manual', 'wake', 'job', 'scheduled'] as const
export type Lane = (typeof LANES)[number]
const LANE_OF: Record<QueueClass, Lane> = {
  message: 'message',
  manual: 'manual',
  wake: 'wake',
  daily: 'scheduled',
  hourly: 'scheduled',
  quick: 'scheduled',
}
export const laneOf = (item: Pick<QueueItem, 'kind' | 'class'>): Lane =>
  item.kind === 'job' ? 'job' : LANE_OF[item.class]

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
  readonly jobId: JobId | null // for jobs
  readonly again: CommandAgain | null // for a command that a person runs again
  readonly enqueuedAt: Instant
  readonly notBefore: Instant
  /**
   * A person moved it to the top of its kind; of several the one moved last stands first. null: nobody did.
   */
  readonly movedAt: Instant | null
  /** Slots merged into this beat beyond the first. */
  readonly mergedSlots: number
}

/** Of an item that a person took back. */
export const CANCELLED = 'Cancelled by you before it started.'

export interface Limits {
  readonly runs: number // all runs at a time
  readonly heartbeats: number // heartbeats and jobs among them; always below `runs` unless that is 1
}
/** What the settings allow; a heartbeat never takes the last of several slots. */
export const limitsOf = ({
  maxRuns,
  maxHeartbeats,
}: {
  readonly maxRuns: number
  readonly maxHeartbeats: number
}): Limits => ({
  runs: maxRuns,
  heartbeats: maxRuns === 1 ? 1 : Math.min(maxHeartbeats, maxRuns - 1),
})
/**
 * Heartbeats of local checks have as many places of their own as others have, so that they never wait behind an
 * agent that takes long; where one run at a time is allowed, all share the same.
 */
export const hasOwnPlace = (
  { runs }: Pick<Limits, 'runs'>,
  kind: ItemKind,
  agent: { readonly kind: string } | undefined,
): boolean => runs > 1 && kind === 'heartbeat' && agent?.kind === 'local'

/** What is running now, as far as limits care. */
export interface Running {
  readonly threadId: ThreadId
  readonly kind: ItemKind
  /**
   * `left`: its checks wait long for a network or a command, and it takes no place; `wanted`: it waits for one, so
   * that its agent may start. Absent: it has one.
   */
  readonly place?: 'left' | 'wanted' | undefined
  /** See hasOwnPlace. */
  readonly isInOwnPlace?: boolean
}
/** A reason to wait, never an outcome. */
export type Hold =
  | 'thread_busy'
  | 'slots_used'
  | 'heartbeat_slots_used'
  | 'messages_first'
  | 'not_before'
  | 'outside_active_hours'
  | 'no_agent'
  | 'untrusted'
  | 'paused'
  | 'off'
  | 'runner_resting'
  | 'over_budget'
  | 'power'
  | 'quiet_hours'

/** What an item waits for besides limits; null: nothing. Given by the caller, who knows the thread. */
export type HoldOf = (item: QueueItem) => Hold | null

/**
 * One class up once a scheduled or woken beat has waited more than two intervals. What a person moved up
 * goes with the best class of its kind. Neither comes above a message. Lower is served first.
 */
export function rankOf(item: QueueItem, intervalMs: number, now: Instant): number {
  const rank = QUEUE_CLASSES.indexOf(item.class)
  if (item.movedAt !== null) return Math.min(1, rank)
  return mayAge(item) && now - item.enqueuedAt > 2 * intervalMs ? Math.max(1, rank - 1) : rank
}
const mayAge = (item: QueueItem): boolean => item.class !== 'message' && item.class !== 'manual'

export interface QueueView {
  readonly items: readonly QueueItem[]
  readonly running: readonly Running[]
  readonly limits: Limits
  readonly now: Instant
  readonly intervalOf: (id: ThreadId) => number
  readonly holdOf: HoldOf
  /** By hasOwnPlace; absent: all share the same places. */
  readonly hasOwnPlace?: (item: QueueItem) => boolean
}

/** Why this item may not start now; null: it may. */
export const holdOfItem = (item: QueueItem, view: QueueView): Hold | null =>
  view.holdOf(item) ?? limitOf(item, view)

/** Whether one more agent of a beat may start among these. */
export function hasPlaceForAgent(running: readonly Running[], limits: Limits): boolean {
  const { shared } = placesOf(running)
  return shared.length < limits.runs && isBelowHeartbeats(shared, limits)
}

const isBelowHeartbeats = (placed: readonly Running[], { heartbeats }: Limits): boolean =>
  placed.filter(({ kind }) => kind !== 'message').length < heartbeats

/** How many places of local checks are taken, who takes the others, and whether one is wanted back. */
export function placesOf(running: readonly Running[]): {
  readonly ownPlaces: number
  readonly shared: readonly Running[]
  readonly isWanted: boolean
} {
  const placed = running.filter((r) => r.place === undefined)
  const shared = placed.filter((r) => r.isInOwnPlace !== true)
  const isWanted = running.some((r) => r.place === 'wanted')
  return { ownPlaces: placed.length - shared.length, shared, isWanted }
}

/** What time and the other runs say, which is cheap to ask. */
function limitOf(item: QueueItem, view: QueueView): Hold | null {
  if (item.notBefore > view.now) return 'not_before'
  if (view.running.some((r) => r.threadId === item.threadId)) return 'thread_busy'
  const { ownPlaces, shared: placed, isWanted } = placesOf(view.running)
  if (view.hasOwnPlace?.(item) === true)
    return ownPlaces >= view.limits.heartbeats ? 'heartbeat_slots_used' : null
  if (placed.length >= view.limits.runs) return 'slots_used'
  if (item.kind !== 'message') {
    // An agent whose checks are done comes before all that are not begun, and never before a message.
    if (isWanted || !isBelowHeartbeats(placed, view.limits)) return 'heartbeat_slots_used'
    // With a single slot a heartbeat must not stand in the way of a person's message; another thread's is
    // no more than a wake.
    const messageWaits =
      view.limits.runs === 1 && view.items.some((i) => i.class === 'message' && view.holdOf(i) === null)
    if (messageWaits) return 'messages_first'
  }
  return null
}

/**
 * Order of service: class (with ageing), then what a person moved up, then the oldest, then the id, so that
 * the order is total.
 */
export const serviceOrder = ({ intervalOf, now }: Pick<QueueView, 'intervalOf' | 'now'>) => {
  // Nothing ages before twice the shortest interval, so that the threads of a young queue need not be
  // asked.
  const rank = (item: QueueItem): number =>
    rankOf(
      item,
      now - item.enqueuedAt > 2 * MINUTE && mayAge(item) ? intervalOf(item.threadId) : Infinity,
      now,
    )
  return (a: QueueItem, b: QueueItem): number =>
    rank(a) - rank(b) ||
    (b.movedAt ?? -1) - (a.movedAt ?? -1) ||
    a.enqueuedAt - b.enqueuedAt ||
    (a.id < b.id ? -1 : 1)
}

/**
 * The next item to claim, or null. A held item is passed over and the scan goes on: it never blocks what
 * stands behind it (ARCHITECTURE I2, I3).
 */
export function pickNext(view: QueueView): QueueItem | null {
  let best: QueueItem | null = null
  const order = serviceOrder(view)
  for (const item of view.items) {
    // The limits first: with every slot taken a long queue is looked through without asking about a single
    // thread.
    if (
      limitOf(item, view) === null &&
      (best === null || order(item, best) < 0) &&
      view.holdOf(item) === null
    )
      best = item
  }
  return best
}
