import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countCron, cronFires, nextCron, parseCron } from './cron.ts'
import { CLOCKS, compare, COMPARED, nothingYet } from './testing/cron-compare.ts'
import { changesBetween } from './testing/cron-oracle.ts'
import { DAY, HOUR, MINUTE } from '../base/time.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
fc.configureGlobal({ seed, numRuns: 200 })
console.log(`cron seed: ${seed}`)

const ZONES = Intl.supportedValuesOf('timeZone')
const zone = fc.constantFrom(...ZONES)
const oddZone = fc.constantFrom(
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Africa/Casablanca',
  'Africa/Cairo',
  'America/Havana',
  'Asia/Gaza',
  'Antarctica/Troll',
)
const instant = fc
  .integer({ min: Date.UTC(2012, 0, 1) / MINUTE, max: Date.UTC(2030, 0, 1) / MINUTE })
  .map((minute) => minute * MINUTE)

const field = (min: number, max: number): fc.Arbitrary<string> => {
  const value = fc.integer({ min, max })
  const range = fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`)
  const step = fc.integer({ min: 1, max: Math.min(12, max - min) })
  const part = fc.oneof(
    value.map(String),
    range,
    fc.tuple(range, step).map(([r, s]) => `${r}/${s}`),
  )
  return fc.oneof(
    fc.constant('*'),
    step.map((s) => `*/${s}`),
    fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(',')),
  )
}
const often = (usual: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant('*') }, { weight: 1, arbitrary: usual })
const expression = fc
  .tuple(field(0, 59), field(0, 23), often(field(1, 31)), often(field(1, 12)), often(field(0, 6)))
  .map((fields) => fields.join(' '))

const findings = ({
  missed,
  doubled,
}: {
  readonly missed: readonly string[]
  readonly doubled: readonly string[]
}): readonly string[] => [...missed, ...doubled]

describe('the fires are those that a look at the clock in each minute finds', () => {
  it('around changes of the clocks, for the usual expressions and the daily tier', () => {
    const sum = nothingYet()
    fc.assert(
      fc.property(fc.oneof(zone, oddZone), fc.integer({ min: 2012, max: 2029 }), (timeZone, year) => {
        for (const change of changesBetween(
          Date.UTC(year, 0, 1),
          Date.UTC(year + 1, 0, 1),
          12 * HOUR,
          timeZone,
        ).slice(0, 2)) {
          const from = change[0] - 6 * HOUR
          compare(COMPARED, CLOCKS, timeZone, from, (change[1] + 6 * HOUR - from) / MINUTE, sum, change)
        }
        expect(findings(sum)).toEqual([])
      }),
      { numRuns: 14 },
    )
  })

  it('for any expression at any time', () => {
    fc.assert(
      fc.property(expression, fc.oneof(zone, oddZone), instant, (expr, timeZone, from) => {
        const sum = nothingYet()
        compare([expr], [], timeZone, from, 24 * 60, sum, [from + DAY / 2, from + DAY / 2])
        expect(findings(sum)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})

describe('next', () => {
  it('lies strictly ahead, and nothing lies between', () => {
    fc.assert(
      fc.property(
        expression,
        oddZone,
        instant,
        fc.integer({ min: 0, max: MINUTE - 1 }),
        (expr, timeZone, minute, ms) => {
          const read = parseCron(expr)
          if (!read.ok) throw new Error(read.error)
          const after = minute + ms
          const next = nextCron(read.value, after, timeZone)
          if (next === null) return
          expect(next).toBeGreaterThan(after)
          expect(countCron(read.value, after + 1, Math.min(next + 1, after + 400 * DAY), timeZone)).toBe(
            next < after + 400 * DAY ? 1 : 0,
          )
        },
      ),
    )
  })
  it('is the first of the fires, and the count is their number, wherever they are cut', () => {
    fc.assert(
      fc.property(
        expression,
        oddZone,
        instant,
        fc.integer({ min: 1, max: 3 * DAY }),
        fc.integer({ min: 1, max: 3 * DAY }),
        (expr, timeZone, from, a, b) => {
          const read = parseCron(expr)
          if (!read.ok) throw new Error(read.error)
          const all = [...cronFires(read.value, from, from + a + b, timeZone)]
          expect([
            ...cronFires(read.value, from, from + a, timeZone),
            ...cronFires(read.value, from + a, from + a + b, timeZone),
          ]).toEqual(all)
          expect(countCron(read.value, from, from + a + b, timeZone)).toBe(all.length)
          if (all.length > 0) expect(nextCron(read.value, from - 1, timeZone)).toBe(all[0])
        },
      ),
    )
  })
})

describe('reading', () => {
  it('never throws, whatever is written, and says why it refuses', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc
            .array(fc.constantFrom('*', '5', '-', '/', ',', 'L', 'W', '#', '?', ' ', 'MON', '@', '0', '99'), {
              maxLength: 24,
            })
            .map((parts) => parts.join('')),
        ),
        (text) => {
          const read = parseCron(text)
          if (!read.ok) expect(read.error).toMatch(/\.$/)
        },
      ),
      { numRuns: 2000 },
    )
  })
})
