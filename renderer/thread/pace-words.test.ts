import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../shared/base/time.ts'
import { paceWords, readPace, type Pace } from './pace-words.ts'

const NOW: Pace = {
  intervalMs: 8 * MINUTE,
  activeHours: { start: '09:00', end: '17:00', timeZone: 'Europe/Berlin' },
}
const FREE: Pace = { intervalMs: 8 * MINUTE, activeHours: null }

describe('a pace in plain words', () => {
  it.each([
    ['every 10 minutes', 10 * MINUTE],
    ['10 min', 10 * MINUTE],
    ['10', 10 * MINUTE],
    ['Every half hour', 30 * MINUTE],
    ['hourly', HOUR],
    ['every hour', HOUR],
    ['every two hours', 2 * HOUR],
    ['every 1 h 30 min', 90 * MINUTE],
    ['every fifteen minutes', 15 * MINUTE],
    ['daily', DAY],
    ['every other hour', 2 * HOUR],
  ])('reads “%s”', (text, intervalMs) =>
    expect(readPace(text, FREE)).toEqual({ intervalMs, activeHours: null }),
  )

  it.each([
    ['every 10 minutes, 08–20', 10 * MINUTE, '08:00', '20:00'],
    ['every hour from 8:30 to 17', HOUR, '08:30', '17:00'],
    ['30 min between 22 and 6', 30 * MINUTE, '22:00', '06:00'],
    ['08:00 to 24:00', 8 * MINUTE, '08:00', '24:00'],
  ])('reads the hours in “%s”', (text, intervalMs, start, end) =>
    expect(readPace(text, FREE)).toEqual({ intervalMs, activeHours: { start, end, timeZone: '' } }),
  )

  it('leaves hours that are not named as they are, with their zone, and takes them away when told so', () => {
    expect(readPace('every 10 minutes', NOW)).toEqual({ ...NOW, intervalMs: 10 * MINUTE })
    expect(readPace('every 10 minutes, 8 to 20', NOW)).toEqual({
      intervalMs: 10 * MINUTE,
      activeHours: { start: '08:00', end: '20:00', timeZone: 'Europe/Berlin' },
    })
    expect(readPace('every 10 minutes, always', NOW)).toEqual({ intervalMs: 10 * MINUTE, activeHours: null })
    expect(readPace('off', NOW)).toEqual({ ...NOW, intervalMs: 0 })
  })

  it('says what it cannot read, what the bound is, and that days of the week are not kept', () => {
    expect(readPace('now and then', FREE)).toContain('“now and then”')
    expect(readPace('every 2 days', FREE)).toContain('1 min to 24 h')
    expect(readPace('every 20 seconds', FREE)).toContain('20 s')
    expect(readPace('every 10 minutes, weekdays 08–20', FREE)).toContain('days of the week')
    expect(readPace('every 10 minutes, 8 to 25', FREE)).toContain('“25”')
    expect(readPace('every 10 minutes, 8 to 8', FREE)).toContain('no beat could ever start')
    expect(readPace('every 10 minutes, 8 am to 8:30 pm', FREE)).toMatchObject({
      activeHours: { start: '08:00', end: '20:30' },
    })
    expect(readPace(' ', FREE)).toContain('for example')
  })

  it('says a pace so that it can be typed again', () => {
    for (const pace of [
      NOW,
      FREE,
      { intervalMs: 90 * MINUTE, activeHours: { start: '22:00', end: '06:30', timeZone: '' } },
    ])
      expect(readPace(paceWords(pace), pace)).toEqual(pace)
  })
})
