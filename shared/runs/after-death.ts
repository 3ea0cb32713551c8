import { fault, type Fault } from '../base/faults.ts'
import { MINUTE, type Instant } from '../base/time.ts'
import type { ItemKind, WakeReason } from '../queue/queue.ts'
import { askedBy } from '../queue/wake.ts'
import type { Tier } from '../schedule/tier.ts'

/** A run on record that nobody works on any more: the app died, or its ending could not be written. */
export interface LostRun {
  readonly kind: ItemKind
  readonly reasons: readonly WakeReason[]
  readonly askedTier: Tier | null
  readonly withDue: boolean
}
/** The beat that takes its place. */
export interface Requeue {
  readonly reasons: readonly WakeReason[]
  readonly tier: Tier | null
  readonly withDue: boolean
  readonly notBefore: Instant
}
export interface Death {
  readonly fault: Fault
  readonly summary: string
  readonly again: Requeue | null // null: nothing is done by itself
}

/** After two deaths of the app. */
const SECOND_TRY_MS = 15 * MINUTE

/** A heartbeat is repeated once; messages ask the person, and a job's own rules say what becomes of it. */
export function afterDeath(run: LostRun, now: Instant): Death {
  const again = run.kind === 'heartbeat' ? requeue(run, now) : null
  const isLeft = run.kind === 'heartbeat' && again === null
  return {
    fault: fault('engine.lost', 'the app ended during the run'),
    summary: isLeft ? LEFT : SUMMARY[run.kind],
    again,
  }
}

const LEFT = 'Threadbeat ended during this beat, as during the one before; the next one comes when it is due.'

const SUMMARY: Record<ItemKind, string> = {
  job: 'Threadbeat ended during this job.',
  message: 'Threadbeat ended while this message was being worked on. Send it again if it should run.',
  heartbeat: 'Threadbeat ended during this beat; it was queued again.',
}

function requeue({ reasons, askedTier, withDue }: LostRun, now: Instant): Requeue | null {
  if (!reasons.includes('recovery'))
    return { reasons: [...reasons, 'recovery'], tier: askedTier, withDue, notBefore: now }
  // It was itself a recovery, has killed the app twice, and waits for its next slot. What asked for it is
  // still to be answered, but later: it may be what kills the app.
  const asked = askedBy(reasons)
  return asked.length === 0
    ? null
    : { reasons: asked, tier: null, withDue: true, notBefore: now + SECOND_TRY_MS }
}
