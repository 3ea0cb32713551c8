import type { ReactNode } from 'react'
import type { Instant } from '../../shared/base/time.ts'
import type { FleetView } from '../../shared/views/snapshot.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { StateGlyph } from '../parts/glyph.tsx'
import { SectionTitle } from '../kit/parts.tsx'
import { POPOVER } from './copy.ts'
import { useFleet, useLive } from '../client/live.ts'
import { navigate, threadPath } from '../client/navigation.ts'
import { inAWhile, tableTime, useMinute } from '../kit/time.ts'

const SHOWN = 5

/** What is due next, soonest first; what runs already stands above. */
export const nextDue = (
  threads: Iterable<ThreadView>,
): readonly (ThreadView & { readonly nextDueAt: number })[] =>
  [...threads]
    .filter(
      (t): t is ThreadView & { nextDueAt: number } =>
        t.nextDueAt !== null && t.pause === null && t.running === null,
    )
    .sort((a, b) => a.nextDueAt - b.nextDueAt)
    .slice(0, SHOWN)

export function NextDue(): ReactNode {
  const threads = useLive((live) => live.threads)
  const pause = useFleet((fleet) => fleet.pause)
  const isHalted = useFleet((fleet) => fleet.engine === 'halted')
  const now = useMinute()
  if (threads.size === 0) return null
  const due = nextDue(threads.values())
  const instead = insteadOf(due, { isHalted, pause }, now)
  return (
    <section aria-labelledby="next">
      <SectionTitle id="next">{POPOVER.next}</SectionTitle>
      {instead !== null ? (
        <p className="text-13 text-ink-2">{instead}</p>
      ) : (
        <ul>
          {due.map((thread) => (
            <li key={thread.id}>
              <button
                type="button"
                aria-label={POPOVER.due(thread.name, inAWhile(thread.nextDueAt, now))}
                onClick={() => navigate(threadPath(thread.id))}
                className="flex h-7 w-full items-center gap-2 rounded-control px-1 text-left text-13 hover:bg-hover"
              >
                <StateGlyph state={thread.state} />
                <span className="min-w-0 flex-1 truncate">{thread.name}</span>
                <span className="shrink-0 text-12 text-ink-3 tabular-nums">
                  {inAWhile(thread.nextDueAt, now)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What stands in the place of an empty list; null: it is not empty, and true. */
function insteadOf(
  due: readonly ThreadView[],
  { isHalted, pause }: { readonly isHalted: boolean; readonly pause: FleetView['pause'] },
  now: Instant,
): string | null {
  if (isHalted) return POPOVER.halted
  if (pause !== null) return POPOVER.pausedUntil(pause.until === null ? null : tableTime(pause.until, now))
  return due.length === 0 ? POPOVER.noneDue : null
}
