import { useQuery } from '@tanstack/react-query'
import { BellOff, Play, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import type { TierCost } from '../../shared/contract/beats.ts'
import type { Tier } from '../../shared/schedule/tier.ts'
import { TIER_WORD } from '../../shared/views/words.ts'
import { beatThread } from '../commands/actions/beat.tsx'
import { runCost } from '../kit/text/amounts.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Menu } from '../kit/menu.tsx'
import { Card } from '../kit/parts.tsx'
import { TierRing } from '../parts/tier-ring.tsx'
import { PARTS } from '../parts/copy.ts'
import { PACE, THREAD } from './copy.ts'
import { fullTime, runTime, span, useMinute, timeOfDay } from '../kit/time.ts'
import { PacePopover } from './pace-popover.tsx'
import { paceWords } from './pace-words.ts'
import { tierProgress, type TierProgress } from '../parts/tier-progress.ts'
import { snoozeTier, TIER_SNOOZES } from '../commands/actions/threads.tsx'
import { COMMAND_COPY } from '../commands/copy.ts'

/** One tier of a thread: how often, how it stands, what it takes, and what can be done about it. */
interface Props {
  readonly thread: ThreadView
  readonly tier: Tier
}

export function TierCard({ thread, tier }: Props): ReactNode {
  const now = useMinute()
  return (
    <Card className="flex min-w-0 flex-col px-4 py-3">
      <h2 className="flex min-h-6.5 items-center gap-2 text-13 font-semibold">
        <TierRing progress={tierProgress(thread, tier, now)} /> {TIER_WORD[tier]}
        <span className="ml-auto flex min-w-0 text-12 font-normal text-ink-3">
          <Pace thread={thread} tier={tier} />
        </span>
      </h2>
      <Standing thread={thread} tier={tier} />
      <Actions thread={thread} tier={tier} />
    </Card>
  )
}

function Pace({ thread, tier }: Props): ReactNode {
  if (tier === 'hourly') return PACE.hourly
  return (
    <PacePopover
      thread={thread}
      tier={tier}
      words={tier === 'quick' ? paceWords(thread) : dayWords(thread)}
    />
  )
}
const dayWords = ({ dailyAt }: ThreadView): string =>
  dailyAt === null ? PACE.day : PACE.dailyAt(timeOfDay(dailyAt))

const PHASE_LOOK: Partial<Record<TierProgress['phase'], string>> = {
  late: 'font-medium text-alert',
  snoozed: 'font-medium',
}

function Standing({ thread, tier }: Props): ReactNode {
  const now = useMinute()
  const { api } = useBridge()
  const costs = useQuery(api.threads.tierCosts.queryOptions({ input: { id: thread.id } }))
  const cost = costs.data?.find((c) => c.tier === tier)
  const view = thread.tiers[tier]
  const progress = tierProgress(thread, tier, now)
  return (
    <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 text-12">
      <dt className="text-ink-3">Tasks</dt>
      <dd>{view.tasks}</dd>
      <dt className="text-ink-3">{THREAD.tier.lastRun}</dt>
      <dd title={view.lastDoneAt === null ? undefined : fullTime(view.lastDoneAt)}>
        {view.lastDoneAt === null ? 'never' : PARTS.tier.ago(span(now - view.lastDoneAt))}
      </dd>
      <dt className="text-ink-3">Next</dt>
      <dd className={PHASE_LOOK[progress.phase] ?? ''}>{progress.text.split(': ')[1]?.split(' · ')[0]}</dd>
      <dt className="text-ink-3">{THREAD.tier.average}</dt>
      <dd
        className="truncate tabular-nums"
        title={cost === undefined ? undefined : THREAD.tier.of(cost.runs)}
      >
        {costs.data === undefined ? ' ' : costWords(cost)}
      </dd>
    </dl>
  )
}

function costWords(cost: TierCost | undefined): string {
  if (cost === undefined) return THREAD.tier.noAverage
  return `~${runTime(cost.averageMs)}${cost.usd === null ? '' : ` · ${runCost(cost.usd)}`}`
}

function Actions({ thread, tier }: Props): ReactNode {
  const app = useBridge()
  const word = TIER_WORD[tier]
  const view = thread.tiers[tier]
  return (
    <div className="mt-auto flex flex-wrap gap-2 pt-3">
      <Button
        size="s"
        aria-label={COMMAND_COPY.tier.run(word)}
        title={COMMAND_COPY.tier.run(word)}
        disabled={!thread.trusted}
        onClick={() => beatThread(app, thread, tier)}
      >
        <Play size={12} /> Run
      </Button>
      {view.snoozedUntil !== null ? (
        <Button size="s" onClick={() => snoozeTier(app, thread, tier, null)}>
          <Sun size={12} /> {COMMAND_COPY.tier.wake}
        </Button>
      ) : (
        <Menu
          align="start"
          trigger={
            <Button size="s" aria-label={PARTS.tier.menu(word, thread.name)}>
              <BellOff size={12} /> {COMMAND_COPY.tier.snooze}
            </Button>
          }
          entries={TIER_SNOOZES.map(({ words, until }) => ({
            label: words,
            run: () => snoozeTier(app, thread, tier, until()),
          }))}
        />
      )}
    </div>
  )
}
