import type { Instant } from '../../base/time.ts'
import { ALL_QUIET, needsYou, verdictOf } from '../verdict.ts'
import type { Snapshot } from '../snapshot.ts'
import { GRACE_MS } from '../thread-state.ts'
import type { ThreadView } from '../thread-view.ts'

/**
 * What the history says while no app works on it: nothing is promised, what was due since is late, and no
 * sentence says that all is well now. A last beat that lies ahead shows a clock that was set, so it proves
 * nothing of now either.
 */
export function whileClosed(snapshot: Snapshot, now: Instant): Snapshot {
  const threads = snapshot.threads.map((t) => threadWhileClosed(t, now))
  const { pause } = snapshot.fleet
  const verdict = verdictOf(threads, pause, false)
  const { headline, rest } = verdict
  return {
    ...snapshot,
    threads,
    fleet: {
      ...snapshot.fleet,
      nextDueAt: null,
      verdict:
        verdict.needYou > 0 || threads.length === 0
          ? verdict
          : {
              ...verdict,
              tone: 'paused',
              headline: 'Threadbeat is not running.',
              rest: headline === ALL_QUIET ? `${verdict.quiet} quiet when it was last looked at.` : rest,
            },
    },
  }
}

function threadWhileClosed(t: ThreadView, now: Instant): ThreadView {
  const isFromAhead = t.last?.finishedAt != null && t.last.finishedAt > now + GRACE_MS
  const lateMs = t.nextDueAt === null ? 0 : now - dueSince(t, t.nextDueAt)
  const isLate = t.rests === null && t.last !== null && (isFromAhead || lateMs > GRACE_MS)
  if (!isLate || needsYou(t.state)) return { ...t, nextDueAt: null }
  return {
    ...t,
    nextDueAt: null,
    state: 'overdue',
    lateMs: Math.max(lateMs, GRACE_MS + 1),
    because: isFromAhead
      ? 'Its last beat lies ahead of this clock.'
      : 'No beat since: Threadbeat is not running.',
  }
}

/** A beat that was asked for after the due time has looked: the next one is late an interval after it. */
const dueSince = ({ last, effectiveIntervalMs }: ThreadView, nextDueAt: Instant): Instant =>
  last !== null && last.finishedAt > nextDueAt ? last.finishedAt + effectiveIntervalMs : nextDueAt
