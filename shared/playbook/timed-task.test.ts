import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../base/time.ts'
import { parse } from './doc.ts'
import { isTimedDue, lastTimeShown } from './timed-task.ts'

const utc = (day: number, hour: number, minute = 0): number => Date.UTC(2026, 2, day, hour, minute)
const ZONE = 'Europe/Berlin' // clocks go forward on 29 March 2026, 02:00 to 03:00, and back on 25 October

describe('the last time clocks showed one of the times', () => {
  it('is today’s or yesterday’s, the newest of several, up to now inclusive', () => {
    expect(lastTimeShown(['09:00'], utc(10, 9), 'UTC')).toBe(utc(10, 9))
    expect(lastTimeShown(['09:00'], utc(10, 8, 59), 'UTC')).toBe(utc(9, 9))
    expect(lastTimeShown(['17:30', '09:00'], utc(10, 12), 'UTC')).toBe(utc(10, 9))
    expect(lastTimeShown(['09:00'], utc(10, 8), ZONE)).toBe(utc(10, 8))
  })

  it('is none without a time that can be read', () => {
    expect(lastTimeShown([], utc(10, 9), 'UTC')).toBe(null)
    expect(lastTimeShown(['soon'], utc(10, 9), 'UTC')).toBe(null)
  })
})

describe('a task with times of day', () => {
  it('is due from its time until it was done, once for each of its times', () => {
    const times = ['09:00', '17:30']
    const due = (doneAt: number | null, now: number): boolean => isTimedDue(times, doneAt, now, 'UTC')
    expect(due(utc(9, 18), utc(10, 8, 59))).toBe(false)
    expect(due(utc(9, 18), utc(10, 9))).toBe(true)
    expect(due(utc(10, 9, 5), utc(10, 17, 29))).toBe(false)
    expect(due(utc(10, 9, 5), utc(10, 17, 30))).toBe(true)
    expect(due(utc(10, 17, 30), utc(10, 23))).toBe(false)
  })

  it('that was never done is due for a time of today alone', () => {
    expect(isTimedDue(['23:55'], null, utc(10, 9), 'UTC')).toBe(false)
    expect(isTimedDue(['08:00'], null, utc(10, 9), 'UTC')).toBe(true)
  })

  it('is made up for once after days of absence', () => {
    expect(isTimedDue(['09:00'], utc(5, 9), utc(10, 7), 'UTC')).toBe(true)
    expect(isTimedDue(['09:00'], utc(10, 7), utc(10, 8), 'UTC')).toBe(false)
  })

  it('done "in the future", by a clock that was set back, counts as done now', () => {
    expect(isTimedDue(['09:00'], utc(10, 12) + 30 * DAY, utc(10, 12), 'UTC')).toBe(false)
  })

  it(
    'comes exactly once on each day of a change of clocks, also at the hour that is jumped over ' +
      'or shown twice',
    () => {
      for (const [from, clock] of [
        [Date.UTC(2026, 2, 27), '02:30'],
        [Date.UTC(2026, 9, 23), '02:30'],
        [Date.UTC(2026, 2, 27), '09:00'],
        [Date.UTC(2026, 9, 23), '00:00'],
      ] as const) {
        let doneAt: number | null = from
        const times: number[] = []
        for (let now = from; now < from + 5 * DAY; now += 10 * MINUTE) {
          if (!isTimedDue([clock], doneAt, now, ZONE)) continue
          times.push(now)
          doneAt = now
        }
        const gaps = times.slice(1).map((at, i) => at - times[i]!)
        expect([clock, times.length, gaps.every((gap) => Math.abs(gap - DAY) <= HOUR)]).toEqual([
          clock,
          5,
          true,
        ])
      }
    },
  )
})

it('reads each time before a task once, however often and after how many others it stands', () => {
  const many = Array.from({ length: 60_000 }, (_, n) => `@09:${n % 2 === 0 ? '00' : '30'} `).join('')
  const { tasks, problems } = parse(`## Daily Tasks\n- [ ] ${many}check\n`)
  expect(tasks.map((t) => t.timed)).toEqual([['09:00', '09:30']])
  expect(problems.map(({ code }) => code)).not.toContain('unreadable_clock')
})
