import type { Instant } from '../../shared/base/time.ts'

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' })
const long = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })
const withYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
const dayMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
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
  return (
    `${weekday.format(at)} ` +
    `${(new Date(at).getFullYear() === new Date(now).getFullYear() ? long : withYear).format(at)}`
  )
}
/** "3 Nov". */
export const shortDay = (at: Instant): string => dayMonth.format(at)

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
