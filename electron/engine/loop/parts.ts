import type { ThreadId } from '../../../shared/base/ids.ts'
import { createDesk } from '../attempts/desk.ts'
import { createBudget } from '../agents/budget.ts'
import { createResting } from '../agents/resting.ts'
import { createAlerts } from '../alerts/alerts.ts'
import { createEvents } from '../events/events.ts'
import { createMachineNews } from '../events/machine-news.ts'
import { createRunnerNews } from '../events/runner-news.ts'
import { createSources, type Sources } from '../events/sources.ts'
import { createCleanUp } from '../history/clean-up.ts'
import { createJobs } from '../jobs/jobs.ts'
import type { Documents } from '../playbook/documents.ts'
import { watchLists } from '../playbook/list-watch.ts'
import { createWorkClaims } from '../playbook/work-claims.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { createPulse, type PulseDrive } from '../pulse/pulse.ts'
import { createSlots } from '../schedule/slots.ts'
import { followMissingFolders } from '../events/missing-folders.ts'
import { takeTrustBack } from '../threads/trusted-place.ts'
import { createRemovals } from '../threads/removals.ts'
import { createAdvice, type Advice } from '../pollination/advice.ts'
import { createActiveRuns } from './active-runs.ts'
import type { ClaimParts } from './claim.ts'
import type { DutyParts } from './duties.ts'

export interface EngineParts extends DutyParts {
  readonly pulse: PulseDrive
  readonly sources: Sources
  readonly trials: Advice['trials']
  readonly pollination: Advice['pollination']
  readonly followedMaster: Advice['followedMaster']
  readonly followThreads: () => void
}

/** In one straight order: each part knows only those before it. */
export function createParts(
  ports: Ports,
  store: Store,
  documents: Documents,
  environment: ClaimParts['environment'],
): EngineParts {
  const pulse = createPulse(ports, store)
  const budget = createBudget(ports, store, environment)
  const resting = createResting(ports, store)
  const slots = createSlots({ ports, store, pulse })
  const events = createEvents({ ports, store, slots, pulse })
  const jobs = createJobs({ ports, store, events, pulse })
  const alerts = createAlerts({ ports, store, pulse, events, documents })
  events.onNews(alerts.deliver)
  watchLists({ ports, store, documents, changed: alerts.deliver })
  const machineNews = createMachineNews(ports, store, events)
  const runnerNews = createRunnerNews(store, resting, events)
  const cleanUp = createCleanUp(ports, store)
  const claims = createWorkClaims({ ports, store, documents })
  const active = createActiveRuns(ports)
  active.onEnd(({ threadId }) => claims.settle(threadId))
  const sources = createSources({
    ports,
    store,
    documents,
    pulse,
    slots,
    events,
    runOf: (id) => active.ofThread(id)?.run ?? null,
    onRunEnd: active.onEnd,
  })
  const followThreads = (): void => {
    documents.follow()
    sources.follow()
  }
  const trustTaken = (id: ThreadId): void => {
    active.stopOf(id)
    followThreads()
    slots.replan(id)
    alerts.deliver()
  }
  documents.onChange((id) => {
    if (documents.isExchanged(id)) takeTrustBack({ ports, store, changed: trustTaken }, id)
  })
  const missingFolders = followMissingFolders({
    clock: ports.clock,
    store,
    documents,
    wake: events.wake,
    onRunEnd: active.onEnd,
    watchAnew(id) {
      documents.watchAnew(id)
      sources.watchAnew(id)
    },
  })
  const removals = createRemovals(ports, store, {
    stopRunsOf: active.stopOf,
    followThreads,
    sweepOutputs: cleanUp.sweep,
  })
  return {
    ports,
    store,
    documents,
    claims,
    environment,
    pulse,
    budget,
    resting,
    slots,
    events,
    jobs,
    desk: createDesk({ ports, store, environment, onRunEnd: active.onEnd }),
    alerts,
    machineNews,
    runnerNews,
    cleanUp,
    active,
    sources,
    followThreads,
    removals,
    ...createAdvice({ ports, store, pulse, onRunEnd: active.onEnd }),
    missingFolders,
  }
}
