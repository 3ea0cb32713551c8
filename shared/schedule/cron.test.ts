import { describe, expect, it } from 'vitest'
import { countCron, cronFires, cronMadeUp, nextCron, parseCron, type Cron } from './cron.ts'
import { DAY, formatLocal, HOUR, type Instant } from '../base/time.ts'

const cron = (expr: string): Cron => {
  const read = parseCron(expr)
  if (!read.ok) throw new Error(read.error)
  return read.value
}
/** The next fires as clocks in the zone show them. */
function next(expr: string, from: Instant, zone = 'UTC', n = 3): readonly string[] {
  const found: string[] = []
  for (
    let at = nextCron(cron(expr), from, zone);
    at !== null && found.length < n;
    at = nextCron(cron(expr), at, zone)
  )
    found.push(formatLocal(at, zone))
  return found
}
const MARCH = Date.UTC(2026, 2, 1)

describe('an expression is read', () => {
  it.each([
    ['0 9 * * *', ['2026-03-01 09:00', '2026-03-02 09:00', '2026-03-03 09:00']],
    ['*/20 8-9 * * *', ['2026-03-01 08:00', '2026-03-01 08:20', '2026-03-01 08:40']],
    ['5,50 23 * * *', ['2026-03-01 23:05', '2026-03-01 23:50', '2026-03-02 23:05']],
    ['0 0 1-10/4 * *', ['2026-03-05 00:00', '2026-03-09 00:00', '2026-04-01 00:00']],
    ['0 12 * jan,Jul *', ['2026-07-01 12:00', '2026-07-02 12:00', '2026-07-03 12:00']],
    ['0 12 * * mon', ['2026-03-02 12:00', '2026-03-09 12:00', '2026-03-16 12:00']],
    ['0 12 ? * 7', ['2026-03-01 12:00', '2026-03-08 12:00', '2026-03-15 12:00']],
    ['0 12 * * FRI-SUN', ['2026-03-01 12:00', '2026-03-06 12:00', '2026-03-07 12:00']],
    ['0 12 * * Friday', ['2026-03-06 12:00', '2026-03-13 12:00', '2026-03-20 12:00']],
    ['0 0 L * *', ['2026-03-31 00:00', '2026-04-30 00:00', '2026-05-31 00:00']],
    ['0 0 L-2 * *', ['2026-03-29 00:00', '2026-04-28 00:00', '2026-05-29 00:00']],
    ['0 0 * * 5L', ['2026-03-27 00:00', '2026-04-24 00:00', '2026-05-29 00:00']],
    ['0 0 * * FRIL', ['2026-03-27 00:00', '2026-04-24 00:00', '2026-05-29 00:00']],
    ['0 0 * * tue#2', ['2026-03-10 00:00', '2026-04-14 00:00', '2026-05-12 00:00']],
    ['0 0 * * 7#5', ['2026-03-29 00:00', '2026-05-31 00:00', '2026-08-30 00:00']],
    ['0 0 15W * *', ['2026-03-16 00:00', '2026-04-15 00:00', '2026-05-15 00:00']],
    ['0 0 1W 8 *', ['2026-08-03 00:00', '2027-08-02 00:00', '2028-08-01 00:00']],
    ['0 0 LW * *', ['2026-03-31 00:00', '2026-04-30 00:00', '2026-05-29 00:00']],
    ['0 0 13 * 5', ['2026-03-06 00:00', '2026-03-13 00:00', '2026-03-20 00:00']],
    ['0 0 */2 * 1', ['2026-03-09 00:00', '2026-03-23 00:00', '2026-04-13 00:00']],
    ['0 0 29 2 *', ['2028-02-29 00:00', '2032-02-29 00:00', '2036-02-29 00:00']],
    ['@hourly', ['2026-03-01 01:00', '2026-03-01 02:00', '2026-03-01 03:00']],
    ['@Daily', ['2026-03-02 00:00', '2026-03-03 00:00', '2026-03-04 00:00']],
    ['@midnight', ['2026-03-02 00:00', '2026-03-03 00:00', '2026-03-04 00:00']],
    ['@weekly', ['2026-03-08 00:00', '2026-03-15 00:00', '2026-03-22 00:00']],
    ['@monthly', ['2026-04-01 00:00', '2026-05-01 00:00', '2026-06-01 00:00']],
    ['@yearly', ['2027-01-01 00:00', '2028-01-01 00:00', '2029-01-01 00:00']],
    [' @annually ', ['2027-01-01 00:00', '2028-01-01 00:00', '2029-01-01 00:00']],
  ])('%s', (expr, expected) => expect(next(expr, MARCH)).toEqual(expected))

  it('strictly after, to the minute', () => {
    const nine = Date.UTC(2026, 2, 1, 9)
    expect([nine - 1, nine, nine + 1].map((at) => nextCron(cron('0 9 * * *'), at, 'UTC'))).toEqual([
      nine,
      nine + DAY,
      nine + DAY,
    ])
  })
  it('that has no day, or in an unknown zone, never fires', () => {
    expect(nextCron(cron('0 0 31 2 *'), MARCH, 'Europe/Berlin')).toBeNull()
    expect(nextCron(cron('* * * * *'), MARCH, 'Mars/Olympus')).toBeNull()
    expect([...cronFires(cron('* * * * *'), MARCH, MARCH + HOUR, 'Mars/Olympus')]).toEqual([])
  })
})

describe('an expression is refused with a sentence', () => {
  it.each([
    ['60 * * * *', 'minute "60": must be 0 to 59.'],
    ['* 24 * * *', 'hour "24": must be 0 to 23.'],
    ['* * 0 * *', 'day "0": must be 1 to 31.'],
    ['* * * 13 *', 'month "13": must be 1 to 12 or a name such as FEB.'],
    ['* * * * 8', 'weekday "8": must be 0 to 7 or a name such as MON.'],
    ['-1 * * * *', 'minute "-1": must be 0 to 59.'],
    ['* * * * 5-1', 'weekday "5-1": a range goes upward; write "5-6,0-1" for one that goes round.'],
    [
      '*/90 * * * *',
      'minute "*/90": the step must be 1 to 59, "90" is not. For a longer pace use an interval.',
    ],
    ['*/0 * * * *', 'minute "*/0": the step must be 1 to 59, "0" is not.'],
    ['5/15 * * * *', 'minute "5/15": a step needs a range: "5-59/15".'],
    ['1,,2 * * * *', 'minute "1,,2": an empty place in the list.'],
    ['? * * * *', 'minute "?": "?" stands alone, as day or weekday.'],
    ['0 L * * *', 'hour "L": must be 0 to 23. "L", "W" and "#" belong to day and weekday.'],
    ['0 0 * * L', 'weekday "L": must be 0 to 7 or a name such as MON. The last Friday of a month is "5L".'],
    ['0 0 * * 5#6', 'weekday "5#6": a weekday comes 1 to 5 times in a month, "6" is not that.'],
    ['0 0 32W * *', 'day "32W": must be 1 to 31 before "W", "32" is not.'],
    ['0 0 L-31 * *', 'day "L-31": must be 1 to 30 days before the last, "31" is not.'],
    [
      '0 0 9 * * *',
      '"0 0 9 * * *" has 6 fields; there are five: minute hour day month weekday. Leave out the first ' +
        'one if it is seconds.',
    ],
    ['0 9 * *', '"0 9 * *" has 4 fields; there are five: minute hour day month weekday.'],
    ['constructor', '"constructor" has one field; there are five: minute hour day month weekday.'],
    ['', '"" has 0 fields; there are five: minute hour day month weekday.'],
    [
      '@reboot',
      '"@reboot" is not known; there are @hourly, @daily, @midnight, @weekly, @monthly, @yearly, @annually.',
    ],
  ])('%s', (expr, error) => expect(parseCron(expr)).toEqual({ ok: false, error }))
})

describe('where clocks change', () => {
  const BEFORE_SPRING = Date.UTC(2026, 2, 28, 12) // Berlin: 2026-03-29 02:00 becomes 03:00
  const BEFORE_AUTUMN = Date.UTC(2026, 9, 24, 22, 30) // 2026-10-25 03:00 becomes 02:00

  it('a time in the gap is made up for once, right after it', () => {
    expect(next('30 2 * * *', BEFORE_SPRING, 'Europe/Berlin')).toEqual([
      '2026-03-29 03:00',
      '2026-03-30 02:30',
      '2026-03-31 02:30',
    ])
    expect(next('0,30 2,3 * * *', BEFORE_SPRING, 'Europe/Berlin')).toEqual([
      '2026-03-29 03:00',
      '2026-03-29 03:30',
      '2026-03-30 02:00',
    ])
    expect(next('*/15 2 * * *', BEFORE_SPRING, 'Europe/Berlin', 2)).toEqual([
      '2026-03-29 03:00',
      '2026-03-30 02:00',
    ])
    expect(cronMadeUp(cron('30 2 * * *'), BEFORE_SPRING, BEFORE_SPRING + DAY, 'Europe/Berlin')).toEqual([
      Date.UTC(2026, 2, 29, 1),
    ])
  })
  it('an hourly one goes on each hour of real time', () => {
    const spring = [...cronFires(cron('30 * * * *'), BEFORE_SPRING, BEFORE_SPRING + DAY, 'Europe/Berlin')]
    const autumn = [...cronFires(cron('30 * * * *'), BEFORE_AUTUMN, BEFORE_AUTUMN + DAY, 'Europe/Berlin')]
    for (const fires of [spring, autumn])
      expect(fires.slice(1).every((at, i) => at - fires[i]! === HOUR)).toBe(true)
    expect([spring.length, autumn.length]).toEqual([24, 24])
  })
  it('in the repeated hour a fixed time fires once, a wildcard in both passes', () => {
    const at = (expr: string): number =>
      countCron(cron(expr), BEFORE_AUTUMN, BEFORE_AUTUMN + 5 * HOUR, 'Europe/Berlin')
    expect([
      at('30 2 * * *'),
      at('0,30 2 * * *'),
      at('*/15 2 * * *'),
      at('30 * * * *'),
      at('30 0-23 * * *'),
    ]).toEqual([1, 2, 8, 5, 5])
    expect(nextCron(cron('30 2 * * *'), BEFORE_AUTUMN, 'Europe/Berlin')).toBe(Date.UTC(2026, 9, 25, 0, 30))
  })
  it('by half an hour, at midnight, and by a whole day', () => {
    expect(next('15 2 * * *', Date.UTC(2026, 9, 3), 'Australia/Lord_Howe', 2)).toEqual([
      '2026-10-04 02:30',
      '2026-10-05 02:15',
    ])
    expect(next('0 0 * * *', Date.UTC(2026, 3, 23, 12), 'Africa/Cairo', 2)).toEqual([
      '2026-04-24 01:00',
      '2026-04-25 00:00',
    ])
    expect(next('0 9 * * *', Date.UTC(2011, 11, 29), 'Pacific/Apia', 4)).toEqual([
      '2011-12-29 09:00',
      '2011-12-31 00:00',
      '2011-12-31 09:00',
      '2012-01-01 09:00',
    ])
  })
})

describe('speed', () => {
  it('a year of minutes is counted, and years ahead are found, in a moment', () => {
    const startedAt = performance.now()
    expect(countCron(cron('* * * * *'), MARCH, MARCH + 365 * DAY, 'Europe/Berlin')).toBe(365 * 24 * 60)
    expect(next('0 0 29 2 1#5', MARCH, 'Europe/Berlin', 1)).toHaveLength(1)
    expect(nextCron(cron('0 0 31 2 *'), MARCH, 'Europe/Berlin')).toBeNull()
    expect(performance.now() - startedAt).toBeLessThan(500) // some 10 ms on an idle machine
  })
})
