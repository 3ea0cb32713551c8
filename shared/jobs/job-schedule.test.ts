import { PLAIN_STYLE } from '../base/clock/time-text.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JobSchedule } from './job.ts'
import {
  decideDues,
  jobBackoffMs,
  jobDuesSince,
  nextJobDue,
  ON_TIME_MS,
  scheduleProblem,
  spreadMs,
  SPREAD_MS,
} from './job-schedule.ts'
import { previewSchedule } from './describe-schedule.ts'
import { DAY, HOUR, MINUTE, SECOND, type Instant } from '../base/time.ts'
import { at, NOW, every, cron } from './testing/schedules.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
fc.configureGlobal({ seed, numRuns: 150 })
console.log(`job schedule seed: ${seed}`)

describe('due', () => {
  it('once at its time', () =>
    expect([nextJobDue(at(NOW), NOW - 1, 'UTC'), nextJobDue(at(NOW), NOW, 'UTC')]).toEqual([NOW, null]))
  it('on the grid of its anchor, never before it', () => {
    const schedule = every(2 * HOUR)
    expect(
      [NOW - 9 * DAY, NOW - 1, NOW, NOW + 1, NOW + 5 * HOUR].map(
        (after) => nextJobDue(schedule, after, 'UTC')! - NOW,
      ),
    ).toEqual([0, 0, 2 * HOUR, 2 * HOUR, 6 * HOUR])
  })
  it("by a cron expression in its own zone or the system's", () => {
    expect(nextJobDue(cron('0 9 * * *'), NOW, 'Europe/Berlin')).toBe(Date.UTC(2026, 10, 23, 8))
    expect(nextJobDue(cron('0 9 * * *', 'Asia/Kolkata'), NOW, 'Europe/Berlin')).toBe(
      Date.UTC(2026, 10, 23, 3, 30),
    )
  })
  it('never, with a reason, where it cannot be read', () => {
    for (const [schedule, reason] of [
      [cron('61 * * * *'), '0 to 59'],
      [cron('0 9 * * *', 'Mars/Olympus'), 'Mars/Olympus'],
      [at(9e15), '9000000000000000'],
    ] as const)
      expect(scheduleProblem(schedule)).toContain(reason)
    expect([
      nextJobDue(cron('61 * * * *'), NOW, 'UTC'),
      nextJobDue(cron('0 9 * * *', 'Mars/Olympus'), NOW, 'UTC'),
    ]).toEqual([null, null])
    expect(
      [at(NOW), every(HOUR), cron('@daily'), cron('0 9 * * *', 'Europe/Berlin')].map(scheduleProblem),
    ).toEqual([null, null, null, null])
  })
})

describe('an absence', () => {
  const schedule = fc.oneof(
    fc.integer({ min: -3 * DAY, max: 3 * DAY }).map((ms) => at(NOW + ms)),
    fc
      .tuple(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: -DAY, max: DAY }))
      .map(([minutes, ms]) => every(minutes * MINUTE, NOW + ms)),
    fc
      .constantFrom('*/7 * * * *', '0 9 * * *', '0,30 2 * * *', '15 */3 1-7 * *', '30 1 * * 0', '59 23 L * *')
      .map((expr) => cron(expr)),
  )
  it('has the due times that planning one by one gives, the newest of them each by itself', () => {
    fc.assert(
      fc.property(
        schedule,
        fc.integer({ min: -40 * DAY, max: 0 }),
        fc.integer({ min: 0, max: 12 * DAY }),
        fc.integer({ min: 1, max: 50 }),
        (given, back, span, keep) => {
          const first = nextJobDue(given, NOW + back, 'Europe/Berlin')
          if (first === null) return
          const slow: Instant[] = []
          for (
            let due: Instant | null = first;
            due !== null && due <= first + span;
            due = nextJobDue(given, due, 'Europe/Berlin')
          )
            slow.push(due)
          const fast = jobDuesSince(given, first, first + span, keep, 'Europe/Berlin')
          expect(fast.slots).toEqual(slow.slice(-keep))
          expect(fast.older).toEqual(
            slow.length > keep ? { firstAt: first, count: slow.length - keep } : null,
          )
        },
      ),
      { numRuns: 80 },
    )
  })
  it('of a year is counted for a minute job in a moment', () => {
    const startedAt = performance.now()
    for (const given of [cron('* * * * *'), every(MINUTE)]) {
      const { slots, older } = jobDuesSince(given, NOW, NOW + 365 * DAY, 20, 'Europe/Berlin')
      expect([slots.length, slots.at(-1), older]).toEqual([
        20,
        NOW + 365 * DAY,
        { firstAt: NOW, count: 365 * 1440 + 1 - 20 },
      ])
    }
    expect(performance.now() - startedAt).toBeLessThan(500) // some 10 ms on an idle machine
  })
  it('keeps its first due time although the schedule has changed since', () =>
    expect(jobDuesSince(cron('0 9 * * *'), NOW, NOW + MINUTE, 5, 'UTC')).toEqual({
      slots: [NOW],
      older: null,
    }))
  it('that has not begun is empty', () =>
    expect(jobDuesSince(cron('* * * * *'), NOW, NOW - 1, 5, 'UTC')).toEqual({ slots: [], older: null }))
})

describe('what runs', () => {
  const decide = (
    dues: readonly Instant[],
    catchUp: 'skip' | 'once' | 'grace',
    graceMs = HOUR,
  ): ReturnType<typeof decideDues> => decideDues({ dues, now: NOW, catchUp, graceMs })
  it('is the newest, where it is on time, whatever the rule for late ones', () => {
    for (const rule of ['skip', 'once', 'grace'] as const)
      expect(decide([NOW - 2 * HOUR, NOW - 61 * SECOND, NOW - SECOND], rule)).toEqual({
        run: NOW - SECOND,
        missed: [NOW - 2 * HOUR, NOW - 61 * SECOND],
      })
    expect([decide([NOW - ON_TIME_MS], 'skip').run, decide([NOW - ON_TIME_MS - 1], 'skip').run]).toEqual([
      NOW - ON_TIME_MS,
      null,
    ])
  })
  it('after an absence is what the rule says', () => {
    const dues = [NOW - 3 * HOUR, NOW - 2 * HOUR, NOW - HOUR]
    expect(decide(dues, 'skip')).toEqual({ run: null, missed: dues })
    expect(decide(dues, 'once')).toEqual({ run: NOW - HOUR, missed: dues.slice(0, 2) })
    expect(decide(dues, 'grace')).toEqual({ run: NOW - HOUR, missed: dues.slice(0, 2) })
    expect(decide(dues, 'grace', HOUR - 1)).toEqual({ run: null, missed: dues })
  })
  it("counts a job's own spread as on time", () =>
    expect(
      decideDues({
        dues: [NOW - 4 * MINUTE],
        now: NOW,
        catchUp: 'skip',
        graceMs: HOUR,
        lateMs: ON_TIME_MS + 4 * MINUTE,
      }).run,
    ).toBe(NOW - 4 * MINUTE))
  it('is nothing, and nothing is missed, before the time', () =>
    expect([decide([], 'once'), decide([NOW + 1], 'once')]).toEqual([
      { run: null, missed: [] },
      { run: null, missed: [] },
    ]))
  it('is at most one, and each due time has one fate', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: -3 * DAY, max: 0 }).map((ms) => NOW + ms)),
        fc.constantFrom('skip' as const, 'once' as const, 'grace' as const),
        (dues, rule) => {
          const { run, missed } = decide(dues, rule)
          expect([...missed, ...(run === null ? [] : [run])]).toEqual([...dues].sort((a, b) => a - b))
        },
      ),
    )
  })
})

describe('the place within five minutes', () => {
  it('is for jobs on the full hour alone, and stays', () => {
    expect(
      [cron('15 * * * *'), cron('0,30 * * * *'), cron('*/5 * * * *'), cron('bad'), every(HOUR), at(NOW)].map(
        (schedule) => spreadMs('job_1', schedule),
      ),
    ).toEqual([0, 0, 0, 0, 0, 0])
    const places = Array.from({ length: 400 }, (_, i) => spreadMs(`job_${i}`, cron('0 * * * *')))
    expect(places.every((ms) => ms >= 0 && ms <= SPREAD_MS && ms % SECOND === 0)).toBe(true)
    expect(new Set(places).size).toBeGreaterThan(180)
    expect(spreadMs('job_7', cron('0 9 * * 1'))).toBe(places[7])
  })
})

it('the wait after failures grows to an hour', () =>
  expect([0, 1, 2, 3, 4, 5, 6, 99].map(jobBackoffMs)).toEqual([
    0,
    30 * SECOND,
    MINUTE,
    5 * MINUTE,
    15 * MINUTE,
    HOUR,
    HOUR,
    HOUR,
  ]))

describe('a preview', () => {
  const preview = (schedule: JobSchedule, n = 3): ReturnType<typeof previewSchedule> =>
    previewSchedule(schedule, NOW, { timeZone: 'Europe/Berlin', style: PLAIN_STYLE }, n)
  it('shows the next due times', () => {
    expect(preview(every(HOUR, NOW - MINUTE))).toEqual({
      fires: [1, 2, 3].map((n) => NOW - MINUTE + n * HOUR),
      warnings: [],
    })
    expect(preview(at(NOW + DAY))).toEqual({ fires: [NOW + DAY], warnings: [] })
    expect(preview(cron('0 9 * * *'), 2)).toEqual({
      fires: [Date.UTC(2026, 10, 23, 8), Date.UTC(2026, 10, 24, 8)],
      warnings: [],
    })
  })
  it('warns of what may not be meant', () => {
    expect(preview(at(NOW - DAY))).toEqual({
      fires: [],
      warnings: ['2026-11-21 10:41 has passed: it will not run.'],
    })
    expect(preview(cron('0 9 13 * 5')).warnings).toEqual([
      'Day "13" and weekday "5" are both set: it runs on days that fit either of them.',
    ])
    expect(preview(cron('0 9 */2 * 5')).warnings).toEqual([
      'Day "*/2" and weekday "5" are both set, one with "*": it runs only on days that fit both.',
    ])
    expect(preview(cron('0 9 31 2 *'))).toEqual({
      fires: [],
      warnings: ['No day of the next 8 years fits: it will not run.'],
    })
    expect(preview(cron('30 2 * * *')).warnings).toEqual([
      'Clocks in Europe/Berlin go from 2027-03-28 02:00 to 03:00: a time jumped over runs at 03:00 instead.',
    ])
    expect(preview(cron('30 2 * * *', 'Asia/Kolkata')).warnings).toEqual([])
    expect(preview(cron('bad'))).toEqual({ fires: [], warnings: [] })
  })
})
