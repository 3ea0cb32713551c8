import { MINUTE, formatLocal, offsetMs, type Instant } from '../base/time.ts'

/**
 * "2026-11-22 09:41 +01:00": the clock of the zone and its distance from UTC, so that a stamp means one
 * instant.
 */
export function formatStamp(at: Instant, timeZone: string): string {
  const offset = offsetMs(at, timeZone)
  if (offset === null) return `${formatLocal(at, 'UTC')} +00:00`
  const minutes = Math.round(Math.abs(offset) / MINUTE)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${formatLocal(at, timeZone)} ${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

const STAMP =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2}))?(?:\s*\([^()]{0,60}\))?$/i

/**
 * Reads what `formatStamp` writes and the common ISO forms; without an offset it counts as UTC. null:
 * unreadable.
 */
export function parseStamp(text: string): Instant | null {
  const match = STAMP.exec(text.trim())
  if (match === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second)
  const back = new Date(asUtc)
  if (
    back.getUTCMonth() !== month - 1 ||
    back.getUTCDate() !== day ||
    hour > 23 ||
    minute > 59 ||
    second > 59
  )
    return null
  const offset = /^([+-])(\d{2}):?(\d{2})$/.exec(match[7] ?? '')
  const sign = offset?.[1] === '-' ? -1 : 1
  return asUtc - (offset === null ? 0 : sign * (Number(offset[2]) * 60 + Number(offset[3])) * MINUTE)
}
