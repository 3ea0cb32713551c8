import { describe, expect, it } from 'vitest'
import { MINUTE } from '../base/time.ts'
import { powerPolicy } from './power-policy.ts'
import { skipCause } from './skip-cause.ts'

const power = (onBattery: 'run' | 'calm' | 'hold') =>
  powerPolicy({ onBattery: true, metered: null }, { onBattery, onMetered: 'run' })
const now = 1_000 * MINUTE

describe('a due time that comes', () => {
  it.each([
    ['starts a beat', false, 'run', null, null],
    ['is skipped in a pause, whatever the power', true, 'run', null, 'paused'],
    [
      'is skipped while beats wait for power',
      false,
      'hold',
      null,
      'Beats wait because the machine is on battery.',
    ],
    ['starts the first beat in calm', false, 'calm', null, null],
    [
      'is skipped in calm within half an hour of the last',
      false,
      'calm',
      now - 30 * MINUTE + 1,
      'Beats come less often because the machine is on battery.',
    ],
    ['starts a beat in calm after half an hour', false, 'calm', now - 30 * MINUTE, null],
  ] as const)('%s', (_what, isPaused, onBattery, lastQuickAt, cause) =>
    expect(skipCause({ isPaused, power: power(onBattery), lastQuickAt }, now)).toBe(cause),
  )
})
