import { DAY, formatDuration, type Instant, offsetMs } from '../base/time.ts'
import {
  type ClockFace,
  clockText,
  dateText,
  momentText,
  timeOfDayText,
  type TimeStyle,
} from '../base/clock/time-text.ts'
import type { JobSchedule } from './job.ts'
import { cronOf, nextJobDue, scheduleProblem, zoneOf } from './job-schedule.ts'
import { type Cron, CRON_HORIZON_MS, cronMadeUp } from '../schedule/cron.ts'

interface SchedulePreview {
  readonly fires: readonly Instant[] // at most `n`; fewer: nothing is left
  readonly warnings: readonly string[] // sentences: what may not be meant
}

/**
 * The next `n` due times after `now`, for a form. A schedule with a problem fires never; the problem is
 * told by scheduleProblem.
 */
export function previewSchedule(
  schedule: JobSchedule,
  now: Instant,
  face: ClockFace,
  n: number,
): SchedulePreview {
  const fires: Instant[] = []
  for (let at = now; fires.length < n; ) {
    const next = nextJobDue(schedule, at, face.timeZone)
    if (next === null) break
    fires.push(next)
    at = next
  }
  return {
    fires,
    warnings: scheduleProblem(schedule) === null ? warningsOf(schedule, now, face, fires.length === 0) : [],
  }
}

function warningsOf(
  schedule: JobSchedule,
  now: Instant,
  face: ClockFace,
  isNever: boolean,
): readonly string[] {
  if (schedule.kind === 'every') return []
  if (schedule.kind === 'at')
    return schedule.at > now ? [] : [`${momentText(schedule.at, face)} has passed: it will not run.`]
  const cron = cronOf(schedule)!
  const zone = zoneOf(schedule, face.timeZone)
  const [, , day, , weekday] = cron.expr.split(' ')
  const warnings: string[] = []
  if (isNever)
    warnings.push(`No day of the next ${CRON_HORIZON_MS / (366 * DAY)} years fits: it will not run.`)
  if (cron.eitherDay)
    warnings.push(
      `Day "${day}" and weekday "${weekday}" are both set: it runs on days that fit either of them.`,
    )
  else if (isLimited(day!) && isLimited(weekday!))
    warnings.push(
      `Day "${day}" and weekday "${weekday}" are both set, one with "*": it runs only on days that fit both.`,
    )
  for (const at of cronMadeUp(cron, now + 1, now + 366 * DAY, zone)) {
    const [skippedAt, there] = [at + offsetMs(at - 1, zone)!, { ...face, timeZone: zone }]
    const before = { ...face, timeZone: 'UTC' } // of the instant as the old offset would have shown it
    const isSameDay = dateText(skippedAt, before) === dateText(at, there)
    const until = isSameDay ? clockText(at, there) : momentText(at, there)
    warnings.push(
      `Clocks in ${zone} go from ${momentText(skippedAt, before)} to ${until}: ` +
        `a time jumped over runs at ${clockText(at, there)} instead.`,
    )
  }
  return warnings
}

const isLimited = (field: string): boolean => field !== '*' && field !== '?'

const WEEKDAY_WORD = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/**
 * The schedule in plain words: "every day at 09:00", "every 2 h", "at 22 Nov 2026 09:41"; an expression that
 * has no short words stands as it was written, with its zone. A zone other than the system's is always
 * named.
 */
export function describeSchedule(schedule: JobSchedule, face: ClockFace): string {
  switch (schedule.kind) {
    case 'at':
      return scheduleProblem(schedule) === null ? `at ${momentText(schedule.at, face)}` : `at ${schedule.at}`
    case 'every':
      return `every ${formatDuration(schedule.everyMs)}`
    case 'cron': {
      const zone = zoneOf(schedule, face.timeZone)
      const cron = cronOf(schedule)
      const words = cron === null ? null : wordsOf(cron, face.style)
      if (words === null) return `${schedule.expr.trim()} (${zone})`
      return zone === face.timeZone ? words : `${words} (${zone})`
    }
  }
}

/** null: there are no short words for it. */
function wordsOf({ expr, minutes, hours }: Cron, style: TimeStyle): string | null {
  const [minute, hour, day, month, weekday] = expr.split(' ') as [string, string, string, string, string]
  const two = (n: number): string => String(n).padStart(2, '0')
  if (month !== '*') return null
  const isDaily = !isLimited(day) && !isLimited(weekday)
  if (hour === '*') {
    if (!isDaily) return null
    if (minute === '*') return 'every minute'
    if (minutes.length === 1) return minutes[0] === 0 ? 'every hour' : `every hour at :${two(minutes[0]!)}`
    const step = /^\*\/(\d+)$/.exec(minute)
    return step !== null && 60 % Number(step[1]) === 0 ? `every ${Number(step[1])} min` : null
  }
  if (minutes.length !== 1 || hours.length > 4) return null
  const at = hours.map((h) => timeOfDayText(`${two(h)}:${two(minutes[0]!)}`, style)).join(', ')
  if (isDaily) return `every day at ${at}`
  if (!isLimited(weekday)) {
    if (/^\d+$/.test(day)) return `on day ${Number(day)} of each month at ${at}`
    if (day.toUpperCase() === 'L') return `on the last day of each month at ${at}`
    return null
  }
  if (isLimited(day)) return null
  if (/^(1-5|mon-fri)$/i.test(weekday)) return `Monday to Friday at ${at}`
  const single = /^\d$/.test(weekday)
    ? Number(weekday) % 7
    : WEEKDAY_WORD.findIndex((word) => word.slice(0, 3).toLowerCase() === weekday.toLowerCase())
  return single < 0 ? null : `every ${WEEKDAY_WORD[single]} at ${at}`
}
