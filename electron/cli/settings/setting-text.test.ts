import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { CliError } from '../kit/errors.ts'
import { specOf } from '../../../shared/settings/table.ts'
import { readValue, SINGLE_KEYS } from './setting-text.ts'

describe('a setting', () => {
  it('takes each choice by its name and by what the window calls it', () => {
    for (const key of SINGLE_KEYS) {
      const { value } = specOf(key)
      if (value.kind !== 'choice') continue
      for (const [name, label] of Object.entries<string>(value.options)) {
        expect(readValue(key, name, 0)).toBe(name)
        expect([key, label, readValue(key, label, 0)]).toEqual([key, label, name])
      }
    }
  })
  const NOW = 1_000_000
  it.each([
    ['defaultIntervalMs', '10', 10 * MINUTE],
    ['defaultIntervalMs', '1h30m', 90 * MINUTE],
    ['defaultIntervalMs', 'off', 0],
    ['maxRuns', '3', 3],
    ['quickCalls', '60', 60],
    ['sessionIdleMs', '2d', 48 * HOUR],
    ['theme', 'dark', 'dark'],
    ['mutedUntil', 'off', null],
    ['mutedUntil', '1h', NOW + HOUR],
    ['mutedUntil', 'forever', 8.64e15],
    ['mutedUntil', '2026-11-22T10:00:00Z', Date.UTC(2026, 10, 22, 10)],
  ] as const)('%s %s', (key, text, value) => expect(readValue(key, text, NOW)).toBe(value))
  it.each([
    ['maxRuns', 'two'],
    ['quickLimitMs', 'soon'],
    ['mutedUntil', 'later'],
    ['mutedUntil', '1970-01-01T00:10:00Z'],
    ['theme', ''],
    ['quickCalls', 'few'],
    ['sessionIdleMs', 'long'],
  ] as const)('%s cannot be "%s"', (key, text) => {
    expect(() => readValue(key, text, NOW)).toThrow(CliError)
  })
  it.each([
    ['showOk', 'on', true],
    ['indicator', 'off', false],
    ['webhookPort', '7878', 7878],
    ['webhookPort', 'off', null],
    ['onBattery', 'hold', 'hold'],
    ['updates', 'off', 'off'],
    ['updates', 'Never', 'off'],
    ['updates', 'never', 'off'],
    ['updates', 'stable versions', 'stable'],
    ['dormantAfterMs', '14d', 14 * 86_400_000],
    ['noisyRuns', '40', 40],
  ] as const)('%s %s', (key, text, value) => expect(readValue(key, text, 0)).toBe(value))
  it.each([
    ['showOk', 'yes'],
    ['webhookPort', 'any'],
  ] as const)('%s cannot be "%s"', (key, text) =>
    expect(() => readValue(key, text, 0)).toThrow(
      key === 'showOk' ? /show-ok must be on or off/ : /webhook-port must be off or a port/,
    ),
  )
  it('refused by its bounds is told as it was given, with its name and the bounds', () => {
    for (const [key, text, wanted] of [
      ['quickLimitMs', '0.5s', 'quick-limit must be 5 s to 1 h, got "0.5s"'],
      ['quickLimitMs', '1h1m', 'quick-limit must be 5 s to 1 h, got "1h1m"'],
      ['quickLimitMs', 'off', 'quick-limit must be 5 s to 1 h, got "off"'],
      ['defaultIntervalMs', '0.5s', 'default-interval must be 1 min to 1 d, or off, got "0.5s"'],
      ['dormantAfterMs', '366d', 'dormant-after must be 1 d to 365 d, or never, got "366d"'],
      ['maxRuns', '0', /^max-runs must be a whole number, 1 to \d+, got "0"$/],
      ['zoomPercent', '85', 'zoom-percent must be a multiple of 10, 80 to 200 %, got "85"'],
      ['webhookPort', '80', 'webhook-port must be off or a port, 1024 to 65535, got "80"'],
      ['digestAt', '9:00', 'digest-at must be HH:MM, 00:00 to 23:59, got "9:00"'],
      ['theme', 'pink', 'theme must be one of system, light, dark, got "pink"'],
    ] as const)
      expect(() => readValue(key, text, NOW)).toThrow(wanted)
  })
  it('takes both ends of its bounds, and nothing beyond them', () => {
    for (const key of SINGLE_KEYS) {
      const { value } = specOf(key)
      if (!('bounds' in value)) continue
      const [least, most] = value.bounds
      const unit = value.kind === 'duration' ? 'ms' : ''
      const step = value.kind === 'percent' ? value.step : 1
      for (const end of [least, most]) expect(readValue(key, `${end}${unit}`, NOW)).toBe(end)
      for (const beyond of [least - step, most + step])
        if (beyond !== 0)
          expect(() => readValue(key, `${beyond}${unit}`, NOW)).toThrow(`got "${beyond}${unit}"`)
    }
  })
  it('never is what its bounds call it', () => expect(readValue('dormantAfterMs', 'never', NOW)).toBe(0))
})
