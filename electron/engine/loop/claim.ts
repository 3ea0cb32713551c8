import { runnerName } from '../../../shared/agents/presets.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { readsPrompts } from '../../../shared/events/recipient.ts'
import { limitsOf, pickNext, placesOf, type QueueItem, type QueueView } from '../../../shared/queue/queue.ts'
import type { Desk } from '../attempts/desk.ts'
import type { OpenAdvice } from '../agents/tools/caller.ts'
import type { Budget } from '../agents/budget.ts'
import type { Resting } from '../agents/resting.ts'
import type { Alerts } from '../alerts/alerts.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Documents } from '../playbook/documents.ts'
import type { WorkClaims } from '../playbook/work-claims.ts'
import type { Ports } from '../ports/ports.ts'
import type { ClaimedRun } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'
import type { Pulse } from '../pulse/pulse.ts'
import { queueView } from '../queue/holds.ts'
import type { RunContext } from '../runs/context.ts'
import type { ActiveRuns } from './active-runs.ts'
import { runningNow } from './places.ts'

export interface ClaimParts {
  readonly ports: Ports
  readonly store: Store
  readonly documents: Documents
  readonly claims: WorkClaims
  readonly environment: RunContext['environment']
  readonly pulse: Pulse
  readonly budget: Budget
  readonly resting: Resting
  readonly jobs: Jobs
  readonly alerts: Alerts
  readonly active: ActiveRuns
  readonly advice: OpenAdvice
  readonly desk: Desk
}

/** The queue with what each item waits for. */
export const queueNow = (
  { ports, store, budget, resting, pulse, active }: ClaimParts,
  items: readonly QueueItem[],
  now: Instant,
): QueueView =>
  queueView(
    {
      ports,
      store,
      budget,
      resting,
      settings: pulse.settings,
      pause: pulse.pause,
      power: () => pulse.power().policy,
    },
    items,
    runningNow({ store, active, pulse }),
    now,
  )

/**
 * Takes the next item out of the queue; null: nothing may start. `begin` (start-run.ts) does the run, once this is
 * committed.
 */
export function claimNext(parts: ClaimParts, now: Instant): ClaimedRun | null {
  const { store, pulse } = parts
  const limits = limitsOf(pulse.settings())
  const { ownPlaces, shared, isWanted } = placesOf(runningNow(parts))
  const isOwnFull = limits.runs === 1 || ownPlaces >= limits.heartbeats
  if (shared.length >= limits.runs && isOwnFull) return null
  const mayStart = (item: QueueItem): boolean =>
    pulse.mode() === 'schedule' || (item.reasons.includes('manual') && !pulse.isLeftOver(item.id))
  // A long queue of beats is no reason to let a person's message wait for the reading of it.
  const isFull =
    isOwnFull && (isWanted || shared.filter((r) => r.kind !== 'message').length >= limits.heartbeats)
  return store.queue.claim(
    (items) => pickNext(queueNow(parts, items.filter(mayStart), now)),
    (id) => runnerName(store.threads.get(id)?.agent ?? { kind: 'local' }),
    (item) => takesEvents(item, parts),
    now,
    isFull ? 'message' : undefined,
  )
}

/** Events are for prompts: where none is made they are left to whoever passes them on. */
function takesEvents({ kind, threadId }: QueueItem, { store, pulse }: ClaimParts): boolean {
  const thread = store.threads.get(threadId)
  if (thread === null || !readsPrompts(thread.agent)) return false
  return kind === 'heartbeat' || (kind === 'message' && pulse.settings().messagesTakeEvents)
}
