import { HOUR, type Instant } from '../../../shared/base/time.ts'
import { keptSince, type KeptSince } from '../../../shared/history/kept.ts'
import { readSettings } from '../../../shared/settings/settings.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { sweepOutputs } from './sweep-outputs.ts'

const EVERY_MS = HOUR

/** What the settings say is kept. */
export const keptAt = (store: Pick<Store, 'settings'>, now: Instant): KeptSince =>
  keptSince(readSettings(store.settings.values()).settings, now)

/** Old history goes each hour, and with it the outputs of runs that have no details any more. */
export interface CleanUp {
  /** A few rows at each tick until it has caught up, then not before the next hour. */
  onTick(now: Instant): void
  nextAt(): Instant
  /** Outputs alone, after something took details away. */
  sweep(): void
  /** When no file is being deleted any more. */
  idle(): Promise<void>
}

export function createCleanUp(
  ports: Pick<Ports, 'clock' | 'outputs' | 'log'>,
  store: Pick<Store, 'history' | 'runs' | 'settings'>,
): CleanUp {
  let nextAt = ports.clock.now() + EVERY_MS
  let sweeping: Promise<unknown> = Promise.resolve()
  const sweep = (): void => {
    sweeping = Promise.all([sweeping, sweepOutputs(ports, store)])
  }
  return {
    onTick(now) {
      if (now < nextAt) return
      nextAt = store.history.prune(keptAt(store, now)) ? now : now + EVERY_MS
      if (nextAt > now) sweep()
    },
    nextAt: () => nextAt,
    sweep,
    async idle() {
      await sweeping
    },
  }
}
