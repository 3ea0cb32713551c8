import { plural } from '../base/amounts.ts'
import { GRACE_MS } from './thread-state.ts'
import type { Pause } from '../threads/thread.ts'
import { TIERS } from '../schedule/tier.ts'
import type { Verdict } from './snapshot.ts'
import type { ThreadState, ThreadView } from './thread-view.ts'

const NEEDS_YOU: readonly ThreadState[] = ['urgent', 'missing', 'broken', 'blocked', 'alert', 'unproven']
export const needsYou = (state: ThreadState): boolean => NEEDS_YOU.includes(state)

/**
 * What the sentence says of a thread: each one stands in exactly one of these, so that none is counted
 * twice or left out.
 */
export const STANDINGS = [
  'needs', // a person
  'hushed', // it would, but its indicator is off
  'quiet', // a proven OK, in time
  'late', // a due time passed and nobody looked
  'budget',
  'never', // ran
  'idle', // the last beat had nothing to check, or could check nothing
  'unsettled', // an alert resolved by hand, a due time skipped by a pause: not quiet until the next beat has looked
  'known', // something stands, and a person knows
  'snoozed', // all is well as far as it was looked, but a tier is put off
  'paused',
  'off',
  'quiet-hours', // its beat waits for their end
] as const
export type Standing = (typeof STANDINGS)[number]

/** Something of it needs a person who does not know of it yet; what they are asked stands while it beats. */
export const isUnanswered = (
  t: Pick<ThreadView, 'state' | 'known' | 'openAlerts' | 'approvalsWanted' | 'permissionsWanted'>,
): boolean => (needsYou(t.state) && !t.known) || t.openAlerts > 0 || (t.state === 'running' && isAsked(t))
const isAsked = (t: Pick<ThreadView, 'approvalsWanted' | 'permissionsWanted'>): boolean =>
  t.approvalsWanted > 0 || t.permissionsWanted > 0

export function standingOf(t: ThreadView): Standing {
  if (isUnanswered(t)) return t.indicator ? 'needs' : 'hushed'
  if (t.rests !== null) return t.rests
  if (t.last === null) return 'never'
  if (t.state === 'overdue' && t.last.skipReason === 'over_budget') return 'budget'
  const unseen = unseenSlot(t)
  if (t.state === 'overdue' || t.lateMs > GRACE_MS || unseen === 'missed') return 'late'
  if (t.acknowledgedAlerts > 0 || t.known) return 'known'
  if (hasSnoozed(t)) return 'snoozed'
  if (unseen === 'skipped') return t.state === 'idle' ? 'idle' : 'unsettled'
  if (t.last.outcome === 'quiet' || t.last.outcome === 'unchanged') return 'quiet'
  // What waited for an approval was taken from the list, and each line that is left passed in that beat.
  if (t.last.outcome === 'blocked' && t.state === 'quiet') return 'quiet'
  return t.state === 'idle' ? 'idle' : 'unsettled'
}

const hasSnoozed = ({ tiers }: Pick<ThreadView, 'tiers'>): boolean =>
  TIERS.some((tier) => tiers[tier].snoozedUntil !== null)

/**
 * What became of the newest due time that has an outcome, where nobody has looked since: the last OK is an
 * old one. null: somebody has, or had a moment before it (an eighth of the interval, GRACE_MS at least), or a tier is
 * snoozed.
 */
export function unseenSlot(
  t: Pick<ThreadView, 'strip' | 'last' | 'tiers' | 'effectiveIntervalMs'>,
): 'missed' | 'skipped' | null {
  if (hasSnoozed(t)) return null
  const { outcome, at } = t.strip
  const newest = outcome.findLastIndex((o) => o !== 'waiting' && o !== 'running' && o !== 'merged')
  const passed = outcome[newest]
  if (passed !== 'missed' && passed !== 'skipped') return null
  const momentMs = Math.max(t.effectiveIntervalMs / 8, GRACE_MS)
  return (at[newest] ?? 0) > (t.last?.finishedAt ?? Infinity) + momentMs ? passed : null
}

const REST: readonly (readonly [Standing, string])[] = [
  ['quiet', 'quiet'],
  ['late', 'not checked on time'],
  ['budget', 'with the agent stopped by the budget'],
  ['never', 'never checked yet'],
  ['idle', 'with nothing checked'],
  ['unsettled', 'to be checked again'],
  ['known', 'acknowledged or snoozed'],
  ['hushed', 'with news, but the indicator off'],
  ['snoozed', 'with a tier snoozed'],
  ['paused', 'paused'],
  ['off', 'manual only'],
  ['quiet-hours', 'in quiet hours'],
]

export const ALL_QUIET = 'All quiet.'
/** In its place where something of another machine is not, or may not be. */
export const ALL_QUIET_HERE = 'All quiet on this machine.'
/**
 * The one sentence, for window, title and tray. "All quiet" only when every thread has a fresh, proven OK;
 * whatever is late, never ran, paused or off is counted aloud, and the window names it.
 */
export function verdictOf(threads: readonly ThreadView[], pause: Pause | null, halted: boolean): Verdict {
  const counts = new Map<Standing, number>()
  for (const t of threads) counts.set(standingOf(t), (counts.get(standingOf(t)) ?? 0) + 1)
  const count = (standing: Standing): number => counts.get(standing) ?? 0
  const [needYou, quiet, late] = [count('needs'), count('quiet'), count('late')]
  const rest = REST.filter(([standing]) => count(standing) > 0)
    .map(([standing, words]) => `${count(standing)} ${words}.`)
    .join(' ')
  const loud = (state: ThreadState): boolean =>
    threads.some((t) => t.state === state && standingOf(t) === 'needs')

  const base = { needYou, quiet, late }
  if (halted)
    return {
      ...base,
      tone: 'broken',
      headline: 'The scheduler is failing.',
      rest: 'No heartbeat starts until it works again; the log says why.',
    }
  if (threads.length === 0)
    return {
      ...base,
      tone: 'empty',
      headline: 'No threads yet.',
      rest: 'Add a repository and Threadbeat checks its pulse.',
    }
  const isRunning = threads.some((t) => t.state === 'running')
  const tones = [
    loud('urgent') && 'urgent',
    (loud('broken') || loud('missing')) && 'broken',
    needYou > 0 && 'alert',
    isRunning && 'running',
  ] as const
  const tone = tones.find((one) => one !== false) ?? 'calm'
  if (needYou > 0)
    return { ...base, tone, headline: `${plural(needYou, 'thread needs', 'threads need')} you.`, rest }
  if (pause !== null) return { ...base, tone: 'paused', headline: 'Everything is paused.', rest }
  if (quiet === threads.length)
    return {
      ...base,
      tone,
      headline: ALL_QUIET,
      rest: plural(quiet, 'thread checked', 'threads checked') + ' on time.',
    }
  const headline = count('hushed') > 0 ? 'Nothing that is shown needs you.' : 'Nothing needs you.'
  return { ...base, tone, headline, rest }
}
