import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../shared/base/time.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import type { Foreseen } from '../../shared/contract/beats.ts'
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
  it('takes each minute of the hour once, named as far as it is listed, and nothing beyond', () => {
    const minutes = Array.from({ length: 75 }, () => ({ beats: 0, jobs: 0, held: 0 }))
    minutes[1] = { beats: 2, jobs: 0, held: 0 }
    minutes[3] = { beats: 1, jobs: 1, held: 1 }
    minutes[61] = { beats: 400, jobs: 0, held: 400 }
    minutes[62] = { beats: 1, jobs: 0, held: 0 }
    const entries = [at(1), at(1.5), at(3), at(3.2, 'timed'), at(3.4, 'job')]
    const lane = (now: number) =>
      laneOf({ from: NOW, entries, minutes }, now).map((t) => [
        t.minute,
        t.named.length,
        t.count,
        t.jobs,
        t.held,
      ])
    expect(lane(NOW)).toEqual([
      [1, 2, 2, 0, 0],
      [3, 2, 2, 1, 1],
    ])
    expect(lane(NOW + 2 * MINUTE), 'two minutes after the look').toEqual([
      [1, 2, 2, 1, 1],
      [59, 0, 400, 0, 400],
    ])
  })
  it('shades quiet hours as far as they lie in the hour', () => {
    const quiet = (from: number, to: number) => ({ from: NOW + from * MINUTE, to: NOW + to * MINUTE })
    expect(quietBands([quiet(-300, 18), quiet(45, 600), quiet(61, 70)], NOW)).toEqual([
      { from: 0, to: 18 / 60 },
      { from: 45 / 60, to: 1 },
    ])
  })
})
