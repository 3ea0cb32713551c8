import {
  DAY,
  formatLocal,
  HOUR,
  localTime,
  localTimeToday,
  offsetMs,
  parseDuration,
  type Instant,
} from '../../../shared/base/time.ts'
import type { ClockFace } from '../../../shared/base/clock/time-text.ts'
import type { FleetView } from '../../../shared/views/snapshot.ts'
import { usageError } from './errors.ts'

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const WANTED = 'must be "2026-11-22 09:41" (your time), 2026-11-22T09:41:00+01:00, or "in 2h"'

/**
 * An instant as it is written on the command line; a time without an offset is one of the zone. Wrong
 * usage: unreadable, not in the calendar, skipped by the clocks, or past.
 */
export function readTime(option: string, text: string, now: Instant, timeZone: string): Instant {
  const refuse = (why: string): never => {
    throw usageError(`${option} ${why}, got "${text}"`)
  }
  const at = read(text.trim(), now, timeZone, refuse)
  return at > now ? at : refuse(`lies in the past (${formatLocal(at, timeZone)})`)
}

function read(text: string, now: Instant, timeZone: string, refuse: (why: string) => never): Instant {
  const relative = /^in\s+(.+)$/i.exec(text)
  if (relative !== null) {
    const ms = parseDuration((relative[1] ?? '').replace(/\s+/g, ''), 'm')
    return ms === null || ms === 0 || ms > 3660 * DAY
      ? refuse('must be in a duration such as "in 2h"')
      : now + ms
  }
  const match = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:\.\d{1,3})?)?(Z|[+-]\d\d:?\d\d)?$/.exec(
    text,
  )
  if (match === null) return refuse(WANTED)
  const [, year, month, day, clock = '', second = '0', offset] = match
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day))
    return refuse('names a day that is not in the calendar')
  if (Number(clock.slice(0, 2)) > 23 || Number(clock.slice(3)) > 59 || Number(second) > 59)
    return refuse('names a time that no clock shows')
  if (offset !== undefined) {
    const at = Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
    return Number.isNaN(at) ? refuse(WANTED) : at
  }
  const noon = date.getTime() + 12 * HOUR
  const at = localTimeToday(clock, noon - (offsetMs(noon, timeZone) ?? 0), timeZone)
  const shown = at === null ? null : localTime(at, timeZone)
  if (at === null || shown === null) return refuse(WANTED)
  if (shown.minuteOfDay !== Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)))
    return refuse(`is skipped by the clocks of ${timeZone} that day`)
  return at + Number(second) * 1000
}

/** The clock of this terminal: its own zone, written as the app writes. */
export const faceOf = ({ timeStyle }: Pick<FleetView, 'timeStyle'>): ClockFace => ({
  timeZone: ownZone(),
  style: timeStyle,
})
