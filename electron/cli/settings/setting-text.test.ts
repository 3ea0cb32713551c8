import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { CliError } from '../kit/errors.ts'
import { readValue } from './setting-text.ts'

describe('a setting', () => {
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
})
