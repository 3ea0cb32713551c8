import type { ReactNode } from 'react'
import type { RunningView, ThreadView } from '../../shared/views/thread-view.ts'
import { formatDuration } from '../../shared/base/time.ts'
import { useSecond } from '../kit/time.ts'
import { PARTS } from './copy.ts'

/** "14 s of ~40 s" */
export function RunningTime({ thread }: { thread: ThreadView }): ReactNode {
  const now = useSecond(thread.running !== null)
  if (thread.running === null) return null
  const { startedAt, typicalMs } = thread.running
  const elapsedMs = Math.max(0, now - startedAt)
  const done = shareDone(thread.running, elapsedMs)
  return (
    <span className="inline-flex shrink-0 flex-col gap-0.5 font-medium whitespace-nowrap tabular-nums text-accent">
      <span>
        {PARTS.elapsed(
          formatDuration(elapsedMs),
          typicalMs !== null && typicalMs >= 1000 ? formatDuration(typicalMs) : null,
        )}
      </span>
      {done !== null && (
        <span aria-hidden className="h-[3px] w-full overflow-hidden rounded-full bg-accent-tint">
          <span
            className="block h-full rounded-full bg-accent transition-[width] duration-200"
            style={{ width: `${Math.round(done * 100)}%` }}
          />
        </span>
      )}
    </span>
  )
}

/**
 * 0 … 1; where nothing is counted by how long it usually takes, and then never whole. null: nothing tells.
 */
export function shareDone({ progress, typicalMs }: RunningView, elapsedMs: number): number | null {
  if (progress !== null && progress.total > 0) return progress.done / progress.total
  return typicalMs === null ? null : Math.min(0.95, elapsedMs / typicalMs)
}
