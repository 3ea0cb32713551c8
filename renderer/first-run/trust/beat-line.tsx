import type { ReactNode } from 'react'
import type { RunningView, ThreadView } from '../../../shared/views/thread-view.ts'
import { navigate, runPath } from '../../client/navigation.ts'
import { Button } from '../../kit/button.tsx'
import { Ticks } from '../../kit/text/ticks.tsx'
import { useSecond } from '../../kit/time.ts'
import { APPROVAL } from '../../parts/approval/copy.ts'
import { PARTS } from '../../parts/copy.ts'
import { ReviewButton } from '../../parts/approval/review-button.tsx'
import { FateChip } from '../../parts/chips.tsx'
import { StateGlyph } from '../../parts/glyph.tsx'
import { shareDone } from '../../parts/running-time.tsx'
import { Strip } from '../../parts/strip/strip.tsx'
import { FIRST_RUN } from '../copy.ts'
import { isTelling } from './beat-order.ts'

const COPY = FIRST_RUN.beat
const BARS = 6

/** One thread while it beats, and what came of it. */
export function BeatLine({ thread: t }: { thread: ThreadView }): ReactNode {
  const isOver = t.running === null && t.last !== null
  return (
    <li
      className={
        'flex min-h-13 items-center gap-3 border-b border-line bg-surface px-4 py-2 ' +
        'first:rounded-t-card last:rounded-b-card last:border-b-0'
      }
      data-first-beat={t.last?.outcome ?? (t.running === null ? 'none' : 'running')}
    >
      <StateGlyph state={t.state} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className="truncate text-13 font-medium">{t.name}</span>
          {isOver && t.last !== null && <FateChip fate={t.last.outcome} />}
        </span>
        <span
          dir="auto"
          className={`line-clamp-2 text-start text-12 wrap-anywhere ${isTelling(t) ? 'text-ink-2' : 'text-ink-3'}`}
        >
          <Ticks text={beatWords(t)} />
        </span>
        {t.approvalsWanted > 0 && t.last?.outcome !== 'blocked' && (
          <span className="block text-12 text-ink-2">{APPROVAL.sheet.waits(t.approvalsWanted)}</span>
        )}
      </span>
      {t.running !== null && <Bar running={t.running} name={t.name} />}
      <Strip {...t.strip} name={t.name} bars={BARS} tabIndex={-1} />
      <Ways thread={t} isOver={isOver} />
    </li>
  )
}

/** What can be done with it; as wide while it runs, so that nothing jumps. */
function Ways({ thread: t, isOver }: { thread: ThreadView; isOver: boolean }): ReactNode {
  return (
    <span className="flex w-36 shrink-0 flex-col items-end gap-1.5">
      <ReviewButton thread={t} aria-label={PARTS.approval.reviewOf(t.name)} />
      {isOver && (
        <Button
          size="s"
          look="ghost"
          aria-label={`${COPY.see}: ${t.name}`}
          onClick={() => t.last !== null && navigate(runPath(t.last.runId))}
        >
          {COPY.see}
        </Button>
      )}
    </span>
  )
}

function beatWords({ running, last, waiting, because }: ThreadView): string {
  if (running !== null) return progressWords(running)
  if (last !== null) return last.summary
  if (waiting.length === 0) return COPY.never
  return waiting.some((w) => w.hold === null) ? COPY.waiting : because
}

function progressWords({ progress }: RunningView): string {
  if (progress === null) return COPY.running
  const { done, total, current } = progress
  return [total > 0 && PARTS.checks(done, total), current].filter(Boolean).join(' · ') || COPY.running
}

/** How far a beat is; where nothing tells, it only breathes. */
function Bar({ running, name }: { running: RunningView; name: string }): ReactNode {
  const now = useSecond(true)
  const done = shareDone(running, Math.max(0, now - running.startedAt))
  const percent = done === null ? null : Math.round(done * 100)
  return (
    <span
      role="progressbar"
      aria-label={COPY.bar(name)}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent !== null && { 'aria-valuenow': percent })}
      className="h-1.5 w-24 shrink-0 overflow-hidden rounded-full bg-accent-tint"
    >
      <span
        className={`block h-full rounded-full bg-accent transition-[width] duration-200 ${percent === null ? 'animate-breathe' : ''}`}
        style={{ width: `${percent ?? 100}%` }}
      />
    </span>
  )
}
