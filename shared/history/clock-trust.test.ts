import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../base/time.ts'
import { believedIn, trustAfter, type ClockTrust } from './clock-trust.ts'

const NOW = Date.UTC(2026, 2, 10)
const look = (now: number, lastAt: number | null, awakeMs = 0) => ({ now, lastAt, awakeMs })

describe('whether a clock is believed', () => {
  it.each([
    ['nothing was ever written', null, look(NOW, null), 0],
    ['it goes on', null, look(NOW, NOW - HOUR, HOUR), 0],
    ['the app was closed for a weekend', null, look(NOW, NOW - 2.5 * DAY), 0],
    ['it is 31 days ahead', null, look(NOW, NOW - 31 * DAY), DAY],
    ['it was set back', { wallAt: NOW + 5 * DAY, awakeMs: DAY, isBackedUp: true }, look(NOW, null), DAY],
    [
      'half a day passed',
      { wallAt: NOW - 12 * HOUR, awakeMs: 0, isBackedUp: false },
      look(NOW, null, 12 * HOUR),
      DAY / 2,
    ],
  ] as const)('%s', (_name, before, at, left) => {
    expect(believedIn(trustAfter(before, at))).toBe(left)
  })

  it('writes nothing while it is believed', () => {
    const before: ClockTrust = { wallAt: NOW - 50 * DAY, awakeMs: DAY, isBackedUp: true }
    expect(trustAfter(before, look(NOW, NOW - HOUR, HOUR))).toBe(before)
  })

  it('for a day awake after any jump no look believes it, whatever the looks and starts in between', () => {
    const steps = fc.array(fc.record({ awake: fc.integer({ min: 0, max: 6 * HOUR }), restart: fc.boolean() }))
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 4000 }), fc.boolean(), steps, (days, back, list) => {
        let now = NOW + (back ? -days : days) * DAY
        let trust = trustAfter({ wallAt: NOW, awakeMs: DAY, isBackedUp: true }, look(now, null))
        let awake = 0
        for (const step of list) {
          now += step.awake
          const seen = step.restart ? 0 : step.awake
          trust = trustAfter(trust, look(now, now - step.awake, seen))
          awake += seen
          expect(believedIn(trust)).toBe(Math.max(0, DAY - awake))
        }
      }),
    )
  })
})
