import { describe, expect, it } from 'vitest'
import { allowanceOf, capsFor, capWords, forecastOf, shareOf, wordsOfUse, type Spent } from './budget.ts'
import type { Cap } from '../settings/settings.ts'
import { DAY, HOUR } from '../base/time.ts'
import { start, mayStart, facts, T2, dayStart, T1, now } from './testing/budget-facts.ts'

const cap = (more: Partial<Cap> = {}): Cap => ({
  scope: 'fleet',
  of: null,
  period: 'day',
  unit: 'starts',
  limit: 10,
  ...more,
})
const times = (n: number, more: Partial<Spent> = {}): Spent[] => Array.from({ length: n }, () => start(more))

describe('caps on starts', () => {
  it('leave the last tenth to urgent beats', () => {
    expect([8, 9, 10].map((n) => mayStart(facts([cap()], times(n))))).toEqual([true, false, false])
    expect([9, 10].map((n) => mayStart(facts([cap()], times(n)), true))).toEqual([true, false])
  })
  it('let one start be made where the cap is one, and none where it is none', () => {
    expect([0, 1].map((n) => mayStart(facts([cap({ limit: 1 })], times(n))))).toEqual([true, false])
    expect([false, true].map((urgent) => mayStart(facts([cap({ limit: 0 })], []), urgent))).toEqual([
      false,
      false,
    ])
  })
  it.each<readonly [string, Cap, Partial<Spent>, boolean]>([
    ['what another thread used counts for the fleet', cap(), { threadId: T2 }, false],
    ['but not for a thread', cap({ scope: 'thread' }), { threadId: T2 }, true],
    ['what was used yesterday does not count for the day', cap(), { startedAt: dayStart - 1 }, true],
    ['but for the month', cap({ period: 'month' }), { startedAt: dayStart - 1 }, false],
    [
      'a month that is over does not count',
      cap({ period: 'month' }),
      { startedAt: dayStart - 21 * DAY },
      true,
    ],
    [
      'another runner does not count for a runner',
      cap({ scope: 'runner', of: 'claude' }),
      { runner: 'codex' },
      true,
    ],
    ['the cap of another runner does not hold', cap({ scope: 'runner', of: 'codex', limit: 0 }), {}, true],
    ['a cap for each runner holds for each by itself', cap({ scope: 'runner' }), { runner: 'codex' }, true],
    ['and for this one', cap({ scope: 'runner' }), {}, false],
    ['the cap of another thread does not hold', cap({ scope: 'thread', of: T2, limit: 0 }), {}, true],
  ])('%s', (_, c, used, may) => expect(mayStart(facts([c], times(10, used)))).toBe(may))

  it(
    'of a thread take the place of those for each thread, of the same period and unit, also when ' +
      'they are wider',
    () => {
      const each = cap({ scope: 'thread', limit: 2 })
      const own = cap({ scope: 'thread', of: T1, limit: 100 })
      const month = cap({ scope: 'thread', period: 'month', limit: 3 })
      expect(capsFor([each, own, month], T1, 'x')).toEqual([own, month])
      expect(capsFor([each, own, month], T2, 'x')).toEqual([each, month])
      expect(mayStart(facts([each, own], times(5)))).toBe(true)
    },
  )
})

describe('caps on money and tokens', () => {
  const usd = (limit: number, more: Partial<Cap> = {}): Cap => cap({ unit: 'usd', limit, ...more })
  it('stop the next start when they are used up', () => {
    expect([0, 0.89, 0.9, 1, 5].map((used) => mayStart(facts([usd(1)], [start({ usd: used })])))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect([0.9, 0.99, 1].map((used) => mayStart(facts([usd(1)], [start({ usd: used })]), true))).toEqual([
      true,
      true,
      false,
    ])
    expect(mayStart(facts([usd(0)], []), true)).toBe(false)
    expect(mayStart(facts([cap({ unit: 'tokens', limit: 1000 })], [start({ tokens: 1000 })]), true)).toBe(
      false,
    )
  })
  it('count no money that a plan covers, and hold nothing back that costs none', () => {
    expect(mayStart(facts([usd(1)], [start({ usd: 9, billing: 'plan' })]))).toBe(true)
    expect(allowanceOf(facts([usd(1)], [start({ usd: 9 })], { billing: 'plan' }), false)).toEqual({
      over: null,
      near: [],
      usdLeft: null,
    })
    expect(mayStart(facts([usd(1), cap({ limit: 1 })], times(1, { usd: 9 }), { billing: 'plan' }))).toBe(
      false,
    )
  })
  it('say how much is left to the run by the tightest, without the reserve for urgent ones', () => {
    const f = facts([usd(10), usd(1, { scope: 'thread' }), cap()], [start({ usd: 0.4 })])
    expect(allowanceOf(f, true).usdLeft).toBeCloseTo(0.6)
    expect(allowanceOf(f, false).usdLeft).toBeCloseTo(0.5)
    expect(allowanceOf(facts([usd(1)], [start({ usd: 3 })]), false).usdLeft).toBe(0)
    expect(allowanceOf(facts([cap()], []), false).usdLeft).toBeNull()
  })
  it('name the fullest first, from four fifths on', () => {
    const { over, near } = allowanceOf(
      facts([cap({ limit: 10 }), usd(1), cap({ limit: 100 })], times(9, { usd: 0.2 })),
      false,
    )
    expect(near.map((u) => u.cap.unit)).toEqual(['usd', 'starts'])
    expect(over?.cap.unit).toBe('usd')
    expect(shareOf({ cap: cap({ limit: 0 }), used: 0 })).toBe(1)
  })
  it('are told in words', () => {
    expect(capWords(cap({ scope: 'thread', unit: 'usd', limit: 0.5 }))).toBe(
      'the thread’s budget of $0.50 a day',
    )
    expect(wordsOfUse({ cap: cap({ unit: 'tokens', period: 'month', limit: 2_000_000 }), used: 1500 })).toBe(
      '1,500 of 2,000,000 tokens a month',
    )
    expect(wordsOfUse({ cap: cap({ limit: 1 }), used: 1 })).toBe('1 of 1 start a day')
  })
})

describe('the forecast', () => {
  const at = (hoursAgo: number, usd = 0.1): Spent => start({ startedAt: now - hoursAgo * HOUR, usd })
  it('is the last day’s use where the record is a day old or more', () => {
    expect(forecastOf([at(30), at(2)], now)).toEqual({ starts: 1, usd: 0.1 })
    expect(
      forecastOf(
        Array.from({ length: 48 }, (_, i) => at(i + 0.5)),
        now,
      )?.starts,
    ).toBe(24)
  })
  it('is scaled up from a younger record, of at least an hour', () => {
    expect(forecastOf([at(6), at(3)], now)).toEqual({ starts: 8, usd: 0.8 })
    expect(forecastOf([at(0.5)], now)).toBeNull()
  })
  it('is none without anything in the last day', () => {
    expect(forecastOf([], now)).toBeNull()
    expect(forecastOf([at(30)], now)).toBeNull()
  })
  it('counts no money of a plan', () =>
    expect(
      forecastOf(
        [start({ billing: 'plan', usd: 5, startedAt: now - 30 * HOUR }), start({ billing: 'plan', usd: 5 })],
        now,
      ),
    ).toEqual({ starts: 1, usd: 0 }))
})
