import { isEffectivelyEmpty } from './heartbeat-empty.ts'
import { serialize, type HeartbeatDoc, type Task, type WorkItem } from './heartbeat-doc.ts'
import type { WakeReason } from './queue.ts'
import type { SkipReason } from './run.ts'
import { dueTiers, highest, TIERS, upTo, type DailyAnchor, type Tier, type TierState } from './tier.ts'
import type { Instant } from './time.ts'

/** What a heartbeat's plan is decided from; gathered before, so that the decision needs no clock and no disk. */
export interface PlanFacts {
  readonly doc: HeartbeatDoc
  readonly tracked: boolean // git tracks the file: `(never)` there is nobody's gesture, since the app never stamps it
  readonly reasons: readonly WakeReason[]
  readonly askedTier: Tier | null
  readonly tiers: TierState
  readonly anchor: DailyAnchor
  readonly workPerBeat: number
  /** Which pending work items this thread's runner can take. */
  readonly canWork: (item: WorkItem) => boolean
  readonly now: Instant
}

export interface BeatPlan {
  readonly tiers: readonly Tier[]
  readonly tasks: readonly Task[] // of the due tiers, in file order; ticked ones too: a tick belongs to the cycle before
  readonly work: readonly WorkItem[]
}
export type Planned = { readonly run: BeatPlan } | { readonly skip: SkipReason; readonly tiers: readonly Tier[] } | { readonly refuse: string }

/** Highest due tier with everything below it; a person's choice of tier alone is followed as it is. */
export function tiersToRun(facts: Pick<PlanFacts, 'doc' | 'tracked' | 'reasons' | 'askedTier' | 'tiers' | 'anchor' | 'now'>): readonly Tier[] {
  const gestures = facts.tracked ? [] : TIERS.filter((t) => facts.doc.stamps[t].never && facts.tiers[t].mirrored)
  const due = dueTiers(facts.tiers, gestures, facts.now, facts.anchor)
  if (facts.askedTier === null) return due
  const onlyAsked = facts.reasons.every((r) => r === 'manual')
  return onlyAsked ? upTo(facts.askedTier) : upTo(highest([facts.askedTier, ...due]))
}

export function planBeat(facts: PlanFacts): Planned {
  const { doc } = facts
  if (doc.conflicted) {
    const line = doc.problems.find((p) => p.code === 'conflict_markers')?.line
    return { refuse: `HEARTBEAT.md holds an unfinished merge${line === undefined ? '' : ` (line ${line})`}; nothing of it was run.` }
  }
  const tiers = tiersToRun(facts)
  const tasks = doc.tasks.filter((t) => tiers.includes(t.tier))
  const work = doc.workDisabled ? [] : doc.work.filter((w) => w.state === 'pending' && facts.canWork(w)).slice(0, facts.workPerBeat)
  if (tasks.length === 0 && work.length === 0 && doc.flags.length === 0)
    return { skip: isEffectivelyEmpty(serialize(doc)) || doc.tasks.length === 0 ? 'empty' : 'nothing_due', tiers }
  return { run: { tiers, tasks, work } }
}
