import { formatLocal, type Instant } from '../../../../shared/base/time.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { Ports } from '../../ports/ports.ts'
import { zoneOf } from '../../schedule/pace.ts'

/** In the thread's zone, "YYYY-MM-DD HH:MM"; in UTC where its zone cannot be read. */
export const minuteOf = (thread: Thread, at: Instant, ports: Pick<Ports, 'clock'>): string =>
  formatLocal(at, zoneOf(thread, ports)).slice(0, 'YYYY-MM-DD HH:MM'.length)

/** "YYYY-MM-DD", as `minuteOf`. */
export const dayOf = (thread: Thread, at: Instant, ports: Pick<Ports, 'clock'>): string =>
  minuteOf(thread, at, ports).slice(0, 'YYYY-MM-DD'.length)
