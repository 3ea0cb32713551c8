import { countCron, cronFires, nextCron, parseCron } from '../cron.ts'
import { nextJobDue } from '../../jobs/job-schedule.ts'
import { NEVER_RUN, tierDueAt } from '../tier.ts'
import { HOUR, MINUTE, nextLocalTime, type Instant } from '../../base/time.ts'
import { oracleFires, walk } from './cron-oracle.ts'

/**
 * Daily at odd times, weekly, hourly, each quarter of an hour, and what only a change of the clocks tells
 * apart.
 */
export const COMPARED = [
  '37 2 * * *',
  '30 2 * * *',
  '0 0 * * *',
  '15 0 * * *',
  '30 23 * * *',
  '5 1 * * *',
  '0 3 * * 0',
  '30 1 * * 0',
  '0 0 1 * *',
  '10 2 13 * 0,6',
  '0,30 1-3 * * *',
  '45 0-23 * * *',
  '0 * * * *',
  '30 * * * *',
  '10 * * * 0',
  '0 */2 * * *',
  '*/15 * * * *',
  '*/15 2 * * *',
  '*/20 0 */2 * 0',
]
/** Local times as the daily tier has them. */
export const CLOCKS = ['00:00', '00:30', '01:15', '02:30', '03:00', '23:45']

interface Comparison {
  fires: number
  readonly missed: string[]
  readonly doubled: string[]
}
export const nothingYet = (): Comparison => ({ fires: 0, missed: [], doubled: [] })

/**
 * Compares the product with the oracle in `minutes` of real time from `from`; a finding is a line of its
 * own.
 */
export function compare(
  exprs: readonly string[],
  clocks: readonly string[],
  timeZone: string,
  from: Instant,
  minutes: number,
  sum: Comparison,
  closeTo: readonly [Instant, Instant] | null = null,
): void {
  const looked = walk(from, minutes, timeZone)
  const to = from + minutes * MINUTE
  const note = (what: string, expected: readonly Instant[], given: readonly Instant[]): void => {
    sum.fires += expected.length
    const [wanted, got] = [new Set(expected), new Set(given)]
    for (const at of expected)
      if (!got.has(at)) sum.missed.push(`${what} in ${timeZone} misses ${new Date(at).toISOString()}`)
    for (const [i, at] of given.entries())
      if (!wanted.has(at) || given.indexOf(at) !== i)
        sum.doubled.push(`${what} in ${timeZone} fires at ${new Date(at).toISOString()}`)
  }
  for (const expr of exprs) {
    const read = parseCron(expr)
    if (!read.ok) throw new Error(read.error)
    const expected = oracleFires(expr, looked)
    note(`"${expr}"`, expected, [...cronFires(read.value, from + 1, to, timeZone)])
    const count = countCron(read.value, from + 1, to, timeZone)
    if (count !== expected.length)
      sum.missed.push(
        `"${expr}" in ${timeZone} counts ${count} of ${expected.length} from ${new Date(from).toISOString()}`,
      )
    // Step by step, where there are many only close to the change.
    const [begin, end] =
      expected.length > 30 && closeTo !== null
        ? [closeTo[0] - 3 * HOUR, closeTo[1] + 3 * HOUR]
        : [from, to - 1]
    note(
      `next of "${expr}"`,
      expected.filter((at) => at > begin && at <= end),
      steps((at) => nextCron(read.value, at, timeZone), begin, end),
    )
  }
  // A day that was left out as a whole (Samoa in 2011) has no time of day to make up for; a cron expression
  // names its date.
  const isLeftOut = (at: Instant): boolean => {
    const i = (at - from) / MINUTE
    return looked.shown[i]! - looked.shown[i - 1]! > 24 * 60
  }
  for (const clock of clocks) {
    const expr = `${Number(clock.slice(3))} ${Number(clock.slice(0, 2))} * * *`
    const fires = oracleFires(expr, looked)
    const expected = fires.filter((at) => !isLeftOut(at) || clock === '00:00')
    note(
      `next ${clock}`,
      expected,
      steps((at) => nextLocalTime(clock, at, timeZone), from, to - 1),
    )
    const pace = { intervalMs: MINUTE, dailyAt: clock, timeZone }
    note(
      `daily tier ${clock}`,
      expected,
      steps(
        (at) =>
          tierDueAt(
            'daily',
            { ...NEVER_RUN, daily: { lastDoneAt: at, mirrored: false, snoozedUntil: null } },
            at,
            pace,
          ),
        from,
        to - 1,
      ),
    )
    const schedule = { kind: 'cron', expr, timeZone: '' } as const
    note(
      `job ${clock}`,
      fires,
      steps((at) => nextJobDue(schedule, at, timeZone), from, to - 1),
    )
  }
}

function steps(next: (after: Instant) => Instant | null, from: Instant, to: Instant): Instant[] {
  const found: Instant[] = []
  // What does not move on would go on for ever: it is told as a doubled fire.
  for (let at = next(from); at !== null && at <= to; at = next(at))
    if (found.push(at) > 1 && at <= found.at(-2)!) break
  return found
}
