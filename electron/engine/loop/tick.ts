import { SECOND, type Instant } from '../../../shared/base/time.ts'
import { clockGap } from '../../../shared/schedule/clock-gap.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import type { Ports } from '../ports/ports.ts'
import type { PulseDrive } from '../pulse/pulse.ts'
import type { Duty } from './duties.ts'

/** The timer is never armed further away than this, because timers lie after the machine has slept. */
const PULSE_MS = 30 * SECOND
const FAILURES_TO_HALT = 3

export interface Tick {
  /** One pass over all duties; nothing inside of another one. Never throws. */
  run(): void
  /** When the last pass was; null: there was none yet. */
  lastAt(): Instant | null
  /** Several passes in a row in which something failed. */
  isHalted(): boolean
  /** Duties that failed in the last pass. */
  failing(): readonly string[]
}

interface TickParts {
  readonly ports: Pick<Ports, 'clock' | 'log'>
  readonly pulse: PulseDrive
  readonly duties: readonly Duty[]
  /** When something is due next, of what is known at `now`; null: nothing. */
  readonly nextDueAt: (now: Instant) => Instant | null
}

interface Failure {
  readonly name: string
  readonly error: unknown
}

export function createTick({ ports: { clock, log }, pulse, duties, nextDueAt }: TickParts): Tick {
  const doneAt = new Map<string, Instant>()
  let isInside = false
  let lastAt: Instant | null = null
  let failing: readonly string[] = []
  let failuresInARow = 0

  /** One after the other; what fails keeps none of the others from being done. */
  function doAll(now: Instant): readonly Failure[] {
    const failures: Failure[] = []
    for (const { name, when, onTick } of duties) {
      if (when === 'schedule' && pulse.mode() !== 'schedule') continue
      try {
        onTick(now, clockGap(doneAt.get(name) ?? null, now))
        doneAt.set(name, now)
      } catch (error) {
        failures.push({ name, error })
      }
    }
    return failures
  }

  /** One line, because where the store fails all of them do. */
  function report(failures: readonly Failure[]): void {
    const [first] = failures
    if (first === undefined) return log('debug', 'tick.done', {})
    log('error', failuresInARow >= FAILURES_TO_HALT ? 'engine.halted' : 'bug.caught', {
      where: 'tick',
      duties: failures.map(({ name }) => name),
      message: [...new Set(failures.map(({ error }) => messageOf(error)))].join('; '),
      stack: first.error instanceof Error ? first.error.stack : undefined,
    })
  }

  /** Always armed while the engine runs, whatever threw (ARCHITECTURE I12). */
  function arm(now: Instant): void {
    let at = now + PULSE_MS
    try {
      // Against the tick's own now: what came due while it ran was not claimed by it.
      at = Math.min(at, nextDueAt(now) ?? at)
    } catch {
      // The store failed: the pulse tries again.
    }
    // What is due stays due while ticks fail: trying again at once would never let go of the processor.
    if (failuresInARow > 0) at = Math.max(at, now + Math.min(PULSE_MS, SECOND * 2 ** failuresInARow))
    pulse.armAt(at)
  }

  return {
    run() {
      if (isInside) return
      isInside = true
      const now = clock.now()
      try {
        const failures = doAll(now)
        failing = failures.map(({ name }) => name)
        failuresInARow = failures.length === 0 ? 0 : failuresInARow + 1
        lastAt = now
        report(failures)
      } finally {
        isInside = false
        arm(now)
        pulse.announce(null)
      }
    },
    lastAt: () => lastAt,
    isHalted: () => failuresInARow >= FAILURES_TO_HALT,
    failing: () => failing,
  }
}
