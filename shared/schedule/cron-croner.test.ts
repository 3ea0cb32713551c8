import { Cron } from 'croner'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, offsetMs, type Instant } from '../base/time.ts'
import { randomFrom } from '../playbook/testing/heartbeat-fuzz.ts'
import { cronFires, parseCron } from './cron.ts'

/**
 * A library that knows nothing of ours as a second opinion. The two differ only where clocks are changed,
 * each difference a test of its own below.
 */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Africa/Cairo',
]
const SEED = 20_260_710
const EXPRESSIONS = 400
const SPAN = 10 * DAY
/** Of each expression: the library is slow. */
const MOST = 30

const BERLIN = 'Europe/Berlin'
/** Evenings before the clocks are changed there. */
const SPRING = Date.UTC(2026, 2, 28, 20)
const AUTUMN = Date.UTC(2026, 9, 24, 20)
const NIGHT = 10 * HOUR
const shown = (fires: readonly Instant[]): string[] =>
  fires.map((at) => new Date(at).toISOString().slice(11, 16))

const pick = <T>(of: readonly T[], random: () => number): T => of[Math.floor(random() * of.length)]!
const between = (min: number, max: number, random: () => number): number =>
  min + Math.floor(random() * (max - min + 1))

function field(min: number, max: number, random: () => number): string {
  const a = between(min, max, random)
  const b = between(a, max, random)
  return pick(
    ['*', '*', String(a), `${a}-${b}`, `*/${between(2, Math.min(12, max - min), random)}`, `${a},${b}`],
    random,
  )
}
const expression = (random: () => number): string =>
  [
    pick([String(between(0, 59, random)), `*/${between(7, 30, random)}`, field(0, 59, random)], random),
    field(0, 23, random),
    pick(['*', '*', field(1, 28, random), 'L'], random),
    pick(['*', '*', '*', field(1, 12, random)], random),
    pick(['*', '*', field(0, 6, random)], random),
  ].join(' ')
/** See the last of the differences. */
const isReadDifferently = (expr: string): boolean =>
  /^\S+ \S+ (\*\/\S+ \S+ [^*]|[^*]\S* \S+ \*\/|\*\/\S+ \S+ \*\/)/.test(expr)

function libraryFires(expr: string, from: Instant, to: Instant, zone: string): Instant[] {
  const cron = new Cron(expr, { timezone: zone })
  const fires: Instant[] = []
  for (
    let at = cron.nextRun(new Date(from));
    at !== null && at.getTime() < to && fires.length < MOST;
    at = cron.nextRun(at)
  )
    fires.push(at.getTime())
  return fires
}
const ownFires = (expr: string, from: Instant, to: Instant, zone: string): Instant[] => {
  const read = parseCron(expr)
  if (!read.ok) throw new Error(`${expr}: ${read.error}`)
  return [...cronFires(read.value, from + 1, to, zone)].slice(0, MOST)
}

describe('cron, beside a library', () => {
  it(`fires at the same minutes wherever no clock is changed (seed ${SEED})`, () => {
    const random = randomFrom(SEED)
    let compared = 0
    for (let i = 0; i < EXPRESSIONS; i++) {
      const zone = pick(ZONES, random)
      const from = Date.UTC(2026, 0, 1) + Math.floor(random() * 700) * DAY + between(0, 1439, random) * MINUTE
      if (offsetMs(from - DAY, zone) !== offsetMs(from + SPAN + DAY, zone)) continue
      const expr = expression(random)
      if (isReadDifferently(expr)) continue
      const own = ownFires(expr, from, from + SPAN, zone)
      expect({ expr, zone, from, fires: own }).toEqual({
        expr,
        zone,
        from,
        fires: libraryFires(expr, from, from + SPAN, zone),
      })
      compared += own.length
    }
    expect(compared).toBeGreaterThan(1000)
  })

  it.each([
    ['30 2 * * *', 'a daily time that is skipped comes at the end of the gap', SPRING],
    ['15 * * * *', 'each hour that passes, the repeated one twice', AUTUMN],
    ['45 1 * * *', 'a daily time beside the repeated hour', AUTUMN],
    ['30 2 * * *', 'a daily time that is repeated comes once', AUTUMN],
  ])('agrees where clocks are changed: %s, %s', (expr, _why, night) => {
    expect(shown(ownFires(expr, night, night + NIGHT, BERLIN))).toEqual(
      shown(libraryFires(expr, night, night + NIGHT, BERLIN)),
    )
  })

  it.each([
    // No due time is lost: what is skipped comes once, at the end of the gap.
    ['*/20 2 * * *', SPRING, ['01:00'], []],
    ['30 1-3 * * *', SPRING, ['00:30', '01:00', '01:30'], ['00:30', '01:30']],
    // Hours that are named come once each, as a single named hour does.
    ['30 1-3 * * *', AUTUMN, ['23:30', '00:30', '02:30'], ['23:30', '00:30', '01:30', '02:30']],
  ])('differs where clocks are changed: %s', (expr, night, own, library) => {
    expect(shown(ownFires(expr, night, night + NIGHT, BERLIN))).toEqual(own)
    expect(shown(libraryFires(expr, night, night + NIGHT, BERLIN))).toEqual(library)
  })

  it('differs where a day begins with a wildcard and a weekday is named, or the reverse: both must fit, as in Vixie cron', () => {
    const from = Date.UTC(2026, 6, 1)
    const days = (fires: readonly Instant[]): number[] => fires.map((at) => new Date(at).getUTCDate())
    expect(days(ownFires('0 0 18 * */4', from, from + 30 * DAY, 'UTC'))).toEqual([])
    expect(days(libraryFires('0 0 18 * */4', from, from + 30 * DAY, 'UTC'))).toEqual([
      2, 5, 9, 12, 16, 18, 19, 23, 26, 30,
    ])
  })
})
