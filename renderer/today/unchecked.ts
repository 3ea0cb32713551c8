import { isForAgent } from '../../shared/queue/for-agent.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { GRACE_MS } from '../../shared/views/thread-state.ts'
import { formatDuration, MINUTE, type Instant } from '../../shared/base/time.ts'
import { TIERS } from '../../shared/schedule/tier.ts'
import { unseenSlot, standingOf, type Standing } from '../../shared/views/verdict.ts'
import { HOLD_WORD, SKIP_WORD, STATE_WORD } from '../../shared/views/words.ts'
import { TODAY } from './copy.ts'
import { tableTime } from '../kit/time.ts'
import type { FleetFilter } from '../fleet/query/filter.ts'

export interface NotChecked {
  readonly thread: ThreadView
  readonly why: string // '' where the group says it all
}
export interface NotCheckedGroup {
  readonly standing: Standing
  readonly word: string
  readonly filter: FleetFilter // shows the same threads in the table
  readonly threads: readonly NotChecked[]
}

const GROUPS: readonly (readonly [Standing, string, FleetFilter])[] = [
  ['late', TODAY.notChecked.late, 'overdue'],
  ['budget', TODAY.notChecked.budget, 'overdue'],
  ['never', TODAY.notChecked.never, 'new'],
  ['unsettled', TODAY.notChecked.unsettled, 'all'],
  ['snoozed', 'Snoozed', 'all'],
  ['paused', 'Paused', 'paused'],
  ['off', STATE_WORD.off, 'manual'],
  ['quiet-hours', TODAY.notChecked.quietHours, 'all'],
]

/**
 * Every thread without a fresh OK that no card names already, by what stands in the way; the longest late
 * ones first.
 */
export function notChecked(threads: Iterable<ThreadView>, now: Instant): NotCheckedGroup[] {
  const all = [...threads]
  return GROUPS.map(([standing, word, filter]) => ({
    standing,
    word,
    filter,
    threads: all
      .filter((t) => standingOf(t) === standing)
      .sort((a, b) => b.lateMs - a.lateMs)
      .map((thread) => ({ thread, why: whyOf(thread, standing, now) })),
  })).filter((group) => group.threads.length > 0)
}

function whyOf(t: ThreadView, standing: Standing, now: Instant): string {
  if (standing === 'quiet-hours') return t.nextDueAt === null ? '' : `(until ${tableTime(t.nextDueAt, now)})`
  if (standing === 'paused')
    return t.pause === null
      ? ''
      : TODAY.notChecked.paused(t.pause.reason, t.pause.until === null ? null : tableTime(t.pause.until, now))
  if (standing === 'snoozed')
    return TODAY.notChecked.snoozed(
      TIERS.flatMap((tier) =>
        t.tiers[tier].snoozedUntil === null
          ? []
          : [[tier, tableTime(t.tiers[tier].snoozedUntil, now)] as const],
      ),
    )
  if (standing !== 'late') return ''
  if (t.scheduleProblem !== null) return t.scheduleProblem
  if (t.lateMs <= GRACE_MS && unseenSlot(t) === 'missed') return TODAY.notChecked.unseen
  if (t.last?.skipReason != null && t.lateMs <= GRACE_MS) return `(${SKIP_WORD[t.last.skipReason]})`
  if (t.lateMs <= GRACE_MS) return `(${t.because.replace(/\.$/, '')})`
  const late = formatDuration(Math.max(MINUTE, Math.round(t.lateMs / MINUTE) * MINUTE))
  const inTurn = t.waiting.filter((w) => !isForAgent(w))
  const hold = inTurn.find((w) => w.hold !== null)?.hold
  if (hold != null) return TODAY.notChecked.lateBy(late, HOLD_WORD[hold])
  if (inTurn.length > 0) return TODAY.notChecked.lateBy(late, TODAY.notChecked.next)
  return TODAY.notChecked.lateBy(late, null)
}
