import { MINUTE, type Instant } from '../../base/time.ts'

/**
 * When a cron expression fires, found out without any of the product's code: by looking at a clock in each
 * minute of real time. Knows lists, ranges and steps of numbers; slow, and plain enough to be believed.
 */
interface Walk {
  readonly from: Instant
  // what clocks show in each minute, as minutes of a calendar without zones
  readonly shown: readonly number[]
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** What clocks in the zone show, in minutes since 1970-01-01T00:00 there. */
function clockAt(at: Instant, timeZone: string): number {
  const made =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
  clocks.set(timeZone, made)
  const text = made.format(at) // 2026-03-29 03:00
  return Date.parse(`${text.slice(0, 10)}T${text.slice(11, 16)}Z`) / MINUTE
}

/** `from` is the beginning of a minute. */
export const walk = (from: Instant, minutes: number, timeZone: string): Walk => ({
  from,
  shown: Array.from({ length: minutes }, (_, i) => clockAt(from + i * MINUTE, timeZone)),
})

function allowed(field: string, min: number, max: number): ReadonlySet<number> {
  const values = new Set<number>()
  for (const part of field.split(',')) {
    const [range = '', step = '1'] = part.split('/')
    const [first = 0, last = first] = range === '*' ? [min, max] : range.split('-').map(Number)
    for (let value = first; value <= last; value++)
      if ((value - first) % Number(step) === 0) values.add(value)
  }
  return values
}

const DAY_MINUTES = 24 * 60

/** All fires in the walk but those of its first minute, before which nothing is known. */
export function oracleFires(expr: string, { from, shown }: Walk): readonly Instant[] {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = expr.split(' ')
  const [minutes, hours, days, months, weekdays] = [
    allowed(minute, 0, 59),
    allowed(hour, 0, 23),
    allowed(day, 1, 31),
    allowed(month, 1, 12),
    allowed(weekday, 0, 6),
  ]
  const isEither = !day.includes('*') && !weekday.includes('*')
  const inEachPass = minute.includes('*') || hour.includes('*') || minutes.size === 60 || hours.size === 24
  const known = new Map<number, boolean>()
  const dayFits = (clock: number): boolean => {
    const number = Math.floor(clock / DAY_MINUTES)
    let fits = known.get(number)
    if (fits === undefined) {
      const date = new Date(number * DAY_MINUTES * MINUTE)
      const [byDay, byWeekday] = [days.has(date.getUTCDate()), weekdays.has(date.getUTCDay())]
      fits = months.has(date.getUTCMonth() + 1) && (isEither ? byDay || byWeekday : byDay && byWeekday)
      known.set(number, fits)
    }
    return fits
  }
  const fits = (clock: number): boolean =>
    minutes.has(((clock % 60) + 60) % 60) &&
    hours.has(Math.floor((((clock % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES) / 60)) &&
    dayFits(clock)

  const fires: Instant[] = []
  let latest = shown[0]! // a minute up to this one was shown before, or jumped over
  for (let i = 1; i < shown.length; i++) {
    const clock = shown[i]!
    let isDue = fits(clock) && (inEachPass || clock > latest)
    const comesAgain = hours.size === 24 && dayFits(clock)
    for (let missed = shown[i - 1]! + 1; missed < clock && !comesAgain; missed++) isDue ||= fits(missed)
    if (isDue) fires.push(from + i * MINUTE)
    latest = Math.max(latest, clock)
  }
  return fires
}

/**
 * The stretches between which clocks were changed within [from, to): for each change the latest look before
 * it and the first one after.
 */
export function changesBetween(
  from: Instant,
  to: Instant,
  lookMs: number,
  timeZone: string,
): readonly (readonly [Instant, Instant])[] {
  const found: (readonly [Instant, Instant])[] = []
  const ahead = (at: Instant): number => clockAt(at, timeZone) - Math.floor(at / MINUTE)
  for (let at = from, before = ahead(from); at < to; at += lookMs) {
    const after = ahead(at + lookMs)
    if (after !== before) found.push([at, at + lookMs])
    before = after
  }
  return found
}
