import { describe, expect, it } from 'vitest'
import {
  formatDuration,
  givenDuration,
  formatLocal,
  isTimeZone,
  localTime,
  offsetMs,
  parseClock,
  parseDuration,
} from './time.ts'

describe('durations', () => {
  it.each([
    ['1m', 60_000],
    ['1h30m', 5_400_000],
    ['90', 5_400_000],
    ['1.5h', 5_400_000],
    ['250ms', 250],
    ['2d', 172_800_000],
    [' 5M ', 300_000],
    ['0', 0],
    ['0m', 0],
  ])('%j is read', (text, ms) => expect(parseDuration(text, 'm')).toBe(ms))
  it.each([
    [''],
    ['1h-30m'],
    ['-5m'],
    ['5 m'],
    ['m'],
    ['1w'],
    ['1h30'],
    ['Infinity'],
    ['1e3m'],
    ['9'.repeat(400)],
  ])('%j is refused', (text) => expect(parseDuration(text, 'm')).toBeNull())
  it('writes a value that was given as it was given', () => {
    expect([500, 60_000, 90_061_000, 1500, -1000, 86_400_000].map(givenDuration)).toEqual([
      '0.5 s',
      '1 min',
      '90061 s',
      '1.5 s',
      '-1 s',
      '1 d',
    ])
  })
  it('are told in their two largest units', () =>
    expect([0, 999, 61_000, 3_660_000, 90_061_000].map(formatDuration)).toEqual([
      '0 s',
      '1 s',
      '1 min 1 s',
      '1 h 1 min',
      '1 d 1 h',
    ]))
})

describe('clocks', () => {
  it('have two digits, and 24:00 only as an end', () =>
    expect(['00:00', '23:59', '24:00', '9:00', '25:00', '12:60'].map((c) => parseClock(c))).toEqual([
      0,
      1439,
      null,
      null,
      null,
      null,
    ]))
  it('may end a window at midnight', () =>
    expect([parseClock('24:00', true), parseClock('24:01', true)]).toEqual([1440, null]))
})

describe('zones', () => {
  it('are known or not, never an error', () =>
    expect(['Europe/Berlin', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, false, false]))
  it('tell local time, half hours included', () => {
    expect(localTime(Date.UTC(2026, 0, 1, 0), 'Asia/Kolkata')).toMatchObject({ day: 1, minuteOfDay: 330 })
    expect(offsetMs(Date.UTC(2026, 6, 1), 'America/St_Johns')).toBe(-9_000_000)
    expect(localTime(0, 'Mars/Olympus')).toBeNull()
  })
  it('fall back to UTC, said with a Z', () =>
    expect(formatLocal(Date.UTC(2026, 0, 2, 3, 4), 'Mars/Olympus')).toBe('2026-01-02 03:04Z'))
})
