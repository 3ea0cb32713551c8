import type { Instant } from '../base/time.ts'
import type { Absence } from './schedule.ts'
import { highest, type Tier } from './tier.ts'

/** A due time of a thread with its fate. */
export interface SlotEntry {
  readonly dueAt: Instant
  readonly fate: 'beat' | 'missed' | 'skipped' // beat: joins the thread's waiting heartbeat, or makes it
  readonly cause: string | null // of missed and skipped
  readonly count: number // due times this row stands for
}

interface SlotFacts {
  /** Why nothing is started for these times; null: a beat may be. */
  readonly skipCause: string | null
  /** Why those that nobody looked at were missed; null: nothing was. */
  readonly missed: 'asleep' | 'app closed' | null
  /** That are due, without those that a person has put off. */
  readonly dueTiers: readonly Tier[]
  /** Which are put off until when; null: none. */
  readonly putOff: string | null
  /** Since the first of the due times. */
  readonly lateMs: number
  readonly intervalMs: number
}

interface SlotFates {
  readonly entries: readonly SlotEntry[]
  /** null: nothing is started. */
  readonly beat: { readonly reason: 'interval' | 'catch-up'; readonly dueTier: Tier } | null
}

/** What becomes of the due times that have come: a row each, and at most one beat (ARCHITECTURE I5). */
export function slotFates(due: Absence, facts: SlotFacts): SlotFates {
  const { skipCause, missed, dueTiers, putOff, lateMs, intervalMs } = facts
  if (skipCause !== null) return { entries: all(due, 'skipped', skipCause), beat: null }
  if (dueTiers.length === 0) return { entries: all(due, 'skipped', putOff), beat: null }
  const dueTier = highest(dueTiers)
  // A quick look after less than one interval is not worth making up for.
  if (missed !== null && dueTier === 'quick' && lateMs < intervalMs)
    return { entries: all(due, 'missed', missed), beat: null }
  // After an absence the newest stands for all of them.
  const served = missed === null ? due.slots : due.slots.slice(-1)
  const passed = { slots: missed === null ? [] : due.slots.slice(0, -1), older: due.older }
  return {
    entries: [
      ...all(passed, 'missed', missed ?? 'asleep'),
      ...all({ slots: served, older: null }, 'beat', putOff),
    ],
    beat: { reason: missed === null ? 'interval' : 'catch-up', dueTier },
  }
}

function all({ slots, older }: Absence, fate: SlotEntry['fate'], cause: string | null): readonly SlotEntry[] {
  const entries = slots.map((dueAt): SlotEntry => ({ dueAt, fate, cause, count: 1 }))
  return older === null ? entries : [{ dueAt: older.firstAt, fate, cause, count: older.count }, ...entries]
}
