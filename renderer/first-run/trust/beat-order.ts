import { THREAD_STATES, type ThreadView } from '../../../shared/views/thread-view.ts'

/** Ended with checks that left evidence; anything else is told as what it is. */
export const isProven = ({ last }: ThreadView): boolean =>
  last !== null && ['quiet', 'unchanged', 'alert', 'urgent'].includes(last.outcome)

/** Ended, for its commands wait for the person's approval. */
export const isWaiting = ({ last, approvalsWanted }: ThreadView): boolean =>
  last?.outcome === 'blocked' && approvalsWanted > 0

/** A beat ended otherwise than in quiet, or something waits for a person. */
export const isTelling = ({ last, openAlerts, approvalsWanted }: ThreadView): boolean =>
  openAlerts > 0 || approvalsWanted > 0 || (last !== null && !['quiet', 'unchanged'].includes(last.outcome))

/** What tells something, what has still to end, what is quiet. */
function groupOf(t: ThreadView): number {
  if (isTelling(t)) return 0
  return t.last === null ? 1 : 2
}

/** Findings first, the worst of them at the top; what is alike keeps its order. */
export const findingsFirst = (threads: readonly ThreadView[]): readonly ThreadView[] =>
  threads.toSorted(
    (a, b) =>
      groupOf(a) - groupOf(b) ||
      // A beat that goes on says nothing new yet, and moves nothing.
      (isTelling(a) ? severityOf(a) - severityOf(b) : 0),
  )

const severityOf = ({ last, approvalsWanted }: ThreadView): number => {
  const state = THREAD_STATES.find((s) => s === last?.outcome)
  if (state !== undefined && state !== 'quiet') return THREAD_STATES.indexOf(state)
  return THREAD_STATES.indexOf(approvalsWanted > 0 ? 'blocked' : 'alert')
}
