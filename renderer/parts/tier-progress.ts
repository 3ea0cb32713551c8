import type { ThreadView } from '../../shared/views/thread-view.ts'
import { formatDuration, MINUTE, type Instant } from '../../shared/base/time.ts'
import { GRACE_MS } from '../../shared/views/thread-state.ts'
import { isSnoozed, type Tier } from '../../shared/schedule/tier.ts'
import { TIER_WORD } from '../../shared/views/words.ts'
import { PARTS } from './copy.ts'
import { tableTime } from '../kit/time.ts'

export interface TierProgress {
  readonly fraction: number // 0…1 of the way to due
  /**
   * due: done at the next beat; late: its beat should have come; idle: no schedule just now; snoozed: a
   * person put it off.
   */
  readonly phase: 'filling' | 'due' | 'late' | 'never' | 'idle' | 'running' | 'snoozed'
  readonly text: string
}

export function tierProgress(t: ThreadView, tier: Tier, now: Instant): TierProgress {
  const view = t.tiers[tier]
  const word = TIER_WORD[tier]
  const { tasks } = view
  if (t.running?.tiers.includes(tier))
    return { fraction: 1, phase: 'running', text: PARTS.tier.running(word) }
  if (isSnoozed(view, now))
    return {
      fraction: 0,
      phase: 'snoozed',
      text: PARTS.tier.snoozedUntil(word, tableTime(view.snoozedUntil ?? now, now), tasks),
    }
  const idle = t.pause !== null || t.intervalMs === 0 || !t.trusted
  // Quick belongs to each beat: its ring fills towards the thread's next beat.
  const dueAt = tier === 'quick' ? t.nextDueAt : view.dueAt
  if (view.lastDoneAt === null)
    return { fraction: 0, phase: idle ? 'idle' : 'never', text: PARTS.tier.never(word, tasks) }
  if (idle || dueAt === null)
    return { fraction: 0, phase: 'idle', text: PARTS.tier.idle(word, t.pause !== null, tasks) }
  const fraction = dueAt <= view.lastDoneAt ? 1 : clamp((now - view.lastDoneAt) / (dueAt - view.lastDoneAt))
  if (now < dueAt)
    return { fraction, phase: 'filling', text: PARTS.tier.dueIn(word, minutes(dueAt - now), tasks) }
  const lateBy = now - dueAt - (tier === 'quick' ? 0 : t.intervalMs)
  if (lateBy <= GRACE_MS) return { fraction: 1, phase: 'due', text: PARTS.tier.dueNext(word, tasks) }
  return { fraction: 1, phase: 'late', text: PARTS.tier.late(word, minutes(now - dueAt), tasks) }
}
/** Seconds are noise in a text that moves once a minute. */
const minutes = (ms: number): string => formatDuration(Math.max(MINUTE, Math.round(ms / MINUTE) * MINUTE))
const clamp = (n: number): number => Math.min(1, Math.max(0, n))
