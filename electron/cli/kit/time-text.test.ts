import { describe, expect, it } from 'vitest'
import { readTime } from './time-text.ts'

const NOW = Date.UTC(2026, 10, 22, 8)
const BERLIN = 'Europe/Berlin'
const read = (text: string, now = NOW): string => new Date(readTime('--at', text, now, BERLIN)).toISOString()

describe('a time', () => {
  it.each([
    ['2026-11-22 09:41', '2026-11-22T08:41:00.000Z'],
    ['2026-11-22T09:41', '2026-11-22T08:41:00.000Z'],
    ['2026-11-22 09:41:07', '2026-11-22T08:41:07.000Z'],
    ['2026-11-22T09:41:00+01:00', '2026-11-22T08:41:00.000Z'],
    ['2026-11-22T09:41:00-0500', '2026-11-22T14:41:00.000Z'],
    ['2026-11-22T09:41Z', '2026-11-22T09:41:00.000Z'],
    ['in 2h', '2026-11-22T10:00:00.000Z'],
    ['in 1 h 30 m', '2026-11-22T09:30:00.000Z'],
    ['in 5', '2026-11-22T08:05:00.000Z'],
    ['2027-07-01 00:00', '2027-06-30T22:00:00.000Z'],
    ['2027-10-31 02:30', '2027-10-31T00:30:00.000Z'],
  ])('%s', (text, at) => expect(read(text)).toBe(at))
  it.each([
    ['tomorrow', /must be "2026-11-22 09:41"/],
    ['2027-02-30 10:00', /not in the calendar/],
    ['2027-02-03 24:30', /no clock shows/],
    ['2027-03-28 02:30', /skipped by the clocks of Europe\/Berlin/],
    ['2026-11-22 08:00', /lies in the past \(2026-11-22 08:00\)/],
    ['in 0h', /duration/],
    ['in a while', /duration/],
    ['09:41', /must be/],
  ])('not %s', (text, why) => expect(() => read(text)).toThrow(why))
})
