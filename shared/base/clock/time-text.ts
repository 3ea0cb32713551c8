import { localTime, parseClock, zoneName, type Instant } from '../time.ts'

/**
 * How times are written for a person, the same in the window, the tray, notifications and the command line.
 * What programs read (JSON, stamps, prompts, logs, file names) is not written here but by `formatLocal`,
 * `formatZoned` and ISO 8601.
 */
export interface TimeStyle {
  readonly hours: 12 | 24
  readonly date: 'dmy' | 'mdy' | 'ymd'
}

/** What a clock on the wall shows: where it hangs, and how it writes. */
export interface ClockFace {
  readonly timeZone: string
  readonly style: TimeStyle
}

/** Of a system that names no language: "C" or "POSIX". */
export const PLAIN_STYLE: TimeStyle = { hours: 24, date: 'ymd' }

/** "de-DE", "en_US.UTF-8", "C" → how that language and country write times; one that nobody knows: plain. */
export function styleOfLocale(locale: string): TimeStyle {
  const tag = locale.replace(/[.@].*$/, '').replaceAll('_', '-')
  if (/^(|c|posix)$/i.test(tag)) return PLAIN_STYLE
  try {
    const format = new Intl.DateTimeFormat(tag, {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
    })
    const order = format
      .formatToParts(0)
      .flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type[0]] : []))
      .join('')
    return {
      hours: format.resolvedOptions().hour12 === true ? 12 : 24,
      date: order === 'mdy' || order === 'ymd' ? order : 'dmy',
    }
  } catch {
    return PLAIN_STYLE
  }
}

/** The system's style, unless the person chose '12h' or '24h'. */
export function withHours(system: TimeStyle, chosen: unknown): TimeStyle {
  if (chosen !== '12h' && chosen !== '24h') return system
  return { ...system, hours: chosen === '12h' ? 12 : 24 }
}

/** "21:32", or "9:32 pm". */
export const clockText = (at: Instant, face: ClockFace): string => clockOf(wallOf(at, face), face, false)

/** "21:32:07", or "9:32:07 pm". */
export const secondsText = (at: Instant, face: ClockFace): string => clockOf(wallOf(at, face), face, true)

/** Of a time of day as settings hold it: "21:30" → "9:30 pm"; "24:00" ends a window and stays. */
export function timeOfDayText(clock: string, { hours }: TimeStyle): string {
  const minutes = parseClock(clock)
  if (minutes === null || hours === 24) return clock
  return written({ minuteOfDay: minutes, second: null }, hours)
}

/** "9:30 pm", "9 pm", "21:30" or "9:30" → "21:30", as settings hold it. null: unreadable. */
export function readTimeOfDay(text: string): string | null {
  const match = /^(\d{1,2})(?::(\d\d))?\s*(?:([ap])\.?m\.?)?$/i.exec(text.trim())
  if (match === null || (match[2] === undefined && match[3] === undefined)) return null
  const [hour, half] = [Number(match[1]), match[3]?.toLowerCase()]
  if (half !== undefined && (hour < 1 || hour > 12)) return null
  const of24 = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
  const clock = `${two(of24)}:${match[2] ?? '00'}`
  return parseClock(clock, true) === null ? null : clock
}

/** "Nov", "november" → 11. null: no month begins so. */
export function monthNumber(text: string): number | null {
  const found = MONTHS.findIndex((month) => month.toLowerCase().startsWith(text.toLowerCase()))
  return found < 0 ? null : found + 1
}

export interface DateParts {
  readonly weekday?: 'short' | 'long'
  /** Default short: "Nov". */
  readonly month?: 'long'
  readonly year: boolean
}

/** "22 Nov 2026", "Nov 22, 2026" or "2026-11-22"; without its year "22 Nov" or "Nov 22". */
export function dateText(at: Instant, face: ClockFace, parts: DateParts = WITH_YEAR): string {
  const wall = wallOf(at, face)
  const date = dateOf(wall, face.style.date, parts)
  if (parts.weekday === undefined) return date
  const weekday = weekdayOf(wall)
  return `${parts.weekday === 'short' ? weekday.slice(0, 3) : weekday} ${date}`
}
const WITH_YEAR: DateParts = { year: true }

/** "Friday", or "Fri". */
export function weekdayText(at: Instant, face: ClockFace, length: 'short' | 'long'): string {
  const weekday = weekdayOf(wallOf(at, face))
  return length === 'short' ? weekday.slice(0, 3) : weekday
}

/** "22 Nov 2026 21:32". */
export const momentText = (at: Instant, face: ClockFace): string =>
  `${dateText(at, face)} ${clockText(at, face)}`

/** "21:32" on the day of `now`, "22 Nov 21:32" in its year, "22 Nov 2025 21:32" in another. */
export function shortMomentText(at: Instant, now: Instant, face: ClockFace): string {
  const [wall, today] = [wallOf(at, face), wallOf(now, face)]
  const isThisYear = wall.year === today.year
  if (isThisYear && wall.month === today.month && wall.day === today.day) return clockText(at, face)
  return `${dateText(at, face, { year: !isThisYear })} ${clockText(at, face)}`
}

/** In another zone than that of the face, and with that zone's name: "22 Nov 2026 21:32 CET". */
export const zonedText = (at: Instant, timeZone: string, face: ClockFace): string =>
  timeZone === face.timeZone
    ? momentText(at, face)
    : `${momentText(at, { ...face, timeZone })} ${zoneName(at, timeZone)}`

/** Whole, to the second, with its weekday: "Sun 22 Nov 2026 21:32:07". */
export const fullText = (at: Instant, face: ClockFace): string =>
  `${dateText(at, face, { weekday: 'short', year: true })} ${secondsText(at, face)}`

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

const two = (n: number): string => String(n).padStart(2, '0')

interface Wall {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly minuteOfDay: number
  readonly second: number
  readonly isUtc: boolean // in the place of a zone that this runtime does not know
}

function wallOf(at: Instant, { timeZone }: ClockFace): Wall {
  const local = localTime(at, timeZone)
  return { ...(local ?? localTime(at, 'UTC')!), isUtc: local === null }
}

const clockOf = (wall: Wall, { style }: ClockFace, withSeconds: boolean): string =>
  written({ minuteOfDay: wall.minuteOfDay, second: withSeconds ? wall.second : null }, style.hours) +
  (wall.isUtc ? ' UTC' : '')

function written(
  { minuteOfDay, second }: { readonly minuteOfDay: number; readonly second: number | null },
  hours: 12 | 24,
): string {
  const hour = Math.floor(minuteOfDay / 60)
  const rest = `:${two(minuteOfDay % 60)}${second === null ? '' : `:${two(second)}`}`
  return hours === 24 ? `${two(hour)}${rest}` : `${hour % 12 || 12}${rest} ${hour < 12 ? 'am' : 'pm'}`
}

function dateOf({ year, month, day }: Wall, order: TimeStyle['date'], parts: DateParts): string {
  const word = MONTHS[month - 1]!
  const name = parts.month === 'long' ? word : word.slice(0, 3)
  if (order === 'dmy') return `${day} ${name}${parts.year ? ` ${year}` : ''}`
  if (order === 'ymd' && parts.year) return `${year}-${two(month)}-${two(day)}`
  return `${name} ${day}${parts.year ? `, ${year}` : ''}`
}

const weekdayOf = ({ year, month, day }: Wall): string =>
  WEEKDAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]!
