import { planNext, type Plan } from '../../../shared/schedule/schedule.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { effectiveIntervalMs, type Thread } from '../../../shared/threads/thread.ts'
import type { Pace } from '../../../shared/schedule/tier.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Ports } from '../ports/ports.ts'

// How a thread beats, as it is really planned: in its zone, and once a day while it is dormant.

type Dormancy = Pick<Settings, 'dormantAfterMs'>

export const zoneOf = (thread: Thread, ports: Pick<Ports, 'clock'>): string =>
  thread.config?.values.timeZone ?? (thread.activeHours?.timeZone || ports.clock.timeZone)

export const paceOf = (thread: Thread, ports: Pick<Ports, 'clock'>, { dormantAfterMs }: Dormancy): Pace => ({
  intervalMs: effectiveIntervalMs(thread, dormantAfterMs, ports.clock.now()),
  dailyAt: thread.dailyAt,
  timeZone: zoneOf(thread, ports),
})

/** The first due time strictly after `after`; none while the thread is not trusted. */
export const planOf = (
  thread: Thread,
  after: Instant,
  { clock }: Pick<Ports, 'clock'>,
  { dormantAfterMs }: Dormancy,
): Plan =>
  thread.trustedAt === null
    ? { nextDueAt: null, problem: null }
    : planNext(
        { ...thread, intervalMs: effectiveIntervalMs(thread, dormantAfterMs, clock.now()) },
        after,
        clock.timeZone,
      )
