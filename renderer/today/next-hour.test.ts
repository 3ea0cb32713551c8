import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../shared/base/time.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import type { Foreseen } from '../../shared/contract/beats.ts'
import { DEFAULT_SETTINGS } from '../../shared/settings/settings.ts'
import { laneOf, quietBands } from './next-hour.ts'

const NOW = Date.parse('2026-11-22T09:42:00Z')

describe('the next hour', () => {
  const at = (minutes: number, kind: Foreseen['kind'] = 'beat'): Foreseen => ({
    at: NOW + minutes * MINUTE,
    kind,
    threadId: 'thr_1' as ThreadId,
    threadName: 'x',
    tier: 'quick',
    jobId: null,
    text: '',
    held: null,
  })
  it('gathers what is due by the minute, and nothing beyond', () => {
    expect(
      laneOf([at(-1), at(0), at(0.5), at(59.9), at(60), at(3, 'timed'), at(3, 'job')], NOW).map((t) => [
        t.minute,
        t.entries.length,
      ]),
    ).toEqual([
      [0, 2],
      [3, 1],
      [59, 1],
    ])
  })
  it('shades quiet hours, also over midnight and only on their days', () => {
    const utc = (t: number): Date => new Date(t + new Date(t).getTimezoneOffset() * MINUTE)
    const sunday = new Date(NOW).getUTCDay()
    expect(quietBands({ start: '10:00', end: '12:00', days: [sunday] }, NOW, utc)).toEqual([
      { from: 18 / 60, to: 1 },
    ])
    expect(quietBands({ start: '22:00', end: '10:00', days: [(sunday + 6) % 7] }, NOW, utc)).toEqual([
      { from: 0, to: 18 / 60 },
    ])
    expect(quietBands({ start: '10:00', end: '12:00', days: [(sunday + 1) % 7] }, NOW, utc)).toEqual([])
    expect(quietBands(DEFAULT_SETTINGS.quietHours, NOW, utc)).toEqual([])
  })
})
