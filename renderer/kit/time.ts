import { useSyncExternalStore } from 'react'
import {
  clockText,
  dateText,
  fullText,
  PLAIN_STYLE,
  timeOfDayText,
  weekdayText,
  type ClockFace,
  type DateParts,
  type TimeStyle,
} from '../../shared/base/clock/time-text.ts'
import { DAY, formatDuration, HOUR, MINUTE, SECOND, type Instant } from '../../shared/base/time.ts'
import { KIT } from './copy.ts'

/** One timer for all who look; it rests while nobody does. */
function ticker(everyMs: number, wakesOnFocus: boolean) {
  let now = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const refresh = (): void => {
    now = Math.max(Date.now(), now + 1) // another value, or nobody would look again
    for (const listener of listeners) listener()
  }
  const arm = (): void => {
    timer = setTimeout(
      () => {
        refresh()
        arm()
      },
      everyMs - (Date.now() % everyMs),
    )
  }
  return {
    now: () => now,
    refresh,
    subscribe(listener: () => void): () => void {
      if (listeners.size === 0) {
        now = Date.now()
        arm()
        if (wakesOnFocus) addEventListener('focus', refresh)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearTimeout(timer)
        removeEventListener('focus', refresh)
      }
    },
  }
}
// Relative times move once a minute, so that a quiet window stays quiet.
const minutes = ticker(MINUTE, true)
const seconds = ticker(SECOND, false)

/** The time of the last minute tick, or of the newest instant that was shown, whichever is later. */
export const useMinute = (atLeast: Instant = 0): Instant =>
  Math.max(useSyncExternalStore(minutes.subscribe, minutes.now), atLeast)

const never = (): (() => void) => () => undefined
/** Moves every second while `active`: for a run in flight, and for a pointer that rests on the pulse. */
export const useSecond = (active: boolean): Instant =>
  useSyncExternalStore(active ? seconds.subscribe : never, seconds.now)

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
/** In the zone of the system; what is shown may be UTC, at the person's wish. */
let local: ClockFace = { timeZone: ownZone(), style: PLAIN_STYLE }
let isUtc = false
const shown = (): ClockFace => (isUtc ? { ...local, timeZone: 'UTC' } : local)

/** Whoever shows times by the minute is drawn anew. `asUtc`: times are those of UTC, and say so by a Z. */
export function setClock(style: TimeStyle, asUtc = false): void {
  if (style.hours === local.style.hours && style.date === local.style.date && asUtc === isUtc) return
  local = { timeZone: ownZone(), style }
  isUtc = asUtc
  minutes.refresh()
}
/** As times of day are written, typed and read: "07:00", "7:00 am". */
export const timeOfDay = (clock: string): string => timeOfDayText(clock, local.style)
export const timeStyle = (): TimeStyle => local.style

const isDayOf = (at: Instant, now: Instant): boolean => dateText(at, shown()) === dateText(now, shown())
const isYearOf = (at: Instant, now: Instant): boolean =>
  new Date(at).getFullYear() === new Date(now).getFullYear()

export const clockTime = (at: Instant): string => `${clockText(at, shown())}${isUtc ? 'Z' : ''}`
export const dayAndTime = (at: Instant): string => `${weekdayText(at, shown(), 'long')} ${clockTime(at)}`
export const fullTime = (at: Instant): string => `${fullText(at, shown())}${isUtc ? ' UTC' : ''}`
const NO_YEAR: DateParts = { year: false }
/** A day of the system's own zone, whatever times are shown in: "22 Nov", with its year "22 Nov 2026". */
export const localDate = (at: Instant, parts = NO_YEAR): string => dateText(at, local, parts)
/** "22 Nov 2026 21:32": to the minute, with its year. */
export const momentTime = (at: Instant): string => `${dateText(at, shown())} ${clockTime(at)}`
/** For a title: the whole instant here and in UTC. */
export const titleTime = (at: Instant): string =>
  `${fullText(at, local)} (${fullText(at, { ...local, timeZone: 'UTC' })} UTC)`

/** Short enough for a table: "09:41" today, "Fri 18:02" this week, "12 Nov" before. */
export function tableTime(at: Instant, now: Instant): string {
  if (isDayOf(at, now)) return clockTime(at)
  return Math.abs(now - at) < 6 * DAY
    ? `${weekdayText(at, shown(), 'short')} ${clockTime(at)}`
    : dateText(at, shown(), NO_YEAR)
}

/** When something was, never as a length of time: "09:34", "Wed 09:00", then "12 Nov 18:02". */
export const rowTime = (at: Instant, now: Instant): string =>
  Math.abs(now - at) < 6 * DAY ? tableTime(at, now) : pastTime(at, now)

/**
 * When something was: "22 min ago", "3 h 12 min ago" within a day, then "12 Nov 18:02", in another year "12
 * Nov 2025".
 */
export function pastTime(at: Instant, now: Instant): string {
  const ms = now - at
  if (ms >= DAY || ms < -MINUTE)
    return isYearOf(at, now) ? `${dateText(at, shown(), NO_YEAR)} ${clockTime(at)}` : dateText(at, shown())
  if (ms < MINUTE) return KIT.time.justNow
  const min = Math.floor(ms / MINUTE)
  return min < 60 ? KIT.time.minutesAgo(min) : KIT.time.hoursAgo(Math.floor(min / 60), min % 60)
}

/** "just now", "22 min", "3 h": how long something has lasted. One unit is enough. */
export function span(ms: number): string {
  if (ms < MINUTE) return KIT.time.underMinute
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h`
  return `${Math.floor(ms / DAY)} d`
}
export const inAWhile = (at: Instant, now: Instant): string => {
  if (at - now < 30 * SECOND) return 'now'
  if (at - now < MINUTE) return KIT.time.inMinute
  return KIT.time.in(formatDuration(Math.round((at - now) / MINUTE) * MINUTE))
}

/** 14200 → "14 s"; long runs are told in whole seconds, quick ones in tenths or ms. */
export const runTime = (ms: number): string => {
  if (ms < SECOND) return `${Math.round(ms)} ms`
  if (ms < 10 * SECOND) return `${(ms / SECOND).toFixed(1)} s`
  return formatDuration(ms)
}

export function tomorrowAtNine(now: Instant): Instant {
  const at = new Date(now)
  at.setDate(at.getDate() + 1)
  return at.setHours(9, 0, 0, 0)
}
