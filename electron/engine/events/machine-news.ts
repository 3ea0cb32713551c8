import { formatDuration, MINUTE, type Instant } from '../../../shared/base/time.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { Events } from './events.ts'

/** The system's own word and the gap in the clock tell of one and the same waking. */
const ONE_WAKING_MS = 2 * MINUTE

/** What happened to the machine, as a fact for every trusted thread. */
export interface MachineNews {
  /** `awayMs`: how long it was away; null: not known. */
  add(what: 'resume' | 'unlock' | 'online', awayMs: number | null): void
}

export function createMachineNews(
  { clock }: Pick<Ports, 'clock'>,
  store: Pick<Store, 'threads'>,
  events: Events,
): MachineNews {
  let wokeAt: Instant | null = null
  return {
    add(what, awayMs) {
      const now = clock.now()
      if (what === 'resume') {
        if (wokeAt !== null && Math.abs(now - wokeAt) < ONE_WAKING_MS) return
        wokeAt = now
      }
      const away = awayMs === null ? '' : ` It was away for ${formatDuration(awayMs)}.`
      const text = {
        resume: `The machine woke.${away}`,
        unlock: 'The screen was unlocked.',
        online: 'The network is back.',
      }[what]
      const trusted = store.threads.list().filter((t) => t.trustedAt !== null)
      events.addToAll(
        trusted.map((t) => t.id),
        { source: 'system', text, trusted: true, wake: 'next' },
      )
    },
  }
}
