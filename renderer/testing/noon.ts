import { afterEach, beforeEach, vi } from 'vitest'

/** On a weekday, so that a few hours before or after are the same day, whenever the tests are run. */
export const NOON = new Date(2026, 2, 10, 12).getTime()

/** What a test reads of the time of day begins at noon; timers are real. */
const beginAtNoon = (goesOn: boolean): void =>
  void vi.useFakeTimers({ toFake: ['Date'], now: NOON, shouldAdvanceTime: goesOn })

beginAtNoon(false) // for what a file of tests reads as it is loaded
beforeEach(() => beginAtNoon(true))
afterEach(() => void vi.useRealTimers())
