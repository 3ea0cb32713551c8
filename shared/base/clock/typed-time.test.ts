import { describe, expect, it } from 'vitest'
import type { TimeStyle } from './time-text.ts'
import { readTypedDate, readTypedMoment, typedText } from './typed-time.ts'

const US: TimeStyle = { hours: 12, date: 'mdy' }
const GB: TimeStyle = { hours: 24, date: 'dmy' }
const ISO: TimeStyle = { hours: 24, date: 'ymd' }

describe('a date that was typed', () => {
  it.each([
    ['22 Nov 2026', GB, '2026-11-22'],
    ['Nov 22, 2026', GB, '2026-11-22'],
    ['Sun 22 November 2026', US, '2026-11-22'],
    ['22 nov', GB, '2026-11-22'],
    ['Nov 22', US, '2026-11-22'],
    ['2026-11-22', US, '2026-11-22'],
    ['22.11.2026', US, '2026-11-22'],
    ['4/5/2026', GB, '2026-05-04'],
    ['4/5/2026', US, '2026-04-05'],
    ['4/5/2026', ISO, null],
    ['31 Feb 2026', GB, null],
    ['22 Foo 2026', GB, null],
    ['22', GB, null],
    ['', GB, null],
  ] as const)('"%s" with %j is %j', (text, style, date) =>
    expect(readTypedDate(text, style, 2026)).toBe(date),
  )
})

describe('a date with a time that was typed', () => {
  it.each([
    ['22 Nov 2026 21:32', GB, '2026-11-22T21:32'],
    ['Nov 22, 2026 9:32 pm', US, '2026-11-22T21:32'],
    ['Nov 22, 9pm', US, '2026-11-22T21:00'],
    ['2026-11-22T21:32', US, '2026-11-22T21:32'],
    ['22.11.2026, 7:05', GB, '2026-11-22T07:05'],
    ['22 Nov 2026 21:32:07', GB, '2026-11-22T21:32:07'],
    ['22 Nov 2026', GB, null],
    ['21:32', GB, null],
    ['22 Nov 2026 24:00', GB, null],
    ['22 Nov 2026 21:72', GB, null],
    ['22 Nov 2026 13 pm', GB, null],
  ] as const)('"%s" with %j is %j', (text, style, moment) =>
    expect(readTypedMoment(text, style, 2026)).toBe(moment),
  )

  it('is read as it was written', () => {
    for (const style of [US, GB, ISO]) {
      for (const value of ['2026-11-22T21:32', '2027-01-02T00:05', '2026-11-22T12:00:07'])
        expect(readTypedMoment(typedText(value, style), style, 1999)).toBe(value)
      expect(readTypedDate(typedText('2026-11-22', style), style, 1999)).toBe('2026-11-22')
    }
    expect(['', 'soon', '2026-13-40'].map((text) => typedText(text, GB))).toEqual(['', 'soon', '2026-13-40'])
  })
})
