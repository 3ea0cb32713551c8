import { HeartPulse, Square } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { RunDetail } from '../../shared/runs/run.ts'
import type { RunningView, ThreadView } from '../../shared/views/thread-view.ts'
import { formatDuration } from '../../shared/base/time.ts'
import { useBridge } from '../client/bridge.ts'
import { beatThread } from '../commands/actions/beat.tsx'
import { stopRun } from '../commands/actions/stop.ts'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/parts.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { shareDone } from '../parts/running-time.tsx'
import { RUN_OUTPUT as COPY } from './copy.ts'
import { useSecond } from '../kit/time.ts'

/** How far a run in flight is, and how long it usually takes. */
export function LiveRun({ running }: { running: RunningView }): ReactNode {
  const now = useSecond(true)
  const { progress, typicalMs } = running
  const elapsedMs = Math.max(0, now - running.startedAt)
  const share = shareDone(running, elapsedMs) ?? 0
  return (
    <Card className="px-4 py-3">
      <div className="flex justify-between text-13">
        <span className="min-w-0 truncate font-medium text-accent">
          <Ticks text={progress?.current ?? 'Working…'} />
        </span>
        <span className="shrink-0 pl-3 tabular-nums text-ink-2">
          {progress !== null && progress.total > 0 && `${COPY.progress(progress.done, progress.total)} · `}
          {formatDuration(elapsedMs)}
          {typicalMs !== null && typicalMs >= 1000 && ` · ${COPY.usually(formatDuration(typicalMs))}`}
        </span>
      </div>
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="mt-2 h-1.5 overflow-hidden rounded-full bg-accent-tint"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-200"
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </Card>
  )
}

/**
 * Stops a run, and when it is over asks for another: one button, so that the focus stays while the one
 * becomes the other.
 */
export function RunAction({ run, thread }: { run: RunDetail; thread: ThreadView | undefined }): ReactNode {
  const app = useBridge()
  const [isAsked, setAsked] = useState(false)
  if (run.outcome === null) {
    const stop = (): void => {
      if (isAsked) return
      setAsked(true)
      void stopRun(app, run.id).then(setAsked)
    }
    return (
      <Button
        size="s"
        look={isAsked ? 'secondary' : 'danger'}
        aria-disabled={isAsked}
        title={COPY.stoppingHelp}
        onClick={stop}
      >
        <Square size={12} fill="currentColor" /> {isAsked ? COPY.stopping : COPY.stop}
      </Button>
    )
  }
  if (thread?.trusted !== true) return null
  return (
    <Button size="s" onClick={() => beatThread(app, thread)}>
      <HeartPulse size={15} /> {beatWord(thread)}
    </Button>
  )
}

function beatWord({ running }: ThreadView): string {
  if (running === null) return COPY.again
  return running.kind === 'heartbeat' ? COPY.watchBeat : COPY.watchRun
}
