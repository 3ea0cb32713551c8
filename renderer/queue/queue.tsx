import { useQuery } from '@tanstack/react-query'
import { Square } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { isForAgent } from '../../shared/queue/for-agent.ts'
import { hasOwnPlace } from '../../shared/queue/queue.ts'
import type { RunningView, ThreadView } from '../../shared/views/thread-view.ts'
import { stopRun, stopAll } from '../commands/actions/stop.ts'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button, Kbd } from '../kit/button.tsx'
import { StateGlyph } from '../parts/glyph.tsx'
import { Card, Page, SectionTitle, Skeleton } from '../kit/parts.tsx'
import { QueueTabs } from './queue-tabs.tsx'
import { RunTable } from '../runs/run-list.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { ACTIONS } from '../commands/actions/copy.ts'
import { QUEUE_COPY as COPY } from './copy.ts'
import { RunningTime } from '../parts/running-time.tsx'
import { useFleet, useLive } from '../client/live.ts'
import { navigate, PLACES, runPath, threadPath } from '../client/navigation.ts'
import { ForAgent } from './for-agent.tsx'
import { Lanes, WAITING_TITLE } from './lanes.tsx'
import { inAWhile, useMinute } from '../kit/time.ts'

const FINISHED = 20

export function QueuePage(): ReactNode {
  const threads = useLive((live) => live.threads)
  const limits = useFleet((fleet) => fleet.limits)
  const [waiting, forAgent] = useMemo(() => {
    const all = [...threads.values()].flatMap((t) => t.waiting).sort((a, b) => a.place - b.place)
    return [all.filter((w) => !isForAgent(w)), all.filter(isForAgent)]
  }, [threads])
  return (
    <>
      <QueueTabs here="queue" />
      <Page title="Queue" sub={COPY.sub(limits.runs, limits.heartbeats)}>
        <RunningNow threads={threads} />
        <SectionTitle id={WAITING_TITLE} count={String(waiting.length)}>
          Waiting
        </SectionTitle>
        {waiting.length === 0 ? (
          <Card className="mb-5">
            <NothingWaits />
          </Card>
        ) : (
          <Lanes waiting={waiting} threads={threads} />
        )}
        <ForAgent items={forAgent} threads={threads} />
        <Finished />
      </Page>
    </>
  )
}

function RunningNow({ threads }: { threads: ReadonlyMap<string, ThreadView> }): ReactNode {
  const limits = useFleet((fleet) => fleet.limits)
  const app = useBridge()
  const running = useMemo(
    () =>
      [...threads.values()]
        .filter((t) => t.running !== null)
        .sort((a, b) => (a.running?.startedAt ?? 0) - (b.running?.startedAt ?? 0)),
    [threads],
  )
  const shared = running.filter((t) => !hasOwnPlace(limits, t.running!.kind, t.agent))
  return (
    <>
      <SectionTitle
        right={
          <span className="flex items-center gap-3">
            <Slots running={shared.length} runs={limits.runs} local={running.length - shared.length} />
            {running.length > 0 && (
              <Button size="s" onClick={() => void stopAll(app)}>
                {ACTIONS.stopAll.button} <Kbd keys="Mod+Shift+." />
              </Button>
            )}
          </span>
        }
      >
        Running
      </SectionTitle>
      <Card className="mb-5">
        {running.length === 0 && <p className="px-4 py-3 text-13 text-ink-2">{COPY.nothingRuns}</p>}
        {running.map((t) => (
          <RunningRow key={t.id} thread={t} />
        ))}
      </Card>
    </>
  )
}

function RunningRow({ thread }: { thread: ThreadView }): ReactNode {
  const app = useBridge()
  const { running } = thread
  if (running === null) return null
  return (
    <div className="flex items-center gap-3 border-b border-line px-4 py-2.5 text-13 last:border-b-0">
      <StateGlyph state="running" />
      <button
        type="button"
        className="rounded-[3px] font-medium hover:underline"
        onClick={() => navigate(threadPath(thread.id))}
      >
        {thread.name}
      </button>
      <span className="text-12 text-ink-2">{kindWords(running)}</span>
      <span dir="auto" className="min-w-0 flex-1 truncate text-12 text-ink-3">
        <Ticks text={running.progress?.current ?? ''} />
      </span>
      <span className="w-32">
        <RunningTime thread={thread} />
      </span>
      <Button size="s" aria-label={COPY.watch(thread.name)} onClick={() => navigate(runPath(running.runId))}>
        Watch
      </Button>
      <Button size="s" aria-label={COPY.stop(thread.name)} onClick={() => void stopRun(app, running.runId)}>
        <Square size={10} fill="currentColor" /> Stop
      </Button>
    </div>
  )
}

function kindWords({ kind, tiers }: RunningView): string {
  return kind === 'heartbeat' ? COPY.tierBeat(tiers.at(-1) ?? '') : kind
}

/** One box a slot. */
function Slots({ running, runs, local }: { running: number; runs: number; local: number }): ReactNode {
  return (
    <span className="flex items-center gap-2 text-11 text-ink-3">
      <span aria-hidden className="flex gap-1">
        {Array.from({ length: runs }, (_, i) => (
          <span
            key={i}
            className={
              'h-2.5 w-4 rounded-[3px] border ' +
              `${i < running ? 'border-accent bg-accent' : 'border-line-strong'}`
            }
          />
        ))}
      </span>
      {COPY.slots(running, runs, local)}
    </span>
  )
}

function NothingWaits(): ReactNode {
  const nextDueAt = useFleet((fleet) => fleet.nextDueAt)
  const nextJobAt = useFleet((fleet) => fleet.nextJobAt)
  const now = useMinute()
  const next = [
    nextDueAt !== null && COPY.nextBeat(inAWhile(nextDueAt, now)),
    nextJobAt !== null && COPY.nextJob(inAWhile(nextJobAt, now)),
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-13 text-ink-2">
      <p>{COPY.nothingWaits}</p>
      <p className="flex-1">
        {next === '' ? COPY.nothingAhead : `${next.slice(0, 1).toUpperCase()}${next.slice(1)}.`}
      </p>
      <Button size="s" onClick={() => navigate(PLACES.ahead)}>
        {COPY.seeAhead}
      </Button>
    </div>
  )
}

function Finished(): ReactNode {
  const { api } = useBridge()
  const page = useQuery(api.runs.page.queryOptions({ input: { limit: FINISHED } }))
  const done = page.data?.runs.filter((r) => r.finishedAt !== null) ?? []
  if (page.data !== undefined && done.length === 0) return null
  return (
    <>
      <SectionTitle
        right={
          <Button size="s" look="ghost" onClick={() => navigate(PLACES.history)}>
            {COPY.allRuns}
          </Button>
        }
      >
        {COPY.finished}
      </SectionTitle>
      <Card>
        {page.isError && (
          <p className="px-4 py-3 text-13 text-ink-2">{COPY.finishedFailed(messageOf(page.error))}</p>
        )}
        {page.isPending && <Skeleton rows={4} height={40} />}
        {page.isSuccess && <RunTable runs={done} named />}
      </Card>
    </>
  )
}
