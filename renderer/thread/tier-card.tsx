import { useQuery } from '@tanstack/react-query'
import { BellOff, Play, Sun } from 'lucide-react'
import { type ReactNode } from 'react'
import type { ThreadView } from '../../shared/views/thread-view.ts'
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
import { fullTime, runTime, span, useMinute } from '../kit/time.ts'
import { PacePopover } from './pace-popover.tsx'
import { paceWords } from './pace-words.ts'
import { tierProgress } from '../parts/tier-progress.ts'
import { snoozeTier, TIER_SNOOZES } from '../commands/actions/threads.tsx'
import { COMMAND_COPY } from '../commands/copy.ts'

/** One tier of a thread: how often, how it stands, what it takes, and what can be done about it. */
export function TierCard({ thread, tier }: { thread: ThreadView; tier: Tier }): ReactNode {
  const now = useMinute()
  const app = useBridge()
  const costs = useQuery(app.api.threads.tierCosts.queryOptions({ input: { id: thread.id } }))
  const cost = costs.data?.find((c) => c.tier === tier)
  const view = thread.tiers[tier]
  const progress = tierProgress(thread, tier, now)
  const word = TIER_WORD[tier]
  return (
    <Card className="flex min-w-0 flex-col px-4 py-3">
      <h2 className="flex min-h-6.5 items-center gap-2 text-13 font-semibold">
        <TierRing progress={progress} /> {word}
        <span className="ml-auto flex min-w-0 text-12 font-normal text-ink-3">
          {tier === 'hourly' ? (
            PACE.hourly
          ) : (
            <PacePopover
              thread={thread}
              tier={tier}
              words={
                tier === 'quick'
                  ? paceWords(thread)
                  : thread.dailyAt === null
                    ? PACE.day
                    : PACE.dailyAt(thread.dailyAt)
              }
            />
          )}
        </span>
      </h2>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 text-12">
        <dt className="text-ink-3">Tasks</dt>
        <dd>{view.tasks}</dd>
        <dt className="text-ink-3">Last</dt>
        <dd title={view.lastDoneAt === null ? undefined : fullTime(view.lastDoneAt)}>
          {view.lastDoneAt === null ? 'never' : PARTS.tier.ago(span(now - view.lastDoneAt))}
        </dd>
        <dt className="text-ink-3">Next</dt>
        <dd
          className={
            progress.phase === 'late'
              ? 'font-medium text-alert'
              : progress.phase === 'snoozed'
                ? 'font-medium'
                : ''
          }
        >
          {progress.text.split(': ')[1]?.split(' · ')[0]}
        </dd>
        <dt className="text-ink-3">{THREAD.tier.average}</dt>
        <dd
          className="truncate tabular-nums"
          title={cost === undefined ? undefined : THREAD.tier.of(cost.runs)}
        >
          {costs.data === undefined
            ? ' '
            : cost === undefined
              ? THREAD.tier.noAverage
              : `~${runTime(cost.averageMs)}${cost.usd === null ? '' : ` · ${runCost(cost.usd)}`}`}
        </dd>
      </dl>
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
    </Card>
  )
}
