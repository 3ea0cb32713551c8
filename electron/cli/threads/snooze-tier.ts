import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { TIERS } from '../../../shared/schedule/tier.ts'
import { parseDuration, type Instant } from '../../../shared/base/time.ts'
import { shortMomentText, type ClockFace } from '../../../shared/base/clock/time-text.ts'
import { TIER_WORD } from '../../../shared/views/words.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { plain } from '../kit/text.ts'
import { faceOf } from '../kit/time-text.ts'

interface TierSnooze {
  readonly tier: string
  readonly for?: string
  readonly wake?: true
}

/** Puts off one tier of a thread, or wakes it. */
export async function snoozeTier(cx: Context, name: string, o: TierSnooze): Promise<void> {
  const tier = TIERS.find((t) => t === o.tier)
  if (tier === undefined) throw usageError(`--tier must be one of ${TIERS.join(', ')}, got "${o.tier}"`)
  if ((o.for === undefined) === (o.wake === undefined))
    throw usageError('Say how long: --for 4h, or --wake to end it.')
  const forMs = o.for === undefined ? null : parseDuration(o.for, 'm')
  if (o.for !== undefined && (forMs === null || forMs === 0))
    throw usageError(`--for must be a duration such as 4h, got "${o.for}"`)
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const until = forMs === null ? null : cx.now() + forMs
  await client.threads.snoozeTier({ id: thread.id, tier, until })
  const face = faceOf(snapshot.fleet)
  cx.out.line(
    `${TIER_WORD[tier]} of ${thread.number} ${plain(thread.name)} is ` +
      `${until === null ? 'awake. If it is due, the next beat runs it.' : `snoozed until ${shortMomentText(until, cx.now(), face)}. \`threadbeat beat ${thread.number} --tier ${tier}\` still runs it.`}`,
  )
}

/** What stands behind a tier that is put off; '' for one that is not. */
export const snoozeWords = (
  t: ThreadView,
  tier: (typeof TIERS)[number],
  now: Instant,
  face: ClockFace,
): string => {
  const until = t.tiers[tier].snoozedUntil
  return until === null ? '' : `, snoozed until ${shortMomentText(until, now, face)}`
}
