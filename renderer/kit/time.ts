import { useSyncExternalStore } from 'react'
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

type ClockSetting = 'system' | '12h' | '24h'
/** How the system's own language writes times of day. */
const systemIs12h = (): boolean =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 === true
const formatsOf = (is12h: boolean, isUtc: boolean) => {
  const zone = isUtc ? { timeZone: 'UTC' } : {}
  const cycle = is12h ? { hour12: true } : { hourCycle: 'h23' as const }
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...options, ...zone })
  const time = is12h
    ? { hour: 'numeric' as const, minute: '2-digit' as const }
    : { hour: '2-digit' as const, minute: '2-digit' as const }
  const date = { day: 'numeric' as const, month: 'short' as const }
  return {
    time: format({ ...time, ...cycle }),
    full: format({
      weekday: 'short',
      ...date,
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      ...cycle,
    }),
    weekday: format({ weekday: 'short' }),
    weekdayLong: format({ weekday: 'long' }),
    date: format(date),
    dateYear: format({ ...date, year: 'numeric' }),
  }
}
let set: { readonly clock: ClockSetting; readonly isUtc: boolean } = { clock: '24h', isUtc: false }
let formats = formatsOf(false, false)
/** In the hours of the system's zone when titles tell an instant whole. */
let localFull = formats.full
/** Whoever shows times by the minute is drawn anew. `isUtc`: times are those of UTC, and say so by a Z. */
export function setClock(clock: ClockSetting, isUtc = false): void {
  if (clock === set.clock && isUtc === set.isUtc) return
  set = { clock, isUtc }
  const is12h = clock === 'system' ? systemIs12h() : clock === '12h'
  formats = formatsOf(is12h, isUtc)
  localFull = isUtc ? formatsOf(is12h, false).full : formats.full
  minutes.refresh()
}
const utc = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

const midnight = (at: Instant): Instant =>
  set.isUtc ? at - (((at % DAY) + DAY) % DAY) : new Date(at).setHours(0, 0, 0, 0)
export const clockTime = (at: Instant): string => `${formats.time.format(at)}${set.isUtc ? 'Z' : ''}`
export const dayAndTime = (at: Instant): string => `${formats.weekdayLong.format(at)} ${clockTime(at)}`
export const fullTime = (at: Instant): string => `${formats.full.format(at)}${set.isUtc ? ' UTC' : ''}`
/** For a title: the whole instant here and in UTC. */
export const titleTime = (at: Instant): string => `${localFull.format(at)} (${utc.format(at)} UTC)`

/** Short enough for a table: "09:41" today, "Fri 18:02" this week, "12 Nov" before. */
export function tableTime(at: Instant, now: Instant): string {
  if (midnight(at) === midnight(now)) return clockTime(at)
  return Math.abs(now - at) < 6 * DAY
    ? `${formats.weekday.format(at)} ${clockTime(at)}`
    : formats.date.format(at)
}

/**
 * When something was: "22 min ago", "3 h 12 min ago" within a day, then "12 Nov 18:02", in another year "12
 * Nov 2025".
 */
export function pastTime(at: Instant, now: Instant): string {
  const ms = now - at
  if (ms >= DAY || ms < -MINUTE)
    return new Date(at).getFullYear() === new Date(now).getFullYear()
      ? `${formats.date.format(at)} ${clockTime(at)}`
      : formats.dateYear.format(at)
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
