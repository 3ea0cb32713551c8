import { OUTCOME_RANK, type SlotOutcome } from '../../shared/runs/run.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import type { Strip } from '../../shared/runs/strip.ts'
import { DAY, MINUTE, type Instant } from '../../shared/base/time.ts'

const BUCKET_MS = 30 * MINUTE

/**
 * The last 24 hours of all threads in one strip: half an hour a bar, the worst that happened in it;
 * 'merged' where nothing did.
 */
export function fleetStrip(threads: Iterable<ThreadView>, now: Instant): Strip {
  const end = Math.ceil(now / BUCKET_MS) * BUCKET_MS
  const at = Array.from({ length: DAY / BUCKET_MS }, (_, i) => end - DAY + i * BUCKET_MS)
  const worst = new Array<SlotOutcome | null>(at.length).fill(null)
  for (const { strip } of threads) {
    for (const [i, instant] of strip.at.entries()) {
      const bucket = Math.floor((instant - (end - DAY)) / BUCKET_MS)
      const outcome = strip.outcome[i]
      if (
        bucket < 0 ||
        bucket >= at.length ||
        outcome === undefined ||
        outcome === 'merged' ||
        outcome === 'waiting' ||
        outcome === 'running'
      )
        continue
      const before = worst[bucket] ?? null
      if (before === null || OUTCOME_RANK.indexOf(outcome) < OUTCOME_RANK.indexOf(before))
        worst[bucket] = outcome
    }
  }
  return { at, outcome: worst.map((w) => w ?? 'merged'), runs: [] }
}
