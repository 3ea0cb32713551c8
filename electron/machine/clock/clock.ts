import { performance } from 'node:perf_hooks'
import { PLAIN_STYLE, type TimeStyle } from '../../../shared/base/clock/time-text.ts'
import type { Clock } from '../../engine/ports/ports.ts'

/** Timers lie after the machine has slept and overflow above 2³¹ ms: none is longer than this. */
const LONGEST_TIMER_MS = 30_000

/** Asking for the zone costs as much as a commit; a person who travels changes it between two looks. */
const ZONE_KEPT_MS = 1000
const zone = { name: '', until: -Infinity }

/** The system's clock. `style`: asked at each look, for a setting may change it. */
export const systemClock = (style: () => TimeStyle = () => PLAIN_STYLE): Clock => ({
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  setTimer(at, fn) {
    const timer = setTimeout(fn, Math.max(0, Math.min(LONGEST_TIMER_MS, at - Date.now())))
    return () => clearTimeout(timer)
  },
  get timeZone() {
    const now = performance.now()
    if (now >= zone.until)
      Object.assign(zone, {
        name: Intl.DateTimeFormat().resolvedOptions().timeZone,
        until: now + ZONE_KEPT_MS,
      })
    return zone.name
  },
  get style() {
    return style()
  },
})
