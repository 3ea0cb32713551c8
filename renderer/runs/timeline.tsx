import type { ReactNode } from 'react'
import type { RunDetail } from '../../shared/runs/run.ts'
import { formatDuration, SECOND } from '../../shared/base/time.ts'
import { RUN_PAGE, RUN } from './copy.ts'
import { clockTime, runTime, titleTime } from '../kit/time.ts'

const { timeline: words } = RUN

/**
 * "due 07:00 → queued 07:00 → started 07:00 → ended 07:03", with how long each step took where it is worth
 * a word.
 */
export function RunTimeline({ run, typicalMs }: { run: RunDetail; typicalMs: number | null }): ReactNode {
  const due = run.slots[0]
  const steps: readonly (readonly [string, number | null, number | null])[] = [
    ...(due === undefined ? [] : [[words.due, due, null] as const]),
    [words.queued, run.enqueuedAt, due === undefined ? null : run.enqueuedAt - due],
    [words.started, run.startedAt, run.startedAt - run.enqueuedAt],
    [
      run.finishedAt === null ? words.running : words.ended,
      run.finishedAt,
      run.finishedAt === null ? null : (run.durationMs ?? run.finishedAt - run.startedAt),
    ],
  ]
  return (
    <ol aria-label="Timeline" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-2">
      {steps.map(([word, at, tookMs], i) => {
        const isEnd = i === steps.length - 1
        return (
          <li key={word} className="flex items-center gap-2">
            {i > 0 && (
              <span aria-hidden className="flex items-center gap-1 text-ink-3">
                {!isEnd && tookMs !== null && tookMs > 5 * SECOND && (
                  <span className="tabular-nums">{formatDuration(tookMs)}</span>
                )}
                →
              </span>
            )}
            <span>
              <span className="text-ink-3">{word}</span>{' '}
              {at !== null && (
                <time
                  dateTime={new Date(at).toISOString()}
                  title={titleTime(at)}
                  className="font-medium tabular-nums text-ink"
                >
                  {clockTime(at)}
                </time>
              )}
            </span>
            {isEnd && tookMs !== null && (
              <span className="tabular-nums text-ink-3">
                ({runTime(tookMs)}
                {typicalMs !== null && RUN_PAGE.facts.usually(runTime(typicalMs))})
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
