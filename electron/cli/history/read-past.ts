import { localDay, startOfLocalDay } from '../../../shared/history/history.ts'
import { parseDuration, type Instant } from '../../../shared/base/time.ts'
import { usageError } from '../kit/errors.ts'

/**
 * A day, a minute of it, or how long ago; of a day its beginning, or the beginning of the next. Wrong
 * usage: anything else.
 */
export function readPast(option: string, text: string, now: Instant, edge: 'begin' | 'end'): Instant {
  const ago = /[a-z]/i.test(text) ? parseDuration(text, 'm') : null
  if (ago !== null && ago > 0) return now - ago
  const [, year = '', month = '', day = '', hour, minute] =
    /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d))?$/.exec(text.trim()) ?? []
  const at = new Date(Number(year), Number(month) - 1, Number(day), Number(hour ?? 0), Number(minute ?? 0))
  const isReal =
    year !== '' &&
    at.getMonth() === Number(month) - 1 &&
    at.getDate() === Number(day) &&
    Number(hour ?? 0) < 24 &&
    Number(minute ?? 0) < 60
  if (!isReal)
    throw usageError(
      `${option} must be a day such as 2026-11-22, "2026-11-22 09:41", or how long ago such as 7d, got "${text}"`,
    )
  if (hour !== undefined) return at.getTime()
  return edge === 'begin' ? at.getTime() : startOfLocalDay(localDay(at.getTime()) + 1)
}
