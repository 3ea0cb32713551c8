import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { capWords } from '../../shared/agents/budget.ts'
import {
  estimateOf,
  workerName,
  type DayCost,
  type Estimate,
  type Worker,
} from '../../shared/views/estimate.ts'
import type { Cap } from '../../shared/settings/settings.ts'
import { money } from '../../shared/base/amounts.ts'
import { useBridge } from '../client/bridge.ts'
import { FIRST_RUN } from './copy.ts'
import { useFleet } from '../client/live.ts'
import { useHashSearch } from '../client/navigation.ts'
import { useMinute } from '../kit/time.ts'
import { PACES, useChoices, useFinder, type PaceName } from './choices.ts'
import { Lead, Options } from './parts.tsx'

const COPY = FIRST_RUN.pace
const EXAMPLE = 5

/**
 * How often what is picked beats, and what that costs; folded where it is free, unless a link asks for it.
 */
export function Pace(): ReactNode {
  const { pace, worker, set } = useChoices()
  const isAsked = useHashSearch().get('step') === 'pace'
  return (
    <details
      open={worker !== 'local' || isAsked}
      className="mt-4 scroll-mb-20 rounded-card border border-line bg-surface"
    >
      <summary
        className="rounded-card px-4 py-2 text-13 hover:bg-hover focus-visible:-outline-offset-2"
        onClick={(event) => intoView(event.currentTarget.parentElement)}
      >
        <span className="ml-1 font-medium">{COPY.title}</span>
        <span className="ml-3 text-12 text-ink-3">{COPY.chosen(COPY[pace], COPY[`${pace}Help`])}</span>
      </summary>
      <div className="border-t border-line px-4 pt-3 pb-4">
        <Lead>{COPY.lead}</Lead>
        <Options<PaceName>
          label={COPY.choose}
          value={pace}
          onChange={(next) => set({ pace: next })}
          options={[
            { key: 'gentle', name: COPY.gentle, help: COPY.gentleHelp },
            { key: 'normal', name: COPY.normal, help: COPY.normalHelp },
            { key: 'manual', name: COPY.manual, help: COPY.manualHelp },
          ]}
          isRow
        />
        <Cost />
      </div>
    </details>
  )
}

/** What was just unfolded lies above the ways on, not behind them. */
const intoView = (fold: HTMLElement | null): void =>
  void requestAnimationFrame(() => fold?.scrollIntoView({ block: 'nearest' }))

/** Follows every choice at once. */
function Cost(): ReactNode {
  const { api } = useBridge()
  const { pace, worker, added } = useChoices()
  const picked = useFinder((f) => f.chosen.size)
  const settings = useFleet((fleet) => fleet.settings)
  const runners = useQuery(api.agents.list.queryOptions())
  const now = useMinute()
  const threads = added.length || picked || EXAMPLE
  const billing = runners.data?.find((r) => r.cli === worker)?.billing ?? 'plan'
  const { caps, quietHours, quietPausesBeats } = settings
  const who = useMemo(
    (): Worker => (worker === 'local' ? { kind: 'local' } : { kind: 'cli', cli: worker, billing }),
    [worker, billing],
  )
  const estimate = useMemo(
    () =>
      estimateOf({
        threads,
        intervalMs: PACES[pace],
        worker: who,
        activeHours: null,
        quietHours: quietPausesBeats ? quietHours : null,
        caps,
        from: now,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }),
    [threads, pace, who, quietHours, quietPausesBeats, caps, now],
  )
  const daily = caps.filter((c) => c.period === 'day' && (c.scope === 'fleet' || c.of === null))
  return (
    <section aria-labelledby="cost-title" className="mt-3 rounded-control bg-canvas px-4 py-3">
      <h2 id="cost-title" className="text-11 font-semibold tracking-[0.06em] text-ink-3 uppercase">
        {COPY.estimate}
      </h2>
      <p role="status" className="mt-1 text-14 font-medium" data-estimate>
        {sentence(estimate, who)}
      </p>
      <p className="mt-1 text-12 text-ink-2">
        {estimate.beats === 0 ? COPY.noBeats : COPY.beats(estimate.beats, threads)}
        {picked === 0 && added.length === 0 && ` ${COPY.example}`}
      </p>
      {who.kind === 'cli' && (
        <>
          <p className="mt-1 text-12 text-ink-2">
            {who.billing === 'plan' && COPY.plan}
            {estimate.cap !== null && ` ${COPY.capped(capWords(estimate.cap))}`}
          </p>
          <p className="mt-1 text-12 text-ink-3">{COPY.how}</p>
          <Caps caps={daily} />
        </>
      )}
    </section>
  )
}

const dayWords = ({ starts, usd }: DayCost, worker: Worker): string =>
  COPY.dayCost(starts, worker.kind === 'cli' && worker.billing === 'api' ? money(usd) : null)

function sentence({ beats, quiet, busy }: Estimate, worker: Worker): string {
  if (worker.kind === 'local') return COPY.local
  return beats === 0
    ? COPY.noBeats
    : COPY.day(dayWords(quiet, worker), dayWords(busy, worker), workerName(worker))
}

function Caps({ caps }: { caps: readonly Cap[] }): ReactNode {
  if (caps.length === 0) return null
  return (
    <p className="mt-2 border-t border-line pt-2 text-12 text-ink-3">
      {COPY.caps}: {caps.map((c) => capWords(c).replace(/^the /, '')).join('; ')}.
    </p>
  )
}
