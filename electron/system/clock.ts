import { performance } from 'node:perf_hooks'
import type { Clock } from '../engine/ports.ts'

/** Timers lie after the machine has slept and overflow above 2³¹ ms: none is longer than this. */
const LONGEST_TIMER_MS = 30_000

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  setTimer(at, fn) {
    const timer = setTimeout(fn, Math.max(0, Math.min(LONGEST_TIMER_MS, at - Date.now())))
    return () => clearTimeout(timer)
  },
  get timeZone() {
    return Intl.DateTimeFormat().resolvedOptions().timeZone
  },
}
