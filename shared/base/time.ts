/**
 * Milliseconds since 1970-01-01T00:00Z. Fields named …At hold one; …Ms is a duration; …Min is minutes since
 * local midnight.
 */
/** The end of the year 9999, which is as far as dates are written. */
export const LAST_INSTANT = 253_402_300_799_999
export type Instant = number

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export type DurationUnit = 'ms' | 's' | 'm' | 'h' | 'd'
const UNIT_MS: Record<DurationUnit, number> = { ms: 1, s: SECOND, m: MINUTE, h: HOUR, d: DAY }

/**
 * "90", "1h30m", "1.5h" → milliseconds; a bare number counts in `defaultUnit`. null: unreadable, signed or
 * with inner spaces.
 */
export function parseDuration(text: string, defaultUnit: DurationUnit): number | null {
  const compact = text.trim().toLowerCase()
  if (/^\d+(\.\d+)?$/.test(compact)) return finite(Number(compact) * UNIT_MS[defaultUnit])
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(compact)) return null
  let total = 0
  for (const [, amount, unit] of compact.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g))
    total += Number(amount) * UNIT_MS[unit as DurationUnit]
  return finite(total)
}
const finite = (ms: number): number | null => (Number.isFinite(ms) ? Math.round(ms) : null)

/** 5400000 → "1 h 30 min". The two largest units; under a second "0 s". */
export function formatDuration(ms: number): string {
  const parts: string[] = []
  let rest = Math.max(0, Math.round(ms / SECOND) * SECOND)
  for (const [unit, word] of [
    [DAY, 'd'],
    [HOUR, 'h'],
    [MINUTE, 'min'],
    [SECOND, 's'],
  ] as const) {
    const count = Math.floor(rest / unit)
    rest -= count * unit
    if (count > 0 && parts.length < 2) parts.push(`${count} ${word}`)
    else if (parts.length > 0) break
  }
  return parts.join(' ') || '0 s'
}

/** One that somebody gave, for a message about it: never rounded. */
export function givenDuration(ms: number): string {
  const words = formatDuration(ms)
  const read = parseDuration(words.replaceAll(' ', '').replaceAll('min', 'm'), 's')
  return read === ms ? words : `${ms / SECOND} s`
}

/** "HH:MM" → minutes since midnight; "24:00" only where it ends a window. null: unreadable. */
export function parseClock(text: string, allow24 = false): number | null {
  const match = /^([01]\d|2[0-3]|24):([0-5]\d)$/.exec(text.trim())
  if (!match) return null
  const minutes = Number(match[1]) * 60 + Number(match[2])
  return minutes < 24 * 60 || (allow24 && minutes === 24 * 60) ? minutes : null
}

interface LocalTime {
  readonly year: number
  readonly month: number // 1…12
  readonly day: number
  readonly minuteOfDay: number
  readonly second: number
}

const formatters = new Map<string, Intl.DateTimeFormat | null>()

/** null: this runtime knows no such zone. */
function formatterOf(timeZone: string): Intl.DateTimeFormat | null {
  let format = formatters.get(timeZone)
  if (format === undefined) {
    try {
      format = new Intl.DateTimeFormat('en-US', {
        timeZone,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      })
    } catch {
      format = null
    }
    formatters.set(timeZone, format)
  }
  return format
}

export const isTimeZone = (timeZone: string): boolean => timeZone !== '' && formatterOf(timeZone) !== null

/** What clocks in the zone show. null: unknown zone. */
export function localTime(at: Instant, timeZone: string): LocalTime | null {
  const offset = offsetMs(at, timeZone)
  if (offset === null) return null
  const shown = new Date(at + offset)
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    minuteOfDay: shown.getUTCHours() * 60 + shown.getUTCMinutes(),
    second: shown.getUTCSeconds(),
  }
}

/** Offset of the zone from UTC at that instant, in ms. null: unknown zone. */
export function offsetMs(at: Instant, timeZone: string): number | null {
  const format = formatterOf(timeZone)
  if (format === null) return null
  const offsets = offsetsOf(timeZone)
  const quarter = Math.floor(at / OFFSET_KEPT_MS)
  const kept = offsets.get(quarter)
  if (kept !== undefined) return kept
  const [first, last] = [quarter * OFFSET_KEPT_MS, (quarter + 1) * OFFSET_KEPT_MS - 1]
  const offset = formattedOffset(first, format)
  if (offset !== formattedOffset(last, format)) return formattedOffset(at, format)
  if (offsets.size >= MOST_OFFSETS) offsets.clear()
  offsets.set(quarter, offset)
  return offset
}

/** No zone changes its offset twice in so short a time: what holds at both ends holds between them. */
const OFFSET_KEPT_MS = 15 * MINUTE
const MOST_OFFSETS = 2000
const knownOffsets = new Map<string, Map<number, number>>()

/** Formatting a date takes a hundred times as long as adding a number, and each tick asks several times. */
function offsetsOf(timeZone: string): Map<number, number> {
  let offsets = knownOffsets.get(timeZone)
  if (offsets === undefined) knownOffsets.set(timeZone, (offsets = new Map()))
  return offsets
}

function formattedOffset(at: Instant, format: Intl.DateTimeFormat): number {
  const part: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(at)) part[type] = Number(value)
  const { year, month, day, hour, minute, second } = part
  return Date.UTC(year!, month! - 1, day!, hour!, minute!, second!) - Math.floor(at / SECOND) * SECOND
}

/**
 * The instant at which clocks show "HH:MM" on the local day of `at`; in a spring gap the moment right after
 * it, in the repeated autumn hour the first pass. null: unreadable clock or zone.
 */
export function localTimeToday(clock: string, at: Instant, timeZone: string): Instant | null {
  return passesToday(clock, at, timeZone)[0] ?? null
}

/**
 * When the zone's offset changes within (from, to], by halves; null: it does not. Both ends at most a day
 * apart.
 */
export function offsetChange(from: Instant, to: Instant, timeZone: string): Instant | null {
  const before = offsetMs(from, timeZone)
  if (before === offsetMs(to, timeZone)) return null
  let [low, high] = [from, to]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetMs(middle, timeZone) === before) low = middle
    else high = middle
  }
  return high
}

/**
 * All instants of the local day of `at` at which clocks show "HH:MM": one, or two in the repeated autumn
 * hour; none: unreadable.
 */
function passesToday(clock: string, at: Instant, timeZone: string): readonly Instant[] {
  const minutes = parseClock(clock)
  const local = localTime(at, timeZone)
  if (minutes === null || local === null) return []
  const wall = Date.UTC(local.year, local.month - 1, local.day, 0, minutes)
  const candidates = [wall - offsetMs(wall - DAY, timeZone)!, wall - offsetMs(wall + DAY, timeZone)!]
  // The date counts too: Samoa left out a whole day.
  const shows = candidates.filter((c) => c + offsetMs(c, timeZone)! === wall)
  if (shows.length > 0) return [...new Set(shows)].sort((a, b) => a - b)
  // In a gap neither offset gives the wanted clock: it is over when the clocks change, between the two
  // readings.
  return [offsetChange(Math.min(...candidates), Math.max(...candidates), timeZone) ?? Math.max(...candidates)]
}

/** Like nextLocalTime, but in the repeated autumn hour the second pass counts too. */
export const nextTimeShown = (clock: string, after: Instant, timeZone: string): Instant | null =>
  passesToday(clock, after, timeZone).find((at) => at > after) ?? nextLocalTime(clock, after, timeZone)

/**
 * The first instant strictly after `after` at which clocks show "HH:MM", once a day. null: unreadable clock
 * or zone.
 */
export function nextLocalTime(clock: string, after: Instant, timeZone: string): Instant | null {
  const today = localTimeToday(clock, after, timeZone)
  if (today === null || today > after) return today
  // From noon, a day's length later is tomorrow whatever the clocks did at night; from late evening it may
  // be the day after.
  return localTimeToday(clock, localTimeToday('12:00', after, timeZone)! + DAY, timeZone)
}

/** "2026-11-22 09:41" in the zone; falls back to UTC, said with a Z, where the zone is unknown. */
export function formatLocal(at: Instant, timeZone: string): string {
  const two = (n: number): string => String(n).padStart(2, '0')
  const local = localTime(at, timeZone)
  if (local === null) return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}Z`
  return (
    `${local.year}-${two(local.month)}-${two(local.day)} ` +
    `${two(Math.floor(local.minuteOfDay / 60))}:${two(local.minuteOfDay % 60)}`
  )
}

const zoneNames = new Map<string, Intl.DateTimeFormat>()

/** "CET"; "GMT+5:30" where a zone has no letters, "UTC" where this runtime does not know it. */
export function zoneName(at: Instant, timeZone: string): string {
  if (!isTimeZone(timeZone)) return 'UTC'
  let format = zoneNames.get(timeZone)
  if (format === undefined)
    zoneNames.set(timeZone, (format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })))
  return format.formatToParts(at).find((p) => p.type === 'timeZoneName')?.value ?? timeZone
}

/** To the second, for prompts: "2026-11-22T09:41:07Z" in UTC, else "2026-11-22 10:41:07 CET". */
export function formatZoned(at: Instant, timeZone: string): string {
  const utc = `${new Date(at).toISOString().slice(0, 19)}Z`
  if (/^(utc|etc\/utc|gmt|etc\/gmt)$/i.test(timeZone) || !isTimeZone(timeZone)) return utc
  const second = String(localTime(at, timeZone)!.second).padStart(2, '0')
  return `${formatLocal(at, timeZone)}:${second} ${zoneName(at, timeZone)}`
}

/** Local midnight before `at`; `at` itself where the zone has none that day. */
export const startOfDay = (at: Instant, timeZone: string): Instant =>
  localTimeToday('00:00', at, timeZone) ?? at

/**
 * Local midnight of the first of the month. Counted from noon, so that a day of 23 or 25 hours does not
 * matter.
 */
export function startOfMonth(at: Instant, timeZone: string): Instant {
  const day = localTime(at, timeZone)?.day ?? 1
  return startOfDay((localTimeToday('12:00', at, timeZone) ?? at) - (day - 1) * DAY, timeZone)
}
