import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  backoffMs,
  findActive,
  isActive,
  keepOrPlan,
  nextSlot,
  phaseFor,
  planNext,
  slotsSince,
  stretchOf,
} from './schedule.ts'
import { DAY, HOUR, localTime, localTimeToday, MINUTE } from '../base/time.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
fc.configureGlobal({ seed, numRuns: 400 })
console.log(`schedule seed: ${seed}`)

const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) })
const interval = fc.integer({ min: 1, max: 24 * 60 }).map((m) => m * MINUTE)
const zone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Apia',
  'Africa/Casablanca',
)
const clock = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map((m) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`)
const window = fc.record({ start: clock, end: clock, timeZone: zone }).filter((w) => w.start !== w.end)

/** Due times up to and with `to`, each planned from the one before. */
function oneByOne(schedule: Parameters<typeof planNext>[0], first: number, to: number): readonly number[] {
  const slots: number[] = []
  for (
    let due: number | null = first;
    due !== null && due <= to;
    due = planNext(schedule, due, 'UTC').nextDueAt
  )
    slots.push(due)
  return slots
}

describe('slots', () => {
  it('lie strictly after the given time, at most one interval away, always on the grid', () => {
    fc.assert(
      fc.property(instant, interval, fc.nat(), (at, intervalMs, phaseMs) => {
        const next = nextSlot({ intervalMs, phaseMs }, at)
        expect(next > at && next <= at + intervalMs && (next - phaseMs) % intervalMs === 0).toBe(true)
      }),
    )
  })

  it('are the same whether planned one by one or all at once, with and without active hours', () => {
    fc.assert(
      fc.property(
        instant,
        interval,
        fc.option(window),
        fc.nat({ max: 60 }),
        fc.integer({ min: 1, max: 40 }),
        (at, intervalMs, activeHours, n, keep) => {
          const schedule = { intervalMs, phaseMs: 7, activeHours }
          const first = planNext(schedule, at, 'UTC').nextDueAt
          if (first === null) return
          const to = first + n * intervalMs
          const slow = oneByOne(schedule, first, to)
          const fast = slotsSince(schedule, first, to, keep, 'UTC')
          expect(fast.slots).toEqual(slow.slice(-keep))
          expect(fast.older?.count ?? 0).toBe(Math.max(0, slow.length - keep))
        },
      ),
    )
  })

  it.each([
    [20_280_000, 1_950_145_080_007],
    [MINUTE, Date.UTC(2031, 10, 1, 12)],
  ])('are not missed where clocks are set back into the window, on a grid of %d ms', (intervalMs, at) => {
    const activeHours = { start: '00:00', end: '01:29', timeZone: 'America/St_Johns' }
    const schedule = { intervalMs, phaseMs: 7, activeHours }
    const first = planNext(schedule, at, 'UTC').nextDueAt!
    const to = Date.UTC(2031, 10, 2, 12)
    const each: number[] = []
    for (let slot = first; slot <= to; slot += intervalMs)
      if (isActive(activeHours, slot, 'UTC')) each.push(slot)
    expect(oneByOne(schedule, first, to)).toEqual(each)
    expect(slotsSince(schedule, first, to, 1000, 'UTC').slots).toEqual(each)
  })

  it('are not missed between the two passes of the repeated hour', () => {
    const schedule = {
      intervalMs: 37_200_000,
      phaseMs: 7,
      activeHours: { start: '02:21', end: '00:00', timeZone: 'Africa/Casablanca' },
    }
    const first = planNext(schedule, 2_139_744_000_007, 'UTC').nextDueAt!
    const slow: number[] = []
    for (
      let due: number | null = first;
      due !== null && due <= first + 56 * schedule.intervalMs;
      due = planNext(schedule, due, 'UTC').nextDueAt
    )
      slow.push(due)
    expect(slotsSince(schedule, first, first + 56 * schedule.intervalMs, 100, 'UTC').slots).toEqual(slow)
  })

  it('keep a plan that is still ahead when something unrelated changes', () => {
    const grid = { intervalMs: HOUR, phaseMs: 0 }
    expect(keepOrPlan(grid, { ...grid, nextDueAt: 90 * MINUTE }, 10)).toBe(90 * MINUTE)
    expect(keepOrPlan(grid, { ...grid, phaseMs: 1, nextDueAt: 90 * MINUTE }, 10)).toBe(HOUR)
  })

  it('are spread evenly however many threads there are', () => {
    for (const n of [5, 20, 50]) {
      const phases = Array.from({ length: n }, (_, i) => phaseFor(i + 2, 8 * MINUTE)).sort((a, b) => a - b)
      const gaps = phases.slice(1).map((p, i) => p - phases[i]!)
      expect(Math.min(...gaps)).toBeGreaterThan((8 * MINUTE) / n / 3)
    }
  })
})

describe('active hours', () => {
  it('planning finds the first slot that is inside, as a slow look at every slot does', () => {
    fc.assert(
      fc.property(instant, interval, window, (start, intervalMs, w) => {
        let slow: number | null = null
        for (let at = start; at <= start + 7 * DAY; at += intervalMs)
          if (isActive(w, at, 'UTC')) {
            slow = at
            break
          }
        expect(findActive(start, intervalMs, w, 'UTC')).toBe(slow)
      }),
      { numRuns: 120 },
    )
  })

  it('are closed when they cannot be read, and the plan says why', () => {
    for (const bad of [
      { start: '9:00', end: '17:00', timeZone: '' },
      { start: '09:00', end: '25:00', timeZone: '' },
      { start: '09:00', end: '17:00', timeZone: 'Mars/Olympus' },
      { start: '09:00', end: '09:00', timeZone: '' },
    ]) {
      expect(isActive(bad, 0, 'UTC')).toBe(false)
      expect(planNext({ intervalMs: HOUR, phaseMs: 0, activeHours: bad }, 0, 'UTC')).toMatchObject({
        nextDueAt: null,
        problem: expect.stringContaining('cannot be read'),
      })
    }
  })
})

describe('local times', () => {
  it('show the wanted clock, or the first moment after a gap', () => {
    fc.assert(
      fc.property(instant, clock, zone, (at, hhmm, timeZone) => {
        const found = localTimeToday(hhmm, at, timeZone)!
        const shown = localTime(found, timeZone)!.minuteOfDay
        const wanted = Number(hhmm.slice(0, 2)) * 60 + Number(hhmm.slice(3))
        expect(
          shown === wanted || (shown > wanted && shown <= wanted + 90) || Math.abs(shown - wanted) > 1380,
        ).toBe(true)
      }),
    )
  })
})

describe('failures', () => {
  it('double the delay from the third on, up to six hours', () => {
    expect([1, 2, 3, 4, 5, 9, 60].map((n) => backoffMs(n, 8 * MINUTE) / MINUTE)).toEqual([
      8, 8, 16, 32, 64, 360, 360,
    ])
    expect(backoffMs(9, DAY)).toBe(DAY)
  })
})

describe('a pace that cannot be kept', () => {
  it('is stretched and said', () => {
    expect(stretchOf(Array(50).fill({ intervalMs: 8 * MINUTE, typicalMs: 30_000 }), 1)).toEqual({
      factor: 3.125,
      effectiveMs: 25 * MINUTE,
    })
    expect(stretchOf(Array(10).fill({ intervalMs: 8 * MINUTE, typicalMs: 30_000 }), 1)).toBeNull()
  })
})
