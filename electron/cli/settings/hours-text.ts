import type { Settings } from '../../../shared/settings/settings.ts'
import { usageError } from '../kit/errors.ts'
import { isClockTime } from './setting-text.ts'

/** As Date.getDay() counts. */
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** "22:00-07:00", and what stands behind it; null: of another form. */
export function readSpan(text: string): { start: string; end: string; rest: string } | null {
  const match = /^(\S+?)\s*[-–]\s*(\d\S*)(?:\s+(\S.*))?$/.exec(text.trim())
  return match === null ? null : { start: match[1] ?? '', end: match[2] ?? '', rest: match[3] ?? '' }
}

/** "22:00-07:00", on some days "22:00-07:00 mon-fri" or "… sat,sun"; the days are those on which it begins. */
export function readQuietHours(text: string): Settings['quietHours'] {
  if (text === 'off') return null
  const span = readSpan(text.toLowerCase())
  const days = span === null ? null : readDays(span.rest)
  if (span === null || days === null || !isClockTime(span.start) || !isClockTime(span.end))
    throw usageError(
      `quiet-hours must be off or START-END with days, such as "22:00-07:00" or "20:00-08:00 mon-fri,sun", got "${text}"`,
    )
  if (span.start === span.end && days.length === DAYS.length)
    throw usageError(
      `quiet-hours of whole days must leave one out, or they would never end; got "${text}". set muted-until forever mutes`,
    )
  return { start: span.start, end: span.end, days }
}

/** None given: all of them. null: one of them is no day. */
function readDays(text: string): number[] | null {
  if (text === '') return DAYS.map((_, day) => day)
  const days = new Set<number>()
  for (const part of text.split(/[\s,]+/).filter((word) => word !== '')) {
    const [from, to = from] = part.split('-').map((name) => DAYS.findIndex((day) => day === name))
    if (from === undefined || to === undefined || from < 0 || to < 0 || part.split('-').length > 2)
      return null
    for (let day = from; ; day = (day + 1) % 7) {
      days.add(day)
      if (day === to) break
    }
  }
  return days.size === 0 ? null : [...days].sort()
}

/** As it is read back. */
export function quietHoursText(quiet: Settings['quietHours']): string {
  if (quiet === null) return 'off'
  const days = quiet.days.length === 7 ? '' : ` ${quiet.days.map((day) => DAYS[day]).join(',')}`
  return `${quiet.start}-${quiet.end}${days}`
}
