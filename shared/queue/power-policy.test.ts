import { describe, expect, it } from 'vitest'
import { powerPolicy } from './power-policy.ts'

describe('powerPolicy', () => {
  const [BATTERY, METERED] = [
    'Beats wait because the machine is on battery.',
    'Beats wait because the network is metered.',
  ]
  const CALM = 'Beats come less often because the machine is on battery.'
  it.each([
    // on battery, metered, setting for battery, setting for metered → policy, because
    [false, false, 'hold', 'hold', 'run', null],
    [null, null, 'hold', 'hold', 'run', null],
    [null, false, 'calm', 'hold', 'run', null],
    [false, null, 'hold', 'hold', 'run', null],
    [true, true, 'run', 'run', 'run', null],
    [true, null, 'calm', 'hold', 'calm', CALM],
    [true, true, 'calm', 'run', 'calm', CALM],
    [true, null, 'hold', 'hold', 'hold', BATTERY],
    [true, true, 'hold', 'run', 'hold', BATTERY],
    [null, true, 'hold', 'hold', 'hold', METERED],
    [true, true, 'run', 'hold', 'hold', METERED],
    [true, true, 'calm', 'hold', 'hold', METERED],
    [
      true,
      true,
      'hold',
      'hold',
      'hold',
      'Beats wait because the machine is on battery and the network is metered.',
    ],
  ] as const)(
    'on battery %s, metered %s, settings %s and %s: %s',
    (onBattery, metered, ifBattery, ifMetered, policy, because) => {
      expect(powerPolicy({ onBattery, metered }, { onBattery: ifBattery, onMetered: ifMetered })).toEqual({
        policy,
        because,
      })
    },
  )

  it('over every combination: a reason exactly where it does not run, and nothing unknown counts', () => {
    let seen = 0
    for (const onBattery of [true, false, null])
      for (const metered of [true, false, null])
        for (const b of ['run', 'calm', 'hold'] as const)
          for (const m of ['run', 'hold'] as const) {
            const decision = powerPolicy({ onBattery, metered }, { onBattery: b, onMetered: m })
            expect(decision.because === null).toBe(decision.policy === 'run')
            expect(decision).toEqual(
              powerPolicy(
                { onBattery: onBattery ?? false, metered: metered ?? false },
                { onBattery: b, onMetered: m },
              ),
            )
            seen++
          }
    expect(seen).toBe(54)
  })
})
