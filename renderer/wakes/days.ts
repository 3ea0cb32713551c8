import type { Instant } from '../../shared/base/time.ts'
import { localDate } from '../kit/time.ts'

const midnight = (at: Instant, days = 0): Instant => {
  const day = new Date(at)
  day.setDate(day.getDate() + days)
  return day.setHours(0, 0, 0, 0)
}

/** "Today", "Yesterday", "Friday 20 November", with its year where that is another one. */
export function dayHeading(at: Instant, now: Instant): string {
  const day = midnight(at)
  if (day === midnight(now)) return 'Today'
  if (day === midnight(now, -1)) return 'Yesterday'
  const year = new Date(at).getFullYear() !== new Date(now).getFullYear()
  return localDate(at, { weekday: 'long', month: 'long', year })
}
interface DayOf<T> {
  readonly heading: string
  readonly entries: readonly T[]
}
/** Keeps the order; one group for each local day in a row. */
export function byDay<T extends { readonly at: Instant }>(
  entries: readonly T[],
  now: Instant,
): readonly DayOf<T>[] {
  const days: { heading: string; entries: T[] }[] = []
  for (const entry of entries) {
    const heading = dayHeading(entry.at, now)
    if (days.at(-1)?.heading === heading) days.at(-1)?.entries.push(entry)
    else days.push({ heading, entries: [entry] })
  }
  return days
}
