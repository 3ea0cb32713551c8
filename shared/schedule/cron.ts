import type { Cron } from './cron-expression.ts'
import { DAY, HOUR, MINUTE, offsetChange, offsetMs, type Instant } from '../base/time.ts'

export { parseCron, type Cron } from './cron-expression.ts'

/** Whether the day of the calendar fits, given as its midnight in UTC. The month is not looked at. */
function dayFits(cron: Cron, date: Date): boolean {
  const day = date.getUTCDate()
  const weekday = date.getUTCDay()
  const monthEnds = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  const { days, weekdays } = cron
  const byDay =
    days.is.has(day) ||
    days.beforeEnd.includes(monthEnds - day) ||
    days.workdayNear.some((n) => workdayNear(n === 0 ? monthEnds : n, day, weekday, monthEnds) === day)
  const byWeekday =
    weekdays.is.has(weekday) ||
    (weekdays.last.has(weekday) && day > monthEnds - 7) ||
    weekdays.nth.some((w) => w.weekday === weekday && w.n === Math.ceil(day / 7))
  return cron.eitherDay ? byDay || byWeekday : byDay && byWeekday
}

/**
 * The day of the month of the workday nearest to `target`, told from any `day` of it and its weekday; 0:
 * the month has no such day.
 */
function workdayNear(target: number, day: number, weekday: number, monthEnds: number): number {
  if (target > monthEnds) return 0
  const on = (((weekday + target - day) % 7) + 7) % 7
  if (on === 6) return target === 1 ? 3 : target - 1
  if (on === 0) return target === monthEnds ? target - 2 : target + 1
  return target
}

/** What clocks show, as if it were UTC. */
type Shown = number

/** Days since 1970-01-01 of the first day that fits, from `first` to `last`; null: none. */
function nextDay(cron: Cron, first: number, last: number): number | null {
  for (let day = first; day <= last; ) {
    const date = new Date(day * DAY)
    if (!cron.months.has(date.getUTCMonth() + 1))
      day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / DAY
    else if (dayFits(cron, date)) return day
    else day++
  }
  return null
}

/** All times of the calendar in [from, before), oldest first. */
function* timesShown(cron: Cron, from: Shown, before: Shown): Generator<Shown> {
  const last = Math.ceil(before / DAY) - 1
  for (
    let day = nextDay(cron, Math.floor(from / DAY), last);
    day !== null;
    day = nextDay(cron, day + 1, last)
  ) {
    for (const minute of cron.timesOfDay) {
      const shown = day * DAY + minute * MINUTE
      if (shown >= before) return
      if (shown >= from) yield shown
    }
  }
}

function countShown(cron: Cron, from: Shown, before: Shown): number {
  let count = 0
  const last = Math.ceil(before / DAY) - 1
  for (
    let day = nextDay(cron, Math.floor(from / DAY), last);
    day !== null;
    day = nextDay(cron, day + 1, last)
  ) {
    const midnight = day * DAY
    const isWhole = midnight >= from && midnight + DAY <= before
    count += isWhole
      ? cron.timesOfDay.length
      : cron.timesOfDay.filter(
          (minute) => midnight + minute * MINUTE >= from && midnight + minute * MINUTE < before,
        ).length
  }
  return count
}

/** A time during which the offset from UTC stays the same. */
interface Stretch {
  readonly from: Instant
  readonly to: Instant // exclusive
  readonly offset: number
  /** What clocks would have shown at `from` without the change; null: nothing changed at `from`. */
  readonly expected: Shown | null
}

/**
 * No zone changes its offset twice within this. Time is looked at in such pieces from the epoch on, so that
 * they can be kept.
 */
const PIECE_MS = 12 * HOUR
interface Piece {
  readonly offset: number // at its beginning
  readonly changeAt: Instant | null // within it, or at its end
}
const pieces = new Map<string, Piece | null>()
const PIECES_KEPT = 20_000

/** null: unknown zone. */
function pieceOf(index: number, timeZone: string): Piece | null {
  const key = `${index} ${timeZone}`
  let piece = pieces.get(key)
  if (piece === undefined) {
    const offset = offsetMs(index * PIECE_MS, timeZone)
    piece =
      offset === null
        ? null
        : { offset, changeAt: offsetChange(index * PIECE_MS, (index + 1) * PIECE_MS, timeZone) }
    if (pieces.size >= PIECES_KEPT) pieces.clear()
    pieces.set(key, piece)
  }
  return piece
}

/**
 * The stretches that meet [from, to), with the change at the beginning of the first if it is no further
 * away than a day.
 */
function stretchesOf(from: Instant, to: Instant, timeZone: string): readonly Stretch[] {
  const found: Stretch[] = []
  const first = Math.floor((from - DAY) / PIECE_MS)
  let start = first * PIECE_MS
  let expected: Shown | null = null
  for (let index = first; index * PIECE_MS < to; index++) {
    const piece = pieceOf(index, timeZone)
    if (piece === null) return []
    if (piece.changeAt === null) continue
    found.push({ from: start, to: piece.changeAt, offset: piece.offset, expected })
    expected = piece.changeAt + piece.offset
    start = piece.changeAt
  }
  const offset = offsetMs(start, timeZone)
  if (offset !== null) found.push({ from: start, to: Infinity, offset, expected })
  return found.filter((stretch) => stretch.to > from && stretch.from < to)
}

/**
 * What the stretch adds, cut to [from, to): the times shown, and whether its beginning makes up for times
 * that were jumped over.
 */
function partOf(
  cron: Cron,
  stretch: Stretch,
  from: Instant,
  to: Instant,
): { readonly from: Shown; readonly before: Shown; readonly makesUp: boolean } {
  const { offset, expected } = stretch
  const begins = stretch.from + offset
  const isRepeat = expected !== null && expected > begins && !cron.everyPass
  const start = Math.max(begins, from + offset, isRepeat ? expected : -Infinity)
  const makesUp = stretch.from >= from && stretch.from < to && jumpedOver(cron, stretch)
  return { from: start, before: Math.min(stretch.to, to) + offset, makesUp }
}

/** Whether times were jumped over that are to be made up for when the stretch begins. */
function jumpedOver(cron: Cron, { from, offset, expected }: Stretch): boolean {
  const begins = from + offset
  if (expected === null || expected >= begins) return false
  // Each hour anyway: the clocks show that minute again within the hour.
  if (cron.hours.length === 24 && nextDay(cron, Math.floor(begins / DAY), Math.floor(begins / DAY)) !== null)
    return false
  return (
    !timesShown(cron, expected, begins).next().done &&
    timesShown(cron, begins, begins + 1).next().done === true
  )
}

/**
 * All fires in [from, to), oldest first; nothing for an unknown zone. Takes a few looks at a calendar for
 * each day of the range.
 */
export function* cronFires(cron: Cron, from: Instant, to: Instant, timeZone: string): Generator<Instant> {
  for (const stretch of stretchesOf(from, to, timeZone)) {
    const part = partOf(cron, stretch, from, to)
    if (part.makesUp) yield stretch.from
    for (const shown of timesShown(cron, part.from, part.before)) yield shown - stretch.offset
  }
}

/**
 * How many fires there are in [from, to), without going through them: a year of minutes takes milliseconds.
 */
export const countCron = (cron: Cron, from: Instant, to: Instant, timeZone: string): number =>
  stretchesOf(from, to, timeZone).reduce((sum, stretch) => {
    const part = partOf(cron, stretch, from, to)
    return sum + (part.makesUp ? 1 : 0) + countShown(cron, part.from, part.before)
  }, 0)

/**
 * The instants in [from, to) at which clocks jump forward over a time of the expression, so that it fires
 * then instead.
 */
export const cronMadeUp = (cron: Cron, from: Instant, to: Instant, timeZone: string): readonly Instant[] =>
  stretchesOf(from, to, timeZone)
    .filter((stretch) => partOf(cron, stretch, from, to).makesUp)
    .map((stretch) => stretch.from)

/** What next is looked for in: an expression without a day within it never fires. */
export const CRON_HORIZON_MS = 8 * 366 * DAY
/** No zone is or was further from UTC. */
const FURTHEST_MS = 16 * HOUR
const WINDOW_MS = 3 * DAY

/**
 * The first fire strictly after `after`. null: none within eight years, or an unknown zone.
 *
 * It fires at the beginning of each minute whose local date and time fit. Where clocks change (for summer
 * time or any other reason):
 * - *Clocks jump forward.* Times jumped over are made up for once, at the first instant after the gap,
 *   unless a fire is there anyway.
 * With an hour field that allows each hour nothing is made up for while the day still fits: that minute
 *   comes again within the hour.
 * - *Clocks go back.* A fixed time fires in the first pass only. When minute or hour has a `*` (also with
 *   a step) or allows every
 *   value, the expression follows the time that really passes and fires in both passes.
 *
 * This is Vixie cron, but for one thing: there a wildcard is never made up for, so that each second hour
 * can mean a pause of four.
 */
export function nextCron(cron: Cron, after: Instant, timeZone: string): Instant | null {
  const until = after + CRON_HORIZON_MS
  for (let at = after + 1; at <= until; at += WINDOW_MS) {
    const day = nextDay(cron, Math.floor((at - FURTHEST_MS) / DAY), Math.floor((until + FURTHEST_MS) / DAY))
    if (day === null) return null
    at = Math.max(at, day * DAY - FURTHEST_MS)
    const { value } = cronFires(cron, at, Math.min(at + WINDOW_MS, until + 1), timeZone).next()
    if (value !== undefined) return value as Instant
  }
  return null
}
