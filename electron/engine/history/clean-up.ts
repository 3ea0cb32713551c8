import type { ClockGap } from '../../../shared/schedule/clock-gap.ts'
import { DAY, HOUR, type Instant } from '../../../shared/base/time.ts'
import { keptSince, type KeptSince } from '../../../shared/history/kept.ts'
import { readSettings } from '../../../shared/settings/settings.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { believedClock } from './believed-clock.ts'
import { sweepOutputs } from './sweep-outputs.ts'

const EVERY_MS = HOUR
/** One hour takes no more than this much of the oldest history: a wrong clock or setting is noticed before it has taken all. */
const HISTORY_AN_HOUR_MS = DAY

/**
 * What the settings say is kept, counted back from the newest row where that is older than a day: what rests
 * does not lose its history.
 */
export function keptAt({ settings, history }: Pick<Store, 'settings' | 'history'>, now: Instant): KeptSince {
  const newest = history.newest({}, now + 1, 'older')?.at ?? now
  return keptSince(readSettings(settings.values()).settings, Math.min(now, newest + DAY))
}

/** Old history goes each hour, and with it the outputs of runs that have no details any more. */
export interface CleanUp {
  /** A few rows at each tick until it has done its share, then not before the next hour. */
  onTick(now: Instant, gap: ClockGap | null): void
  nextAt(): Instant
  /** Time awake until a clock that jumped is believed, and nothing is deleted before; 0: it is believed. */
  waitsMs(): number
  /** Outputs alone, after something took details away. */
  sweep(): void
  /** When no file is being deleted and no backup is made any more. */
  idle(): Promise<void>
}

export function createCleanUp(
  ports: Pick<Ports, 'clock' | 'outputs' | 'log' | 'backUp'>,
  store: Pick<Store, 'history' | 'runs' | 'settings' | 'meta'>,
): CleanUp {
  const clock = believedClock(ports, store)
  let nextAt = ports.clock.now() + EVERY_MS
  /** What this hour may take; null: the hour is over. */
  let share: KeptSince | null = null
  /** Where the last hour stopped: also what cannot go must not hold up the rest. */
  let reached: Pick<KeptSince, 'runs' | 'details'> = { runs: 0, details: 0 }
  let sweeping: Promise<unknown> = Promise.resolve()
  const sweep = (): void => {
    sweeping = Promise.all([sweeping, sweepOutputs(ports, store)])
  }
  function takeSome(now: Instant): void {
    share ??= shareOf(keptAt(store, now), reached, store)
    if (store.history.prune(share)) {
      nextAt = now
      return
    }
    reached = share
    share = null
    nextAt = now + EVERY_MS
    sweep()
  }
  return {
    onTick(now, gap) {
      if (gap !== null) {
        clock.look(now)
        share = null
        // A clock that was set must not move the next hour out of reach.
        nextAt = Math.min(nextAt, now + EVERY_MS)
      }
      if (now < nextAt) return
      nextAt = now + EVERY_MS
      clock.look(now)
      if (clock.mayDelete()) takeSome(now)
    },
    nextAt: () => nextAt,
    waitsMs: clock.waitsMs,
    sweep,
    async idle() {
      await sweeping
      await clock.idle()
    },
  }
}

function shareOf(
  kept: KeptSince,
  reached: Pick<KeptSince, 'runs' | 'details'>,
  { history }: Pick<Store, 'history'>,
): KeptSince {
  const upTo = (cut: Instant, from: Instant, oldest: Instant | null): Instant =>
    oldest === null ? cut : Math.min(cut, Math.max(from, oldest) + HISTORY_AN_HOUR_MS)
  return {
    ...kept,
    runs: upTo(kept.runs, reached.runs, history.newest({}, 0, 'newer')?.at ?? null),
    details: upTo(kept.details, reached.details, history.oldestDetailsAt()),
  }
}
