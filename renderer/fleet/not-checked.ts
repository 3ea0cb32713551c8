import type { ThreadView } from '../../shared/snapshot.ts'
import { GRACE_MS } from '../../shared/thread-state.ts'
import { formatDuration, MINUTE } from '../../shared/time.ts'
import { needsYou } from '../../shared/verdict.ts'
import { HOLD_WORD, SKIP_WORD } from '../../shared/words.ts'
import { passes } from './filter.ts'

export interface NotChecked {
  readonly thread: ThreadView
  readonly why: string
}

/** Threads without a check in time that no card names already; longest first. */
export const notChecked = (threads: Iterable<ThreadView>): NotChecked[] =>
  [...threads]
    .filter((t) => passes(t, 'overdue') && !needsYou(t.state))
    .sort((a, b) => b.lateMs - a.lateMs)
    .map((thread) => ({ thread, why: whyOf(thread) }))

function whyOf(t: ThreadView): string {
  if (t.scheduleProblem !== null) return t.scheduleProblem
  if (t.last?.skipReason != null && t.lateMs <= GRACE_MS) return `(${SKIP_WORD[t.last.skipReason]})`
  const late = `${formatDuration(Math.max(MINUTE, Math.round(t.lateMs / MINUTE) * MINUTE))} late`
  const hold = t.waiting.find((w) => w.hold !== null)?.hold
  if (hold != null) return `${late} (${HOLD_WORD[hold]})`
  if (t.waiting.length > 0) return `${late} (starts next)`
  const reason = /\(([^)]*)\)\.?$/.exec(t.because)?.[1]
  return reason === undefined ? late : `${late} (${reason})`
}
