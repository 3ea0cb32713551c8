import type { ThreadView } from '../../shared/views/thread-view.ts'
import type { Instant } from '../../shared/base/time.ts'
import { TIERS } from '../../shared/schedule/tier.ts'
import { THREAD } from './copy.ts'
import { span } from '../kit/time.ts'
import { tierProgress } from '../parts/tier-progress.ts'

/**
 * Since when every due time that has a fate was quiet; null: the newest was not, or there is none. As far
 * back as the strip goes.
 */
export function quietSince({ strip }: Pick<ThreadView, 'strip'>): Instant | null {
  let since: Instant | null = null
  for (let i = strip.outcome.length - 1; i >= 0; i--) {
    const outcome = strip.outcome[i]
    if (outcome === 'waiting' || outcome === 'running' || outcome === 'merged') continue
    if (outcome !== 'quiet' && outcome !== 'unchanged') break
    since = strip.at[i] ?? since
  }
  return since
}

/** "Quiet for 3 h: 4 of 4 checks passed. Hourly late by 12 min." */
export function stateSentence(thread: ThreadView, now: Instant): string {
  const first =
    thread.state === 'running' && thread.running?.kind === 'message'
      ? THREAD.state.message
      : (thread.because.split('\n')[0] ?? '')
  const since = thread.state === 'quiet' ? quietSince(thread) : null
  const late = TIERS.map((tier) => tierProgress(thread, tier, now))
    .filter((p) => p.phase === 'late')
    .map((p) => p.text.split(' · ')[0]?.replace(': ', ' '))
  const start = since === null ? first : THREAD.state.quietFor(span(Math.max(0, now - since)), first)
  return [/[.!?…]$/.test(start) || start === '' ? start : `${start}.`, ...late.map((l) => `${l}.`)]
    .filter(Boolean)
    .join(' ')
}
