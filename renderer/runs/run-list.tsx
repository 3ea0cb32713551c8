import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import type { ThreadId } from '../../shared/base/ids.ts'
import { WAKE_REASONS, type WakeReason } from '../../shared/queue/queue.ts'
import type { Run, RunOutcome } from '../../shared/runs/run.ts'
import { REASON_WORD, TIER_WORD } from '../../shared/views/words.ts'
import { useBridge } from '../client/bridge.ts'
import { RUN, RUN_PAGE } from './copy.ts'
import { useLive } from '../client/live.ts'
import { navigate, runPath } from '../client/navigation.ts'
import { runTime, tableTime, titleTime, useMinute } from '../kit/time.ts'
import { RunChip } from '../parts/chips.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { Card, Empty, Skeleton } from '../kit/parts.tsx'
import { messageOf } from '../client/attempt.ts'
import { Button } from '../kit/button.tsx'

const PAGE = 50

/** "a git hook, the schedule": the most important reason names the run and stands first. */
export const reasonWords = (reasons: readonly WakeReason[]): string =>
  WAKE_REASONS.filter((r) => reasons.includes(r))
    .map((r) => REASON_WORD[r])
    .join(', ')

/** Who or what asked for the run. null: it is not on record. */
export function whyWords({ kind, reasons }: Pick<Run, 'kind' | 'reasons'>): string | null {
  if (kind === 'message') return RUN_PAGE.facts.message
  return reasons.length === 0 ? null : reasonWords(reasons)
}

/** Runs of one thread, or of all; older ones come as the end scrolls into view. */
export function RunList({
  threadId,
  outcomes,
}: {
  threadId?: ThreadId
  outcomes?: readonly RunOutcome[]
}): ReactNode {
  const { api } = useBridge()
  const pages = useInfiniteQuery(
    api.runs.page.infiniteOptions({
      input: (before: string | undefined) => ({
        limit: PAGE,
        ...(before !== undefined && { before }),
        ...(threadId !== undefined && { threadId }),
        ...(outcomes !== undefined && { outcomes: [...outcomes] }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.next ?? undefined,
      maxPages: 40,
    }),
  )
  const end = useEnd(pages)
  if (pages.isError)
    return (
      <Card>
        <Empty
          title={RUN.list.failed}
          text={messageOf(pages.error)}
          actions={<Button onClick={() => void pages.refetch()}>{RUN.list.again}</Button>}
        />
      </Card>
    )
  if (pages.data === undefined)
    return (
      <Card>
        <Skeleton rows={10} height={40} />
      </Card>
    )
  const runs = pages.data.pages.flatMap((p) => p.runs)
  if (runs.length === 0)
    return (
      <Card>
        <Empty title={outcomes === undefined ? RUN.list.none : RUN.list.noneOfKind} />
      </Card>
    )
  return (
    <>
      <Card>
        <RunTable runs={runs} named={threadId === undefined} />
      </Card>
      <div ref={end} className="py-3 text-center text-12 text-ink-3">
        {pages.hasNextPage ? RUN.list.older : RUN.list.all(runs.length)}
      </div>
    </>
  )
}

/** When it comes near to the view, the next page is fetched. */
function useEnd({
  hasNextPage,
  isFetchingNextPage,
  fetchNextPage,
}: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (end.current === null || !hasNextPage || typeof IntersectionObserver === 'undefined') return
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting && !isFetchingNextPage) void fetchNextPage()
      },
      { rootMargin: '400px' },
    )
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return end
}

const GRID =
  'grid items-center gap-3 grid-cols-[92px_132px_110px_minmax(0,1fr)_120px_70px] ' +
  'max-[1000px]:grid-cols-[76px_116px_56px_minmax(0,1fr)_100px_60px] ' +
  'max-[560px]:grid-cols-[64px_116px_minmax(0,1fr)]'
const GRID_NAMED =
  'grid items-center gap-3 grid-cols-[92px_minmax(100px,160px)_132px_100px_minmax(0,1fr)_70px] ' +
  'max-[1000px]:grid-cols-[76px_112px_116px_56px_minmax(0,1fr)_60px] ' +
  'max-[560px]:grid-cols-[64px_minmax(0,1fr)_116px]'
/** Everywhere but in a window that is small, and zoomed. */
const USUAL = 'max-[560px]:hidden'
/** By the heads. */
const LOOK: Readonly<Record<string, string>> = { Tiers: USUAL, Why: USUAL, Took: `text-right ${USUAL}` }

export function RunTable({ runs, named = false }: { runs: readonly Run[]; named?: boolean }): ReactNode {
  const threads = useLive((live) => (named ? live.threads : null))
  const grid = named ? GRID_NAMED : GRID
  return (
    <div role="table" aria-label="Runs">
      <div role="row" className={`${grid} h-8 border-b border-line px-4 text-11 font-medium text-ink-3`}>
        {(named
          ? ['Started', 'Thread', 'Outcome', 'Tiers', 'Summary', 'Took']
          : ['Started', 'Outcome', 'Tiers', 'Summary', 'Why', 'Took']
        ).map((h) => (
          <span role="columnheader" key={h} className={h === 'Summary' && named ? USUAL : (LOOK[h] ?? '')}>
            {h}
          </span>
        ))}
      </div>
      {runs.map((run) => (
        <RunRow
          key={run.id}
          run={run}
          threadName={named ? (threads?.get(run.threadId)?.name ?? RUN.list.removed) : null}
        />
      ))}
    </div>
  )
}

/** `threadName` null: all runs are of one thread. */
function RunRow({ run, threadName }: { run: Run; threadName: string | null }): ReactNode {
  const now = useMinute()
  const summary = run.summary ?? (run.outcome === null ? RUN.list.running : '')
  return (
    <div
      role="row"
      className={
        `${threadName === null ? GRID : GRID_NAMED} relative h-10 border-b border-line px-4 text-13 [contain-intrinsic-height:40px] ` +
        '[content-visibility:auto] last:border-b-0 hover:bg-hover'
      }
    >
      <span role="cell" className="tabular-nums">
        <a
          href={`#${runPath(run.id)}`}
          className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          onClick={(e) => {
            e.preventDefault()
            navigate(runPath(run.id))
          }}
          title={titleTime(run.startedAt)}
        >
          {tableTime(run.startedAt, now)}
        </a>
      </span>
      {threadName !== null && (
        <span role="cell" className="truncate font-medium">
          {threadName}
        </span>
      )}
      <span role="cell" className="truncate">
        <RunChip run={run} brief={run.summary !== null} />
      </span>
      <span role="cell" className={`truncate text-ink-2 ${USUAL}`}>
        {kindWords(run)}
      </span>
      <span
        role="cell"
        dir="auto"
        className={`truncate text-ink-2 ${threadName === null ? '' : USUAL}`}
        title={summary}
      >
        <Ticks text={summary} />
      </span>
      {threadName === null && (
        <span role="cell" className={`truncate text-12 text-ink-3 ${USUAL}`}>
          {reasonWords(run.reasons)}
        </span>
      )}
      <span role="cell" className={`text-right text-12 tabular-nums text-ink-3 ${USUAL}`}>
        {run.durationMs === null ? '–' : runTime(run.durationMs)}
      </span>
    </div>
  )
}

function kindWords({ kind, tiers }: Run): string {
  if (kind !== 'heartbeat') return kind
  const tier = tiers.at(-1)
  return tier === undefined ? '–' : TIER_WORD[tier].toLowerCase()
}
