import type { Clock } from '../ports/ports.ts'

/**
 * Calls `fn` once after `ms` of time awake; returns its end. The clock's own timers come early, at least
 * each half minute.
 */
export function after(clock: Clock, ms: number, fn: () => void): () => void {
  const end = clock.monotonicMs() + ms
  const look = (): (() => void) =>
    clock.setTimer(clock.now() + (end - clock.monotonicMs()), () =>
      clock.monotonicMs() >= end ? fn() : void (disarm = look()),
    )
  let disarm = look()
  return () => disarm()
}
