import type { DailyIntervention } from '../../../../shared/attempts/daily/daily-state.ts'
import { formatLocal, type Instant } from '../../../../shared/base/time.ts'
import { NOT_ASKED, type DailyAsk } from '../../../../shared/runs/prompt/daily-block.ts'
import type { Tier } from '../../../../shared/schedule/tier.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Store } from '../../ports/store.ts'
import { zoneOf } from '../../schedule/pace.ts'

interface DailyParts {
  readonly ports: Pick<Ports, 'clock'>
  readonly store: Pick<Store, 'daily' | 'attempts'>
}

/** A beat as it is about to be told to its agent. */
interface DailyBeat {
  readonly thread: Thread
  readonly tiers: readonly Tier[] // that it works
  readonly at: Instant // when it began
}

/** The day of a beat in its thread's zone, "YYYY-MM-DD". */
export const dayOf = (thread: Thread, at: Instant, ports: Pick<Ports, 'clock'>): string =>
  formatLocal(at, zoneOf(thread, ports)).slice(0, 10)

/**
 * What the agent of a daily beat that starts anyway is asked besides its list. Work that is measured is asked after
 * its runs, and local checks can answer nothing. Writes nothing, so that a dry run may ask too.
 */
export function askDaily({ thread, tiers, at }: DailyBeat, { ports, store }: DailyParts): DailyAsk {
  if (!thread.reflects || thread.agent.kind === 'local' || !tiers.includes('daily')) return NOT_ASKED
  if (store.attempts.metric(thread.id) !== null) return NOT_ASKED
  const { reflectedOn } = store.daily.state(thread.id)
  return { reflect: reflectedOn !== dayOf(thread, at, ports) }
}

export const namesOf = ({ reflect }: DailyAsk): readonly DailyIntervention[] => (reflect ? ['reflect'] : [])
