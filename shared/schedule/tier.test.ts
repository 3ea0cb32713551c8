import { describe, expect, it } from 'vitest'
import { dueTiers, NEVER_RUN, tierDueAt, type Pace, type TierState } from './tier.ts'
import { DAY, HOUR, MINUTE } from '../base/time.ts'

const T = Date.UTC(2026, 5, 15, 12)
const ELAPSED: Pace = { intervalMs: 8 * MINUTE, dailyAt: null, timeZone: 'UTC' }
const state = (quick: number | null, hourly: number | null, daily: number | null): TierState => ({
  quick: { lastDoneAt: quick, mirrored: true, snoozedUntil: null },
  hourly: { lastDoneAt: hourly, mirrored: true, snoozedUntil: null },
  daily: { lastDoneAt: daily, mirrored: true, snoozedUntil: null },
})

describe('due tiers', () => {
  it('are all of them when nothing ever ran', () =>
    expect(dueTiers(NEVER_RUN, [], T, ELAPSED)).toEqual(['quick', 'hourly', 'daily']))
  it('are quick alone while nothing else has aged', () =>
    expect(dueTiers(state(T, T - HOUR, T - DAY), [], T, ELAPSED)).toEqual(['quick']))
  it('become hourly strictly after 60 minutes', () =>
    expect(dueTiers(state(T, T - HOUR - 1, T), [], T, ELAPSED)).toEqual(['quick', 'hourly']))
  it('become daily strictly after 24 hours, with everything below', () =>
    expect(dueTiers(state(T, T, T - DAY - 1), [], T, ELAPSED)).toEqual(['quick', 'hourly', 'daily']))
  it('honour the gesture of a person', () =>
    expect(dueTiers(state(T, T, T), ['daily'], T, ELAPSED)).toEqual(['quick', 'hourly', 'daily']))
  it('do not wait for a time that lies in the future', () =>
    expect(tierDueAt('hourly', state(T, T + 5 * DAY, T), T, ELAPSED)).toBe(T + HOUR))
})

describe('a thread that beats no more often than a tier comes due', () => {
  it('works that tier at each beat, not at every second one', () => {
    expect(dueTiers(state(T - DAY, T - DAY, T - DAY), [], T, { ...ELAPSED, intervalMs: DAY })).toEqual([
      'quick',
      'hourly',
      'daily',
    ])
    expect(dueTiers(state(T - HOUR, T - HOUR, T), [], T, { ...ELAPSED, intervalMs: HOUR })).toEqual([
      'quick',
      'hourly',
    ])
  })
})

describe('a daily tier with a time of day', () => {
  it('late in the evening skips no day when the clocks change in between', () => {
    // Saturday 23:31 in Berlin; the clocks go forward that night
    const last = Date.parse('2026-03-28T22:31:00Z')
    expect(
      new Date(tierDueAt('daily', state(0, 0, last), last, anchor('Europe/Berlin', '23:30'))!).toISOString(),
    ).toBe('2026-03-29T21:30:00.000Z')
  })

  const anchor = (timeZone: string, dailyAt = '07:00'): Pace => ({
    intervalMs: 8 * MINUTE,
    dailyAt,
    timeZone,
  })
  const due = (last: number, now: number, zone: string): boolean =>
    dueTiers(state(now, now, last), [], now, anchor(zone)).includes('daily')

  it('is due from that minute on, once a day, however late yesterday was', () => {
    const last = Date.UTC(2026, 5, 14, 23) // last night
    expect(due(last, Date.UTC(2026, 5, 15, 6, 59), 'UTC')).toBe(false)
    expect(due(last, Date.UTC(2026, 5, 15, 7, 0), 'UTC')).toBe(true)
    expect(due(Date.UTC(2026, 5, 15, 7, 0), Date.UTC(2026, 5, 15, 23, 59), 'UTC')).toBe(false)
  })

  it.each([
    ['Europe/Berlin', Date.UTC(2026, 2, 28, 12), '2026-03-29T05:00:00Z'], // clocks go forward at night
    ['Europe/Berlin', Date.UTC(2026, 9, 24, 12), '2026-10-25T06:00:00Z'], // and back
    ['America/New_York', Date.UTC(2026, 2, 7, 18), '2026-03-08T11:00:00Z'],
    ['Asia/Kolkata', Date.UTC(2026, 5, 14, 12), '2026-06-15T01:30:00Z'],
  ])('keeps its local time in %s over changes of the clock', (zone, last, expected) => {
    expect(new Date(tierDueAt('daily', state(0, 0, last), last + 1, anchor(zone))!).toISOString()).toBe(
      new Date(expected).toISOString(),
    )
  })

  it('runs every day of a year exactly once in every kind of zone', () => {
    for (const zone of [
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'America/St_Johns',
      'Africa/Casablanca',
    ]) {
      let last = Date.UTC(2026, 0, 1, 12)
      for (let day = 0; day < 365; day++) {
        const at = tierDueAt('daily', state(0, 0, last), last, anchor(zone))!
        if (day > 0)
          expect([zone, day, at - last > 22 * HOUR && at - last < 26 * HOUR]).toEqual([zone, day, true])
        last = at + 3 * MINUTE
      }
      expect(Math.abs(last - Date.UTC(2027, 0, 1, 7))).toBeLessThan(DAY)
    }
  })
})
