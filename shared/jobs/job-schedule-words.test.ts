import { describe, expect, it } from 'vitest'
import { describeSchedule } from './describe-schedule.ts'
import { HOUR, MINUTE } from '../base/time.ts'
import { at, NOW, every, cron } from './testing/schedules.ts'

describe('in plain words', () => {
  it.each([
    [at(NOW), 'at 22 Nov 2026 10:41'],
    [at(9e15), 'at 9000000000000000'],
    [every(2 * HOUR), 'every 2 h'],
    [every(90 * MINUTE), 'every 1 h 30 min'],
    [cron('0 9 * * *'), 'every day at 09:00'],
    [cron('@daily', 'Asia/Kolkata'), 'every day at 00:00 (Asia/Kolkata)'],
    [cron('30 9,17 * * *'), 'every day at 09:30, 17:30'],
    [cron('* * * * *'), 'every minute'],
    [cron('*/15 * * * *'), 'every 15 min'],
    [cron('@hourly'), 'every hour'],
    [cron('5 * * * *'), 'every hour at :05'],
    [cron('0 9 * * 1-5'), 'Monday to Friday at 09:00'],
    [cron('0 9 * * MON'), 'every Monday at 09:00'],
    [cron('0 9 * * 7'), 'every Sunday at 09:00'],
    [cron('0 9 1 * *'), 'on day 1 of each month at 09:00'],
    [cron('0 9 L * *'), 'on the last day of each month at 09:00'],
    [cron('*/7 * * * *'), '*/7 * * * * (Europe/Berlin)'],
    [cron('0 9 13 * 5'), '0 9 13 * 5 (Europe/Berlin)'],
    [cron('0 9 * 3 *', 'UTC'), '0 9 * 3 * (UTC)'],
    [cron('bad'), 'bad (Europe/Berlin)'],
  ])('%j: %s', (schedule, words) =>
    expect(describeSchedule(schedule, { timeZone: 'Europe/Berlin', style: { hours: 24, date: 'dmy' } })).toBe(
      words,
    ),
  )
})
