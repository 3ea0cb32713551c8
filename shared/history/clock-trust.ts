import { DAY, type Instant } from '../base/time.ts'

/** Whether the clock may decide what is old. Kept with the history, because a wrong clock outlives a restart. */
export interface ClockTrust {
  /** The clock when this was written. */
  readonly wallAt: Instant
  /** How long the machine was awake since the clock jumped, at most `BELIEVED_MS`. */
  readonly awakeMs: number
  /** What was kept before the jump is in a backup. */
  readonly isBackedUp: boolean
}

/** A weekend without the app is no jump; a clock that is wrong by less deletes nothing that matters. */
const JUMP_MS = 3 * DAY
/** A clock that jumped is believed after so long awake. */
const BELIEVED_MS = DAY

/** What a look at the clock goes by. */
interface ClockLook {
  readonly now: Instant
  /** The newest time that was written before `now`. null: none. */
  readonly lastAt: Instant | null
  /** Time awake since `lastAt`; 0 where nobody looked. */
  readonly awakeMs: number
}

/** `before` null: no clock was ever seen to jump. Returns it as it is where nothing has to be written. */
export function trustAfter(
  before: ClockTrust | null,
  { now, lastAt, awakeMs }: ClockLook,
): ClockTrust | null {
  const newest = Math.max(lastAt ?? 0, before?.wallAt ?? 0)
  const byMs = newest === 0 ? 0 : now - newest - awakeMs
  if (Math.abs(byMs) > JUMP_MS) return { wallAt: now, awakeMs: 0, isBackedUp: false }
  if (before === null || believedIn(before) === 0) return before
  return { ...before, wallAt: now, awakeMs: Math.min(BELIEVED_MS, before.awakeMs + awakeMs) }
}

/** Time awake until the clock is believed again; 0: it is. */
export const believedIn = (trust: ClockTrust | null): number =>
  trust === null ? 0 : BELIEVED_MS - trust.awakeMs
