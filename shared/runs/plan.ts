import { isEffectivelyEmpty } from '../playbook/empty.ts'
import { serialize } from '../playbook/doc.ts'
import { isToDo, type WorkItem } from '../playbook/work-queue.ts'
import type { HeartbeatDoc, Task } from '../playbook/model.ts'
import type { SkipReason } from '../queue/skip-reason.ts'
import { dueTiers, isSnoozed, TIERS, upTo, type Pace, type Tier, type TierState } from '../schedule/tier.ts'
import type { Instant } from '../base/time.ts'

/**
 * What a heartbeat's plan is decided from; gathered before, so that the decision needs no clock and no
 * disk.
 */
interface PlanFacts {
  readonly doc: HeartbeatDoc
  // git tracks the file: `(never)` there is nobody's gesture, since the app never stamps it
  readonly tracked: boolean
  /** A tier somebody asked for; null: none. */
  readonly askedTier: Tier | null
  readonly withDue: boolean // what is due as well, not only what was asked for
  readonly scheduled: boolean // nobody asked and nothing happened: only the time came
  readonly runner: 'local' | 'agent'
  readonly tiers: TierState
  readonly pace: Pace
  readonly workPerBeat: number
  /** The thread's HEARTBEAT.json says to ignore the list: only what woke it is worked. */
  readonly ignored: boolean
  /** Facts that are worth a run wait. */
  readonly hasFacts: boolean
  /** Only the end of commands or jobs asked for this beat: that is looked at, the list is not worked. */
  readonly eventsOnly: boolean
  /** Whether a task with times of day is due now. */
  readonly isTimedDue: (task: Task) => boolean
  /** Tasks that were never tried: worked once at the next beat, whatever their tier. */
  readonly isNew: (task: Task) => boolean
  /** Which items that are to do this thread's runner can take. */
  readonly canWork: (item: WorkItem) => boolean
  readonly now: Instant
}

export interface BeatPlan {
  readonly tiers: readonly Tier[]
  // of the due tiers, in file order; ticked ones too: a tick belongs to the cycle before
  readonly tasks: readonly Task[]
  readonly work: readonly WorkItem[]
}
export type BeatDecision =
  | { readonly run: BeatPlan }
  | {
      readonly skip: SkipReason
      readonly tiers: readonly Tier[]
      readonly because?: string /* instead of the reason's own words */
    }
  | { readonly refuse: string }

/**
 * Highest due tier with everything below it, but for what is snoozed; a person's choice of tier alone is
 * followed as it is.
 */
function tiersToRun(
  facts: Pick<PlanFacts, 'doc' | 'tracked' | 'askedTier' | 'withDue' | 'tiers' | 'pace' | 'now'>,
): readonly Tier[] {
  const gestures = facts.tracked
    ? []
    : TIERS.filter((t) => facts.doc.stamps[t].never && facts.tiers[t].mirrored)
  const due = dueTiers(facts.tiers, gestures, facts.now, facts.pace)
  if (facts.askedTier === null) return due
  const asked = upTo(facts.askedTier)
  return facts.withDue ? TIERS.filter((t) => asked.includes(t) || due.includes(t)) : asked
}

export function planBeat(facts: PlanFacts): BeatDecision {
  const { doc } = facts
  if (doc.conflicted) {
    const line = doc.problems.find((p) => p.code === 'conflict_markers')?.line
    return {
      refuse:
        `HEARTBEAT.md holds an unfinished merge${line === undefined ? '' : ` (line ${line})`}; nothing ` +
        'of it was run.',
    }
  }
  if (facts.eventsOnly) return { run: { tiers: [], tasks: [], work: [] } }
  const tiers = tiersToRun(facts)
  if (facts.ignored)
    return facts.runner === 'agent' && !(facts.scheduled && !facts.hasFacts)
      ? { run: { tiers: [], tasks: [], work: [] } }
      : {
          skip: 'off',
          tiers,
          because: 'HEARTBEAT.json has the list ignored, and nothing else is to be done.',
        }
  // Put off while its beat waited: nobody asked for another, and nothing happened.
  if (tiers.length === 0 && facts.scheduled && !facts.hasFacts)
    return { skip: 'paused', tiers, because: 'every tier that would be due is snoozed.' }
  const rests = (t: Task): boolean => !tiers.includes(t.tier) && isSnoozed(facts.tiers[t.tier], facts.now)
  const tasks = doc.tasks.filter(
    (t) => !rests(t) && (t.timed.length > 0 ? facts.isTimedDue(t) : tiers.includes(t.tier) || facts.isNew(t)),
  )
  const work = doc.workDisabled
    ? []
    : doc.work.filter((w) => isToDo(w) && facts.canWork(w)).slice(0, facts.workPerBeat)
  if (tasks.length > 0 || work.length > 0 || doc.flags.length > 0) return { run: { tiers, tasks, work } }
  // An agent can make sense of a list without tier headings, and of whatever woke it; the local checks can
  // do neither.
  const prose = doc.loose && !isEffectivelyEmpty(serialize(doc))
  if (facts.runner === 'agent' && (prose || !facts.scheduled || facts.hasFacts))
    return { run: { tiers, tasks, work } }
  return {
    skip: doc.tasks.length > 0 || doc.work.some(isToDo) ? 'nothing_due' : 'empty',
    tiers,
  }
}
