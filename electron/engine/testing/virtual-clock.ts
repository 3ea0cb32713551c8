import type { Clock } from '../ports/ports.ts'
import { PLAIN_STYLE, type TimeStyle } from '../../../shared/base/clock/time-text.ts'
import type { Instant } from '../../../shared/base/time.ts'

/**
 * Time that moves only when told. Between two timers all promises get their turn, so nothing ever waits for
 * real time.
 */
export interface VirtualClock extends Clock {
  /** Lets `ms` pass, firing timers at their instants. */
  advance(ms: number): Promise<void>
  /** The machine sleeps: time passes without any timer; overdue ones fire afterwards. */
  sleep(ms: number): Promise<void>
  /** The wall clock is set; the monotonic one goes on. */
  set(at: Instant): Promise<void>
  /** Lets everything that needs no time happen. */
  settle(): Promise<void>
  readonly armed: number
}

export function virtualClock(
  start: Instant = Date.UTC(2026, 2, 10, 8),
  timeZone = 'UTC',
  style: TimeStyle = PLAIN_STYLE,
): VirtualClock {
  let now = start
  let monotonic = 0
  let sequence = 0
  // keyed by order of arming; `at` is monotonic
  const timers = new Map<number, { at: number; fn: () => void }>()

  const turns = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) await new Promise<void>((resolve) => setImmediate(resolve))
  }
  const settle = (): Promise<void> => turns(12)
  const fireDue = async (): Promise<void> => {
    for (;;) {
      const due = [...timers]
        .filter(([, t]) => t.at <= monotonic)
        .sort((a, b) => a[1].at - b[1].at || a[0] - b[0])[0]
      if (due === undefined) return
      timers.delete(due[0])
      due[1].fn()
      await turns(4)
    }
  }
  const pass = (ms: number): void => {
    now += ms
    monotonic += ms
  }
  return {
    now: () => now,
    monotonicMs: () => monotonic,
    timeZone,
    style,
    setTimer(at, fn) {
      const id = sequence++
      timers.set(id, { at: monotonic + Math.max(0, Math.min(30_000, at - now)), fn })
      return () => timers.delete(id)
    },
    async advance(ms) {
      await settle()
      const end = monotonic + ms
      for (;;) {
        const next = Math.min(...[...timers.values()].map((t) => t.at))
        if (next > end) break
        pass(Math.max(0, next - monotonic))
        await fireDue()
      }
      pass(end - monotonic)
      await settle()
    },
    async sleep(ms) {
      pass(ms)
      await fireDue()
      await settle()
    },
    async set(at) {
      now = at
      await settle()
    },
    settle,
    get armed() {
      return timers.size
    },
  }
}
