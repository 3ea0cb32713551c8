import { isScheduledOnly, type WakeReason } from './queue.ts'
import { MINUTE, SECOND, type Instant } from '../base/time.ts'

/** Wakes of one thread within this time become one beat. */
export const COALESCE_MS = 250
/** Floor between two starts of one thread. */
const SPACING_MS = 30 * SECOND
/** Five starts within a minute close the door until a minute after the oldest of them. */
const FLOOD_STARTS = 5
export const FLOOD_WINDOW_MS = MINUTE

/** `task`: no wake of the app is one (`intentOf`), only behaviour cases that are kept as data (`npm run cases`). */
export type WakeIntent = 'manual' | 'immediate' | 'scheduled' | 'task' | 'event'

export interface CooldownFacts {
  readonly intent: WakeIntent
  readonly nowMs: Instant
  readonly nextDueMs?: Instant | null | undefined // next slot of the thread
  readonly lastRunStartedAtMs?: Instant | null | undefined // null: never ran
  readonly recentStartsMs?: readonly Instant[] | undefined
}
type Cooldown =
  | { readonly defer: false }
  | {
      readonly defer: true
      readonly reason: 'not-due' | 'min-spacing' | 'flood'
      readonly retryAtMs?: Instant
    }

/**
 * May this wake start a run now? A person is never held; "wake now" only by the flood guard; a slot only
 * until it is due (inclusive); a task by floor and flood; an event the first ever at once, else not before the floor,
 * or the due slot where that is ahead and comes earlier.
 */
export function cooldownOf(facts: CooldownFacts): Cooldown {
  const { intent, nowMs: now } = facts
  if (intent === 'manual') return { defer: false }
  const due = facts.nextDueMs ?? null
  const last = facts.lastRunStartedAtMs ?? null
  if (intent === 'scheduled')
    return due === null || now >= due ? { defer: false } : { defer: true, reason: 'not-due', retryAtMs: due }
  if (intent === 'immediate') return floodOf(facts)
  const floorAt = last === null ? null : last + SPACING_MS
  if (intent === 'task')
    return floorAt !== null && now < floorAt
      ? { defer: true, reason: 'min-spacing', retryAtMs: floorAt }
      : floodOf(facts)
  if (last === null) return floodOf(facts)
  const openAt = Math.min(floorAt!, due ?? floorAt!)
  if (now < openAt)
    return due !== null && now < due
      ? { defer: true, reason: 'not-due', retryAtMs: openAt }
      : { defer: true, reason: 'min-spacing', retryAtMs: openAt }
  if (floorAt !== null && now < floorAt) return { defer: true, reason: 'min-spacing', retryAtMs: floorAt }
  return floodOf(facts)
}

function floodOf({ nowMs, recentStartsMs }: CooldownFacts): Cooldown {
  const recent = (recentStartsMs ?? [])
    .filter((at) => nowMs - at < FLOOD_WINDOW_MS && at <= nowMs)
    .sort((a, b) => a - b)
  if (recent.length < FLOOD_STARTS) return { defer: false }
  const oldest = recent[recent.length - FLOOD_STARTS]!
  return { defer: true, reason: 'flood', retryAtMs: oldest + FLOOD_WINDOW_MS + 1 }
}

/** Distinct reasons in the order they came: the union of all wakes since the last claim. */
export const mergeReasons = (
  have: readonly WakeReason[],
  more: readonly WakeReason[],
): readonly WakeReason[] => [...new Set([...have, ...more])]

/** Who may pass which guard: a person everything, an urgent wake the floor, everybody else nothing. */
export const intentOf = (reason: WakeReason): WakeIntent => {
  if (reason === 'manual') return 'manual'
  if (reason === 'urgent') return 'immediate'
  if (isScheduledOnly([reason])) return 'scheduled'
  return 'event'
}

/**
 * What happened and wants an answer: neither the clock nor a person, who would ask again. Kept until a run
 * has answered it.
 */
export const askedBy = (reasons: readonly WakeReason[]): readonly WakeReason[] =>
  reasons.filter((r) => !isScheduledOnly([r]) && r !== 'manual' && r !== 'added')
