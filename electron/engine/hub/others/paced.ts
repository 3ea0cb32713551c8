import { SECOND, type Instant } from '../../../../shared/base/time.ts'
import type { Clock } from '../../ports/ports.ts'
import { createTimer } from '../../pulse/timers.ts'

/** A value that is asked for at any time and made anew at most once a second, and not while nothing changes. */
interface Paced<T> {
  value(): T
  /** It is to be made anew. `isAtOnce`: also within the second. */
  changed(isAtOnce?: boolean): void
  /** When `value` may be another. Returns its end. */
  onChange(listener: () => void): () => void
}

interface Made<T> {
  readonly value: T
  readonly nextAt: Instant // from then on it is another by time alone; `Infinity`: it will not be
}

const EVERY_MS = SECOND

export function createPaced<T>(clock: Clock, make: (now: Instant) => Made<T>): Paced<T> {
  const timer = createTimer(clock, 'other machines')
  const listeners = new Set<() => void>()
  let made: Made<T> | null = null
  let madeAtMs = Number.NEGATIVE_INFINITY // monotonic
  let isOld = true
  let setFor: Instant = Number.POSITIVE_INFINITY // of the timer

  const tell = (): void => {
    for (const listener of [...listeners]) listener()
  }
  const waitMs = (): number => madeAtMs + EVERY_MS - clock.monotonicMs()
  const isDue = (now: Instant): boolean => isOld || (made !== null && now >= made.nextAt)
  /** A ring that was set for later would be too late, one for earlier looks and is set again. */
  function ringAt(at: Instant): void {
    if (!Number.isFinite(at) || (timer.isSet() && setFor <= at)) return
    setFor = at
    timer.setAt(at, () => {
      tell()
      const now = clock.now()
      if (!isDue(now)) ringAt(made?.nextAt ?? Number.POSITIVE_INFINITY)
      else if (waitMs() > 0) ringAt(now + waitMs())
    })
  }

  return {
    value() {
      const now = clock.now()
      if (made !== null && (!isDue(now) || waitMs() > 0)) return made.value
      made = make(now)
      madeAtMs = clock.monotonicMs()
      isOld = false
      ringAt(made.nextAt)
      return made.value
    },
    changed(isAtOnce = false) {
      isOld = true
      if (isAtOnce) made = null
      if (isAtOnce || waitMs() <= 0) tell()
      else ringAt(clock.now() + waitMs())
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
