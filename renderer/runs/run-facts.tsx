import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RunDetail } from '../../shared/runs/run.ts'
import { formatDuration, type Instant } from '../../shared/base/time.ts'
import type { Settings } from '../../shared/settings/settings.ts'
import { TIER_WORD } from '../../shared/views/words.ts'
import { useBridge } from '../client/bridge.ts'
import { useFleet } from '../client/live.ts'
import { Card } from '../kit/parts.tsx'
import { clockTime, runTime } from '../kit/time.ts'
import { agentFacts } from './agent/agent-facts.tsx'
import { RUN_PAGE as COPY } from './copy.ts'
import { whyWords } from './run-list.tsx'
import { RunTimeline } from './timeline.tsx'

/**
 * Median of the thread's newest finished runs with the same highest tier, this one left out; null: none.
 */
function useTypical(run: RunDetail): number | null {
  const { api } = useBridge()
  const page = useQuery(api.runs.page.queryOptions({ input: { threadId: run.threadId, limit: 50 } }))
  const alike = (page.data?.runs ?? []).filter(
    (r) =>
      r.id !== run.id &&
      r.kind === run.kind &&
      r.tiers.at(-1) === run.tiers.at(-1) &&
      r.outcome !== 'stopped' &&
      r.outcome !== 'interrupted',
  )
  const took = alike.flatMap((r) => (r.durationMs === null ? [] : [r.durationMs])).sort((a, b) => a - b)
  return took[Math.floor(took.length / 2)] ?? null
}

/** Why, when, how long and by whom. */
export function RunFacts({ run }: { run: RunDetail }): ReactNode {
  const typicalMs = useTypical(run)
  const limits = useFleet((fleet) => fleet.settings)
  const facts: readonly (readonly [string, ReactNode])[] = [
    [COPY.facts.why, whyWords(run) ?? '–'],
    [COPY.facts.due, run.tiers.map((t) => TIER_WORD[t].toLowerCase()).join(', ') || '–'],
    [COPY.facts.slots, slotWords(run.slots)],
    ['Took', tookWords(run, typicalMs, limits)],
    ['Runner', `${run.runner}${run.exitCode === null ? '' : COPY.facts.exit(run.exitCode)}`],
    ...(run.asked.length === 0 ? [] : [[COPY.facts.asked, run.asked.join(', ')] as const]),
    ...agentFacts(run),
  ]
  return (
    <Card className="px-4 py-3">
      <div className="mb-3 border-b border-line pb-3">
        <RunTimeline run={run} typicalMs={typicalMs} />
      </div>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(240px,1fr))] gap-x-8 gap-y-3">
        {facts.map(([what, value]) => (
          <div key={what}>
            <dt className="text-12 text-ink-3">{what}</dt>
            <dd className="selectable text-13">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function slotWords(slots: readonly Instant[]): string {
  if (slots.length === 0) return COPY.facts.extra
  return COPY.facts.times(slots.slice(0, 6).map(clockTime).join(', '), Math.max(0, slots.length - 6))
}

type Limits = Pick<Settings, 'quickLimitMs' | 'hourlyLimitMs' | 'dailyLimitMs'>
function tookWords({ kind, durationMs, tiers }: RunDetail, typicalMs: number | null, limits: Limits): string {
  if (durationMs === null) {
    const limitMs = limits[`${tiers.at(-1) ?? 'quick'}LimitMs`]
    return COPY.facts.running(kind === 'heartbeat' ? formatDuration(limitMs) : null)
  }
  return `${runTime(durationMs)}${typicalMs === null ? '' : COPY.facts.usually(runTime(typicalMs))}`
}
