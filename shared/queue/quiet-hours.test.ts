import { describe, expect, it } from 'vitest'
import { quietSpans, quietUntil } from './quiet-hours.ts'
import { formatLocal, HOUR, MINUTE } from '../base/time.ts'

const EVERY = [0, 1, 2, 3, 4, 5, 6]
const BERLIN = 'Europe/Berlin'
const night = { start: '22:00', end: '08:00', days: EVERY }
const utc = (text: string): number => Date.parse(`${text}Z`)
const until = (quiet: Parameters<typeof quietUntil>[0], at: number, zone = 'UTC'): string | null => {
  const end = quietUntil(quiet, at, zone)
  return end === null ? null : formatLocal(end, zone)
}

describe('quiet hours', () => {
  it.each([
    ['before they begin', '2026-03-10T21:59', null],
    ['at the first minute', '2026-03-10T22:00', '2026-03-11 08:00'],
    ['after midnight', '2026-03-11T03:00', '2026-03-11 08:00'],
    ['in the last minute', '2026-03-11T07:59', '2026-03-11 08:00'],
    ['when they end', '2026-03-11T08:00', null],
  ])('over midnight, %s', (_when, at, end) => expect(until(night, utc(at))).toBe(end))

  it('are never without a setting', () => expect(until(null, utc('2026-03-10T23:00'))).toBeNull())

  it('count the weekday of their start', () => {
    const friday = { start: '22:00', end: '08:00', days: [5] } // 2026-03-13 is a Friday
    expect([
      until(friday, utc('2026-03-13T23:00')),
      until(friday, utc('2026-03-14T07:00')),
      until(friday, utc('2026-03-14T23:00')),
      until(friday, utc('2026-03-13T07:00')),
    ]).toEqual(['2026-03-14 08:00', '2026-03-14 08:00', null, null])
  })

  it('within one day', () => {
    const lunch = { start: '12:00', end: '13:30', days: EVERY }
    expect([until(lunch, utc('2026-03-10T13:00')), until(lunch, utc('2026-03-10T13:30'))]).toEqual([
      '2026-03-10 13:30',
      null,
    ])
  })

  it('last a whole day where start and end are the same, and days that touch are one quiet', () => {
    const weekend = { start: '00:00', end: '00:00', days: [6, 0] }
    expect([until(weekend, utc('2026-03-14T10:00')), until(weekend, utc('2026-03-16T00:00'))]).toEqual([
      '2026-03-16 00:00',
      null,
    ])
  })

  it('end at the clock time of the morning after the clocks went forward, an hour shorter', () => {
    const start = utc('2026-03-28T21:00') // 22:00 in Berlin; at 02:00 the clocks go to 03:00
    expect(until(night, start, BERLIN)).toBe('2026-03-29 08:00')
    expect(quietUntil(night, start, BERLIN)! - start).toBe(9 * HOUR)
  })
  it('and an hour longer after they went back', () => {
    const start = utc('2026-10-24T20:00')
    expect(quietUntil(night, start, BERLIN)! - start).toBe(11 * HOUR)
  })
  it('that begin in the hour that is left out begin right after it', () => {
    const odd = { start: '02:30', end: '04:00', days: EVERY }
    const gap = utc('2026-03-29T01:00') // 03:00 in Berlin
    expect([quietUntil(odd, gap - MINUTE, BERLIN), until(odd, gap, BERLIN)]).toEqual([
      null,
      '2026-03-29 04:00',
    ])
  })

  it('are the stretches that the days ahead have, cut where the look begins and ends', () => {
    const [from, to] = [utc('2026-03-13T23:00'), utc('2026-03-15T23:00')] // from a Friday
    const spans = (days: readonly number[]) =>
      quietSpans({ ...night, days: [...days] }, from, to, 'UTC').map((s) => [
        formatLocal(s.from, 'UTC'),
        formatLocal(s.to, 'UTC'),
      ])
    expect(spans(EVERY)).toEqual([
      ['2026-03-13 23:00', '2026-03-14 08:00'],
      ['2026-03-14 22:00', '2026-03-15 08:00'],
      ['2026-03-15 22:00', '2026-03-15 23:00'],
    ])
    expect(spans([6])).toEqual([['2026-03-14 22:00', '2026-03-15 08:00']])
    expect(quietSpans(null, from, to, 'UTC')).toEqual([])
  })
})
