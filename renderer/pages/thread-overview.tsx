import { useQuery } from '@tanstack/react-query'
import { Flag, Play } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import type { SlotView } from '../../shared/answers/beats.ts'
import { flagKey } from '../../shared/judge.ts'
import { runnerKey } from '../../shared/runner-presets.ts'
import type { ThreadView } from '../../shared/snapshot.ts'
import { formatDuration } from '../../shared/time.ts'
import { TIERS, type Tier } from '../../shared/tier.ts'
import { CLASS_WORD, HOLD_WORD, OUTCOME_WORD, plural, REASON_WORD, TIER_WORD } from '../../shared/words.ts'
import { useActions } from '../actions.tsx'
import { runCost } from '../amounts.ts'
import { useBridge } from '../bridge.ts'
import { THREAD } from '../copy/thread.ts'
import { Button } from '../components/button.tsx'
import { Chip, FateChip } from '../components/chip.tsx'
import { Card, Empty, SectionTitle, Skeleton } from '../components/parts.tsx'
import { PermissionQuestions } from '../components/permission-question.tsx'
import { Resting } from '../components/resting.tsx'
import { RunTable } from '../components/run-list.tsx'
import { barsThatFit, PAGE_STRIP } from '../components/strip-draw.ts'
import { Strip } from '../components/strip.tsx'
import { Ticks } from '../components/task-list.tsx'
import { TierRing } from '../components/tier-ring.tsx'
import { useWidth } from '../components/use-width.ts'
import { stripSummary } from '../fleet/strip-summary.ts'
import { tierProgress } from '../fleet/tier-progress.ts'
import { useFleet } from '../live.ts'
import { navigate, PLACES, runPath, slotPath, threadPath } from '../navigation.ts'
import { fullTime, inAWhile, runTime, span, tableTime, useMinute } from '../time.ts'
import { Why } from '../wakes/why.tsx'
import { Ahead } from './ahead.tsx'

const RECENT = 8

export function ThreadOverview({ thread }: { thread: ThreadView }): ReactNode {
  const { api } = useBridge()
  const recent = useQuery(api.runs.page.queryOptions({ input: { threadId: thread.id, limit: RECENT } }))
  return (
    <div className="flex flex-col gap-5">
      <RunnerRests thread={thread} />
      <PermissionQuestions thread={thread} />
      <Beats thread={thread} />
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(260px,340px)] gap-4 max-[1080px]:grid-cols-1">
        <div className="grid grid-cols-3 gap-3">{TIERS.map((tier) => <TierCard key={tier} thread={thread} tier={tier} />)}</div>
        <Flags thread={thread} />
      </div>
      <Alerts thread={thread} />
      <Waiting thread={thread} />
      <Why thread={thread} />
      <section aria-labelledby="recent-title">
        <SectionTitle id="recent-title" right={<Button look="ghost" size="s" onClick={() => navigate(threadPath(thread.id, 'runs'))}>All runs</Button>}>Recent runs</SectionTitle>
        <Card>
          {recent.data === undefined ? <Skeleton rows={4} height={40} /> : recent.data.runs.length === 0 ? <Empty title="Nothing has run yet." text={thread.trusted ? 'The first beat comes with the schedule, or now.' : 'Nothing runs before this repository is trusted.'} /> : <RunTable runs={recent.data.runs} />}
        </Card>
      </section>
      <section aria-labelledby="ahead-title">
        <SectionTitle id="ahead-title" right={<Button look="ghost" size="s" onClick={() => navigate(PLACES.ahead)}>All threads</Button>}>Next 24 hours</SectionTitle>
        <Ahead threadId={thread.id} />
      </section>
    </div>
  )
}

function RunnerRests({ thread }: { thread: ThreadView }): ReactNode {
  const resting = useFleet((fleet) => fleet.resting)
  const own = resting.filter((r) => r.key === runnerKey(thread.agent))
  return own.length > 0 && <div className="-mb-4"><Resting rests={own} leads /></div>
}

const describeSlot = (s: SlotView | undefined): string =>
  s === undefined ? '' : `${fullTime(s.dueAt)} · ${OUTCOME_WORD[s.outcome]}${s.cause === null ? '' : `: ${s.cause}`}${s.count > 1 ? ` (${s.count} due times)` : ''}`

function Beats({ thread }: { thread: ThreadView }): ReactNode {
  const { api } = useBridge()
  const [frame, width] = useWidth<HTMLDivElement>()
  const slots = useQuery(api.threads.slots.queryOptions({ input: { id: thread.id, limit: 200 } }))
  const fit = barsThatFit(width - 32, PAGE_STRIP)
  const drawn = useMemo(() => (slots.data === undefined || fit === 0 ? [] : slots.data.slice(-fit)), [slots.data, fit])
  const outcomes = useMemo(() => drawn.map((s) => s.outcome), [drawn])
  const now = useMinute()
  const first = drawn[0]
  return (
    <Card className="px-4 py-3">
      <div ref={frame} className="-mx-4 px-4">
        <div className="mb-2 flex justify-between text-12 text-ink-3">
          <span>{first === undefined ? 'No scheduled beats yet' : `Beats since ${tableTime(first.dueAt, now)}`}</span>
          <span>{outcomes.length > 0 && stripSummary({ outcome: outcomes })}</span>
        </div>
        {slots.data === undefined ? (
          <div className="skeleton" style={{ height: PAGE_STRIP.height }} />
        ) : slots.data.length === 0 ? (
          <div className="border-b border-dashed border-line-strong" style={{ height: PAGE_STRIP.height }} />
        ) : (
          <Strip
            at={drawn.map((s) => s.dueAt)} outcome={outcomes} name={thread.name} bars={fit} width={Math.max(0, width - 32)} shape={PAGE_STRIP}
            describe={(i) => describeSlot(drawn[i])}
            onOpen={(at) => {
              const runId = drawn.find((s) => s.dueAt === at)?.runId
              navigate(runId == null ? slotPath(thread.id, at) : runPath(runId))
            }}
          />
        )}
      </div>
    </Card>
  )
}

function TierCard({ thread, tier }: { thread: ThreadView; tier: Tier }): ReactNode {
  const now = useMinute()
  const actions = useActions()
  const { api } = useBridge()
  const costs = useQuery(api.threads.tierCosts.queryOptions({ input: { id: thread.id } }))
  const cost = costs.data?.find((c) => c.tier === tier)
  const view = thread.tiers[tier]
  const progress = tierProgress(thread, tier, now)
  const pace = tier === 'quick' ? (thread.intervalMs === 0 ? 'off' : `every ${formatDuration(thread.intervalMs)}`) : tier === 'hourly' ? 'after 60 min' : thread.dailyAt === null ? 'after 24 h' : `daily at ${thread.dailyAt}`
  return (
    <Card className="flex min-w-0 flex-col px-4 py-3">
      <h2 className="flex items-center gap-2 text-13 font-semibold"><TierRing progress={progress} /> {TIER_WORD[tier]}<span className="ml-auto truncate text-12 font-normal text-ink-3">{pace}</span></h2>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 text-12">
        <dt className="text-ink-3">Tasks</dt><dd>{view.tasks}</dd>
        <dt className="text-ink-3">Last</dt><dd title={view.lastDoneAt === null ? undefined : fullTime(view.lastDoneAt)}>{view.lastDoneAt === null ? 'never' : `${span(now - view.lastDoneAt)} ago`}</dd>
        <dt className="text-ink-3">Next</dt><dd className={progress.phase === 'late' ? 'font-medium text-alert' : ''}>{progress.text.split(': ')[1]?.split(' · ')[0]}</dd>
        <dt className="text-ink-3">{THREAD.tier.average}</dt>
        <dd className="truncate tabular-nums" title={cost === undefined ? undefined : THREAD.tier.of(cost.runs)}>{cost === undefined ? THREAD.tier.noAverage : `~${runTime(cost.averageMs)}${cost.usd === null ? '' : ` · ${runCost(cost.usd)}`}`}</dd>
      </dl>
      <Button size="s" className="mt-3 self-start" disabled={!thread.trusted} onClick={() => actions.beat(thread, tier)}><Play size={12} /> Run {TIER_WORD[tier].toLowerCase()}</Button>
    </Card>
  )
}

/** When a beat told of the flag first, and which. */
function RaisedBy({ thread, flag }: { thread: ThreadView; flag: string }): ReactNode {
  const alerts = useFleet((fleet) => fleet.alerts)
  const now = useMinute()
  const alert = alerts.find((a) => a.threadId === thread.id && a.key === flagKey(flag))
  if (alert === undefined) return null
  const { runId } = alert
  return <span className="block text-12 text-ink-3">{THREAD.flags.raised(span(now - alert.raisedAt))}{runId !== null && <>, <button type="button" className="min-h-6 rounded-[3px] hover:text-ink hover:underline" onClick={() => navigate(runPath(runId))}>{THREAD.flags.byBeat}</button></>}</span>
}

function Flags({ thread }: { thread: ThreadView }): ReactNode {
  const actions = useActions()
  const flags = thread.doc?.flags ?? []
  return (
    <Card className="px-4 py-3">
      <h2 className="flex items-center gap-2 text-13 font-semibold"><Flag size={14} className={flags.length > 0 ? 'text-urgent' : 'text-ink-3'} /> Urgent flags {flags.length > 0 && <span className="text-ink-3">{flags.length}</span>}</h2>
      {flags.length === 0 && <p className="mt-2 text-12 text-ink-3">No flag stands. A line under “Urgent Flags” in HEARTBEAT.md raises one.</p>}
      <ul className="mt-1 max-h-40 overflow-y-auto">
        {flags.map((flag) => (
          <li key={flag} className="flex items-start gap-2 border-b border-line py-1.5 last:border-b-0">
            <span className="selectable flex-1 text-13"><Ticks text={flag} /><RaisedBy thread={thread} flag={flag} /></span>
            <Button size="s" onClick={() => actions.resolveFlag(thread, flag)}>Resolve</Button>
          </li>
        ))}
      </ul>
      {flags.length > 0 && <Button size="s" look="ghost" className="mt-1" onClick={() => navigate(threadPath(thread.id, 'file'))}>{THREAD.flags.open}</Button>}
    </Card>
  )
}

function Alerts({ thread }: { thread: ThreadView }): ReactNode {
  const alerts = useFleet((fleet) => fleet.alerts)
  const actions = useActions()
  const now = useMinute()
  // The question itself stands above, with its answers.
  const own = alerts.filter((a) => a.threadId === thread.id && !(a.key === 'permission' && thread.permissionsWanted > 0))
  if (own.length === 0) return null
  return (
    <section aria-labelledby="alerts-title">
      <SectionTitle id="alerts-title">Open alerts</SectionTitle>
      <Card>
        {own.map((a) => (
          <div key={a.id} className="flex items-start gap-3 border-b border-line px-4 py-2.5 last:border-b-0">
            {a.severity === 'notice' ? <Chip tone="neutral">Notice</Chip> : <FateChip fate={a.severity === 'urgent' ? 'urgent' : 'alert'} />}
            <p className="selectable min-w-0 flex-1 text-13 whitespace-pre-line"><Ticks text={a.text} /><span className="block text-12 text-ink-3">{span(now - a.raisedAt)} ago{a.seen > 1 && ` · seen ${a.seen}×`}</span></p>
            {a.runId !== null && <Button size="s" onClick={() => a.runId !== null && navigate(runPath(a.runId))}>Open run</Button>}
            <Button size="s" onClick={() => actions.acknowledge([a.id])}>Acknowledge</Button>
          </div>
        ))}
      </Card>
    </section>
  )
}

function Waiting({ thread }: { thread: ThreadView }): ReactNode {
  const actions = useActions()
  const now = useMinute()
  const [shown, setShown] = useState(false)
  if (thread.waiting.length === 0) return null
  const items = shown ? thread.waiting : thread.waiting.slice(0, 5)
  return (
    <section aria-labelledby="waiting-title">
      <SectionTitle id="waiting-title">Waiting</SectionTitle>
      <Card>
        {items.map((item) => (
          <div key={item.itemId} className="flex items-center gap-3 border-b border-line px-4 py-2 text-13 last:border-b-0">
            <span className="font-medium">{CLASS_WORD[item.class]}</span>
            <span className="min-w-0 flex-1 truncate text-ink-2">
              {item.text ?? item.reasons.map((r) => REASON_WORD[r]).join(', ')}{item.mergedSlots > 0 && ` · ${plural(item.mergedSlots, 'more due time')} merged in`}
            </span>
            <span className="text-12 text-ink-3">{item.hold === null ? 'starts next' : HOLD_WORD[item.hold]} · {inAWhile(item.since, now) === 'now' ? `for ${span(now - item.since)}` : ''}</span>
            <Button size="s" onClick={() => actions.cancel(item.itemId)}>Cancel</Button>
          </div>
        ))}
      </Card>
      {thread.waiting.length > items.length && <Button look="ghost" size="s" className="mt-1" onClick={() => setShown(true)}>Show all {thread.waiting.length}</Button>}
    </section>
  )
}
