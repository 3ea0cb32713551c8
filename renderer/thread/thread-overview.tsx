import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import type { Instant } from '../../shared/base/time.ts'
import type { Run } from '../../shared/runs/run.ts'
import type { BeatView } from '../../shared/runs/slot-view.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { TIERS } from '../../shared/schedule/tier.ts'
import { isForAgent } from '../../shared/queue/for-agent.ts'
import { CLASS_WORD, HOLD_WORD, REASON_WORD } from '../../shared/views/words.ts'
import { OUTCOME_WORD } from '../../shared/runs/outcome-words.ts'
import { cancelItem } from '../commands/actions/stop.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { RunAgain } from '../parts/again/run-again.tsx'
import { alertChip } from '../parts/alert-chip.ts'
import { FateChip } from '../parts/chips.tsx'
import { Card, Empty, SectionTitle, Skeleton } from '../kit/parts.tsx'
import { PermissionQuestions } from '../runs/agent/permission-question.tsx'
import { RunTable } from '../runs/run-list.tsx'
import { barsThatFit, PAGE_STRIP } from '../parts/strip/strip-draw.ts'
import { Strip } from '../parts/strip/strip.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { useWidth } from '../kit/use-width.ts'
import { PARTS } from '../parts/copy.ts'
import { THREAD } from './copy.ts'
import { RunnerRests } from './runner-rests.tsx'
import { FlagsPanel } from './flags-panel.tsx'
import { stripSummary } from '../parts/strip/strip-summary.ts'
import { TierCard } from './tier-card.tsx'
import { acknowledge } from '../commands/actions/alerts.ts'
import { useFleet } from '../client/live.ts'
import { navigate, PLACES, runPath, slotPath, threadPath } from '../client/navigation.ts'
import { fullTime, inAWhile, span, tableTime, useMinute } from '../kit/time.ts'
import { Measured } from '../attempts/measured.tsx'
import { Pages } from './pages/pages.tsx'
import { ChooseAgent } from '../queue/for-agent.tsx'
import { Why } from '../wakes/why.tsx'
import { Ahead } from '../ahead/ahead.tsx'

const RECENT = 8

export function ThreadOverview({ thread }: { thread: ThreadView }): ReactNode {
  const { api } = useBridge()
  const recent = useQuery(api.runs.page.queryOptions({ input: { threadId: thread.id, limit: RECENT } }))
  return (
    <div className="flex flex-col gap-5">
      <RunnerRests thread={thread} />
      <PermissionQuestions thread={thread} />
      <Beats thread={thread} />
      <Measured thread={thread} />
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(260px,340px)] gap-4 max-[1080px]:grid-cols-1">
        <div className="grid grid-cols-3 gap-3">
          {TIERS.map((tier) => (
            <TierCard key={tier} thread={thread} tier={tier} />
          ))}
        </div>
        <FlagsPanel thread={thread} />
      </div>
      <Alerts thread={thread} />
      <Waiting thread={thread} />
      <Why thread={thread} />
      <Pages thread={thread} />
      <section aria-labelledby="recent-title">
        <SectionTitle
          id="recent-title"
          right={
            <Button look="ghost" size="s" onClick={() => navigate(threadPath(thread.id, 'runs'))}>
              {THREAD.overview.allRuns}
            </Button>
          }
        >
          {THREAD.overview.recent}
        </SectionTitle>
        <Card>
          <Recent thread={thread} runs={recent.data?.runs} />
        </Card>
      </section>
      <section aria-labelledby="ahead-title">
        <SectionTitle
          id="ahead-title"
          right={
            <Button look="ghost" size="s" onClick={() => navigate(PLACES.ahead)}>
              {THREAD.overview.allThreads}
            </Button>
          }
        >
          {THREAD.overview.ahead}
        </SectionTitle>
        <Ahead threadId={thread.id} />
      </section>
    </div>
  )
}

const describeBeat = (b: BeatView | undefined): string =>
  b === undefined
    ? ''
    : `${fullTime(b.at)} · ${OUTCOME_WORD[b.outcome]}` +
      (b.cause === null ? '' : `: ${b.cause}`) +
      (b.count > 1 ? THREAD.overview.dueTimes(b.count) : '') +
      (b.isScheduled ? '' : PARTS.notScheduled)

function Beats({ thread }: { thread: ThreadView }): ReactNode {
  const { api } = useBridge()
  const [frame, width] = useWidth<HTMLDivElement>()
  const beats = useQuery(api.threads.beats.queryOptions({ input: { id: thread.id, limit: 200 } }))
  const fit = barsThatFit(width - 32, PAGE_STRIP)
  const drawn = useMemo(
    () => (beats.data === undefined || fit === 0 ? [] : beats.data.slice(-fit)),
    [beats.data, fit],
  )
  const outcomes = useMemo(() => drawn.map((b) => b.outcome), [drawn])
  const runs = useMemo(() => drawn.map((b) => (b.isScheduled ? null : b.runId)), [drawn])
  const now = useMinute()
  const first = drawn[0]
  return (
    <Card className="px-4 py-3">
      <div ref={frame} className="-mx-4 px-4">
        <div className="mb-2 flex justify-between text-12 text-ink-3">
          <span>{beats.data === undefined ? ' ' : sinceWords(first, now)}</span>
          <span>{outcomes.length > 0 && stripSummary({ outcome: outcomes })}</span>
        </div>
        {beats.data === undefined && <div className="skeleton" style={{ height: PAGE_STRIP.height }} />}
        {beats.data?.length === 0 && (
          <div className="border-b border-dashed border-line-strong" style={{ height: PAGE_STRIP.height }} />
        )}
        {beats.data !== undefined && beats.data.length > 0 && (
          <Strip
            at={drawn.map((b) => b.at)}
            outcome={outcomes}
            runs={runs}
            name={thread.name}
            bars={fit}
            width={Math.max(0, width - 32)}
            shape={PAGE_STRIP}
            describe={(i) => describeBeat(drawn[i])}
            onOpen={(i) => {
              const beat = drawn[i]
              if (beat !== undefined)
                navigate(beat.runId === null ? slotPath(thread.id, beat.at) : runPath(beat.runId))
            }}
          />
        )}
      </div>
    </Card>
  )
}

function Alerts({ thread }: { thread: ThreadView }): ReactNode {
  const alerts = useFleet((fleet) => fleet.alerts)
  const app = useBridge()
  const now = useMinute()
  // The question itself stands above, with its answers.
  const own = alerts.filter(
    (a) => a.threadId === thread.id && !(a.key === 'permission' && thread.permissionsWanted > 0),
  )
  if (own.length === 0) return null
  return (
    <section aria-labelledby="alerts-title">
      <SectionTitle id="alerts-title">{THREAD.overview.alerts}</SectionTitle>
      <Card>
        {own.map((a) => (
          <div key={a.id} className="flex items-start gap-3 border-b border-line px-4 py-2.5 last:border-b-0">
            <FateChip fate={alertChip(a).fate}>{alertChip(a).word}</FateChip>
            <div className="selectable min-w-0 flex-1 text-13 whitespace-pre-line">
              <p dir="auto">
                <Ticks text={a.text} />
              </p>
              <p className="text-12 text-ink-3">{THREAD.overview.raised(span(now - a.raisedAt), a.seen)}</p>
            </div>
            {a.runId !== null && (
              <Button size="s" onClick={() => a.runId !== null && navigate(runPath(a.runId))}>
                {THREAD.overview.openRun}
              </Button>
            )}
            <RunAgain alert={a} />
            <Button size="s" onClick={() => void acknowledge(app, [a.id])}>
              Acknowledge
            </Button>
          </div>
        ))}
      </Card>
    </section>
  )
}

function Waiting({ thread }: { thread: ThreadView }): ReactNode {
  const app = useBridge()
  const now = useMinute()
  const [shown, setShown] = useState(false)
  if (thread.waiting.length === 0) return null
  const items = shown ? thread.waiting : thread.waiting.slice(0, 5)
  return (
    <section aria-labelledby="waiting-title">
      <SectionTitle
        id="waiting-title"
        right={thread.waiting.some(isForAgent) && <ChooseAgent thread={thread} />}
      >
        Waiting
      </SectionTitle>
      <Card>
        {items.map((item) => (
          <div
            key={item.itemId}
            className="flex items-center gap-3 border-b border-line px-4 py-2 text-13 last:border-b-0"
          >
            <span className="font-medium">{CLASS_WORD[item.class]}</span>
            <span className="min-w-0 flex-1 truncate text-ink-2">
              {item.text ?? item.reasons.map((r) => REASON_WORD[r]).join(', ')}
              {item.mergedSlots > 0 && THREAD.overview.merged(item.mergedSlots)}
            </span>
            <span className="text-12 text-ink-3">
              {item.hold === null ? THREAD.overview.next : HOLD_WORD[item.hold]} ·{' '}
              {inAWhile(item.since, now) === 'now' ? THREAD.overview.waits(span(now - item.since)) : ''}
            </span>
            <Button size="s" onClick={() => cancelItem(app, item.itemId)}>
              {isForAgent(item) ? THREAD.overview.takeBack : 'Cancel'}
            </Button>
          </div>
        ))}
      </Card>
      {thread.waiting.length > items.length && (
        <Button look="ghost" size="s" className="mt-1" onClick={() => setShown(true)}>
          {THREAD.overview.showAll(thread.waiting.length)}
        </Button>
      )}
    </section>
  )
}

function Recent({ thread, runs }: { thread: ThreadView; runs: readonly Run[] | undefined }): ReactNode {
  if (runs === undefined)
    return <Skeleton rows={Math.min(RECENT, Math.max(3, thread.strip.at.length))} height={40} />
  if (runs.length === 0)
    return (
      <Empty
        title={THREAD.overview.none}
        text={thread.trusted ? THREAD.overview.first : THREAD.overview.untrusted}
      />
    )
  return <RunTable runs={runs} />
}

const sinceWords = (first: BeatView | undefined, now: Instant): string =>
  first === undefined ? THREAD.overview.noBeats : THREAD.overview.since(tableTime(first.at, now))
