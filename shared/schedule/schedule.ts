import { activeHoursProblem, type ActiveHours } from './active-hours.ts'
import {
  DAY,
  localTime,
  MINUTE,
  nextTimeShown,
  offsetChange,
  parseClock,
  type Instant,
} from '../base/time.ts'

/**
 * Slots of a thread lie on the grid k·intervalMs + phaseMs from the epoch, so that a restart never shifts
 * them, and a persisted phase keeps threads from firing together.
 */
interface Grid {
  readonly intervalMs: number // > 0
  readonly phaseMs: number
}

const mod = (a: number, n: number): number => ((a % n) + n) % n

/** First slot strictly after `after`. */
export function nextSlot(grid: Grid, after: Instant): Instant {
  const { intervalMs } = grid
  const phase = mod(grid.phaseMs, intervalMs)
  return after - mod(after - phase, intervalMs) + intervalMs
}

/** A plan that is still ahead on an unchanged grid is kept; anything else is planned anew. */
export function keepOrPlan(
  grid: Grid,
  prev: (Grid & { readonly nextDueAt: Instant }) | null,
  now: Instant,
): Instant {
  const unchanged =
    prev !== null &&
    prev.intervalMs === grid.intervalMs &&
    prev.phaseMs === grid.phaseMs &&
    prev.nextDueAt > now
  return unchanged ? prev.nextDueAt : nextSlot(grid, now)
}

/**
 * Spreads threads over the interval: the n-th thread takes the n-th point of the golden-ratio sequence, so
 * any number of threads is spaced evenly without moving those that are there.
 */
export const phaseFor = (threadNumber: number, intervalMs: number): number =>
  Math.floor(((threadNumber * 0.6180339887498949) % 1) * intervalMs)

/**
 * May an interval beat start now? A window that cannot be read is closed. `systemZone` stands in for ''.
 */
export function isActive(window: ActiveHours | null, at: Instant, systemZone: string): boolean {
  if (window === null) return true
  if (activeHoursProblem(window) !== null) return false
  const start = parseClock(window.start)!
  const end = parseClock(window.end, true)!
  const local = localTime(at, window.timeZone === '' ? systemZone : window.timeZone)
  if (local === null) return false
  const minute = local.minuteOfDay
  return start < end ? minute >= start && minute < end : minute >= start || minute < end
}

const LOOK_AHEAD_MS = 7 * DAY
/** Over a year: a slot near the window's edge may be inside only while the clocks are changed. */
const PLAN_AHEAD_MS = 400 * DAY
const STEPS_BETWEEN_JUMPS = 1

/**
 * From the slot `start`, the first slot of its grid inside the window, looking 7 days ahead; else `start`.
 */
export function seekActive(
  start: Instant,
  intervalMs: number,
  window: ActiveHours | null,
  systemZone: string,
): Instant {
  return findActive(start, intervalMs, window, systemZone) ?? start
}

/** As seekActive, but null when the window has no slot within `aheadMs` or cannot be read. */
export function findActive(
  start: Instant,
  intervalMs: number,
  window: ActiveHours | null,
  systemZone: string,
  aheadMs = LOOK_AHEAD_MS,
): Instant | null {
  if (window === null) return start
  if (activeHoursProblem(window) !== null) return null
  const zone = window.timeZone === '' ? systemZone : window.timeZone
  for (let at = start; at <= start + aheadMs; ) {
    if (isActive(window, at, systemZone)) return at
    // A minute grid would take 10,000 looks for a week: jump to shortly before the window opens instead.
    const opensAt = nextOpening(window, at, zone)
    const steps = Math.floor((opensAt - at) / intervalMs) - STEPS_BETWEEN_JUMPS
    at += Math.max(1, steps) * intervalMs
  }
  return null
}

/** The next instant after `at`, which lies outside: clocks show the window's start, or are set into its middle. */
function nextOpening(window: ActiveHours, at: Instant, zone: string): Instant {
  const shownAt = nextTimeShown(window.start, at, zone) ?? at + DAY
  const changeAt = offsetChange(at, shownAt, zone)
  return changeAt !== null && isActive(window, changeAt, zone) ? changeAt : shownAt
}

/**
 * A place on the grid at which slots fall into the active hours: the window's next opening. null: the
 * window cannot be read.
 */
export function phaseInside(schedule: Schedule, at: Instant, systemZone: string): number | null {
  const { activeHours: window, intervalMs } = schedule
  if (window === null || activeHoursProblem(window) !== null || intervalMs === 0) return null
  return mod(nextOpening(window, at, window.timeZone === '' ? systemZone : window.timeZone), intervalMs)
}

/** Where a thread's schedule stands; `problem` says why there is no next slot. */
export interface Plan {
  readonly nextDueAt: Instant | null
  readonly problem: string | null
}

interface Schedule extends Grid {
  readonly activeHours: ActiveHours | null
}

/** The first slot strictly after `after`, inside the active hours. */
export function planNext(schedule: Schedule, after: Instant, systemZone: string): Plan {
  if (schedule.intervalMs === 0) return { nextDueAt: null, problem: null }
  const found = findActive(
    nextSlot(schedule, after),
    schedule.intervalMs,
    schedule.activeHours,
    systemZone,
    PLAN_AHEAD_MS,
  )
  if (found !== null) return { nextDueAt: found, problem: null }
  const unreadable = schedule.activeHours === null ? null : activeHoursProblem(schedule.activeHours)
  return {
    nextDueAt: null,
    problem:
      unreadable !== null
        ? `Active hours cannot be read: ${unreadable}. No beat starts by itself.`
        : 'No slot falls into the active hours.',
  }
}

/** Due times of one absence: the newest one by one, older ones as a number. */
export interface Absence {
  readonly slots: readonly Instant[] // oldest first
  readonly older: { readonly firstAt: Instant; readonly count: number } | null // null: all are in `slots`
}

/**
 * All slots in [first, to] inside the active hours, at most `keep` of them one by one. `first` is a slot.
 * Takes a few looks at a calendar for each day, so that waking a large fleet after a long sleep does not
 * stop everything.
 */
export function slotsSince(
  schedule: Schedule,
  first: Instant,
  to: Instant,
  keep: number,
  systemZone: string,
): Absence {
  const { intervalMs, activeHours } = schedule
  const spans = activeHours === null ? [[first, to] as const] : openSpans(activeHours, first, to, systemZone)
  const ranges = spans
    .map(
      ([from, until]) =>
        [
          first + Math.ceil((from - first) / intervalMs) * intervalMs,
          first + Math.floor((until - first) / intervalMs) * intervalMs,
        ] as const,
    )
    .filter(([from, until]) => from <= until)
  const slots: Instant[] = []
  let older = 0
  for (const [from, until] of [...ranges].reverse()) {
    const count = (until - from) / intervalMs + 1
    const taken = Math.min(count, keep - slots.length)
    for (let i = 0; i < taken; i++) slots.push(until - i * intervalMs)
    older += count - taken
  }
  return { slots: slots.reverse(), older: older === 0 ? null : { firstAt: ranges[0]![0], count: older } }
}

/**
 * The stretches of [from, to] in which the window is open, both ends included. Assumes that the window can
 * be read.
 */
export function openSpans(
  window: ActiveHours,
  from: Instant,
  to: Instant,
  systemZone: string,
): readonly (readonly [Instant, Instant])[] {
  if (activeHoursProblem(window) !== null) return []
  const zone = window.timeZone === '' ? systemZone : window.timeZone
  const end = window.end === '24:00' ? '00:00' : window.end
  const spans: (readonly [Instant, Instant])[] = []
  for (let at = from; at <= to; ) {
    if (!isActive(window, at, systemZone)) {
      at = nextOpening(window, at, zone)
      continue
    }
    const shownAt = nextTimeShown(end, at, zone) ?? at + DAY
    // Clocks that go back may leave the window without showing its end.
    const changeAt = offsetChange(at, shownAt, zone)
    const closesAt = changeAt !== null && !isActive(window, changeAt, systemZone) ? changeAt : shownAt
    spans.push([at, Math.min(to, closesAt - 1)])
    at = closesAt
  }
  return spans
}

export const FAILURES_BEFORE_NOTICE = 2
export const FAILURES_BEFORE_BACKOFF = 3
export const FAILURES_BEFORE_PAUSE = 5
export const MAX_BACKOFF_MS = 6 * 60 * MINUTE

/** Delay after the n-th failure in a row: the interval, doubling from the third on, up to 6 h. */
export function backoffMs(failures: number, intervalMs: number): number {
  if (failures < FAILURES_BEFORE_BACKOFF) return intervalMs
  return Math.max(
    intervalMs,
    Math.min(MAX_BACKOFF_MS, intervalMs * 2 ** (failures - FAILURES_BEFORE_BACKOFF + 1)),
  )
}

/**
 * The pace that can be kept when every beat takes `typicalMs` and `lanes` beats run at a time; null: the
 * configured pace holds. Shown to the person, and served by merging slots into the one waiting beat.
 */
export function stretchOf(
  threads: readonly { readonly intervalMs: number; readonly typicalMs: number }[],
  lanes: number,
): { factor: number; effectiveMs: number } | null {
  const on = threads.filter((t) => t.intervalMs > 0)
  const load = on.reduce((sum, t) => sum + t.typicalMs / t.intervalMs, 0) / lanes
  if (load <= 1 || on.length === 0) return null
  const shortest = Math.min(...on.map((t) => t.intervalMs))
  return { factor: load, effectiveMs: Math.ceil((shortest * load) / MINUTE) * MINUTE }
}

export const DEFAULT_INTERVAL_MS = 8 * MINUTE
