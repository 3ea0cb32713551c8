import type { Foreseen, Foresight } from '../../shared/contract/beats.ts'
import { HOUR, MINUTE, type Instant } from '../../shared/base/time.ts'
import type { Span } from '../../shared/schedule/closed-spans.ts'

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

/** Quiet hours within the hour from `now`, as shares of it. */
export const quietBands = (quiet: readonly Span[], now: Instant): readonly Span[] =>
  quiet
    .map(({ from, to }) => ({ from: Math.max(0, (from - now) / HOUR), to: Math.min(1, (to - now) / HOUR) }))
    .filter(({ from, to }) => from < to)
