import { DAY, HOUR, nextLocalTime, type Instant } from '../base/time.ts'

export const TIERS = ['quick', 'hourly', 'daily'] as const
/** A level of checks. A higher tier includes the lower ones. */
export type Tier = (typeof TIERS)[number]

/**
 * How long a tier rests after its last success. Three rules say when it is due again, in `dueTiers`: where the
 * thread beats more often than that, when strictly more than this has passed; where it does not, at each beat; and
 * the daily tier of a thread with a time of day from that minute on, whatever the interval. Quick is due at each
 * beat.
 */
const TIER_PERIOD_MS: Record<Tier, number> = { quick: 0, hourly: HOUR, daily: DAY }

export interface TierTimes {
  /** Start of the last run that worked this tier to a good end; null: never, so due at once. */
  readonly lastDoneAt: Instant | null
  /**
   * The time stands in the file, so `(never)` found there was put back by a person and makes the tier due
   * once.
   */
  readonly mirrored: boolean
  /** A person put the tier off: not due before, whatever its last time. null: not snoozed. */
  readonly snoozedUntil: Instant | null
}
export type TierState = Record<Tier, TierTimes>

export const NEVER_RUN: TierState = {
  quick: { lastDoneAt: null, mirrored: false, snoozedUntil: null },
  hourly: { lastDoneAt: null, mirrored: false, snoozedUntil: null },
  daily: { lastDoneAt: null, mirrored: false, snoozedUntil: null },
}

/** The tier and every tier below it, lowest first. */
export const upTo = (tier: Tier): readonly Tier[] => TIERS.slice(0, TIERS.indexOf(tier) + 1)
export const highest = (tiers: readonly Tier[]): Tier => TIERS.findLast((t) => tiers.includes(t)) ?? 'quick'

/** The longest a tier can be put off at once; longer is a matter of the schedule. */
export const MAX_SNOOZE_MS = 30 * DAY
export const isSnoozed = ({ snoozedUntil }: Pick<TierTimes, 'snoozedUntil'>, now: Instant): boolean =>
  snoozedUntil !== null && snoozedUntil > now

/** How a thread beats, as far as its tiers care. */
export interface Pace {
  readonly intervalMs: number // between beats
  /**
   * "HH:MM" in `timeZone`: the daily tier is due at that local time of each day; null: by elapsed time
   * alone.
   */
  readonly dailyAt: string | null
  readonly timeZone: string
}

/**
 * When the tier becomes due; null: due at once because it never ran.
 * A time in the future (a clock set back) counts as now, so that no tier is starved (ARCHITECTURE I5).
 */
export function tierDueAt(tier: Tier, state: TierState, now: Instant, pace: Pace): Instant | null {
  const last = state[tier].lastDoneAt
  if (last === null) return null
  if (tier === 'daily' && pace.dailyAt !== null) {
    const lastSane = Math.min(last, now)
    const next = nextLocalTime(pace.dailyAt, lastSane, pace.timeZone)
    if (next !== null) return next
  }
  return Math.min(last, now) + TIER_PERIOD_MS[tier]
}

/** What was done at `at` is not due again for itself, should its tier stay due for the sake of other lines. */
export const isDoneLately = (tier: Tier, at: Instant, now: Instant): boolean =>
  at <= now && now - at <= TIER_PERIOD_MS[tier]

/**
 * Highest due tier with everything below it. Quick is always in, for it belongs to each beat; what is
 * snoozed never is, so there may be none.
 */
export function dueTiers(
  state: TierState,
  gestures: readonly Tier[],
  now: Instant,
  pace: Pace,
): readonly Tier[] {
  const isDue = (tier: Tier): boolean => {
    if (isSnoozed(state[tier], now)) return false
    if (tier === 'quick' || gestures.includes(tier)) return true
    const dueAt = tierDueAt(tier, state, now, pace)
    if (dueAt === null) return true
    if (tier === 'daily' && pace.dailyAt !== null) return now >= dueAt
    // Where a beat comes no more often than the tier, each is its turn: "more than" would skip every second one.
    return pace.intervalMs >= TIER_PERIOD_MS[tier] || now > dueAt
  }
  const due = TIERS.filter(isDue)
  return due.length === 0 ? [] : upTo(highest(due)).filter((tier) => !isSnoozed(state[tier], now))
}
