import { describe, expect, it } from 'vitest'
import {
  clockText,
  dateText,
  fullText,
  momentText,
  PLAIN_STYLE,
  readTimeOfDay,
  secondsText,
  shortMomentText,
  styleOfLocale,
  timeOfDayText,
  weekdayText,
  withHours,
  zonedText,
  type ClockFace,
  type TimeStyle,
} from './time-text.ts'
import { DAY } from '../time.ts'

const AT = Date.UTC(2026, 10, 22, 20, 32, 7) // Sunday; 21:32 in Berlin
const face = (style: TimeStyle, timeZone = 'Europe/Berlin'): ClockFace => ({ timeZone, style })
const US: TimeStyle = { hours: 12, date: 'mdy' }
const GB: TimeStyle = { hours: 24, date: 'dmy' }

describe('the style of a locale', () => {
  it.each([
    ['en-US', US],
    ['en_US.UTF-8', US],
    ['en-GB', GB],
    ['en_GB.UTF-8@euro', GB],
    ['de-DE', GB],
    ['sv_SE', { hours: 24, date: 'ymd' }],
    ['ja-JP', { hours: 24, date: 'ymd' }],
    ['en-AU', { hours: 12, date: 'dmy' }],
    ['C', PLAIN_STYLE],
    ['C.UTF-8', PLAIN_STYLE],
    ['POSIX', PLAIN_STYLE],
    ['', PLAIN_STYLE],
    ['not a locale', PLAIN_STYLE],
  ] as const)('%s', (locale, style) => expect(styleOfLocale(locale)).toEqual(style))

  it('gives way to hours that the person chose', () => {
    expect(withHours(US, '24h')).toEqual({ hours: 24, date: 'mdy' })
    expect(withHours(GB, '12h')).toEqual({ hours: 12, date: 'dmy' })
    expect([withHours(US, 'system'), withHours(US, undefined)]).toEqual([US, US])
  })
})

describe('a time', () => {
  it.each([
    [US, '9:32 pm', '9:32:07 pm', 'Nov 22, 2026', 'Nov 22, 2026 9:32 pm', 'Sun Nov 22, 2026 9:32:07 pm'],
    [GB, '21:32', '21:32:07', '22 Nov 2026', '22 Nov 2026 21:32', 'Sun 22 Nov 2026 21:32:07'],
    [PLAIN_STYLE, '21:32', '21:32:07', '2026-11-22', '2026-11-22 21:32', 'Sun 2026-11-22 21:32:07'],
  ] as const)('is written as %j', (style, clock, seconds, date, moment, full) =>
    expect([clockText, secondsText, dateText, momentText, fullText].map((f) => f(AT, face(style)))).toEqual([
      clock,
      seconds,
      date,
      moment,
      full,
    ]),
  )

  it('is short where the day or the year is that of now', () => {
    const short = (at: number, style: TimeStyle): string => shortMomentText(at, AT, face(style))
    expect([short(AT, GB), short(AT - DAY, GB), short(AT - 365 * DAY, GB)]).toEqual([
      '21:32',
      '21 Nov 21:32',
      '22 Nov 2025 21:32',
    ])
    expect([short(AT - DAY, US), short(AT - DAY, PLAIN_STYLE)]).toEqual(['Nov 21 9:32 pm', 'Nov 21 21:32'])
  })

  it('has a date with or without its year, its weekday, its long month', () => {
    const date = (style: TimeStyle, parts: Parameters<typeof dateText>[2]): string =>
      dateText(AT, face(style), parts)
    expect(date(GB, { weekday: 'long', month: 'long', year: false })).toBe('Sunday 22 November')
    expect(date(US, { weekday: 'short', year: true })).toBe('Sun Nov 22, 2026')
    expect(date(PLAIN_STYLE, { year: false })).toBe('Nov 22')
    expect(weekdayText(AT, face(GB), 'short')).toBe('Sun')
  })

  it('names a zone that is not that of the clock, and UTC in the place of one that nobody knows', () => {
    expect(zonedText(AT, 'UTC', face(GB))).toBe('22 Nov 2026 20:32 UTC')
    expect(zonedText(AT, 'Europe/Berlin', face(GB))).toBe('22 Nov 2026 21:32')
    expect(clockText(AT, face(US, 'Mars/Olympus'))).toBe('8:32 pm UTC')
  })

  it('is 12 at noon and at midnight', () => {
    const at = (clock: string): string => timeOfDayText(clock, US)
    expect(['00:00', '00:05', '11:59', '12:00', '13:00'].map(at)).toEqual([
      '12:00 am',
      '12:05 am',
      '11:59 am',
      '12:00 pm',
      '1:00 pm',
    ])
  })
})

describe('a time of day', () => {
  it.each([
    ['9 pm', '21:00'],
    ['9:30pm', '21:30'],
    ['9:30 P.M.', '21:30'],
    ['12 am', '00:00'],
    ['12:15 pm', '12:15'],
    ['7:05', '07:05'],
    ['24:00', '24:00'],
    ['9', null],
    ['13 pm', null],
    ['0 am', null],
    ['9:60', null],
    ['soon', null],
  ] as const)('"%s" is read as %j', (text, clock) => expect(readTimeOfDay(text)).toBe(clock))

  it('is read as it was written', () => {
    for (const style of [US, GB])
      for (let minute = 0; minute < 1440; minute += 7) {
        const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
        expect(readTimeOfDay(timeOfDayText(clock, style))).toBe(clock)
      }
    expect([timeOfDayText('24:00', US), timeOfDayText('bad', US)]).toEqual(['24:00', 'bad'])
  })
})
