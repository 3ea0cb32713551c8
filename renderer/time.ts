import { useSyncExternalStore } from 'react'
import { DAY, formatDuration, HOUR, MINUTE, SECOND, type Instant } from '../shared/time.ts'

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
    timer = setTimeout(() => {
      refresh()
      arm()
    }, everyMs - (Date.now() % everyMs))
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
export const useMinute = (atLeast: Instant = 0): Instant => Math.max(useSyncExternalStore(minutes.subscribe, minutes.now), atLeast)

const never = (): (() => void) => () => undefined
/** Moves every second while `active`: for a run in flight, and for a pointer that rests on the pulse. */
export const useSecond = (active: boolean): Instant => useSyncExternalStore(active ? seconds.subscribe : never, seconds.now)

export type ClockSetting = 'system' | '12h' | '24h'
/** How the system's own language writes times of day. */
const systemIs12h = (): boolean => new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 === true
const clockOf = (is12h: boolean) => new Intl.DateTimeFormat('en-GB', is12h ? { hour: 'numeric', minute: '2-digit', hour12: true } : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const fullOf = (is12h: boolean) => new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit', ...(is12h ? { hour12: true } : { hourCycle: 'h23' as const }) })
let set: ClockSetting = '24h'
let clock = clockOf(false)
let full = fullOf(false)
/** Whoever shows times by the minute is drawn anew. */
export function setClock(setting: ClockSetting): void {
  if (setting === set) return
  set = setting
  const is12h = setting === 'system' ? systemIs12h() : setting === '12h'
  clock = clockOf(is12h)
  full = fullOf(is12h)
  minutes.refresh()
}
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' })
const weekdayLong = new Intl.DateTimeFormat('en-GB', { weekday: 'long' })
const dayMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const utc = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })

const midnight = (at: Instant): Instant => new Date(at).setHours(0, 0, 0, 0)
export const clockTime = (at: Instant): string => clock.format(at)
export const dayAndTime = (at: Instant): string => `${weekdayLong.format(at)} ${clock.format(at)}`
export const fullTime = (at: Instant): string => full.format(at)
/** For a title: the whole instant here and in UTC. */
export const titleTime = (at: Instant): string => `${full.format(at)} (${utc.format(at)} UTC)`

/** Short enough for a table: "09:41" today, "Fri 18:02" this week, "12 Nov" before. */
export function tableTime(at: Instant, now: Instant): string {
  if (midnight(at) === midnight(now)) return clock.format(at)
  return Math.abs(now - at) < 6 * DAY ? `${weekday.format(at)} ${clock.format(at)}` : dayMonth.format(at)
}

/** "just now", "22 min", "3 h": how long something has lasted. One unit is enough. */
export function span(ms: number): string {
  if (ms < MINUTE) return 'under 1 min'
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h`
  return `${Math.floor(ms / DAY)} d`
}
export const inAWhile = (at: Instant, now: Instant): string => (at - now < 30 * SECOND ? 'now' : at - now < MINUTE ? 'in 1 min' : `in ${formatDuration(Math.round((at - now) / MINUTE) * MINUTE)}`)

/** 14200 → "14 s"; long runs are told in whole seconds, quick ones in tenths or ms. */
export const runTime = (ms: number): string => (ms < SECOND ? `${Math.round(ms)} ms` : ms < 10 * SECOND ? `${(ms / SECOND).toFixed(1)} s` : formatDuration(ms))

export function tomorrowAtNine(now: Instant): Instant {
  const at = new Date(now)
  at.setDate(at.getDate() + 1)
  return at.setHours(9, 0, 0, 0)
}
