import type { Settings } from '../../../shared/settings/settings.ts'
import { usageError } from '../kit/errors.ts'

/** As Date.getDay() counts. */
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
const FORM = /^((?:[01]\d|2[0-3]):[0-5]\d)\s*[-–]\s*((?:[01]\d|2[0-3]):[0-5]\d)(?:\s+([a-z, -]+))?$/

/** "22:00-07:00", on some days "22:00-07:00 mon-fri" or "… sat,sun"; the days are those on which it begins. */
export function readQuietHours(text: string): Settings['quietHours'] {
  if (text === 'off') return null
  const match = FORM.exec(text.trim().toLowerCase())
  const days = match === null ? null : readDays(match[3])
  if (match === null || days === null)
    throw usageError(
      `quiet-hours must be off or START-END with days, such as "22:00-07:00" or "20:00-08:00 mon-fri,sun", got "${text}"`,
    )
  return { start: match[1]!, end: match[2]!, days }
}

/** None given: all of them. null: one of them is no day. */
function readDays(text: string | undefined): number[] | null {
  if (text === undefined) return DAYS.map((_, day) => day)
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
