import fc from 'fast-check'
import { expect, it } from 'vitest'
import { localTime } from './time.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_003
const ZONES = [
  ...[
    'UTC',
    'Europe/Berlin',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Asia/Kathmandu',
  ],
  ...[
    'Pacific/Apia',
    'Africa/Monrovia',
    'America/Caracas',
    'Antarctica/Troll',
    'Europe/Dublin',
    'Asia/Pyongyang',
  ],
]

const shownBy = (format: Intl.DateTimeFormat, at: number): Record<string, number> => {
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year, month, day, hour, minute, second } = part
  return { year: year!, month: month!, day: day!, minuteOfDay: hour! * 60 + minute!, second: second! }
}

it('shows what the system’s own formats show, at any instant and beside each change of the clocks', () => {
  console.log(`local time seed: ${seed}`)
  const formats = ZONES.map(
    (timeZone) =>
      [
        timeZone,
        new Intl.DateTimeFormat('en-US', {
          timeZone,
          hourCycle: 'h23',
          year: 'numeric',
          month: 'numeric',
          day: 'numeric',
          hour: 'numeric',
          minute: 'numeric',
          second: 'numeric',
        }),
      ] as const,
  )
  // Zones of the last hundred years; those that counted in seconds before are among them.
  const instant = fc.oneof(
    fc.integer({ min: Date.UTC(1926, 0), max: Date.UTC(2037, 11) }),
    fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) }),
  )
  const near = fc.array(fc.integer({ min: -3_600_000, max: 3_600_000 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(fc.constantFrom(...formats), instant, near, ([timeZone, format], at, steps) => {
      for (const moved of [at, ...steps.map((step) => changeNear(format, at) + step)])
        expect(localTime(moved, timeZone)).toEqual(shownBy(format, moved))
    }),
    { numRuns: 300, seed },
  )
})

/** A change of the clocks within the year after `at`, to the second; `at`: there is none. */
function changeNear(format: Intl.DateTimeFormat, at: number): number {
  const offset = (instant: number): number => {
    const { year, month, day, minuteOfDay, second } = shownBy(format, instant)
    return Date.UTC(year!, month! - 1, day!, 0, minuteOfDay!, second!) - Math.floor(instant / 1000) * 1000
  }
  let [low, high] = [at, at + 200 * 86_400_000]
  if (offset(low) === offset(high)) return at
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2)
    if (offset(middle) === offset(low)) low = middle
    else high = middle
  }
  return high
}
