import type { Foreseen, Foresight } from '../../shared/contract/beats.ts'
import type { Settings } from '../../shared/settings/settings.ts'
import { HOUR, MINUTE, type Instant } from '../../shared/base/time.ts'

/** What is due in one minute of the next hour. */
export interface LaneTick {
  readonly minute: number // 0 … 59 from `now`
  readonly named: readonly Foreseen[] // as far as they are listed one by one
  readonly count: number // beats and jobs
  readonly jobs: number
  readonly held: number
}
/** Beats and jobs of the hour from `now`, by the minute; what has passed since the look is left out. */
export function laneOf(
  { from, entries, minutes }: Pick<Foresight, 'from' | 'entries' | 'minutes'>,
  now: Instant,
): readonly LaneTick[] {
  const passed = Math.floor((now - from) / MINUTE)
  return minutes.slice(Math.max(0, passed), passed + HOUR / MINUTE).flatMap((counted, minute) => {
    const count = counted.beats + counted.jobs
    if (count === 0) return []
    const start = from + (Math.max(0, passed) + minute) * MINUTE
    const named = entries.filter((e) => e.kind !== 'timed' && e.at >= start && e.at < start + MINUTE)
    return [{ minute, named, count, jobs: counted.jobs, held: counted.held }]
  })
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/**
 * Parts of the hour from `now` that lie in quiet hours, as shares of it. `local`: the instant as a local
 * date.
 */
export function quietBands(
  quiet: Settings['quietHours'],
  now: Instant,
  local: (at: Instant) => Date = (at) => new Date(at),
): readonly { readonly from: number; readonly to: number }[] {
  if (quiet === null) return []
  const [start, end] = [minutesOf(quiet.start), minutesOf(quiet.end)]
  const isQuiet = (at: Instant): boolean => {
    const date = local(at)
    const minute = date.getHours() * 60 + date.getMinutes()
    if (start < end) return quiet.days.includes(date.getDay()) && minute >= start && minute < end
    // Over midnight the day is the one on which it began.
    return (
      (minute >= start && quiet.days.includes(date.getDay())) ||
      (minute < end && quiet.days.includes((date.getDay() + 6) % 7))
    )
  }
  const bands: { from: number; to: number }[] = []
  for (let m = 0; m < 60; m++) {
    if (!isQuiet(now + m * MINUTE)) continue
    const last = bands.at(-1)
    if (last !== undefined && last.to === m / 60) last.to = (m + 1) / 60
    else bands.push({ from: m / 60, to: (m + 1) / 60 })
  }
  return bands
}
