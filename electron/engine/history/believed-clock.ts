import { type ClockTrust, believedIn, trustAfter } from '../../../shared/history/clock-trust.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

const KEY = 'clock_trust'

/** Whether what is old by the clock may be deleted: not for a day awake after it jumped, nor before a backup. */
interface BelievedClock {
  /** Compares the clock with the machine's own time since the last look. */
  look(now: Instant): void
  /** As of the last look. Begins the backup that is missing. */
  mayDelete(): boolean
  /** As of the last look; 0: it is believed. */
  waitsMs(): number
  /** When no backup is being made any more. */
  idle(): Promise<void>
}

export function believedClock(
  { clock, log, backUp }: Pick<Ports, 'clock' | 'log' | 'backUp'>,
  store: Pick<Store, 'history' | 'meta'>,
): BelievedClock {
  let trust = JSON.parse(store.meta.get(KEY) ?? 'null') as ClockTrust | null
  // Before the first tick writes what was missed, up to the time of a clock that may be wrong.
  let last = {
    at: store.history.newest({}, clock.now() + 1, 'older')?.at ?? null,
    awakeMs: clock.monotonicMs(),
  }
  let backingUp: Promise<void> | null = null

  function write(next: ClockTrust | null): void {
    if (next === null || next === trust) return
    trust = next
    store.meta.set(KEY, JSON.stringify(next))
  }
  function lookAt(now: Instant): void {
    const awake = clock.monotonicMs()
    const before = trust
    write(trustAfter(trust, { now, lastAt: last.at, awakeMs: awake - last.awakeMs }))
    last = { at: now, awakeMs: awake }
    if (trust !== before && trust?.awakeMs === 0) log('warn', 'clean_up.waits', { ms: believedIn(trust) })
  }
  async function makeBackup(): Promise<void> {
    const made =
      backUp === undefined ? null : await backUp('before the first clean-up after the clock changed')
    if (trust !== null && made?.ok !== false) write({ ...trust, isBackedUp: true })
    backingUp = null
  }
  return {
    look: lookAt,
    mayDelete() {
      if (believedIn(trust) > 0) return false
      if (trust === null || trust.isBackedUp) return true
      backingUp ??= makeBackup()
      return false
    },
    waitsMs: () => believedIn(trust),
    async idle() {
      await backingUp
    },
  }
}
