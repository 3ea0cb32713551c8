import { formatDuration, MINUTE, type Instant } from '../../../shared/base/time.ts'
import type { Store } from '../ports/store.ts'
import type { Engine } from './engine.ts'

const SILENT_AFTER_MS = 20 * MINUTE
const KEY = 'agent:silent'

/**
 * An agent that has printed nothing and called nothing for so long is told of once, as an alert of its thread, which is
 * over when it prints again or ends.
 */
export function tellSilentAgents(
  { alerts }: Pick<Store, 'alerts'>,
  { silentAgents }: Pick<Engine['live'], 'silentAgents'>,
  now: Instant,
): void {
  const silent = new Set(silentAgents(SILENT_AFTER_MS))
  const told = new Set(alerts.threadsWith(KEY))
  for (const id of told) if (!silent.has(id)) alerts.resolve(id, [KEY], now)
  for (const id of silent)
    if (!told.has(id)) alerts.raise(id, { key: KEY, severity: 'warning', text: TEXT }, now)
}

const TEXT =
  `The agent has printed nothing and called nothing for ${formatDuration(SILENT_AFTER_MS)}. It still runs, and may be ` +
  'stuck: its run can be stopped.'
