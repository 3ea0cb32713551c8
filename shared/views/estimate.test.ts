import { describe, expect, it } from 'vitest'
import { estimateOf, type EstimateAsk, type Worker } from './estimate.ts'
import { DEFAULT_CAPS, type Cap } from '../settings/settings.ts'
import { HOUR, MINUTE } from '../base/time.ts'

const PLAN: Worker = { kind: 'cli', cli: 'claude', billing: 'plan' }
const KEY: Worker = { kind: 'cli', cli: 'claude', billing: 'api' }
const FROM = Date.parse('2026-11-22T09:42:00Z')
const of = (ask: Partial<EstimateAsk>) =>
  estimateOf({
    threads: 1,
    intervalMs: 30 * MINUTE,
    worker: PLAN,
    activeHours: null,
    quietHours: null,
    caps: [],
    from: FROM,
    timeZone: 'UTC',
    ...ask,
  })

describe('the estimate of a day', () => {
  it('costs nothing with local checks, and nothing when only a person beats', () => {
    expect(of({ worker: { kind: 'local' }, threads: 5 })).toEqual({
      beats: 240,
      quiet: { starts: 0, usd: 0 },
      busy: { starts: 0, usd: 0 },
      cap: null,
    })
    expect(of({ intervalMs: 0, worker: KEY })).toEqual({
      beats: 0,
      quiet: { starts: 0, usd: 0 },
      busy: { starts: 0, usd: 0 },
      cap: null,
    })
  })
  it(
    'starts an agent once a day where nothing changes, because the daily proof and the day’s log must ' +
      'be looked at',
    () => {
      const { quiet, busy } = of({ threads: 5 })
      expect(busy.starts).toBe(240)
      expect(quiet.starts).toBeGreaterThanOrEqual(5)
      expect(quiet.starts).toBeLessThanOrEqual(15)
    },
  )
  it('looks at each beat when a task is no known check', () => {
    const { quiet, busy } = of({ playbook: '## Quick Tasks\n- [ ] Read the mail\n' })
    expect(quiet).toEqual(busy)
  })
  it('starts nothing for a list without tasks', () => {
    expect(of({ playbook: '# Heartbeat\n' })).toMatchObject({ beats: 0, busy: { starts: 0 } })
  })
  it('beats in the active hours only, and once for the quiet hours that hold beats', () => {
    expect(of({ activeHours: { start: '08:00', end: '18:00', timeZone: 'UTC' } }).beats).toBe(20)
    // sixteen slots wait as one
    expect(of({ quietHours: { start: '22:00', end: '06:00', days: [0, 1, 2, 3, 4, 5, 6] } }).beats).toBe(33)
  })
  it('found by review: regards on which days the hours are quiet, as the mean of a week', () => {
    const weekend = { start: '22:00', end: '06:00', days: [0, 6] }
    expect(of({ quietHours: weekend }).beats).toBe(Math.round((5 * 48 + 2 * 33) / 7))
    expect(of({ quietHours: { ...weekend, days: [] } }).beats).toBe(48)
  })
  it('cuts each day by itself at a cap, before it takes the mean', () => {
    const starts: Cap = { scope: 'fleet', of: null, period: 'day', unit: 'starts', limit: 44 }
    const { busy, cap } = of({ quietHours: { start: '22:00', end: '06:00', days: [0, 6] }, caps: [starts] })
    expect([busy.starts, cap]).toEqual([Math.round((5 * 39 + 2 * 33) / 7), starts])
  })
  it('stops at the tightest cap, keeps the urgent share of it, and names it', () => {
    const starts: Cap = { scope: 'fleet', of: null, period: 'day', unit: 'starts', limit: 100 }
    expect(of({ threads: 10, caps: [starts] })).toMatchObject({ busy: { starts: 90 }, cap: starts })
    const { busy, cap } = of({ threads: 5, worker: KEY, caps: DEFAULT_CAPS, intervalMs: 8 * MINUTE })
    expect(cap).toMatchObject({ scope: 'fleet', unit: 'usd', limit: 2 })
    expect(busy.usd).toBeGreaterThanOrEqual(1.8)
    expect(busy.usd).toBeLessThan(2)
  })
  it('lets a plan pass caps of money, and counts no money of it', () => {
    expect(of({ caps: [{ scope: 'fleet', of: null, period: 'day', unit: 'usd', limit: 0 }] })).toMatchObject({
      busy: { starts: 48, usd: 0 },
      cap: null,
    })
  })
  it('grows with the pace and the number of threads, never beyond one start for each beat', () => {
    for (const intervalMs of [MINUTE, 8 * MINUTE, HOUR])
      for (const threads of [1, 7]) {
        const e = of({ intervalMs, threads })
        expect(e.quiet.starts).toBeLessThanOrEqual(e.busy.starts)
        expect(e.busy.starts).toBeLessThanOrEqual(e.beats)
        expect(of({ intervalMs: intervalMs * 2, threads }).beats).toBeLessThan(e.beats)
      }
  })
})
