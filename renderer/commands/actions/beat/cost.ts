import { TYPICAL_USD } from '../../../../shared/agents/typical-use.ts'
import type { ThreadView } from '../../../../shared/views/thread-view.ts'
import { SECOND } from '../../../../shared/base/time.ts'
import { isCheapest } from '../../../../shared/agents/presets.ts'
import type { Tier } from '../../../../shared/schedule/tier.ts'

/** Above so many a beat of all of them says first what it may cost. */
export const ASKS_OVER = 10
/** Of a thread that never ran. */
const USUAL_MS = { local: 3 * SECOND, agent: 60 * SECOND } as const

/**
 * What a beat of all of them may come to; an agent with nothing new to look at is not started, so it is the
 * most.
 */
interface BeatCost {
  readonly threads: number
  readonly starts: number
  readonly usd: number // of starts paid by the token, from a typical start
  readonly byPlan: number
  readonly unpriced: number // starts whose price nobody knows
  readonly totalMs: number // with so many at a time
}

export function beatCost(threads: readonly ThreadView[], tier: Tier | null, atATime: number): BeatCost {
  let usd = 0
  let byPlan = 0
  let unpriced = 0
  let sumMs = 0
  const agents = threads.filter((t) => t.agent.kind !== 'local')
  for (const t of threads)
    sumMs += t.last?.durationMs || (t.agent.kind === 'local' ? USUAL_MS.local : USUAL_MS.agent)
  for (const { agent } of agents) {
    if (agent.kind === 'cli' && agent.billing !== 'api') byPlan++
    else if (agent.kind === 'cli' && isCheapest(agent, tier ?? 'quick')) usd += TYPICAL_USD[agent.cli]
    else unpriced++
  }
  return {
    threads: threads.length,
    starts: agents.length,
    usd,
    byPlan,
    unpriced,
    totalMs: Math.ceil(sumMs / Math.max(1, atATime)),
  }
}
