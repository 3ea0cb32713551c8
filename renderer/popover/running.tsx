import type { ReactNode } from 'react'
import type { RunningView, ThreadView } from '../../shared/views/thread-view.ts'
import { formatDuration, SECOND } from '../../shared/base/time.ts'
import { Button } from '../kit/button.tsx'
import { StateGlyph } from '../parts/glyph.tsx'
import { SectionTitle } from '../kit/parts.tsx'
import { shareDone } from '../parts/running-time.tsx'
import { POPOVER } from './copy.ts'
import { useLive } from '../client/live.ts'
import { navigate, PLACES, runPath } from '../client/navigation.ts'
import { useSecond } from '../kit/time.ts'
import { useSeen } from './follow-seen.ts'

const MOST = 5

export function Running(): ReactNode {
  const threads = useLive((live) => live.threads)
  const isSeen = useSeen()
  const now = useSecond(isSeen && [...threads.values()].some((t) => t.running !== null))
  const running = [...threads.values()]
    .flatMap((thread) => (thread.running === null ? [] : [{ thread, run: thread.running }]))
    .sort((a, b) => a.run.startedAt - b.run.startedAt)
  if (running.length === 0) return null
  return (
    <section aria-labelledby="running" className="mb-4">
      <SectionTitle id="running">{POPOVER.running}</SectionTitle>
      <ul>
        {running.slice(0, MOST).map(({ thread, run }) => (
          <RunningLine key={run.runId} thread={thread} run={run} now={now} />
        ))}
      </ul>
      {running.length > MOST && (
        <Button look="ghost" size="s" onClick={() => navigate(PLACES.queue)}>
          {POPOVER.more(running.length - MOST)}
        </Button>
      )}
    </section>
  )
}

function RunningLine({ thread, run, now }: { thread: ThreadView; run: RunningView; now: number }): ReactNode {
  const elapsedMs = Math.max(0, now - run.startedAt)
  const share = shareDone(run, elapsedMs)
  const { progress } = run
  return (
    <li className="relative rounded-control px-1 py-1 hover:bg-hover">
      <button
        type="button"
        aria-label={POPOVER.runs(thread.name, formatDuration(elapsedMs))}
        onClick={() => navigate(runPath(run.runId))}
        className="flex w-full items-center gap-2 text-left text-13 after:absolute after:inset-0"
      >
        <StateGlyph state="running" />
        <span className="min-w-0 flex-1 truncate font-medium">{thread.name}</span>
        <span className="shrink-0 text-12 text-accent tabular-nums">
          {POPOVER.of(
            formatDuration(elapsedMs),
            run.typicalMs === null || run.typicalMs < SECOND ? null : formatDuration(run.typicalMs),
          )}
        </span>
      </button>
      {progress !== null && progress.total > 0 && (
        <p className="truncate pl-6 text-12 text-ink-3">
          {[POPOVER.checks(progress.done, progress.total), progress.current].filter(Boolean).join(' · ')}
        </p>
      )}
      {share !== null && (
        <div
          role="progressbar"
          aria-label={thread.name}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          className="mt-1 ml-6 h-[3px] overflow-hidden rounded-full bg-accent-tint"
        >
          <div
            className="h-full rounded-full bg-accent transition-[width] duration-200"
            style={{ width: `${Math.round(share * 100)}%` }}
          />
        </div>
      )}
    </li>
  )
}
