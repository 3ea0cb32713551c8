import type { Clock } from '../ports/ports.ts'
import { pauseFor } from './timers.ts'

const STEP_MS = 10

/** Between two steps of long work, so that beats and the window come in between. */
export const breath = (clock: Clock): Promise<void> => pauseFor(clock, 'long reading', STEP_MS)
